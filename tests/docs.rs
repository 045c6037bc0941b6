//! Holds the pages under `docs/` against the program: help, options, limits, dependencies, codes and links.
//!
//! `BLESS=1 cargo test --test docs` rewrites what is generated: `docs/help.txt`, the tables of options,
//! `docs/apimint.schema.json`, the lists and tables of `docs/diagnostics.md`, and the tables of `docs/clients.md` that say so.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends at the first thing it does not expect"
)]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use apimint::CREDENTIAL_KINDS;
use apimint::diagnostic::{Code, Family};
use apimint::limits::Limits;

#[path = "docs/clients.rs"]
mod clients;
#[path = "docs/options.rs"]
mod options;

/// Above this line `docs/diagnostics.md` is written by hand, below it is generated.
const GENERATED: &str = "<!-- What follows is written by BLESS=1 cargo test --test docs -->\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Holds `actual` against the file, or writes it there when blessing.
#[track_caller]
fn compare(path: &str, actual: &str) {
    if fs::read_to_string(root().join(path)).is_ok_and(|expected| expected == actual) {
        return;
    }
    assert!(
        std::env::var_os("BLESS").is_some(),
        "{path} is out of date: BLESS=1 cargo test --test docs rewrites it"
    );
    fs::write(root().join(path), actual).expect("the page can be written");
}

fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_apimint"))
        .args(arguments)
        .env_clear()
        .stdin(Stdio::null())
        .output()
        .expect("the built program starts");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("help is UTF-8")
}

/// The part of a page below a heading, up to the next heading of the same level or above.
fn section<'t>(text: &'t str, heading: &str) -> &'t str {
    let start = text.find(&format!("\n{heading}\n")).expect("the page has this heading") + 1;
    let level = heading.chars().take_while(|&character| character == '#').count();
    let body = &text[start + heading.len()..];
    let end = (1..=level).filter_map(|level| body.find(&format!("\n{} ", "#".repeat(level)))).min();
    &body[..end.unwrap_or(body.len())]
}

/// The cells of the tables in a text, row by row, heads and rules left out.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let mut rows = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let is_head = lines.peek().is_some_and(|next| next.starts_with("|--"));
        if line.starts_with('|') && !line.starts_with("|--") && !is_head {
            rows.push(line.trim_matches('|').split('|').map(str::trim).collect());
        }
    }
    rows
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Every `--flag` in a text.
fn flags(text: &str) -> BTreeSet<String> {
    let is_part = |character: char| character.is_ascii_lowercase() || character == '-';
    text.match_indices("--")
        .filter(|(at, _)| !text[..*at].ends_with(is_part))
        .map(|(at, _)| text[at..].chars().take_while(|&character| is_part(character)).collect::<String>())
        .filter(|flag| flag.len() > 2)
        .collect()
}

#[test]
fn the_page_on_inspect_has_every_option() {
    let own = |subcommand: &str| -> BTreeSet<String> {
        let help = help(&[subcommand, "--help"]);
        let lines = help.lines().filter(|line| line.trim_start().starts_with('-'));
        lines.filter_map(|line| flags(line).into_iter().next()).collect()
    };
    // Those that it shares are in the guide, but for one that means something else there.
    let mut shared = own("convert");
    shared.remove("--max-tokens");
    let offered: BTreeSet<String> = own("inspect").difference(&shared).cloned().collect();
    let page = read("docs/inspect.md");
    let told: BTreeSet<String> =
        rows(section(&page, "## Options")).iter().flat_map(|row| flags(row[0])).collect();
    assert_eq!(told, offered);
}

#[test]
fn the_page_on_the_configuration_has_every_key() {
    let page = read("docs/configuration.md");
    let schema: serde_json::Value = serde_json::from_str(&read("docs/apimint.schema.json")).unwrap();
    // Options have tables of their own.
    let is_option = |value: &serde_json::Value| {
        value["$ref"].as_str().is_some_and(|target| target.starts_with("#/definitions/options/"))
    };
    let keys = |pointer: &str| -> BTreeSet<String> {
        let table = schema.pointer(pointer).unwrap()["properties"].as_object().unwrap();
        table.iter().filter(|(_, value)| !is_option(value)).map(|(key, _)| key.clone()).collect()
    };
    for (heading, pointer) in [
        ("## The file", ""),
        ("## Manifests", "/definitions/manifest"),
        ("### Several sources", "/definitions/source"),
        ("## Rules", "/definitions/rule"),
        ("### Hints", "/definitions/rule/properties/hints"),
        ("### Arguments", "/definitions/argument"),
        ("## Levels", "/definitions/levels"),
    ] {
        // What a heading below has is its own.
        let own = section(&page, heading).split("\n### ").next().unwrap_or_default();
        let told: BTreeSet<String> =
            rows(own).iter().flat_map(|row| quoted(row[0])).map(str::to_owned).collect();
        assert_eq!(told, keys(pointer), "{heading}");
    }
}

