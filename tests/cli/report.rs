//! Which diagnostics count, and the forms that other programs read.

use serde_json::Value;

use super::run::{CLEAN, DANGLING, NOTED, Run, WARNED, diagnostics as lines};

#[test]
fn a_denied_warning_fails_the_run_and_the_manifest_is_written() {
    for selector in ["O005", "no-description", "O", "operation", "warnings"] {
        let done = Run::converting(WARNED).args(&["--deny", selector]).done().exits(1);
        assert!(done.stdout.contains("\"tools\""));
        assert!(done.stderr.contains("error[O005] no-description"), "{}", done.stderr);
    }
    Run::converting(NOTED).args(&["--deny", "warnings"]).done().exits(0);
    Run::converting(CLEAN).args(&["--deny", "warnings"]).done().exits(0);
}

#[test]
fn an_allowed_warning_is_neither_shown_nor_counted() {
    let done = Run::converting(WARNED).args(&["--allow", "O005"]).done().exits(0);
    assert_eq!(done.stderr, "");
    // What is more precise wins.
    let done = Run::converting(WARNED).args(&["--deny", "warnings", "--allow", "O005"]).done().exits(0);
    assert_eq!(done.stderr, "");
}

#[test]
fn an_error_can_be_made_a_warning() {
    let done = Run::converting(DANGLING).args(&["--warn", "R001"]).done().exits(0);
    assert!(done.stderr.contains("warning[R001]"), "{}", done.stderr);
}

#[test]
fn an_unusable_input_stays_unusable() {
    let done = Run::new("convert").args(&["not-there.yaml", "--allow", "S"]).done().exits(2);
    assert!(done.stderr.contains("S001"), "{}", done.stderr);
}

#[test]
fn an_unknown_selector_is_a_mistake() {
    let done = Run::converting(CLEAN).args(&["--deny", "Z999"]).done().exits(2);
    assert!(done.stderr.contains("a family"), "{}", done.stderr);
}

#[test]
fn github_is_told_by_workflow_commands() {
    let done = Run::converting(DANGLING).args(&["--diagnostics", "github"]).done().exits(1);
    let error = done.stderr.lines().find(|line| line.starts_with("::error ")).unwrap();
    assert!(error.contains("file=pets.yaml,line=10,col="), "{error}");
    assert!(error.contains("title=R001 dangling-reference::"), "{error}");
}

