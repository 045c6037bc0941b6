//! Diagnostics on standard error, for people and for programs.

use super::run::{CLEAN, DANGLING, NOTED, Run, WARNED, diagnostics as lines};

#[test]
fn programs_get_one_object_a_line() {
    let done = Run::converting(DANGLING).args(&["--diagnostics", "json"]).done().exits(1);
    let errors: Vec<serde_json::Value> =
        lines(&done.stderr).into_iter().filter(|line| line["severity"] == "error").collect();
    let [error] = &errors[..] else { panic!("{}", done.stderr) };
    assert_eq!(error["v"], 1);
    assert_eq!(error["code"], "R001");
    assert_eq!(error["name"], "dangling-reference");
    assert_eq!(error["file"], "pets.yaml");
    assert!(error["message"].is_string() && error["help"].is_string());
    for line in lines(&done.stderr) {
        let object = line.as_object().unwrap();
        assert!(object.values().all(|value| !value.is_null()), "{line}");
    }
}

#[test]
fn programs_are_told_the_place() {
    let done = Run::converting(DANGLING).args(&["--diagnostics", "json"]).done().exits(1);
    let lines = lines(&done.stderr);
    let error = lines.iter().find(|line| line["code"] == "R001").unwrap();
    let pointer = error["pointer"].as_str().unwrap();
    assert!(pointer.starts_with("/paths/~1pets/get/parameters/0/schema"), "{error}");
    assert_eq!(error["line"], 10);
    assert!(error["column"].is_u64());
}

#[test]
fn people_see_the_line() {
    let done = Run::converting(DANGLING).done().exits(1);
    assert!(done.stderr.contains(",-[pets.yaml:10:"), "{}", done.stderr);
    assert!(
        done.stderr.contains(" 10 |         - {name: limit, in: query, schema: {$ref: "),
        "{}",
        done.stderr
    );
}

#[test]
fn a_fatal_error_is_reported_to_programs_as_well() {
    let done = Run::new("convert").args(&["not-there.yaml", "--diagnostics", "json"]).done().exits(2);
    let lines = lines(&done.stderr);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["code"], "S001");
    assert_eq!(lines[0]["file"], "not-there.yaml");
    assert!(lines[0].get("pointer").is_none() && lines[0].get("line").is_none());
}

#[test]
fn quiet_shows_errors_only() {
    let done = Run::converting(WARNED).arg("-q").done().exits(0);
    assert_eq!(done.stderr, "");
    let done = Run::converting(WARNED).args(&["-q", "-o", "out.json"]).done().exits(0);
    assert_eq!(done.stderr, "");
    let done = Run::converting(WARNED).args(&["--quiet", "--diagnostics", "json"]).done().exits(0);
    assert_eq!(done.stderr, "");
    let done = Run::converting(DANGLING).arg("-q").done().exits(1);
    assert!(done.stderr.starts_with("error[R001]"), "{}", done.stderr);
}

#[test]
fn notes_are_for_those_who_ask() {
    let all = Run::converting(NOTED).json().done().exits(0);
    assert_eq!(all.only_diagnostic("N003")["severity"], "note");
    assert_eq!(Run::converting(NOTED).done().exits(0).stderr, "");
    let asked = Run::converting(NOTED).arg("-v").done().exits(0).stderr;
    assert!(asked.starts_with("note[N003] name-from-path\n"), "{asked}");
}

#[test]
fn what_is_piped_has_no_colours() {
    let done = Run::converting(DANGLING).env("TERM", "xterm-256color").done().exits(1);
    assert!(done.stderr.is_ascii(), "{}", done.stderr);
    assert!(!done.stderr.contains('\u{1b}'), "{}", done.stderr);
}

#[test]
fn a_hostile_name_cannot_draw() {
    let done = Run::new("convert").arg("a\u{1b}[2Jb\nerror[R001]").done().exits(2);
    assert!(!done.stderr.contains('\u{1b}'));
    assert!(!done.stderr.lines().any(|line| line.starts_with("error[R001]")), "{}", done.stderr);
}

#[test]
fn conversion_is_the_same_every_time() {
    let first = Run::converting(CLEAN).done().exits(0).stdout;
    assert_eq!(Run::converting(CLEAN).done().exits(0).stdout, first);
}

#[test]
fn a_parent_that_is_only_built_upon_is_not_reported() {
    let text = |schema: &str| {
        format!(
            "openapi: 3.0.3\ninfo: {{title: Pets, version: '1'}}\nservers: [{{url: 'https://example.com'}}]\npaths:\n  \
             /pets:\n    get:\n      operationId: getPet\n      summary: Returns a pet.\n      responses:\n        \
             '200':\n          description: A pet.\n          content: {{application/json: {{schema: {{$ref: \
             '#/components/schemas/{schema}'}}}}}}\ncomponents:\n  schemas:\n    Pet:\n      type: object\n      \
             properties: {{kind: {{type: string}}}}\n      discriminator: {{propertyName: kind}}\n    Cat:\n      \
             allOf: [{{$ref: '#/components/schemas/Pet'}}]\n      properties: {{lives: {{type: integer}}}}\n"
        )
    };
    let codes = |schema: &str| {
        let done = Run::converting(&text(schema)).args(&["--diagnostics", "json"]).done().exits(0);
        lines(&done.stderr).into_iter().filter(|line| line["code"] == "J014").count()
    };
    assert_eq!((codes("Cat"), codes("Pet")), (0, 1));
}