#[test]
fn the_guide_has_every_limit() {
    let guide = read("docs/guide.md");
    let told: Vec<(String, u64)> = rows(section(&guide, "## Limits"))
        .iter()
        .map(|row| (row[0].trim_matches('`').to_owned(), plain_number(row[2])))
        .collect();
    assert_eq!(told, limits());
}

/// Returns the name and the default of each limit.
fn limits() -> Vec<(String, u64)> {
    let values = format!("{:?}", Limits::default());
    let values = values.trim_start_matches("Limits { ").trim_end_matches(" }");
    values
        .split(", ")
        .filter_map(|field| field.split_once(": "))
        // The hidden field is no limit.
        .filter(|(_, value)| *value != "()")
        .map(|(name, value)| (name.to_owned(), value.parse().expect("every limit is a number")))
        .collect()
}

/// `2,000,000`, `512 MiB` or `30 s` as a number.
fn plain_number(text: &str) -> u64 {
    let (digits, unit) = text.split_once(' ').unwrap_or((text, ""));
    let number: u64 = digits.replace(',', "").parse().expect("a limit is a number");
    match unit {
        "MiB" => number << 20,
        _ => number,
    }
}

#[test]
fn every_dependency_is_explained() {
    let manifest = read("Cargo.toml");
    let page = read("docs/dependencies.md");
    let of_table = |table: &str| {
        let start =
            manifest.find(&format!("\n{table}\n")).expect("Cargo.toml has this table") + table.len() + 2;
        let body = &manifest[start..];
        let body = &body[..body.find("\n[").unwrap_or(body.len())];
        body.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name).collect::<Vec<&str>>()
    };
    for (tables, heading) in [
        (&["[dependencies]", "[target.'cfg(unix)'.dependencies]"][..], "## What the program is built from"),
        (&["[dev-dependencies]"][..], "## What only tests use"),
    ] {
        let used: BTreeSet<&str> = tables.iter().flat_map(|table| of_table(table)).collect();
        let told: BTreeSet<&str> =
            rows(section(&page, heading)).iter().flat_map(|row| quoted(row[0])).collect();
        assert_eq!(told, used, "{heading}");
    }
}

#[test]
fn the_page_on_credentials_has_every_kind() {
    let page = read("docs/credentials.md");
    let (head, _) = page.split_once(GENERATED).expect("the head is written by hand");
    let mut text = format!("{head}{GENERATED}\n| kind | form | source |\n|---|---|---|\n");
    for kind in CREDENTIAL_KINDS.iter() {
        let source = match kind.source.strip_prefix("gitleaks ") {
            Some(rule) => format!("gitleaks `{rule}`"),
            None => format!("<{}>", kind.source),
        };
        let form = kind.form().replace('|', "\\|");
        let _ = writeln!(text, "| {} | {form} | {source} |", kind.name);
    }
    compare("docs/credentials.md", &text);
}

#[test]
fn every_diagnostic_is_listed() {
    let page = read("docs/diagnostics.md");
    let head = page.split(GENERATED).next().unwrap_or_default();
    let mut text = format!("{head}{GENERATED}");
    for (heading, meaning, has_property) in [
        (
            "Missing tools",
            "Each of these says that an operation, capability or definition did not become a tool",
            Code::removes_a_tool as fn(Code) -> bool,
        ),
        (
            "Weaker schemas",
            "Each of these says that a schema may accept more values than its source",
            Code::accepts_more,
        ),
    ] {
        let codes = Code::ALL.iter().filter(|code| has_property(**code));
        let codes: Vec<String> =
            codes.map(|code| format!("[`{code}`](diagnostics/{code}.md) {}", code.name())).collect();
        let _ = write!(text, "\n## {heading}\n\n{meaning}:\n{}.\n", codes.join(",\n"));
    }
    let mut family: Option<Family> = None;
    for code in Code::ALL {
        if family != Some(code.family()) {
            family = Some(code.family());
            let _ = write!(
                text,
                "\n## {}: {}\n\n| code | name | severity | means | help |\n|---|---|---|---|---|\n",
                code.family().letter(),
                code.family().name()
            );
        }
        let _ = writeln!(
            text,
            "| [`{code}`](diagnostics/{code}.md) | {} | {} | {} | {} |",
            code.name(),
            code.severity().as_str(),
            code.summary().replace('|', "\\|"),
            code.help().replace('|', "\\|")
        );
    }
    compare("docs/diagnostics.md", &text);
}

