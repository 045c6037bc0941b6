use std::collections::{BTreeMap, BTreeSet};

use apimint::diagnostic::Locate;
use apimint::limits::Limits;
use apimint::options::{BodyMode, Slim};
use clap::CommandFactory;
use serde_json::{Value, json};

use super::*;
use crate::cli::arguments::Cli;

const SCHEMA: &str = include_str!("../../../docs/apimint.schema.json");
const PAGE: &str = include_str!("../../../docs/configuration.md");

/// A manifest that builds, to put other lines around.
const MANIFEST: &str = "[[manifest]]\nsource = \"a.yaml\"\noutput = \"b.json\"\n";

fn parse(text: &str) -> Result<Config, ConfigFaults> {
    let file = Path::new("dir/apimint.toml");
    Config::parse(file, text.to_owned(), &WrittenOptions::default())
}

fn parsed(text: &str) -> Config {
    parse(text).unwrap_or_else(|faults| panic!("{text}\n{:?}", said(&faults)))
}

/// Place, message and help of each fault.
fn said(faults: &ConfigFaults) -> Vec<String> {
    let line = |diagnostic: Diagnostic| {
        let location = faults.locate(diagnostic.place.unwrap()).unwrap();
        let help = diagnostic.help.map(|help| format!(" ({help})")).unwrap_or_default();
        format!("{}:{} {}{help}", location.line.unwrap(), location.column.unwrap(), diagnostic.message)
    };
    faults.diagnostics().into_iter().map(line).collect()
}

fn faults(text: &str) -> Vec<String> {
    parse(text).map_or_else(|faults| said(&faults), |_| Vec::new())
}

#[test]
fn paths_are_relative_to_the_file() {
    let config = parsed(&format!(
        "{MANIFEST}lock = \"c.json\"\n[[manifest]]\nsource = \"https://example.com/a.json\"\noutput = \"/d.json\""
    ));
    let [first, second] = config.manifests.as_slice() else { panic!("not two") };
    assert_eq!(first.sources[0].input, Input::File("dir/a.yaml".into()));
    assert_eq!(first.output, Path::new("dir/b.json"));
    assert_eq!(first.lock.as_deref(), Some(Path::new("dir/c.json")));
    assert!(matches!(second.sources[0].input, Input::Url(_)));
    assert_eq!(second.output, Path::new("/d.json"));
}

#[test]
fn a_manifest_counts_more_than_the_file() {
    let text = format!(
        "name-max = 32\nbody = \"flatten\"\ninclude = \"tag:a\"\nlimits.depth = 9\n{MANIFEST}name-max = 48\n\
         max-tokens = 7\ninclude = [\"tag:b\", \"id:c\"]\nlimits = {{ nodes = \"5K\" }}\n[[manifest.rule]]\n\
         match = \"id:a\"\ntitle = \"A\"\n[[rule]]\nmatch = \"id:b\"\ntitle = \"B\""
    );
    let config = parsed(&text);
    let ConversionSettings { options, max_tokens, .. } =
        config.settings_for(&Input::File("dir/a.yaml".into()));
    assert_eq!((options.name_max, max_tokens), (32, None));
    let ConversionSettings { options, max_tokens, .. } = config.manifests[0].settings.clone();
    assert_eq!((options.name_max, options.body, max_tokens), (48, BodyMode::Flattened, Some(7)));
    let included: Vec<String> = options.selection.include.iter().map(ToString::to_string).collect();
    assert_eq!(included, ["tag:b", "id:c"]);
    assert_eq!(options.limits, Limits { depth: 9, nodes: 5 << 10, ..Limits::default() });
    let titles: Vec<_> = options.rules.iter().map(|rule| rule.title.as_deref().unwrap()).collect();
    assert_eq!(titles, ["B", "A"]);
    assert_eq!(options.rules[1].written.as_ref().unwrap().line, Some(12));
}

