//! `--lock`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::run::{Done, Run};

/// A description with these operations: method, path, members.
fn description(operations: &[(&str, &str, Value)]) -> String {
    let mut paths = json!({});
    for (method, path, members) in operations {
        let mut operation = json!({"summary": "Does it.", "responses": {"204": {"description": "-"}}});
        for (key, value) in members.as_object().unwrap() {
            operation[key] = value.clone();
        }
        paths[path][method] = operation;
    }
    json!({"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
        "servers": [{"url": "https://example.com"}], "paths": paths})
    .to_string()
}

fn convert(description: &str, lock: &Path, arguments: &[&str]) -> Done {
    let all = [&["--lock", lock.to_str().unwrap()], arguments].concat();
    Run::converting(description).args(&all).json().done()
}

/// The names of the tools, and what is said of names.
fn named(description: &str, lock: &Path) -> (Vec<String>, Vec<String>) {
    let done = convert(description, lock, &[]).exits(0);
    (done.tool_names(), done.said())
}

/// N011 to N014
#[test]
fn names_stay_where_they_were_published() {
    let directory = tempfile::tempdir().unwrap();
    let lock = directory.path().join("names.lock");
    let first = description(&[
        ("get", "/pets", json!({"operationId": "listPets"})),
        ("get", "/cats", json!({"operationId": "listCats"})),
    ]);
    let (names, said) = named(&first, &lock);
    assert_eq!(names, ["list_pets", "list_cats"]);
    assert_eq!(
        said,
        [
            "N014 GET /pets is new; it is published as `list_pets`",
            "N014 GET /cats is new; it is published as `list_cats`"
        ]
    );
    let text = "{\"v\":1,\"names\":{\n\"GET /cats\":\"list_cats\",\n\"GET /pets\":\"list_pets\"\n}}\n";
    assert_eq!(fs::read_to_string(&lock).unwrap(), text);
    assert_eq!(named(&first, &lock), (names, vec![]));
    // The operationId changes, a new operation takes the old one, and another one is gone.
    let second = description(&[
        ("get", "/dogs", json!({"operationId": "listPets"})),
        ("get", "/pets", json!({"operationId": "fetchPets"})),
        ("get", "/lions", json!({"operationId": "listCats"})),
    ]);
    let (names, said) = named(&second, &lock);
    assert_eq!(names[1], "list_pets");
    assert!(names[0] != "list_pets" && names[2] != "list_cats", "{names:?}");
    let kept = "N011 GET /pets keeps the name `list_pets`; its source would now give `fetch_pets`";
    assert!(said.contains(&kept.to_owned()), "{said:?}");
    assert!(
        said.contains(&"N013 GET /cats, published as `list_cats`, has no tool any more".to_owned()),
        "{said:?}"
    );
    assert_eq!(said.iter().filter(|said| said.starts_with("N014")).count(), 2);
    assert_eq!(fs::read_to_string(&lock).unwrap().lines().count(), 6);
    // What was given to them stays too, in whatever order.
    let again = named(&second, &lock);
    assert_eq!(again.0, names);
    // An explicit name counts more, and is kept from then on.
    let third =
        description(&[("get", "/pets", json!({"operationId": "fetchPets", "x-mcp": {"name": "pets"}}))]);
    let (names, said) = named(&third, &lock);
    assert_eq!(names, ["pets"]);
    assert!(said.contains(&"N012 GET /pets was published as `list_pets` and is now named `pets`".to_owned()));
    assert!(fs::read_to_string(&lock).unwrap().contains("\"GET /pets\":\"pets\""));
}

/// An author may give a tool the name of one that is gone; the lock then has it once.
#[test]
fn a_name_that_is_taken_over_stands_once_in_the_lock() {
    let directory = tempfile::tempdir().unwrap();
    let lock = directory.path().join("names.lock");
    named(&description(&[("get", "/pets", json!({"operationId": "pets"}))]), &lock);
    let second = description(&[("get", "/cats", json!({"x-mcp": {"name": "pets"}}))]);
    assert_eq!(named(&second, &lock).0, ["pets"]);
    assert_eq!(fs::read_to_string(&lock).unwrap(), "{\"v\":1,\"names\":{\n\"GET /cats\":\"pets\"\n}}\n");
    assert_eq!(named(&second, &lock).0, ["pets"]);
}

#[test]
fn a_lock_is_compared_where_that_is_asked_for() {
    let directory = tempfile::tempdir().unwrap();
    let (lock, output) = (directory.path().join("names.lock"), directory.path().join("tools.json"));
    let text = description(&[("get", "/pets", json!({"operationId": "listPets"}))]);
    let output = output.to_str().unwrap();
    convert(&text, &lock, &["-o", output]).exits(0);
    convert(&text, &lock, &["-o", output, "--check"]).exits(0);
    fs::write(&lock, "{\"v\":1,\"names\":{}}").unwrap();
    let done = convert(&text, &lock, &["-o", output, "--check"]).exits(1);
    assert!(done.stderr.contains("it lacks names of tools"), "{}", done.stderr);
    assert_eq!(fs::read_to_string(&lock).unwrap(), "{\"v\":1,\"names\":{}}");
}