#[test]
fn every_page_of_a_diagnostic_has_the_same_parts() {
    // A code without a page does not compile.
    let codes: BTreeSet<String> = Code::ALL.iter().map(|code| format!("{code}.md")).collect();
    for page in pages_in("docs/diagnostics") {
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        assert!(codes.contains(&name), "docs/diagnostics/{name} is the page of no code");
    }
    for code in Code::ALL {
        let body = read(&format!("docs/diagnostics/{code}.md"));
        let headings: Vec<&str> = body.lines().filter(|line| line.starts_with("## ")).collect();
        assert_eq!(headings, ["## Why it matters", "## Example", "## What to do"], "{code}");
        assert!(!body.starts_with('#'), "the page of {code} does not begin with its meaning");
        let raised = format!("{}[{code}] {}", code.severity().as_str(), code.name());
        let example = body.split("\n## ").nth(2).unwrap_or_default();
        assert!(example.contains(&raised), "the example of {code} lacks `{raised}`");
        assert!(body.lines().all(|line| line.chars().count() <= 100), "{code} has a line that is too long");
    }
}

#[test]
fn every_diagnostic_is_raised_by_a_test() {
    let mut tests = String::new();
    let examples = files_below("testdata");
    for path in
        examples.into_iter().filter(|path| has_extension(path, "jsonl") || has_extension(path, "yaml"))
    {
        // Some documents are not UTF-8 on purpose.
        tests.push_str(&fs::read_to_string(path).unwrap_or_default());
    }
    let sources = files_below("tests").into_iter().chain(files_below("src"));
    for path in sources.filter(|path| has_extension(path, "rs") && !path.ends_with("tests/docs.rs")) {
        let text = fs::read_to_string(&path).unwrap();
        let is_test = path.starts_with(root().join("tests")) || path.ends_with("tests.rs");
        tests.push_str(if is_test { &text } else { text.split("#[cfg(test)]").nth(1).unwrap_or_default() });
    }
    for code in Code::ALL {
        assert!(tests.contains(code.as_str()), "no document in testdata/ and no test raises {code}");
    }
}

/// The files in a folder and in the folders in it.
fn files_below(folder: &str) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own == extension)
}

#[test]
fn every_member_of_the_call_is_described() {
    let page = read("docs/mapping.md");
    let call = section(&page, "## The call: `_meta[\"dev.apimint/http\"]`");
    let told: BTreeSet<&str> = quoted(call).map(|word| word.rsplit('.').next().unwrap_or(word)).collect();
    let writer = read("src/writer/call.rs");
    let members = [".value(\"", ".text(\"", ".optional(\"", ".member(\""]
        .into_iter()
        .flat_map(|call| writer.split(call).skip(1));
    let written: BTreeSet<&str> = members.filter_map(|rest| rest.split('"').next()).collect();
    assert!(written.len() > 10, "the writer is written in another way now: {written:?}");
    let missing: Vec<&&str> = written.difference(&told).collect();
    assert!(missing.is_empty(), "docs/mapping.md says nothing of {missing:?}");
}

#[test]
fn codes_on_other_pages_exist() {
    let known: BTreeSet<String> = Code::ALL.iter().map(ToString::to_string).collect();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let shaped = |word: &&str| {
            word.len() == 4
                && word.as_bytes()[0].is_ascii_uppercase()
                && word.bytes().skip(1).all(|byte| byte.is_ascii_digit())
        };
        for code in quoted(&text).filter(shaped) {
            assert!(known.contains(code), "{}: {code}", page.display());
        }
    }
}

#[test]
fn links_between_pages_lead_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { page.clone() } else { page.with_file_name("").join(file) };
            assert!(path.exists(), "{}: {target}", page.display());
            if !anchor.is_empty() {
                let linked = fs::read_to_string(&path).unwrap();
                let mut anchors = linked.lines().filter(|line| line.starts_with('#')).map(anchor_of);
                assert!(anchors.any(|known| known == anchor), "{}: {target}", page.display());
            }
        }
    }
}

/// The anchor of a heading, as GitHub makes it.
fn anchor_of(heading: &str) -> String {
    heading
        .trim_start_matches('#')
        .trim()
        .to_lowercase()
        .chars()
        .filter_map(|character| match character {
            ' ' => Some('-'),
            '-' | '_' => Some(character),
            _ => character.is_alphanumeric().then_some(character),
        })
        .collect()
}

/// A promise that no test holds is none.
#[test]
fn every_promise_of_security_is_held_by_a_test() {
    let text = fs::read_to_string(root().join("SECURITY.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| ")).skip(1);
    let mut count = 0;
    for row in rows {
        let holders = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let named: Vec<(&str, &str)> =
            holders.split('`').filter_map(|piece| piece.split_once("::")).collect();
        assert!(!named.is_empty(), "no test is named: {row}");
        for (file, function) in named {
            let code = fs::read_to_string(root().join(file)).unwrap_or_default();
            assert!(code.contains(&format!("fn {function}(")), "{file} has no `{function}`");
        }
        count += 1;
    }
    assert!(count > 9, "{count} promises");
}

/// Every page of the documentation.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> =
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md"]
            .iter()
            .map(|name| root().join(name))
            .collect();
    pages.extend(pages_in("docs"));
    pages.extend(pages_in("docs/diagnostics"));
    pages.sort();
    pages
}

fn pages_in(folder: &str) -> impl Iterator<Item = PathBuf> {
    let paths = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| has_extension(path, "md"))
}
