use super::*;
use crate::pass::fixture::{catalog, raised, tool};

/// The hints as `rdio`, a capital for true, small for false, a dash for left out.
fn hints(annotations: Annotations) -> String {
    Hint::ALL
        .into_iter()
        .zip(["rR", "dD", "iI", "oO"])
        .map(|(hint, letters)| match annotations.get(hint) {
            Some(value) => &letters[usize::from(value)..][..1],
            None => "-",
        })
        .collect()
}

fn run(method: &str, path: &str, overrides: &[(Hint, bool)]) -> (String, Vec<Code>) {
    let mut one = tool(method, path, None);
    for &(hint, value) in overrides {
        one.annotations.set(hint, value);
    }
    let mut all = catalog(vec![one]);
    let sink = Sink::new();
    set_annotations(&mut all, &sink);
    let codes = raised(sink).into_iter().map(|(code, _)| code).collect();
    (hints(all.tools[0].annotations), codes)
}

#[test]
fn the_method_table() {
    for (methods, expected) in [
        (vec!["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"], "RdIO"),
        (vec!["PUT", "DELETE"], "rDIO"),
        (vec!["PATCH"], "rDiO"),
        (vec!["POST"], "rdiO"),
        (vec!["PURGE", "LINK"], "rD-O"),
    ] {
        for method in methods {
            assert_eq!(run(method, "/pets", &[]), (expected.to_owned(), vec![]), "{method}");
        }
    }
}

#[test]
fn words_move_towards_caution_only() {
    let from_word = vec![Code::HintFromWord];
    assert_eq!(run("POST", "/orders/{id}/cancel", &[]), ("rDiO".to_owned(), from_word.clone()));
    assert_eq!(run("GET", "/orders/{id}/cancel", &[]), ("rDIO".to_owned(), from_word));
    assert_eq!(run("POST", "/search", &[]), ("rdiO".to_owned(), vec![Code::HintReadLike]));
}

#[test]
fn overrides_decide_and_are_reported() {
    use Hint::{Destructive, Idempotent, OpenWorld, ReadOnly};
    let less = Code::HintLessCautious;
    let over = Code::HintOverridden;
    for (method, path, overrides, expected, codes) in [
        ("POST", "/search", vec![(ReadOnly, true)], "RdiO", vec![less]),
        ("POST", "/search", vec![(ReadOnly, false)], "rdiO", vec![]),
        ("DELETE", "/x", vec![(ReadOnly, true)], "RdIO", vec![less]),
        ("DELETE", "/x", vec![(Destructive, false)], "rdIO", vec![less]),
        ("DELETE", "/x", vec![(Idempotent, false)], "rDiO", vec![over]),
        ("PURGE", "/x", vec![(Idempotent, true)], "rDIO", vec![over]),
        ("GET", "/x", vec![(OpenWorld, false)], "RdIo", vec![less]),
        ("GET", "/x", vec![(ReadOnly, false)], "rdIO", vec![over]),
        ("GET", "/x", vec![(Destructive, true)], "rDIO", vec![over]),
        ("GET", "/x", vec![(ReadOnly, true), (Destructive, true)], "RdIO", vec![over, less]),
        ("GET", "/x", vec![(ReadOnly, true), (Destructive, false)], "RdIO", vec![]),
        ("POST", "/x/cancel", vec![(Destructive, false)], "rdiO", vec![less]),
        ("POST", "/x/cancel", vec![(Destructive, true)], "rDiO", vec![]),
        ("GET", "/x/cancel", vec![(ReadOnly, true)], "RdIO", vec![less]),
    ] {
        assert_eq!(
            run(method, path, &overrides),
            (expected.to_owned(), codes),
            "{method} {path} {overrides:?}"
        );
    }
}

#[test]
fn a_hint_of_the_caller_excludes_one_of_the_document_only_if_it_is_true() {
    let set = |hint: Hint, value| {
        let mut hints = Annotations::default();
        hints.set(hint, value);
        hints
    };
    let merged = |caller, document| hints(merge_overrides(caller, document));
    let (read_only, destructive) = (Hint::ReadOnly, Hint::Destructive);
    assert_eq!(merged(set(read_only, true), set(destructive, true)), "Rd--");
    assert_eq!(merged(set(read_only, false), set(destructive, true)), "rD--");
    assert_eq!(merged(set(read_only, true), set(Hint::Idempotent, true)), "R-I-");
}

#[test]
fn never_both_read_only_and_destructive() {
    let values = [None, Some(false), Some(true)];
    for method in ["GET", "POST", "PUT", "PURGE"] {
        for path in ["/x", "/x/cancel"] {
            for read_only in values {
                for destructive in values {
                    let overrides: Vec<_> = [(Hint::ReadOnly, read_only), (Hint::Destructive, destructive)]
                        .into_iter()
                        .filter_map(|(hint, value)| value.map(|value| (hint, value)))
                        .collect();
                    let (hints, _) = run(method, path, &overrides);
                    assert!(!hints.starts_with("RD"), "{method} {path} {overrides:?}");
                }
            }
        }
    }
}

#[test]
fn messages_name_the_word() {
    let mut all = catalog(vec![tool("POST", "/orders/{id}/cancel", Some("orders"))]);
    let sink = Sink::new();
    set_annotations(&mut all, &sink);
    assert_eq!(
        raised(sink)[0].1,
        "`cancel` in the path of POST /orders/{id}/cancel says that it is destructive"
    );
}