#[test]
fn a_source_counts_more_than_its_manifest() {
    let config = parsed(
        "[[rule]]\nmatch = \"id:a\"\ntitle = \"A\"\n[[manifest]]\noutput = \"c.json\"\nbody = \"flatten\"\n\
         exclude = \"tag:a\"\noverlay = \"o.yaml\"\n[[manifest.source]]\nlocation = \"https://a.example/\"\nprefix = \"a_\"\n\
         read-only = true\n[[manifest.source]]\nlocation = \"https://b.example/\"\nbody = \"nested\"\nexclude = []\n\
         overlay = []\n[[manifest.source.rule]]\nmatch = \"id:b\"\ntitle = \"B\"",
    );
    let of = |url: &str| config.settings_for(&Input::Url(url.parse().unwrap())).options;
    let (first, second) = (of("https://a.example/"), of("https://b.example/"));
    assert_eq!((first.body, second.body), (BodyMode::Flattened, BodyMode::Nested));
    assert_eq!((first.selection.exclude.len(), second.selection.exclude.len()), (1, 0));
    assert_eq!((first.selection.read_only, second.selection.read_only), (true, false));
    assert_eq!((first.overlays.len(), second.overlays.len()), (1, 0));
    let titles = |options: &apimint::Options| -> Vec<String> {
        options.rules.iter().filter_map(|rule| rule.title.clone()).collect()
    };
    assert_eq!(
        (titles(&first), titles(&second)),
        (vec!["A".to_owned()], vec!["A".to_owned(), "B".to_owned()])
    );
    // Of one source everything is for the whole list.
    let config =
        parsed("[[manifest]]\nsource = [{ location = \"a.yaml\", body = \"flatten\" }]\noutput = \"b.json\"");
    assert_eq!(config.manifests[0].settings.options.body, BodyMode::Flattened);
    assert!(config.manifests[0].sources[0].options.is_none());
}

#[test]
fn what_was_typed_counts_more_than_either() {
    let convert = [
        "apimint",
        "convert",
        "-",
        "--name-max",
        "20",
        "--no-http",
        "--include",
        "tag:a",
        "--limit",
        "depth=7",
    ];
    let matches = Cli::command().get_matches_from(convert);
    let typed = WrittenOptions::typed(matches.subcommand().unwrap().1);
    let text = format!(
        "name-max = 32\nhttp = true\ncookies = true\n{MANIFEST}name-max = 48\ninclude = [\"tag:b\"]\nlimits.nodes = 9"
    );
    let config = Config::parse(Path::new("a"), text, &typed).unwrap();
    let options = &config.manifests[0].settings.options;
    assert_eq!((options.name_max, options.http, options.cookies), (20, false, true));
    let included: Vec<String> = options.selection.include.iter().map(ToString::to_string).collect();
    assert_eq!(included, ["tag:a"]);
    assert_eq!(options.limits, Limits { depth: 7, ..Limits::default() });
}

#[test]
fn an_inner_option_replaces_an_outer_one() {
    let config = parsed(&format!(
        "slim = 2\ncookies = true\nhttp = false\nlimits.bytes = 5\ninclude = \"tag:a\"\n{MANIFEST}slim = 0\ncookies = false\n\
         http = true\nmax-bytes = 7\ninclude = []"
    ));
    let outer = &config.settings.options;
    assert_eq!((outer.slim, outer.cookies, outer.http, outer.limits.bytes), (Slim::Brief, true, false, 5));
    let inner = &config.manifests[0].settings.options;
    assert_eq!((inner.slim, inner.cookies, inner.http, inner.limits.bytes), (Slim::Off, false, true, 7));
    assert_eq!((outer.selection.include.len(), inner.selection.include.len()), (1, 0));
    assert!(format!("{:?}", outer.selection.include).contains("line: Some(5)"));
}

#[test]
fn values_become_json() {
    let config = parsed(&format!(
        "{MANIFEST}[[rule]]\nmatch = \"id:a\"\narguments.\"b[c]\".value = {{ d = [1, -2, 0x1F, 1.5, true, \"e\"], \
         f = 2026-01-02 }}"
    ));
    let value = config.settings.options.rules[0].arguments[0].value.clone();
    assert_eq!(value, Some(json!({"d": [1, -2, 31, 1.5, true, "e"], "f": "2026-01-02"}).into()));
    assert_eq!(config.settings.options.rules[0].arguments[0].name, "b[c]");
}

