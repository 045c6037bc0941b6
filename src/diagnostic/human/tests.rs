//! The rendered report, block by block.

use super::super::location::Nowhere;
use super::super::place::{DocumentId, NodeId, Place};
use super::*;

const PETS: &str = "\
openapi: 3.0.3
paths:
  /pets:
    get:
      parameters:
        - name: limit
          schema: {$ref: '#/components/schemas/Nope'}
";

/// A document with a place for every word: node `n` is the `n`th of the given pieces of its text.
struct TextPieces<'a> {
    text: &'a str,
    pieces: &'a [(&'a str, &'a str)],
}

impl Locate for TextPieces<'_> {
    fn locate(&self, place: Place) -> Option<SourceLocation<'_>> {
        let &(piece, pointer) = self.pieces.get(place.node.0 as usize)?;
        let start = self.text.find(piece)?;
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        Some(SourceLocation {
            file: format!("pets{}.yaml", place.document.0),
            pointer: Some(pointer.to_owned()),
            line: Some(self.text[..start].matches('\n').count() + 1),
            column: Some(self.text[line_start..start].chars().count() + 1),
            span: Some(start..start + piece.len()),
            text: Some(self.text),
        })
    }
}

fn place(document: u32, node: u32) -> Place {
    Place { document: DocumentId(document), node: NodeId(node) }
}

const PLAIN: ReportStyle =
    ReportStyle { colours: false, boxes: false, verbose: false, least: Severity::Warning };

fn report(diagnostics: &[Diagnostic], places: &dyn Locate, style: ReportStyle) -> String {
    let mut out = Vec::new();
    write(&mut out, diagnostics, places, style).unwrap();
    String::from_utf8(out).unwrap()
}

fn dangling(place: Place) -> Diagnostic {
    Diagnostic::new(Code::DanglingReference, "Nothing stands at #/components/schemas/Nope.").at(place)
}

