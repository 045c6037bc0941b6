//! `--split-by tag`: one list per tag, with an index.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::run::{Done, Run, codes, diagnostics};

/// A description with an operation for each list of tags.
fn description(tags: &[&[&str]]) -> String {
    let operation = |(number, tags): (usize, &&[&str])| {
        let operation = json!({"operationId": format!("list_{number}"), "summary": format!("Lists {number}."), "tags": tags,
            "responses": {"204": {"description": "-"}}});
        (format!("/{number}"), json!({"get": operation}))
    };
    let paths: serde_json::Map<String, Value> = tags.iter().enumerate().map(operation).collect();
    json!({"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
        "servers": [{"url": "https://example.com"}], "paths": paths})
    .to_string()
}

const TAGS: &[&[&str]] = &[&["Cats & dogs", "b"], &[], &["b"], &["Cats & dogs"], &["cats-dogs"], &["***"]];

fn split(tags: &[&[&str]], directory: &Path, arguments: &[&str]) -> Done {
    let all = [&["--split-by", "tag", "-o", directory.to_str().unwrap()], arguments].concat();
    Run::converting(&description(tags)).args(&all).json().done()
}

fn names(directory: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn read(directory: &Path, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(directory.join(name)).unwrap()).unwrap()
}

#[test]
fn each_first_tag_has_a_list_and_the_index_has_them_all() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(split(TAGS, directory.path(), &[]).exits(0).stderr, "");
    let index = read(directory.path(), "pets.index.json");
    let rows = index["lists"].as_array().unwrap();
    let listed: Vec<(&str, Option<&str>, u64)> = rows
        .iter()
        .map(|row| (row["name"].as_str().unwrap(), row["tag"].as_str(), row["tools"].as_u64().unwrap()))
        .collect();
    let expected = [
        ("pets.cats-dogs", Some("Cats & dogs"), 2),
        ("pets.untagged", None, 1),
        ("pets.b", Some("b"), 1),
        ("pets.cats-dogs-2", Some("cats-dogs"), 1),
        ("pets.tag", Some("***"), 1),
    ];
    assert_eq!(listed, expected);
    let mut files: BTreeSet<String> = expected.iter().map(|(name, _, _)| format!("{name}.json")).collect();
    for row in rows {
        let name = row["files"][0].as_str().unwrap();
        let length = fs::metadata(directory.path().join(name)).unwrap().len();
        assert_eq!(row["bytes"], length, "{name}");
        assert!(row["tokens"].as_u64().is_some_and(|tokens| tokens > 10 && tokens < length / 4), "{name}");
        assert_eq!(read(directory.path(), name)["tools"].as_array().unwrap().len() as u64, row["tools"]);
    }
    files.insert("pets.index.json".to_owned());
    assert_eq!(names(directory.path()), files);
    let cats = read(directory.path(), "pets.cats-dogs.json");
    assert_eq!(
        (cats["tools"][0]["name"].as_str(), cats["tools"][1]["name"].as_str()),
        (Some("list_0"), Some("list_3"))
    );
}

#[test]
fn lists_can_be_pages() {
    let directory = tempfile::tempdir().unwrap();
    split(TAGS, directory.path(), &["--page-size", "1"]).exits(0);
    let index = read(directory.path(), "pets.index.json");
    let files = |list: usize| index["lists"][list]["files"].clone();
    assert_eq!(files(0), json!(["pets.cats-dogs.001.json", "pets.cats-dogs.002.json"]));
    assert_eq!(files(1), json!(["pets.untagged.001.json"]));
    assert_eq!(read(directory.path(), "pets.cats-dogs.001.json")["nextCursor"], "002");
    assert_eq!(read(directory.path(), "pets.cats-dogs.002.json").get("nextCursor"), None);
    // A page that is left over is named once.
    let shorter = &[&TAGS[..3], &TAGS[4..]].concat();
    let done = split(shorter, directory.path(), &["--page-size", "1"]).exits(0);
    let left: Vec<Value> =
        diagnostics(&done.stderr).into_iter().filter(|one| one["code"] == "S020").collect();
    assert_eq!(left.len(), 1, "{}", done.stderr);
    assert!(left[0]["file"].as_str().unwrap().ends_with("pets.cats-dogs.002.json"));
    split(TAGS, directory.path(), &["--page-size", "1"]).exits(0);
    // Pages of lists that are whole now, or gone, are named.
    let done = split(&TAGS[..3], directory.path(), &[]).exits(0);
    assert_eq!(codes(&done.stderr).iter().filter(|code| *code == "S020").count(), 6);
}