/// Checks the only fault of each text: its place, message and help.
fn assert_faults(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let said = faults(text);
        assert_eq!(said.len(), 1, "{text}\n{said:#?}");
        assert!(said[0].starts_with(expected), "{text}\n{said:#?}");
    }
}

#[test]
fn faults_have_a_place_and_help() {
    assert_faults(&[
        ("a = ", "1:5 this is not valid TOML: "),
        ("", "1:1 the configuration has no manifest (Add `[[manifest]]`"),
        ("[[manifest]]\noutput = \"b\"", "1:1 a manifest has no `source`"),
        (
            "[[manifest]]\nsource = \"-\"\noutput = \"b\"",
            "2:10 a configuration cannot be built from standard",
        ),
        (
            "[[manifest]]\nsource = \"a\"\noutput = \"out/\"",
            "3:10 `output` has to name a file, and `out/` does not",
        ),
        ("[[manifest]]\nsource = \"a\"\noutput = \"-\"", "3:10 `output` has to name a file, and `-`"),
        (
            "[[manifests]]\nsource = \"a\"\noutput = \"b\"",
            "1:3 the configuration has no key `manifests` (Did you mean `manifest`?",
        ),
        ("[[manifest]]\nsource = []\noutput = \"b\"", "2:10 `source` is empty"),
        (
            "[[manifest]]\nsource = 1\noutput = \"b\"",
            "2:10 `source` is a whole number; a string was expected",
        ),
        ("[[manifest]]\nsource = [\"a\"]\noutput = \"b\"", "2:11 `source` is a string; a table was expected"),
        ("[[manifest]]\nsource = [{prefix = \"a\"}]\noutput = \"b\"", "2:11 a source has no `location`"),
        (
            "[[manifest]]\nsource = [{location = \"a\", prefix = \"A-\"}]\noutput = \"b\"",
            "2:37 the prefix `A-` has to begin with a small letter",
        ),
        (
            "[[manifest]]\nsource = [{location = \"a\"}, {location = \"b\"}]\noutput = \"b\"",
            "2:29 two sources have the same prefix (Give each source",
        ),
        (
            "[[manifest]]\nsource = [{location = \"a\", envelope = \"array\"}]\noutput = \"b\"",
            "2:28 a source has no key `envelope` (Set it in the table of the manifest, for the whole list.)",
        ),
        (
            "[[manifest]]\nsource = [{location = \"a\", includes = \"tag:a\"}]\noutput = \"b\"",
            "2:28 a source has no key `includes` (Did you mean `include`?)",
        ),
        ("manifest = 1", "1:12 `manifest` is a whole number; a table was expected"),
        (
            &format!("{MANIFEST}excludes = []"),
            "4:1 a manifest has no key `excludes` (Did you mean `exclude`?)",
        ),
        (
            &format!("{MANIFEST}Name_Max = 1"),
            "4:1 a manifest has no key `Name_Max` (Did you mean `name-max`?)",
        ),
        (
            &format!("{MANIFEST}exclude = 1"),
            "4:11 `exclude` is a whole number; a list of strings was expected",
        ),
        (&format!("{MANIFEST}exclude = [1]"), "4:12 an item of `exclude` is a whole number; a string"),
        (&format!("{MANIFEST}include = [\"pets\"]"), "4:12 `pets` does not begin with `tag:`"),
        (
            &format!("{MANIFEST}body = \"flat\""),
            "4:8 `body` cannot be `flat` (There are `nested` and `flatten`.)",
        ),
        (&format!("{MANIFEST}body = \"flaten\""), "4:8 `body` cannot be `flaten` (Did you mean `flatten`?"),
        (&format!("{MANIFEST}server-name = \" \""), "4:15 `server-name` is empty"),
        (
            &format!("{MANIFEST}cookies = \"yes\""),
            "4:11 `cookies` is a string; `true` or `false` was expected",
        ),
        (&format!("{MANIFEST}name-max = 5"), "4:12 `name-max` cannot be `5`: 5 is not in 16..=128"),
        (&format!("{MANIFEST}name-max = -1"), "4:12 `name-max` cannot be `-1`: -1 is not in 16..=128"),
        (&format!("{MANIFEST}max-bytes = 99999999999999999999"), "4:13 `max-bytes` is too large"),
        (&format!("{MANIFEST}name-max = 99999999999999999999"), "4:12 `name-max` is too large"),
        (&format!("{MANIFEST}slim = 3"), "4:8 `slim` cannot be `3` (There are `0`, `1` and `2`.)"),
        (&format!("{MANIFEST}name-max = 1.5"), "4:12 `name-max` is a number; a whole number"),
        (
            &format!("{MANIFEST}max-bytes = true"),
            "4:13 `max-bytes` is a boolean; a number was expected, such as 5000 or \"5M\"",
        ),
        (&format!("{MANIFEST}limits.depths = 1"), "4:8 there is no limit `depths`"),
        (&format!("{MANIFEST}limits.depth = 1000"), "4:8 `depth` can be 128 at most"),
        (&format!("{MANIFEST}limits = 1"), "4:10 `limits` is a whole number; a table was expected"),
    ]);
    let several = faults(&format!("cookie = true\nbody = 1\n{MANIFEST}sauce = 1"));
    assert_eq!(several.len(), 3);
    assert!(several.is_sorted(), "{several:#?}");
}