#[test]
fn what_is_no_lock_is_refused_and_stays() {
    let directory = tempfile::tempdir().unwrap();
    let lock = directory.path().join("names.lock");
    let text = description(&[("get", "/pets", json!({"operationId": "listPets"}))]);
    for wrong in ["", "{\"v\":9,\"names\":{}}", "{\"v\":1,\"names\":{\"GET /a\":\"b\",\"GET /c\":\"b\"}}"] {
        fs::write(&lock, wrong).unwrap();
        convert(&text, &lock, &[]).exits(2);
        assert_eq!(fs::read_to_string(&lock).unwrap(), wrong);
    }
    Run::converting(&text).args(&["other.yaml", "-o", "out/", "--lock", "names.lock"]).done().exits(2);
}

#[test]
fn a_file_that_is_no_lock_is_reported_as_all_else_is() {
    let directory = tempfile::tempdir().unwrap();
    let lock = directory.path().join("names.lock");
    let text = description(&[("get", "/pets", json!({"operationId": "listPets"}))]);
    for (content, expected) in [
        (
            &b"{\"v\":1,\"names\":{\"GET /pets\":\"a\",\"GET /pets\":\"b\"}}"[..],
            "`GET /pets` is listed twice",
        ),
        (b"[]", "expected {\"v\":1"),
        (b"\xff", "it is not UTF-8"),
    ] {
        fs::write(&lock, content).unwrap();
        let done = convert(&text, &lock, &[]).exits(2);
        assert_eq!(done.stdout, "");
        let said = done.said();
        assert!(said[0].starts_with("S001 ") && said[0].contains(expected), "{said:?}");
        assert_eq!(fs::read(&lock).unwrap(), content);
    }
    fs::write(&lock, "{\"v\":1,\"names\":{\"GET /pets\":\"all_pets_of_the_shop\"}}").unwrap();
    let done = convert(&text, &lock, &["--name-max", "16"]).exits(0);
    assert!(done.stderr.contains("Raise --name-max to 20"), "{}", done.stderr);
}

/// A run that reads the lock before another one has replaced it would lose the names of the other.
#[test]
fn runs_at_the_same_time_lose_no_names() {
    const RUNS: usize = 4;
    for race in 0..25 {
        let directory = tempfile::tempdir().unwrap();
        let lock = directory.path().join("names.lock");
        let started: Vec<_> = (0..RUNS)
            .map(|number| {
                let text = description(&[("get", &format!("/pets{number}"), json!({}))]);
                Run::converting(&text)
                    .args(&["-q", "-o", "out.json", "--lock", lock.to_str().unwrap()])
                    .started()
            })
            .collect();
        for (program, _directory) in started {
            let done = program.wait_with_output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
        let text = fs::read_to_string(&lock).unwrap();
        assert_eq!(text.matches("GET /pets").count(), RUNS, "race {race}: {text}");
        // Nothing else is left.
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}

#[test]
fn a_lock_that_stays_in_use_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let lock = directory.path().join("names.lock");
    let text = description(&[("get", "/pets", json!({"operationId": "listPets"}))]);
    let other = fs::File::create(directory.path().join(".apimint-names.lock")).unwrap();
    other.lock().unwrap();
    let done = convert(&text, &lock, &["-o", "out.json", "--limit", "lock_seconds=1"]).exits(2);
    assert_eq!(
        done.said(),
        [format!(
            "S014 another run uses `{}`, and has not finished within 1 s; nothing is written",
            lock.display()
        )]
    );
    assert!(done.stderr.contains("--limit lock_seconds=N") && !done.path("out.json").exists());
    assert!(!lock.exists());
    // Comparing needs no turn.
    convert(&text, &lock, &["-o", "out.json", "--check", "--limit", "lock_seconds=1"]).exits(1);
    drop(other);
    convert(&text, &lock, &["-o", "out.json", "--limit", "lock_seconds=1"]).exits(0);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

/// Without the right to change a directory, a lock can still be used.
#[cfg(unix)]
#[test]
fn a_lock_in_a_protected_directory_is_read() {
    use std::os::unix::fs::PermissionsExt;

    let directory = tempfile::tempdir().unwrap();
    let lock = directory.path().join("names.lock");
    fs::write(&lock, "{\"v\":1,\"names\":{\"GET /pets\":\"all_pets\"}}").unwrap();
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let text = description(&[("get", "/pets", json!({"operationId": "listPets"}))]);
    assert_eq!(convert(&text, &lock, &[]).exits(0).tool_names(), ["all_pets"]);
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o755)).unwrap();
}