#[test]
fn a_finding_shows_its_line() {
    let places = TextPieces {
        text: PETS,
        pieces: &[("'#/components/schemas/Nope'", "/paths/~1pets/get/parameters/0/schema/$ref")],
    };
    insta::assert_snapshot!(report(&[dangling(place(0, 0))], &places, PLAIN), @r##"
    error[R001] dangling-reference

      x Nothing stands at #/components/schemas/Nope.
       ,-[pets0.yaml:7:26]
     7 |           schema: {$ref: '#/components/schemas/Nope'}
       :                          ^^^^^^^^^^^^^|^^^^^^^^^^^^^
       :                                       `-- /paths/~1pets/get/parameters/0/schema/$ref
       `----
      help: Correct the reference or add its target.
    "##);
}

#[test]
fn terminals_get_boxes_and_colours() {
    let places = TextPieces { text: PETS, pieces: &[("limit", "/paths/~1pets/get/parameters/0/name")] };
    let shown = |colours, boxes| {
        let style = ReportStyle { colours, boxes, ..PLAIN };
        report(&[dangling(place(0, 0))], &places, style)
    };
    let text = shown(true, true);
    let without = shown(false, true);
    assert!(without.contains("╭─[pets0.yaml:6:17]") && !without.contains('\u{1b}'), "{without}");
    let piped = shown(true, false);
    assert!(piped.contains(",-[\u{1b}[36;1;4mpets0.yaml:6:17") && piped.is_ascii(), "{piped}");
    insta::assert_snapshot!(text.replace('\u{1b}', "ESC"), @r##"
    ESC[31merror[R001] dangling-referenceESC[0m

      ESC[31m×ESC[0m Nothing stands at #/components/schemas/Nope.
       ╭─[ESC[36;1;4mpets0.yaml:6:17ESC[0m]
     ESC[2m6ESC[0m │         - name: limit
       · ESC[35;1m                ──┬──ESC[0m
       ·                   ESC[35;1m╰── ESC[35;1m/paths/~1pets/get/parameters/0/nameESC[0mESC[0m
       ╰────
    ESC[36m  help: ESC[0mCorrect the reference or add its target.
    "##);
}

#[test]
fn findings_of_one_kind_are_folded() {
    let places = TextPieces {
        text: PETS,
        pieces: &[
            ("openapi", "/openapi"),
            ("get", "/paths/~1pets/get"),
            ("name", "/paths/~1pets/get/parameters/0/name"),
            ("limit", ""),
            ("/pets", "/paths/~1pets"),
        ],
    };
    let mut all: Vec<Diagnostic> = (0..5).map(|node| dangling(place(0, node))).collect();
    all.insert(1, Diagnostic::new(Code::NoDescription, "No summary.").at(place(0, 4)));
    all[3] = dangling(place(1, 2));
    insta::assert_snapshot!(report(&all, &places, PLAIN), @r##"
    error[R001] dangling-reference

      x Nothing stands at #/components/schemas/Nope.
       ,-[pets0.yaml:1:1]
     1 | openapi: 3.0.3
       : ^^^|^^^
       :    `-- /openapi
       `----
      help: Correct the reference or add its target.
      ... and 4 more like this: /paths/~1pets/get, pets1.yaml#/paths/~1pets/get/parameters/0/name, pets0.yaml# ...

    warning[O005] no-description

      ! No summary.
       ,-[pets0.yaml:3:3]
     3 |   /pets:
       :   ^^|^^
       :     `-- /paths/~1pets
       `----
      help: Add a summary: a model chooses tools by it.
    "##);

    let verbose = ReportStyle { verbose: true, ..PLAIN };
    let text = report(&all, &places, verbose);
    assert_eq!(text.matches("error[R001]").count(), 5);
    assert!(!text.contains("more like this"));
}

#[test]
fn findings_that_are_listed_in_full_name_fifty_places() {
    let paths: Vec<String> = (0..60).map(|index| format!("/a/{index}")).collect();
    let pieces: Vec<(&str, &str)> = paths.iter().map(|path| ("get", path.as_str())).collect();
    let places = TextPieces { text: PETS, pieces: &pieces };
    let dropped = |node| Diagnostic::new(Code::DroppedField, "Dropped.").at(place(0, node)).listed_in_full();
    for (count, last, is_cut) in [(50, "/a/49", false), (51, "/a/49", true)] {
        let found: Vec<Diagnostic> = (0..count).map(dropped).collect();
        let text = report(&found, &places, PLAIN);
        let line = text.lines().rfind(|line| !line.is_empty()).unwrap_or_default();
        assert!(line.contains(", /a/10, /a/11, "), "{line}");
        assert!(line.ends_with(&if is_cut { format!("{last} ...") } else { last.to_owned() }), "{line}");
    }
}

#[test]
fn schemas_that_are_cut_are_counted() {
    let cut = |message: &str| Diagnostic::new(Code::InputCut, message);
    let message = |found: &[Diagnostic]| {
        report(found, &Nowhere, PLAIN).lines().nth(2).unwrap_or_default().trim().to_owned()
    };
    assert_eq!(message(&[cut("`a` is cut")]), "! `a` is cut");
    let several = message(&[cut("`a` is cut"), cut("`b` is cut"), cut("`c` is cut")]);
    assert_eq!(several, "! 3 input schemas are longer than their bound and are cut; the first: `a` is cut");
}

#[test]
fn findings_with_other_messages_are_shown_beside_the_first() {
    let found: Vec<Diagnostic> = ["a", "b", "a", "c", "d", "b", "e", "f", "g", "f"]
        .map(|name| Diagnostic::new(Code::NoDescription, format!("`{name}` has none.")))
        .into();
    insta::assert_snapshot!(report(&found, &Nowhere, PLAIN), @r##"
    warning[O005] no-description

      ! `a` has none.
      help: Add a summary: a model chooses tools by it.
      ... and 1 more like this
      ... `b` has none., and 1 more like this
      ... `c` has none.
      ... `d` has none.
      ... `e` has none.
      ... and 3 more of O005; -v shows all
    "##);
}

#[test]
fn an_error_is_not_folded_behind_a_warning_of_its_code() {
    let mut harsh = Diagnostic::new(Code::NoDescription, "Harsh.");
    harsh.severity = Severity::Error;
    let all = [Diagnostic::new(Code::NoDescription, "Mild."), harsh];
    insta::assert_snapshot!(report(&all, &Nowhere, PLAIN), @r##"
    warning[O005] no-description

      ! Mild.
      help: Add a summary: a model chooses tools by it.

    error[O005] no-description

      x Harsh.
      help: Add a summary: a model chooses tools by it.
    "##);
}

#[test]
fn findings_without_a_text_name_their_place_in_front() {
    let all = [
        Diagnostic::new(Code::Syntax, "A quote is missing.").in_text("pets.yaml", Some(3), Some(9)),
        Diagnostic::new(Code::Unreadable, "No such file.")
            .in_text("else.yaml", None, None)
            .help("Look elsewhere."),
        Diagnostic::new(Code::Syntax, "A quote is missing.").in_text("more.yaml", Some(1), None),
    ];
    insta::assert_snapshot!(report(&all, &Nowhere, PLAIN), @r##"
    error[S004] syntax

      x pets.yaml:3:9: A quote is missing.
      help: Correct the text at the place that is shown.
      ... and 1 more like this: more.yaml:1

    error[S001] unreadable-input

      x else.yaml: No such file.
      help: Look elsewhere.
    "##);
}

#[test]
fn severities_below_the_least_are_left_out() {
    let all = [
        Diagnostic::new(Code::OutputWrapped, "note"),
        Diagnostic::new(Code::NoDescription, "warning"),
        Diagnostic::new(Code::Syntax, "error"),
    ];
    let heads = |least| {
        report(&all, &Nowhere, ReportStyle { least, ..PLAIN })
            .lines()
            .filter(|line| line.contains('['))
            .count()
    };
    assert_eq!(heads(Severity::Note), 3);
    assert_eq!(heads(Severity::Warning), 2);
    assert_eq!(heads(Severity::Error), 1);
}

#[test]
fn hostile_text_cannot_draw() {
    let text = "paths: {/a\u{1b}]0;owned\u{7}: 1}\n";
    let places = TextPieces { text, pieces: &[("/a\u{1b}]0;owned\u{7}", "/paths/~1a\u{1b}]0;owned\u{7}")] };
    let found =
        Diagnostic::new(Code::UnknownMethod, "Odd key `\u{1b}[2K\nerror[R001] fake`.").at(place(0, 0));
    let shown = report(&[found], &places, PLAIN);
    assert!(shown.chars().all(|c| c == '\n' || !c.is_control()));
    insta::assert_snapshot!(shown, @r##"
    warning[O004] unknown-method

      ! Odd key `\u{1b}[2K\nerror[R001] fake`.
       ,-[pets0.yaml:1:9]
     1 | paths: {/a\u{1b}]0;owned\u{7}: 1}
       :         ^^^^^^^^^^|^^^^^^^^^^
       :                   `-- /paths/~1a\u{1b}]0;owned\u{7}
       `----
      help: Use a lower-case method, or `additionalOperations` in OpenAPI 3.2.
    "##);
}

#[test]
fn a_frame_never_prints_a_secret() {
    let text = "server: {password: hunter2, port: eighty}\n";
    let hidden = Diagnostic::new(Code::SecretRemoved, "A default was removed.");
    let odd = Diagnostic::new(Code::TypeRepaired, "Not a type.").at(place(0, 1));
    for secret in ["hunter2", "password"] {
        let places = TextPieces { text, pieces: &[(secret, "/server/password"), ("eighty", "/server/port")] };
        let all = [odd.clone(), hidden.clone().at(place(0, 0))];
        for least in [Severity::Warning, Severity::Error] {
            let shown = report(&all, &places, ReportStyle { least, ..PLAIN });
            assert!(!shown.contains("hunter2"), "{shown}");
        }
    }
}