#[test]
fn faults_of_levels_and_rules_have_a_place_and_help() {
    let rule = format!("{MANIFEST}[[rule]]\nmatch = \"id:a\"\n");
    assert_faults(&[
        (&format!("{MANIFEST}[levels]\ndeny = [\"X999\"]"), "5:9 expected a code (R001)"),
        (&format!("{MANIFEST}[[rule]]\ntitle = \"a\""), "4:1 a rule has no `match` (Add `match`"),
        (&rule, "4:1 a rule sets nothing (Set `name`"),
        (
            &format!("{rule}max-output-schema = \"all\""),
            "6:21 `max-output-schema` cannot be `all`: expected a number of bytes, such as 8192 or 8K, or `none`",
        ),
        (
            &format!("{rule}hints.readonly = true"),
            "6:7 `hints` has no key `readonly` (Did you mean `read-only`?)",
        ),
        (
            &format!("{rule}arguments.a = 1"),
            "6:15 the argument `a` is a whole number; a table was expected (Write `a",
        ),
        (
            &format!("{rule}arguments.a.value = nan"),
            "6:21 `value` cannot be written as JSON: JSON has no such number",
        ),
        (
            &format!("{rule}arguments.a.values = 1"),
            "6:13 an argument has no key `values` (Did you mean `value`?)",
        ),
    ]);
}

/// Deeply nested files are refused, and do not exhaust the stack.
#[test]
fn hostile_files_are_refused() {
    for text in [
        format!("{MANIFEST}[[rule]]\nmatch = \"id:a\"\narguments.a.value = {}", "[".repeat(100_000)),
        format!("{}=1", vec!["a"; 200_000].join(".")),
        format!("[{}]", vec!["a"; 200_000].join(".")),
        format!("a={}", "{a=".repeat(100_000)),
        "\u{0}".to_owned(),
        "a = \"\u{202e}".to_owned(),
    ] {
        assert!(!faults(&text).is_empty());
    }
}

/// The keys of each kind of table, as the reader has them: it lists them where none is like the one that is written.
fn known_keys() -> BTreeMap<&'static str, BTreeSet<String>> {
    let odd = "qqqqqqqqqqqqqqqqqqqqqqqq = 1\n";
    let text = format!(
        "{odd}[levels]\n{odd}{MANIFEST}{odd}[[rule]]\nmatch = \"id:a\"\n{odd}[rule.hints]\n{odd}[rule.arguments.a]\n{odd}\
         [[manifest]]\nsource = [{{ {} }}]\noutput = \"b\"",
        odd.trim_end()
    );
    let faults = parse(&text).unwrap_err();
    let mut known = BTreeMap::new();
    for diagnostic in faults.diagnostics() {
        let kinds =
            ["a source", "the configuration", "`levels`", "a manifest", "a rule", "`hints`", "an argument"];
        let has = format!(" has no key `{}`", odd.trim_end_matches(" = 1\n"));
        let Some(kind) = kinds.into_iter().find(|kind| diagnostic.message == format!("{kind}{has}")) else {
            continue;
        };
        let help = diagnostic.help.unwrap();
        known.insert(kind, help.split('`').skip(1).step_by(2).map(str::to_owned).collect());
    }
    assert_eq!(known.len(), 7, "{:?}", faults.diagnostics());
    known
}

