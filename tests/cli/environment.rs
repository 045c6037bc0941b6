//! The same bytes wherever and however the program is run.

use std::path::Path;

use super::run::Run;

/// Documents that touch much of the program.
const DOCUMENTS: [&str; 6] = [
    "library/openapi.yaml",
    "text/openapi.yaml",
    "openapi31/openapi.yaml",
    "swagger2/swagger.yaml",
    "agenthub/support.input.yaml",
    "tool-definition/routing.input.json",
];

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Environments that programs are known to listen to.
const ENVIRONMENTS: [&[(&str, &str)]; 6] = [
    &[],
    &[("LC_ALL", "tr_TR.UTF-8"), ("LANG", "tr_TR.UTF-8"), ("LANGUAGE", "tr")],
    &[("LC_ALL", "C"), ("TZ", "Pacific/Kiritimati"), ("HOME", "/nonexistent"), ("USER", "nobody")],
    &[
        ("LC_ALL", "de_DE.ISO-8859-1"),
        ("LC_NUMERIC", "de_DE"),
        ("TZ", "America/St_Johns"),
        ("SOURCE_DATE_EPOCH", "1"),
    ],
    &[
        ("COLUMNS", "20"),
        ("TERM", "xterm-256color"),
        ("CLICOLOR", "1"),
        ("FORCE_COLOR", "1"),
        ("RUST_LOG", "trace"),
    ],
    &[("RAYON_NUM_THREADS", "1"), ("RUST_BACKTRACE", "full"), ("TMPDIR", "/nonexistent"), ("NO_COLOR", "1")],
];

#[test]
fn the_environment_changes_nothing() {
    for name in DOCUMENTS {
        let text = document(name);
        let runs = ENVIRONMENTS.iter().map(|environment| {
            let run = Run::new("convert").file("input", &text).args(&["input", "--verbose"]);
            environment.iter().fold(run, |run, (key, value)| run.env(key, value)).done()
        });
        let runs: Vec<_> = runs.collect();
        for run in &runs {
            assert_eq!(run.stdout, runs[0].stdout, "{name}");
            assert_eq!(run.stderr, runs[0].stderr, "{name}");
            assert_eq!(run.code, runs[0].code, "{name}");
        }
        assert!(runs[0].stdout.starts_with("{\"tools\":["), "{name}: {}", runs[0].stderr);
    }
}

/// However many threads somebody asks for, as many are made as are of use.
#[test]
fn any_number_of_threads_will_do() {
    let text = document(DOCUMENTS[0]);
    let run = |number: &str| {
        let run = Run::new("convert").file("input", &text).env("RAYON_NUM_THREADS", number);
        run.args(&["input", "-q"]).done().exits(0).stdout
    };
    for number in ["0", "3", "100000", "99999999999999999999", "-1", "many"] {
        assert_eq!(run(number), run("1"), "{number}");
    }
}

#[test]
fn the_working_directory_changes_nothing() {
    for name in DOCUMENTS {
        let text = document(name);
        let from = |directory: &str, path: &str| {
            let run = Run::new("convert").file("a/b/input", &text).file("c/.keep", "").inside(directory);
            run.args(&[path, "-q"]).done().stdout
        };
        let here = from("a/b", "input");
        assert_eq!(from("", "a/b/input"), here, "{name}");
        assert_eq!(from("a", "./b/../b/input"), here, "{name}");
        assert_eq!(from("c", "../a/b/input"), here, "{name}");
        let absolute = Run::new("convert").file("a/b/input", &text).file("c/.keep", "").inside("c");
        let path = absolute.path("a/b/input").display().to_string();
        assert_eq!(absolute.args(&[&path, "-q"]).done().stdout, here, "{name}");
        let piped = Run::new("convert").stdin(&text).args(&["-", "-q"]).done().stdout;
        assert_eq!(piped, here, "{name}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |threads: &str| {
        let names: Vec<String> = (0..DOCUMENTS.len()).map(|number| format!("input{number}")).collect();
        let run = names
            .iter()
            .zip(DOCUMENTS)
            .fold(Run::new("convert"), |run, (name, path)| run.file(name, &document(path)).arg(name));
        let done = run.args(&["-o", "out", "--verbose"]).env("RAYON_NUM_THREADS", threads).done();
        let files: Vec<String> =
            done.list("out").iter().map(|name| done.read(&format!("out/{name}"))).collect();
        assert_eq!(files.len(), DOCUMENTS.len());
        (files, done.stderr, done.code)
    };
    let one = run("1");
    assert_eq!(run("2"), one);
    assert_eq!(run("7"), one);
}

/// Schemas of one name in two files and in two places of one: their definitions need names made from where they stand.
const ROOT: &str = "openapi: 3.1.0
info: {title: Addresses, version: '1'}
paths:
  /addresses:
    post:
      requestBody:
        content:
          application/json:
            schema:
              properties:
                from: {$ref: 'parts/first.yaml#/$defs/Addr'}
                to: {$ref: 'parts/second.yaml#/$defs/Addr'}
                via: {$ref: '#/components/schemas/Addr'}
                over: {$ref: '#/components/schemas/Over/$defs/Addr'}
      responses: {'204': {description: Sent}}
components:
  schemas:
    Addr: {type: object, properties: {via: {$ref: '#/components/schemas/Addr'}}}
    Over:
      $defs:
        Addr: {type: object, properties: {over: {$ref: '#/components/schemas/Over/$defs/Addr'}}}
";

fn part(name: &str) -> String {
    format!("$defs: {{Addr: {{type: object, properties: {{{name}: {{$ref: '#/$defs/Addr'}}}}}}}}\n")
}

#[test]
fn definitions_of_one_name_do_not_depend_on_where_the_files_lie() {
    let run = |directory: &str| {
        Run::new("convert")
            .file("a/b/root.yaml", ROOT)
            .file("a/b/parts/first.yaml", &part("first"))
            .file("a/b/parts/second.yaml", &part("second"))
            .file("c/.keep", "")
            .inside(directory)
    };
    let here = run("a/b").args(&["root.yaml", "-q"]).done().stdout;
    assert_eq!(here.matches("\"Addr_").count(), 3, "{here}");
    for (directory, path) in [("a/b", "./root.yaml"), ("", "a/b/root.yaml"), ("c", "../a/b/../b/root.yaml")] {
        assert_eq!(run(directory).args(&[path, "-q"]).done().stdout, here, "{path} in {directory}");
    }
    let absolute = run("c");
    let path = absolute.path("a/b/root.yaml").display().to_string();
    assert_eq!(absolute.args(&[&path, "-q"]).done().stdout, here, "{path}");
    let piped = run("").stdin(ROOT).args(&["-", "--base", "a/b", "-q"]).done();
    assert_eq!(piped.stdout, here);
}