#[test]
fn code_scanning_gets_one_log_with_a_run_an_input() {
    let done = Run::converting(DANGLING)
        .file("more.yaml", WARNED)
        .args(&["more.yaml", "-o", "out/", "--diagnostics", "sarif"])
        .done()
        .exits(1);
    let log: Value = serde_json::from_str(&done.stderr).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let runs = log["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 2);
    let result = &runs[0]["results"][0];
    let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(runs[0]["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "pets.yaml");
    assert_eq!(runs[1]["results"][0]["ruleId"], "O005");
}

#[test]
fn ci_servers_get_a_suite_of_tests_an_input() {
    let run = || Run::converting(DANGLING).file("clean.yaml", CLEAN).args(&["clean.yaml", "-o", "out/"]);
    let done = run().args(&["--diagnostics", "junit"]).done().exits(1);
    let report = roxmltree::Document::parse(&done.stderr).unwrap();
    let suites: Vec<_> = report.root_element().children().filter(roxmltree::Node::is_element).collect();
    let names: Vec<_> = suites.iter().map(|suite| suite.attribute("name").unwrap()).collect();
    assert_eq!(names, ["pets.yaml", "clean.yaml"]);
    let failure = suites[0].descendants().find(|node| node.has_tag_name("failure")).unwrap();
    assert_eq!(failure.attribute("type"), Some("R001"));
    let case = failure.parent_element().unwrap();
    assert_eq!((case.attribute("file"), case.attribute("line")), (Some("pets.yaml"), Some("10")));
    assert!(failure.text().unwrap().contains("\npets.yaml:10 at /paths/~1pets/get/"), "{failure:?}");
    // Without a test, Jenkins would take the report for a mistake.
    assert_eq!((suites[1].attribute("tests"), suites[1].attribute("failures")), (Some("1"), Some("0")));

    // What cannot be read is a failure too.
    let done = Run::new("convert").args(&["none.yaml", "--diagnostics", "junit"]).done().exits(2);
    assert!(
        done.stderr.contains("<testsuite name=\"none.yaml\" tests=\"1\" failures=\"1\""),
        "{}",
        done.stderr
    );
}

#[test]
fn gitlab_gets_one_list_of_all_inputs() {
    let run = Run::converting(DANGLING).file("more.yaml", WARNED);
    let done = run.args(&["more.yaml", "-o", "out/", "--diagnostics", "code-climate"]).done().exits(1);
    let list: Vec<Value> = serde_json::from_str(&done.stderr).unwrap();
    let found = |code: &str| list.iter().find(|issue| issue["check_name"] == code).unwrap();
    assert_eq!(found("R001")["severity"], "major");
    assert_eq!(found("R001")["location"], serde_json::json!({"path": "pets.yaml", "lines": {"begin": 10}}));
    assert_eq!(found("O005")["severity"], "minor");
    assert_eq!(found("O005")["location"]["path"], "more.yaml");
    // Nobody has to act on a note.
    for (options, severities) in [(&[][..], &[][..]), (&["-v"], &["info"])] {
        let run = Run::converting(NOTED).args(options).args(&["--report", "codeclimate.json", "-o", "x"]);
        let list: Vec<Value> = serde_json::from_str(&run.done().exits(0).read("codeclimate.json")).unwrap();
        let found: Vec<&Value> = list.iter().map(|issue| &issue["severity"]).collect();
        assert_eq!(found, severities);
    }
}

#[test]
fn a_report_is_written_beside_the_manifest() {
    for (name, check) in [
        (
            "report.sarif",
            (|text: &str| serde_json::from_str::<Value>(text).unwrap()["runs"].is_array())
                as fn(&str) -> bool,
        ),
        ("report.jsonl", |text| lines(text).iter().any(|line| line["code"] == "O005")),
        ("report.txt", |text| text.contains("warning[O005]")),
        ("report.xml", |text| text.contains("<failure type=\"O005\">")),
        ("gl-code-quality-report.json", |text| {
            serde_json::from_str::<Value>(text).unwrap()[0]["check_name"] == "O005"
        }),
    ] {
        let done = Run::converting(WARNED).args(&["--report", name, "-q"]).done().exits(0);
        assert_eq!(done.stderr, "");
        assert!(check(&done.read(name)), "{name}");
    }
    let done = Run::converting(WARNED).args(&["--report", "report.html"]).done().exits(2);
    assert!(done.stderr.contains(".sarif"), "{}", done.stderr);
    let done = Run::converting(WARNED).args(&["--report", "a.json", "-o", "a.json"]).done().exits(2);
    assert!(done.stderr.contains("would overwrite"), "{}", done.stderr);
}

/// Colours are forced or forbidden by the option, or else by the environment; standard error is no terminal here.
#[test]
fn colours_follow_the_option_and_the_environment() {
    for (option, environment, are_there) in [
        ("auto", &[][..], false),
        ("auto", &["CLICOLOR_FORCE"], true),
        ("auto", &["NO_COLOR"], false),
        ("auto", &["CLICOLOR_FORCE", "NO_COLOR"], false),
        ("always", &["NO_COLOR"], true),
        ("never", &["CLICOLOR_FORCE"], false),
    ] {
        let with = |run: Run| {
            let run = run.args(&["--color", option]);
            environment.iter().fold(run, |run, name| run.env(name, "1")).done().exits(0)
        };
        let done = with(Run::converting(WARNED).args(&["--report", "report.txt"]));
        assert_eq!(done.stderr.contains('\u{1b}'), are_there, "{option} {environment:?}");
        assert!(done.stderr.is_ascii(), "boxes are for terminals: {}", done.stderr);
        assert!(!done.read("report.txt").contains('\u{1b}'));
        let files = Run::new("diff").file("a.yaml", WARNED).file("b.yaml", super::run::CLEAN);
        let done = with(files.args(&["a.yaml", "b.yaml"]));
        assert_eq!(done.stdout.contains('\u{1b}'), are_there, "{option} {environment:?}");
        assert!(
            !with(
                Run::new("diff")
                    .file("a.yaml", WARNED)
                    .file("b.yaml", super::run::CLEAN)
                    .args(&["a.yaml", "b.yaml", "-o", "x"])
            )
            .read("x")
            .contains('\u{1b}')
        );
    }
}

#[test]
fn several_reports_are_written() {
    let names = ["a.sarif", "a.xml", "a.txt"];
    let reports: Vec<&str> = names.iter().flat_map(|name| ["--report", name]).collect();
    let done = Run::converting(WARNED).args(&reports).done().exits(0);
    let texts = names.map(|name| done.read(name));
    assert!(
        texts[0].contains("\"runs\"") && texts[1].contains("<testsuite ") && texts[2].contains("warning[")
    );
    let done = Run::converting(WARNED).args(&["--report", "a.txt", "--report", "./a.txt"]).done().exits(2);
    assert!(done.stderr.contains("would be written twice"), "{}", done.stderr);
}

#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    for arguments in
        [&["--report", "pets.yaml/x.jsonl"][..], &["--report", "pets.yaml/x.jsonl", "-o", "tools.json"]]
    {
        let done = Run::converting(WARNED).args(arguments).done().exits(2);
        assert!(done.stderr.contains("the report could not be written"), "{}", done.stderr);
        assert_eq!((done.stdout.as_str(), done.list(".")), ("", vec!["pets.yaml".to_owned()]));
    }
}

#[test]
fn a_document_can_allow_a_code_at_one_place() {
    let text =
        WARNED.replace("      operationId:", "      x-mcp: {allow: [O005, nonsense]}\n      operationId:");
    let done = Run::converting(&text).args(&["--diagnostics", "json"]).done().exits(0);
    let codes: Vec<String> =
        lines(&done.stderr).iter().map(|line| line["code"].as_str().unwrap().to_owned()).collect();
    assert_eq!(codes, ["O013"]);
    let done = Run::converting(&text).args(&["--deny", "O005"]).done().exits(1);
    assert!(done.stderr.contains("error[O005]"), "{}", done.stderr);
}