fn schema() -> Value {
    serde_json::from_str(SCHEMA).unwrap()
}

fn properties(schema: &Value) -> BTreeSet<String> {
    schema["properties"].as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_schema_has_every_key() {
    let schema = schema();
    let definitions = &schema["definitions"];
    for (kind, keys) in known_keys() {
        let described = match kind {
            "the configuration" => &schema,
            "`levels`" => &definitions["levels"],
            "a source" => &definitions["source"],
            "a manifest" => &definitions["manifest"],
            "a rule" => &definitions["rule"],
            "`hints`" => &definitions["rule"]["properties"]["hints"],
            _ => &definitions["argument"],
        };
        assert_eq!(properties(described), keys, "{kind}");
    }
    let limits = format!("{:?}", Limits::default());
    let limits = limits.trim_start_matches("Limits { ").trim_end_matches(" }").split(", ");
    // The hidden field is no limit.
    let limits = limits.filter(|field| !field.ends_with("()"));
    let limits: BTreeSet<String> = limits.map(|field| field.split(':').next().unwrap().to_owned()).collect();
    assert_eq!(properties(&definitions["options"]["limits"]), limits);
}

#[test]
fn the_schema_has_every_word_and_default() {
    for (key, option) in schema()["definitions"]["options"].as_object().unwrap() {
        if let Some(words) = option["enum"].as_array() {
            let help = faults(&format!("{MANIFEST}{key} = \"qqqqqqqqqqqqqqq\"")).remove(0);
            let (_, help) = help.split_once("There are ").unwrap();
            let known: BTreeSet<&str> = help.split('`').skip(1).step_by(2).collect();
            assert_eq!(words.iter().map(|word| word.as_str().unwrap()).collect::<BTreeSet<_>>(), known);
        }
        if option.get("default").is_some() {
            // What is the default changes nothing.
            let config = parsed(&format!("{MANIFEST}{key} = {}", option["default"]));
            let (plain, written) = (parsed(MANIFEST), &config.manifests[0].settings);
            assert_eq!(format!("{:?}", plain.manifests[0].settings), format!("{written:?}"), "{key}");
        }
    }
}

/// Returns true if a configuration is valid against the schema.
fn fits(text: &str) -> bool {
    let root = DeTable::parse(text).unwrap();
    let value = table::json(&toml::de::DeValue::Table(root.into_inner())).unwrap();
    jsonschema::draft7::new(&schema()).unwrap().is_valid(&(&value).into())
}

#[test]
fn the_schema_takes_what_the_reader_takes() {
    assert!(jsonschema::draft7::meta::is_valid(&schema()));
    let examples: Vec<&str> =
        PAGE.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(examples.len() > 3, "the page shows {} examples", examples.len());
    let own = include_str!("../../../testdata/configuration/apimint.toml");
    for example in examples.into_iter().chain([own]) {
        // Pieces are about what stands in a file beside a manifest.
        let whole = if example.contains("[[manifest]]") {
            example.to_owned()
        } else {
            format!("{example}\n{MANIFEST}")
        };
        assert!(fits(&whole), "{whole}");
        parsed(&whole);
    }
    for broken in [
        "name-max = 64",
        "[[manifest]]\nsource = \"a\"",
        &format!("{MANIFEST}excludes = []"),
        &format!("{MANIFEST}name-max = 5"),
        &format!("{MANIFEST}body = \"flat\""),
        &format!("{MANIFEST}[[rule]]\nmatch = \"id:a\""),
        &format!("{MANIFEST}[[rule]]\nmatch = \"id:a\"\narguments.a = 1"),
        &format!("{MANIFEST}[levels]\nforbid = []"),
    ] {
        assert!(!fits(broken) && !faults(broken).is_empty(), "{broken}");
    }
}
