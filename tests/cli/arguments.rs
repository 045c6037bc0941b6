//! Arguments: what is refused before anything is read, and what is explained.

use super::run::{CLEAN, Run, WARNED, assert_manifest};

#[test]
fn no_arguments_are_a_mistake() {
    let done = Run::new("convert").done().exits(2);
    assert!(done.stdout.is_empty());
    assert!(done.stderr.contains("Usage: apimint convert"), "{}", done.stderr);
    let done = Run::new("convert").args(&["-", "--nonsense"]).done().exits(2);
    assert!(done.stderr.contains("--nonsense"));
}

#[test]
fn help_and_version_go_to_stdout() {
    for argument in ["--help", "--version", "help"] {
        let done = Run::new(argument).done().exits(0);
        assert!(done.stderr.is_empty() && done.stdout.contains("apimint"));
    }
    let done = Run::new("convert").arg("--help").done().exits(0);
    for flag in [
        "--output",
        "--from",
        "--name-max",
        "--server-name",
        "--server-version",
        "--body",
        "--cookies",
        "--no-http",
        "--skip-deprecated",
        "--output-schema",
        "--output-formats",
        "--allow-outside",
        "--allow-net",
        "--base",
        "--max-bytes",
        "--diagnostics",
        "--verbose",
        "--quiet",
    ] {
        assert!(done.stdout.contains(flag), "{flag}");
    }
}

#[test]
fn several_inputs_need_a_directory() {
    let several = || {
        Run::new("convert")
            .file("a.yaml", CLEAN)
            .file("b.yaml", CLEAN)
            .file("plain.json", "old")
            .args(&["a.yaml", "b.yaml"])
    };
    let done = several().done().exits(2);
    assert!(done.stdout.is_empty() && done.stderr.contains("several inputs need --output DIR"));
    let done = several().args(&["-o", "plain.json"]).done().exits(2);
    assert_eq!(done.read("plain.json"), "old");
}

#[test]
fn an_input_is_never_overwritten() {
    for output in ["pets.yaml", "./pets.yaml", "../pets.yaml"] {
        let run = Run::converting(CLEAN).file("sub/x", "");
        let output = if output.starts_with("..") { "sub/../pets.yaml" } else { output };
        let done = run.args(&["-o", output]).done().exits(2);
        assert_eq!(done.read("pets.yaml"), CLEAN);
        assert!(done.stderr.contains("overwrite the input"), "{}", done.stderr);
    }
    // A directory of inputs that is the output directory as well.
    let done = Run::new("convert")
        .file("specs/a.json", CLEAN)
        .file("specs/b.yaml", CLEAN)
        .args(&["specs/a.json", "specs/b.yaml", "-o", "specs"])
        .done()
        .exits(2);
    assert_eq!(done.list("specs"), ["a.json", "b.yaml"]);
    assert_eq!(done.read("specs/a.json"), CLEAN);
}

#[test]
fn standard_input_is_an_input() {
    let done = Run::new("convert").arg("-").stdin(CLEAN).done().exits(0);
    assert_manifest(&done.stdout);
}

#[test]
fn a_missing_file_cannot_be_used() {
    let done = Run::new("convert").arg("not-there.yaml").done().exits(2);
    assert!(done.stdout.is_empty());
    assert!(done.stderr.starts_with("error[S001] unreadable-input\n"), "{}", done.stderr);
    assert!(done.stderr.contains("not-there.yaml"));
}

#[test]
fn a_directory_cannot_be_used() {
    let done = Run::new("convert").file("dir/a.yaml", CLEAN).arg("dir").done().exits(2);
    assert!(done.stdout.is_empty());
    assert!(done.stderr.starts_with("error[S001] unreadable-input\n"), "{}", done.stderr);
}

#[test]
fn an_unknown_format_cannot_be_used() {
    let done = Run::converting("{hello: world}\n").done().exits(2);
    assert!(done.stdout.is_empty());
    assert!(done.stderr.contains("error[S011] unknown-format"), "{}", done.stderr);
}

#[test]
fn codes_are_explained() {
    for wanted in ["R001", "r001", "dangling-reference"] {
        let done = Run::new("explain").arg(wanted).done().exits(0);
        assert!(done.stdout.starts_with("# R001 dangling-reference\n\nLevel: error\n\n"), "{}", done.stdout);
        assert!(done.stderr.is_empty());
    }
    let done = Run::new("explain").arg("dangling-refrence").done().exits(2);
    assert!(done.stdout.is_empty());
    assert!(done.stderr.contains("did you mean R001 (dangling-reference)?"), "{}", done.stderr);
}

#[test]
fn quiet_and_verbose_exclude_each_other() {
    Run::converting(WARNED).args(&["-q", "-v"]).done().exits(2);
}

#[test]
fn the_url_of_a_server_is_an_http_url() {
    for wrong in ["api.example", "/v1", "ftp://api.example", "mailto:a@api.example"] {
        let done = Run::new("convert").arg("--server-url").arg(wrong).arg("a.yaml").done().exits(2);
        assert!(done.stderr.contains("expected an http or https URL"), "{}", done.stderr);
    }
}
