//! Inputs as they come: encodings, broken text, hostile text, versions, and where references begin.

use std::fmt::Write;

use super::run::{CLEAN, Run, assert_manifest, codes};

/// The same text in UTF-16, with a byte-order mark.
fn utf_16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(unit).collect()
}

#[test]
fn utf_16_and_byte_order_marks_are_read() {
    let plain = Run::converting(CLEAN).done().exits(0).stdout;
    let with_mark = [b"\xEF\xBB\xBF", CLEAN.as_bytes()].concat();
    for bytes in [utf_16(CLEAN, u16::to_le_bytes), utf_16(CLEAN, u16::to_be_bytes), with_mark] {
        let done = Run::new("convert").bytes("pets.yaml", &bytes).arg("pets.yaml").done().exits(0);
        assert_eq!(done.stderr, "");
        assert_eq!(done.stdout, plain);
    }
}

#[test]
fn what_is_no_text_is_refused_with_its_place() {
    let bytes = [CLEAN.as_bytes(), b"x-name: caf\xE9\n"].concat();
    let done = Run::new("convert").bytes("pets.yaml", &bytes).arg("pets.yaml").json().done().exits(2);
    let error = done.only_diagnostic("S002");
    assert_eq!(error["line"], CLEAN.lines().count() + 1);
    assert_eq!(error["column"], 12);
}

#[test]
fn truncated_json_is_refused_where_it_ends() {
    let text = "{\n  \"openapi\": \"3.0.3\",\n  \"paths\": {\n    \"/pets\": ";
    let done = Run::converting(text).json().done().exits(2);
    assert!(done.stdout.is_empty());
    let error = done.only_diagnostic("S004");
    assert_eq!((&error["line"], &error["column"]), (&4.into(), &13.into()), "{error}");
    let done = Run::converting(text).done().exits(2);
    assert!(done.stderr.starts_with("error[S004] syntax\n"), "{}", done.stderr);
    assert!(done.stderr.contains("pets.yaml:4:13"), "{}", done.stderr);
}

#[test]
fn a_hundred_thousand_levels_are_refused_at_once() {
    const LEVELS: usize = 100_000;
    let nested = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(LEVELS), close.repeat(LEVELS))
    };
    let texts = [
        nested("{\"a\":", "1", "}"),
        nested("[", "", "]"),
        nested("{a: ", "1", "}"),
        format!("a: {}", nested("[", "", "]")),
        // Never closed.
        "[".repeat(LEVELS),
        "{\"a\":".repeat(LEVELS),
        "- ".repeat(LEVELS),
    ];
    for text in texts {
        let start = &text[..8.min(text.len())];
        let done = Run::converting(&text).json().done().exits(2);
        assert!(done.stdout.is_empty());
        assert_eq!(done.only_diagnostic("S006")["severity"], "error", "{start}");
    }
}

#[test]
fn an_alias_bomb_is_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..=12 {
        let below = vec![format!("*a{}", level - 1); 10].join(", ");
        writeln!(text, "a{level}: &a{level} [{below}]").unwrap();
    }
    let done = Run::converting(&text).json().done().exits(2);
    assert!(done.stdout.is_empty());
    done.only_diagnostic("S008");
    let done = Run::converting("a: &a [*a]\n").json().done().exits(2);
    done.only_diagnostic("S008");
}

#[test]
fn a_key_that_stands_twice_is_a_warning() {
    let text = CLEAN.replace("      operationId:", "      operationId: first\n      operationId:");
    let done = Run::converting(&text).json().done().exits(0);
    assert_manifest(&done.stdout);
    let warning = done.only_diagnostic("S005");
    assert_eq!(warning["severity"], "warning");
    assert_eq!(warning["line"], 7, "{warning}");
    let text = r#"{"openapi": "3.0.3", "openapi": "3.1.0", "paths": {}}"#;
    assert!(
        codes(&Run::converting(text).arg("--allow-empty").json().done().exits(0).stderr)
            .contains(&"S005".to_owned())
    );
}