#[test]
fn lists_are_compared_and_kept_names_stay() {
    let directory = tempfile::tempdir().unwrap();
    let (lists, lock) = (directory.path().join("lists"), directory.path().join("lock.json"));
    let lock = ["--lock", lock.to_str().unwrap()];
    split(TAGS, &lists, &lock).exits(0);
    let checked = |tags: &[&[&str]]| split(tags, &lists, &[&lock[..], &["--check"]].concat());
    assert_eq!(checked(TAGS).exits(0).stderr, "");
    let done = checked(&TAGS[..4]).exits(1);
    let stale: Vec<String> = diagnostics(&done.stderr)
        .into_iter()
        .filter(|one| one["code"] == "S018")
        .map(|one| one["file"].as_str().unwrap().rsplit('/').next().unwrap().to_owned())
        .collect();
    assert_eq!(stale, ["pets.index.json", "pets.cats-dogs-2.json", "pets.tag.json"]);
    let done = split(&TAGS[..4], &lists, &lock).exits(0);
    assert_eq!(codes(&done.stderr).iter().filter(|code| *code == "S020").count(), 2);
    assert!(lists.join("pets.tag.json").exists(), "a file is removed");
    // The index does not list them any more.
    let done = split(&TAGS[..4], &lists, &lock).exits(0);
    assert!(!codes(&done.stderr).contains(&"S020".to_owned()), "{}", done.stderr);
}

#[test]
fn a_list_never_overwrites_an_input() {
    let directory = tempfile::tempdir().unwrap();
    let output = directory.path().to_str().unwrap();
    let input = directory.path().join("pets.yaml");
    fs::write(&input, description(TAGS)).unwrap();
    let lock = directory.path().join("pets.b.json");
    let run = |arguments: &[&str]| {
        Run::new("convert").arg(input.to_str().unwrap()).args(&["--split-by", "tag"]).args(arguments).done()
    };
    let done = run(&["-o", output, "--lock", lock.to_str().unwrap()]).exits(2);
    assert!(done.stderr.contains("the lock would overwrite the manifest"), "{}", done.stderr);
    let done = run(&["-o", "-"]).exits(2);
    assert!(done.stderr.contains("--split-by needs a directory"), "{}", done.stderr);
    run(&[]).exits(2);
}

#[test]
fn a_configuration_splits_too() {
    let config = "[[manifest]]\nsource = \"pets.yaml\"\noutput = \"out/tools.json\"\nsplit-by = \"tag\"\n";
    let build = |config: &str| {
        Run::new("build").file("pets.yaml", &description(TAGS)).file("apimint.toml", config).done()
    };
    let done = build(config).exits(0);
    let index: Value =
        serde_json::from_str(&fs::read_to_string(done.path("out/tools.index.json")).unwrap()).unwrap();
    assert_eq!(index["lists"].as_array().unwrap().len(), 5);
    assert!(done.path("out/tools.b.json").exists() && !done.path("out/tools.json").exists());
    let done = build(&format!("{config}page-size = 1\n")).exits(0);
    assert!(done.path("out/tools.cats-dogs.002.json").exists());
    let done = build(&format!("{config}page-size = 0\n")).exits(2);
    assert!(done.stderr.contains("`page-size` is a number of tools, at least 1"), "{}", done.stderr);
    let done = build(&format!("{config}page-size = 1\nenvelope = \"array\"\n")).exits(2);
    assert!(done.stderr.contains("`page-size` needs the envelope"), "{}", done.stderr);
    let done = build(&config.replace("\"tag\"", "\"path\"")).exits(2);
    assert!(done.stderr.contains("`split-by` cannot be `path` (There is `tag`.)"), "{}", done.stderr);
}
