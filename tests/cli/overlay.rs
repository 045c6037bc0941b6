//! `--overlay`.

use super::run::{CLEAN, Done, Run, WARNED};

/// An overlay of version 1.1.0 with these actions, in YAML.
fn overlay(actions: &str) -> String {
    format!("overlay: 1.1.0\ninfo: {{title: Changes, version: '1'}}\nactions:{actions}\n")
}

fn convert(description: &str, overlay: &str) -> Done {
    Run::converting(description).file("o.yaml", overlay).args(&["--overlay", "o.yaml"]).json().done()
}

#[test]
fn an_overlay_that_changes_nothing_changes_nothing() {
    let bare = Run::converting(WARNED).json().done().exits(0);
    for actions in [
        " []",
        "\n  - {target: $, update: {}}",
        "\n  - {target: '$..*', remove: false, x-nothing: true}",
        "\n  - {target: '$.paths[\"/pets\"]', update: {get: {operationId: listPets}}}",
    ] {
        let done = convert(WARNED, &overlay(actions)).exits(0);
        assert_eq!(done.stdout, bare.stdout, "{actions}");
        let said: Vec<String> = done.said().into_iter().filter(|said| !said.starts_with('V')).collect();
        assert_eq!(said, bare.said(), "{actions}");
    }
}

#[test]
fn the_line_that_is_shown_is_the_one_that_was_written() {
    let actions = "\n  - target: $.paths['/pets'].get\n    update:\n      parameters:\n        - {name: a, in: query, schema: {kind: 1}}";
    let done = Run::converting(WARNED)
        .file("o.yaml", &overlay(actions))
        .args(&["--overlay", "o.yaml", "--diagnostics", "human"])
        .done()
        .exits(0);
    for line in ["o.yaml:7:41]", " 7 |         - {name: a, in: query, schema: {kind: 1}}", "pets.yaml:6:5]"] {
        assert!(done.stderr.contains(line), "{line}\n{}", done.stderr);
    }
}

#[test]
fn a_secret_is_hidden_in_the_file_it_stands_in() {
    let token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    let actions = format!(
        "\n  - target: $.paths['/pets'].get\n    update:\n      parameters:\n        \
         - {{name: a, in: query, schema: {{type: string, default: {token}}}}}"
    );
    let done = Run::converting(WARNED)
        .file("o.yaml", &overlay(&actions))
        .args(&["--overlay", "o.yaml", "--diagnostics", "human", "-v"])
        .done();
    assert!(done.stderr.contains("X001") && done.stderr.contains("o.yaml:7:"), "{}", done.stderr);
    assert!(!done.stderr.contains(token) && !done.stdout.contains(token), "{}", done.stderr);
}

/// V001
#[test]
fn what_is_no_overlay_is_refused() {
    for (text, line, reason) in [
        (CLEAN, 1, "the field `overlay`"),
        ("[]", 1, "the field `overlay`"),
        ("overlay: 1.2.0\nactions: []", 1, "version `1.2.0` is not supported"),
        ("overlay: [1]\nactions: []", 1, "an array"),
        ("overlay: 1.0.0", 1, "no `actions`"),
        ("overlay: 1.0.0\nactions: {}", 2, "an object"),
    ] {
        let done = convert(CLEAN, text).exits(2);
        assert_eq!(done.stdout, "");
        let said = done.said();
        let last = said.last().unwrap();
        assert!(last.starts_with("V001") && last.contains("`o.yaml`") && last.contains(reason), "{last}");
        assert!(done.stderr.contains(&format!("\"line\":{line},")), "{}", done.stderr);
    }
    let done = convert(CLEAN, "overlay: [").exits(2);
    assert!(done.said()[0].starts_with("S004 `o.yaml` is not well-formed"), "{}", done.stderr);
    let done = Run::converting(CLEAN).args(&["--overlay", "none.yaml"]).json().done().exits(2);
    assert!(done.said()[0].starts_with("S001 `none.yaml` does not exist"), "{}", done.stderr);
}

#[test]
fn overlays_are_bounded() {
    let actions = "\n  - {target: '$..*', update: {x: {y: {}}}}\n  - {target: '$..x', copy: $.paths}";
    let done = Run::converting(CLEAN)
        .file("o.yaml", &overlay(actions))
        .args(&["--overlay", "o.yaml", "--limit", "overlay_steps=100"])
        .json()
        .done()
        .exits(2);
    let said = done.said();
    let last = said.last().unwrap();
    assert_eq!(last, "S007 overlays take more than 100 steps to apply");
    assert!(done.stderr.contains("\"file\":\"o.yaml\""), "{}", done.stderr);
    let fill = "\n  - {target: $.info, update: {x-list: [1, 2]}}".to_owned()
        + &"\n  - {target: '$.info[\"x-list\"]', copy: '$.info[\"x-list\"]'}".repeat(40);
    let done = Run::converting(CLEAN)
        .file("o.yaml", &overlay(&fill))
        .args(&["--overlay", "o.yaml", "--limit", "nodes=100K"])
        .json()
        .done()
        .exits(2);
    assert_eq!(done.said(), ["S007 overlays make the document larger than 102400 values"]);
}

#[test]
fn an_overlay_is_never_overwritten() {
    for arguments in [&["-o", "o.yaml"][..], &["--report", "./o.json"], &["--lock", "o.yaml"]] {
        let text = overlay(" []");
        let done = Run::converting(CLEAN)
            .file("o.yaml", &text)
            .file("o.json", &text)
            .args(&["--overlay", "o.yaml", "--overlay", "o.json"])
            .args(arguments)
            .done()
            .exits(2);
        assert!(done.stderr.contains("would overwrite the input"), "{}", done.stderr);
    }
}

#[test]
fn an_overlay_is_for_one_input() {
    let run = || Run::converting(CLEAN).file("o.yaml", &overlay(" []")).file("cats.yaml", CLEAN);
    let done = run().args(&["cats.yaml", "-o", "out/", "--overlay", "o.yaml"]).done().exits(2);
    assert!(done.stderr.contains("--overlay accepts one input only"), "{}", done.stderr);
    let done = Run::new("convert").args(&["-", "--overlay", "-"]).stdin(CLEAN).done().exits(2);
    assert!(done.stderr.contains("standard input"), "{}", done.stderr);
    // Either may come from standard input.
    let rename = overlay("\n  - {target: $.info, update: {title: Cats}}");
    let from_stdin = run().args(&["--overlay", "-"]).stdin(&rename).done().exits(0);
    let to_stdin = Run::new("convert")
        .file("o.yaml", &rename)
        .args(&["-", "--overlay", "o.yaml"])
        .stdin(CLEAN)
        .done()
        .exits(0);
    assert!(from_stdin.stdout.contains("\"name\":\"cats\""), "{}", from_stdin.stdout);
    assert_eq!(from_stdin.stdout, to_stdin.stdout);
}

/// V007
#[test]
fn an_overlay_may_say_what_it_is_for() {
    for (extends, other) in [
        ("pets.yaml", false),
        ("./a/../pets.yaml", false),
        ("https://example.com/pets.yaml", false),
        ("cats.yaml", true),
    ] {
        let text = format!(
            "overlay: 1.0.0\nextends: {extends}\ninfo: {{title: t, version: '1'}}\nactions: [{{target: $, update: {{}}}}]\n"
        );
        let said = convert(CLEAN, &text).exits(0).said();
        assert_eq!(said.iter().any(|said| said.starts_with("V007")), other, "{extends}: {said:?}");
    }
}