#[test]
fn other_versions_are_refused_by_name() {
    for (text, found) in [
        ("openapi: 4.0.0\npaths: {}\n", "openapi: 4.0.0"),
        ("swagger: '1.2'\napis: []\n", "swagger: 1.2"),
        (r#"{"openapi": "3.3.0"}"#, "openapi: 3.3.0"),
    ] {
        let done = Run::converting(text).json().done().exits(2);
        let error = done.only_diagnostic("S012");
        assert!(error["message"].as_str().unwrap().contains(found), "{error}");
        assert_eq!(error["line"], 1);
    }
}

#[test]
fn a_format_can_be_named() {
    let text = CLEAN.replace("openapi: 3.0.3", "openapi: 3.9.0");
    Run::converting(&text).done().exits(2);
    let done = Run::converting(&text).args(&["--from", "openapi-3.1"]).done().exits(0);
    assert_manifest(&done.stdout);
    assert!(done.stdout.contains(r#""format":"openapi-3.1""#));
    let done = Run::converting(CLEAN).args(&["--from", "raml"]).done().exits(2);
    assert!(done.stderr.contains("openapi-3.2"), "{}", done.stderr);
}

#[test]
fn a_root_that_is_no_object_is_refused() {
    Run::converting("[1, 2]").json().done().exits(2).only_diagnostic("S011");
    let from = ["--from", "openapi-3.0"];
    Run::converting("[1, 2]").args(&from).json().done().exits(2).only_diagnostic("S016");
    Run::converting(" \n").json().done().exits(2).only_diagnostic("S003");
}

/// O010: a rule that is misspelt may not empty a manifest that was published.
#[test]
fn a_list_without_tools_is_not_written() {
    let empty = "openapi: 3.0.3\npaths: {}\n";
    let done = Run::converting(empty).json().done().exits(1);
    assert_eq!(done.only_diagnostic("O010")["severity"], "error");
    assert_eq!(done.stdout, "");
    let published = || Run::converting(CLEAN).file("pets.json", "published").args(&["-o", "pets.json"]);
    let done = published().args(&["--include", "id:listPet"]).done().exits(1);
    assert_eq!(done.read("pets.json"), "published");
    assert!(done.stderr.contains("The most similar in the document: `id:listPets`."), "{}", done.stderr);
    // Neither is it compared, and no lock is written for it.
    let done = published().args(&["--read-only", "--exclude", "id:*", "--check"]).json().done().exits(1);
    assert_eq!(codes(&done.stderr).iter().filter(|code| *code == "O010").count(), 1, "{}", done.stderr);
    let done = published().args(&["--exclude", "id:*", "--lock", "pets.lock"]).done().exits(1);
    assert_eq!(done.list(""), ["pets.json", "pets.yaml"]);
}

#[test]
fn an_empty_list_is_written_if_that_is_allowed_or_it_was_empty() {
    let empty = "openapi: 3.0.3\npaths: {}\n";
    let done = Run::converting(empty).args(&["--allow-empty", "-v"]).json().done().exits(0);
    assert_eq!(done.only_diagnostic("O010")["severity"], "note");
    assert!(done.stdout.starts_with("{\"tools\":[],"), "{}", done.stdout);
    let done = Run::converting("{\"tools\": []}").json().done().exits(0);
    assert_eq!(done.only_diagnostic("O010")["severity"], "warning");
    assert!(done.stdout.starts_with("{\"tools\":[],"), "{}", done.stdout);
}

#[test]
fn references_in_standard_input_need_a_base() {
    let text = CLEAN.replace("{type: string}", "{$ref: 'pet.json'}");
    let without = Run::new("convert").arg("-").stdin(&text).json().done().exits(1);
    let error = without.only_diagnostic("R004");
    assert_eq!(error["file"], "<stdin>");
    assert!(error["message"].as_str().unwrap().contains("--base"), "{error}");

    let with = Run::new("convert")
        .arg("-")
        .stdin(&text)
        .file("specs/pet.json", r#"{"type": "string", "maxLength": 77}"#)
        .args(&["--base", "specs"])
        .done()
        .exits(0);
    assert_manifest(&with.stdout);
    assert!(with.stdout.contains("77"), "{}", with.stdout);
}

#[test]
fn each_format_can_be_named() {
    for format in apimint::model::Format::ALL {
        let done = Run::converting("{}").args(&["--from", format.name()]).done();
        assert!(!done.stderr.contains("invalid value"), "{}", done.stderr);
    }
}

/// Half of a surrogate pair costs its string, wherever JSON is read.
#[test]
fn half_of_a_surrogate_pair_costs_no_document() {
    let list = r#"{"tools": [{"name": "list_pets", "description": "All \ud800.", "inputSchema": {"type": "object", "properties": {}}}]}"#;
    let done = Run::converting(list).json().done().exits(0);
    assert_manifest(&done.stdout);
    assert_eq!(done.only_diagnostic("S022")["column"], 54);
    assert!(done.stdout.contains("\"All \u{FFFD}.\""), "{}", done.stdout);
    // Some clients refuse it as a whole.
    let done = Run::new("check").file("list.json", list).arg("list.json").json().done().exits(1);
    assert!(codes(&done.stderr).contains(&"M002".to_owned()), "{}", done.stderr);
    let done = Run::new("diff").file("a.json", list).file("b.json", list).args(&["a.json", "b.json"]).done();
    assert_eq!(done.code, Some(0), "{}", done.stderr);

    let text = CLEAN.replace(
        "responses:",
        "parameters: [{name: a, in: query, schema: {type: string}}]\n      responses:",
    );
    let run = || Run::new("request").file("pets.yaml", &text);
    let done = run().args(&["pets.yaml", "list_pets", r#"{"a": "\ud800"}"#]).json().done().exits(0);
    assert!(done.stdout.contains("a=%EF%BF%BD"), "{}", done.stdout);
    done.only_diagnostic("S022");

    let result = r#"{"tool": "a", "data": {"b": "\ud800"}}"#;
    let done = Run::new("result").arg("-").stdin(result).json().done().exits(0);
    assert_eq!(done.manifest()["structuredContent"]["b"], "\u{FFFD}");
    done.only_diagnostic("S022");

    let referring = CLEAN.replace("{type: string}", "{$ref: 'pet.json'}");
    let pet = r#"{"type": "string", "description": "A pet \udc00"}"#;
    let done = Run::converting(&referring).file("pet.json", pet).json().done().exits(0);
    assert_eq!(done.only_diagnostic("S022")["file"], "pet.json");
}
