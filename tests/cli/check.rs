//! `convert --check`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::run::{Done, Run, diagnostics};

fn description(summary: &str, paths: &[&str]) -> String {
    let operation = |path: &&str| {
        let operation = json!({"operationId": format!("list_{path}"), "summary": summary,
            "responses": {"204": {"description": "-"}}});
        (format!("/{path}"), json!({"get": operation}))
    };
    let paths: serde_json::Map<String, Value> = paths.iter().map(operation).collect();
    json!({"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
        "servers": [{"url": "https://example.com"}], "paths": paths})
    .to_string()
}

fn convert(description: &str, file: &Path, arguments: &[&str]) -> Done {
    let all = [&["-o", file.to_str().unwrap()], arguments].concat();
    Run::converting(description).args(&all).json().done()
}

/// The one thing that is said of a file that is out of date. The file stays as it is.
fn stale(description: &str, file: &Path) -> String {
    let before = fs::read(file).ok();
    let done = convert(description, file, &["--check"]).exits(1);
    assert_eq!(fs::read(file).ok(), before);
    assert_eq!(done.stdout, "");
    let lines = diagnostics(&done.stderr);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["code"], "S018");
    assert_eq!(lines[0]["file"], json!(file.to_str().unwrap()));
    let message = lines[0]["message"].as_str().unwrap();
    let (_, what) = message.split_once("is out of date: ").unwrap();
    what.to_owned()
}

#[test]
fn a_manifest_is_compared_and_not_written() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("tools.json");
    let first = description("Lists.", &["a", "b"]);
    assert_eq!(stale(&first, &file), "it does not exist");
    convert(&first, &file, &[]).exits(0);
    assert_eq!(convert(&first, &file, &["--check"]).exits(0).stderr, "");
    let second = description("Lists all.", &["b", "c", "d", "e", "f", "g", "h"]);
    assert_eq!(
        stale(&second, &file),
        "new: list_c, list_d, list_e, list_f, list_g and 1 more; gone: list_a; changed: list_b (title, description)"
    );
    let with_version = first.replace("\"version\":\"1\"", "\"version\":\"2\"");
    assert_eq!(stale(&with_version, &file), "the tools are equal, but other members differ");
    let text = fs::read_to_string(&file).unwrap();
    let pretty: Value = serde_json::from_str(&text).unwrap();
    fs::write(&file, serde_json::to_string_pretty(&pretty).unwrap()).unwrap();
    assert_eq!(stale(&first, &file), "only form or order differ");
    fs::write(&file, format!("{text}\n")).unwrap();
    assert_eq!(stale(&first, &file), "only form or order differ");
    fs::write(&file, &text[..text.len() / 2]).unwrap();
    assert_eq!(stale(&first, &file), "it is not JSON");
    fs::write(&file, "{}").unwrap();
    assert_eq!(stale(&first, &file), "it has no list of tools");
}

/// S023
#[test]
fn line_ends_of_windows_are_no_difference() {
    let pets = description("Lists.", &["a", "b"]);
    for (arguments, files) in [
        (&[][..], &["tools.json", "names.lock"][..]),
        (&["--to", "openai"], &["tools.json", "tools.map.json", "names.lock"]),
        (&["--page-size", "1"], &["tools/pets.001.json", "tools/pets.002.json", "names.lock"]),
        (&["--split-by", "tag"], &["tools/pets.index.json", "tools/pets.untagged.json", "names.lock"]),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let output = if files[0].contains('/') { "tools" } else { "tools.json" };
        let (output, lock) = (directory.path().join(output), directory.path().join("names.lock"));
        let all = [arguments, &["--lock", lock.to_str().unwrap()]].concat();
        convert(&pets, &output, &all).exits(0);
        let checked = || convert(&pets, &output, &[&all[..], &["--check"]].concat());
        assert_eq!(checked().exits(0).stderr, "");
        for file in files {
            let path = directory.path().join(file);
            fs::write(&path, fs::read_to_string(&path).unwrap().replace('\n', "\r\n")).unwrap();
        }
        let done = checked().exits(0);
        let said = diagnostics(&done.stderr);
        let mut named: Vec<String> =
            said.iter().map(|one| one["file"].as_str().unwrap().replace('\\', "/")).collect();
        named.sort_by_key(|named| files.iter().position(|file| named.ends_with(file)));
        assert!(said.iter().all(|one| one["code"] == "S023" && one["severity"] == "note"), "{said:?}");
        assert_eq!(named.len(), files.len(), "{named:?}");
        assert!(named.iter().zip(files).all(|(named, file)| named.ends_with(file)), "{named:?}");
        // A difference beside them counts.
        let path = directory.path().join(files[0]);
        fs::write(&path, fs::read_to_string(&path).unwrap().replace(",\"", ", \"")).unwrap();
        assert!(checked().exits(1).stderr.contains("is out of date"));
    }
}

#[test]
fn it_needs_a_file() {
    Run::converting(&description("Lists.", &["a"])).args(&["--check"]).done().exits(2);
    let directory = tempfile::tempdir().unwrap();
    let done = convert(&description("Lists.", &["a"]), directory.path(), &["--check"]);
    assert_eq!(done.exits(1).stdout, "");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}
