//! The laws. Each function runs one input and panics where a law is broken, which is what a fuzzer looks for.

use std::collections::HashMap;
use std::sync::LazyLock;

use apimint::diagnostic::{
    Code, Diagnostic, Locate, Place, Severity, Sink, SourceLocation, code_climate, github, human, json,
    junit, sarif, within,
};
use apimint::model::SchemaDialect;
use apimint::options::{BodyMode, ReferencePlacement};
use apimint::source::{Access, Document, Input, LinePosition, Sources, Syntax};
use apimint::{Limits, Options, convert};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::{Map, Value};

use crate::channel::{is_hidden, printable};
use crate::{mcp_shape, sound};

/// Levels of JSON that a manifest may have (docs/guide.md, "Limits").
const DEEPEST: usize = 120;

/// Nodes of a document up to which every place is located.
pub(crate) const LOCATED: usize = 300;

/// The limits of a run: as users have them, but with little room for YAML aliases. What a bomb costs is bounded by the
/// limit, and finding that out anew takes the fuzzer's time.
pub(crate) fn limits() -> Limits {
    Limits { alias_nodes: 20_000, alias_bytes: 1 << 20, ..Limits::default() }
}

pub(crate) fn input(bytes: &[u8]) -> Input {
    Input::Bytes { name: "fuzzed".to_owned(), bytes: bytes.to_vec() }
}

/// A number that depends on every byte of an input (FNV-1a), for what varies from input to input.
pub(crate) fn choice(bytes: &[u8]) -> usize {
    let mixed = bytes.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    });
    usize::try_from(mixed >> 32).unwrap_or(0)
}

/// One of several sets of options; which one depends on the input alone.
pub(crate) fn options(number: usize) -> Options {
    let usual = Options { limits: limits(), ..Options::default() };
    match number % 8 {
        1 => Options { body: BodyMode::Flattened, cookies: true, ..usual },
        2 => Options { dialect: SchemaDialect::Draft07, ..usual },
        3 => Options { dialect: SchemaDialect::Draft202012, ..usual },
        4 => Options { references: ReferencePlacement::Share, output_formats: true, ..usual },
        5 => Options { name_max: 16, http: false, lint: true, ..usual },
        6 => Options { output_schema: false, skip_deprecated: true, only_mcp: true, ..usual },
        7 => Options { exact: true, ..usual },
        _ => usual,
    }
}

/// What one conversion gave.
pub(crate) struct Done {
    pub(crate) bytes: Vec<u8>,
    left_out: Vec<String>,
}

pub(crate) fn converted(bytes: &[u8], options: &Options) -> Option<Done> {
    let (sources, sink) = (Sources::new(Access::default(), options.limits.clone()), Sink::new());
    let manifest = convert(&sources, &input(bytes), options, &sink);
    let mut diagnostics = sink.into_diagnostics();
    let written = manifest.map(|manifest| {
        let mut bytes = Vec::new();
        manifest.write(&mut bytes).expect("memory takes every byte");
        bytes
    });
    let written = written.map_err(|fatal| diagnostics.push(*fatal)).ok();
    reports(&diagnostics, &sources);
    let left_out = diagnostics.iter().filter(|diagnostic| diagnostic.code == Code::ToolInvalid);
    let left_out = left_out.map(|diagnostic| diagnostic.message.clone()).collect();
    Some(Done { bytes: written?, left_out })
}

/// Converts a document, and holds what comes of it against the laws. Says whether a manifest came of it.
pub fn conversion(bytes: &[u8]) -> bool {
    conversion_with(bytes, &options(choice(bytes)))
}

/// The same with the options of this number.
pub(crate) fn conversion_with(bytes: &[u8], options: &Options) -> bool {
    let Some(done) = converted(bytes, options) else { return false };
    assert!(done.left_out.is_empty(), "a tool could not be made valid: {}", done.left_out.join("\n"));
    let again = converted(bytes, options).expect("what was converted once is converted again");
    same(&done.bytes, &again.bytes, "the same input gives other bytes");
    let text = std::str::from_utf8(&done.bytes).expect("a manifest is text");
    let manifest: Value = serde_json::from_str(text).expect("a manifest is JSON");
    assert!(depth(&manifest) <= DEEPEST, "{} levels", depth(&manifest));
    if options.exact {
        // To the letter of the mapping, also where clients refuse it.
        return true;
    }
    let mut found = sound::broken(&manifest, options.dialect);
    found.extend(mcp_shape::result_faults(&manifest, options.protocol));
    assert!(found.is_empty(), "{}\n{text}", found.join("\n"));
    null_free(&manifest);
    visible(&manifest);
    // Overlays are for the document.
    let plain = Options { overlays: Vec::new(), ..options.clone() };
    let twice = converted(&done.bytes, &plain).expect("a manifest can be converted");
    same(&done.bytes, &twice.bytes, "a manifest comes out changed");
    true
}

fn same(one: &[u8], other: &[u8], what: &str) {
    assert!(one == other, "{what}:\n{}\n{}", String::from_utf8_lossy(one), String::from_utf8_lossy(other));
}

/// Levels of arrays and objects in a value.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(depth).max().unwrap_or(0),
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// No `null` stands anywhere but in data: a `null` in place of an optional field makes clients refuse a whole list.
fn null_free(manifest: &Value) {
    fn visit(map: &Map<String, Value>, within: &str) {
        for (key, value) in map {
            // In `_meta` stands what the document says.
            if matches!(key.as_str(), "default" | "const" | "enum" | "examples" | "_meta")
                && within != "properties"
            {
                continue;
            }
            assert!(!value.is_null(), "null at {key}");
            let list = match value {
                Value::Array(list) => list.as_slice(),
                other => std::slice::from_ref(other),
            };
            list.iter().filter_map(Value::as_object).for_each(|map| visit(map, key));
        }
    }
    for tool in manifest["tools"].as_array().into_iter().flatten().filter_map(Value::as_object) {
        // Annotations of a list of tools are kept as they are, whatever they hold.
        let all = tool.iter().filter(|(key, _)| *key != "annotations");
        visit(&all.map(|(key, value)| (key.clone(), value.clone())).collect(), "");
    }
}

/// No character that nobody sees is left in what a model reads: names, titles and descriptions at every level.
fn visible(manifest: &Value) {
    fn texts(value: &Value, within: &str) {
        match value {
            Value::String(text) if matches!(within, "name" | "title" | "description" | "$comment") => {
                assert!(!text.contains(is_hidden), "a hidden character in the {within} {text:?}");
            }
            Value::Array(list) => list.iter().for_each(|value| texts(value, "")),
            Value::Object(map) => {
                // Data keep what they have; below `properties` stand names, not keywords.
                let named = matches!(within, "properties" | "$defs" | "patternProperties");
                for (key, value) in map {
                    if named || !matches!(key.as_str(), "default" | "const" | "enum" | "examples" | "_meta") {
                        texts(value, if named { "" } else { key });
                    }
                }
            }
            _ => {}
        }
    }
    manifest["tools"].as_array().into_iter().flatten().for_each(|tool| texts(tool, ""));
}

/// Places resolved all at once, as the program does it.
struct Places<'a> {
    sources: &'a Sources,
    positions: HashMap<Place, LinePosition>,
}

impl Locate for Places<'_> {
    fn locate(&self, place: Place) -> Option<SourceLocation<'_>> {
        let position = self.positions.get(&place)?.clone();
        Some(SourceLocation {
            file: position.file,
            pointer: Some(position.pointer),
            line: position.line,
            column: position.column,
            span: position.span,
            text: self.sources.document(place.document).map(Document::text),
        })
    }
}

/// Writes the diagnostics in every form. No form lets a document act on a terminal, or break a line.
fn reports(diagnostics: &[Diagnostic], sources: &Sources) {
    let places: Vec<Place> = diagnostics.iter().filter_map(|diagnostic| diagnostic.place).collect();
    let positions = sources.positions(&places);
    // Each is a search of its own.
    for (place, position) in places.iter().zip(&positions).take(LOCATED) {
        assert_eq!(sources.position(*place).as_ref(), position.as_ref(), "one place, two positions");
    }
    let positions = places.iter().zip(positions).filter_map(|(place, position)| Some((*place, position?)));
    let places = Places { sources, positions: positions.collect() };
    // Without the bound, 5,000 findings with a pointer of 39 KB each are 200 MB of reports.
    let diagnostics = &*within(diagnostics, &places, sources.report_bytes());
    let least = Severity::Note;
    let mut out: [Vec<u8>; 7] = Default::default();
    let [one, other, lines, commands, run, suite, list] = &mut out;
    let style = |rich| human::ReportStyle { colours: rich, boxes: rich, verbose: !rich, least };
    human::write(one, diagnostics, &places, style(false)).expect("memory takes every byte");
    human::write(other, diagnostics, &places, style(true)).expect("memory takes every byte");
    json::write(lines, diagnostics, &places, least).expect("memory takes every byte");
    github::write(commands, diagnostics, &places, least).expect("memory takes every byte");
    sarif::write_run(run, diagnostics, &places, least).expect("memory takes every byte");
    junit::write_suite(suite, "input", diagnostics, &places, least).expect("memory takes every byte");
    let mut issues = Vec::new();
    code_climate::write_issues(&mut issues, diagnostics, &places, least).expect("memory takes every byte");
    code_climate::write_list(list, [issues.as_slice()].into_iter()).expect("memory takes every byte");
    for (number, report) in out.iter().enumerate() {
        let text = std::str::from_utf8(report).expect("a report is text");
        // The second has colours.
        let text = if number == 1 { text.replace('\u{1b}', "") } else { text.to_owned() };
        assert!(printable(&text), "report {number}: {text:?}");
    }
    for line in out[2].split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        assert!(serde_json::from_slice::<Value>(line).is_ok_and(|line| line.is_object()));
    }
    let commands = std::str::from_utf8(&out[3]).expect("a report is text");
    assert!(commands.lines().all(|line| line.starts_with("::")), "{commands}");
    assert!(serde_json::from_slice::<Value>(&out[4]).is_ok());
    let suite = std::str::from_utf8(&out[5]).expect("a report is text");
    assert!(roxmltree::Document::parse(suite).is_ok(), "{suite}");
    assert!(serde_json::from_slice::<Value>(&out[6]).is_ok_and(|list| list.is_array()));
}

/// Reads bytes as a document, and says how it is written; nothing if it is refused.
pub fn reading(bytes: &[u8]) -> Option<Syntax> {
    let (sources, sink) = (Sources::new(Access::default(), limits()), Sink::new());
    let (sources, sink) = (&sources, &sink);
    let loaded = sources.load(&input(bytes), sink);
    let refused = loaded.as_ref().err().map(|fatal| (**fatal).clone());
    let document = loaded.ok();
    if let Some(fatal) = refused {
        reports(&[fatal], sources);
    }
    let strict =
        serde_json::from_slice::<Value>(bytes).ok().filter(|value| value.is_object() || value.is_array());
    let Some(document) = document else {
        assert!(on_one_core(bytes).is_none(), "what is read on one core is refused on several");
        assert!(strict.is_none(), "JSON is refused");
        return None;
    };
    let value = Value::from(&document.root().to_value());
    let alone = on_one_core(bytes).expect("what is read on several cores is read on one");
    assert_eq!(alone, value, "what is read on one core differs");
    if let Some(strict) = strict {
        assert_eq!(document.syntax(), Syntax::Json);
        // A number in the form of an object is a number for `serde_json` alone.
        if !document.text().contains("serde_json") {
            assert_eq!(plain(&value), plain(&strict), "JSON is read otherwise");
        }
    }
    if document.root().size() <= LOCATED {
        located(document, sources);
    }
    // What was read can be written and read again.
    let text = value.to_string();
    if value.is_object() || value.is_array() {
        let again = Sources::new(Access::default(), limits());
        let again = again.load(&input(text.as_bytes()), sink).expect("written JSON can be read");
        assert_eq!(Value::from(&again.root().to_value()), value, "written JSON is read otherwise");
    }
    Some(document.syntax())
}

/// What is read of a document as a whole: on one core nothing is read in pieces.
fn on_one_core(bytes: &[u8]) -> Option<Value> {
    static POOL: LazyLock<ThreadPool> = LazyLock::new(|| {
        let pool = ThreadPoolBuilder::new().num_threads(1).build();
        pool.expect("a thread can be started")
    });
    POOL.install(|| {
        let sources = Sources::new(Access::default(), limits());
        let document = sources.load(&input(bytes), &Sink::new()).ok()?;
        Some(Value::from(&document.root().to_value()))
    })
}

/// A value without what `serde_json` respells: how the exponents of numbers are written.
fn plain(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(plain).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), plain(value))).collect(),
        Value::Number(number) => {
            let text = number.to_string().replace('E', "e").replace("e+", "e");
            Value::String(text)
        }
        other => other.clone(),
    }
}

/// Every value has a place in the text, and a pointer that leads back to it.
fn located(document: &Document, sources: &Sources) {
    let mut open = vec![document.root()];
    while let Some(node) = open.pop() {
        let position = sources.position(node.place()).expect("every value has a position");
        // A pointer that is very long is cut.
        let shown = position.pointer.strip_suffix('…').unwrap_or(&position.pointer);
        assert!(node.pointer().starts_with(shown), "{shown} is not where {node:?} stands");
        assert!(shown.len() > 1_000 || position.pointer == node.pointer());
        if let Some(span) = position.span {
            assert!(document.text().get(span).is_some(), "a span that is no part of the text");
        }
        open.extend(node.children());
    }
}

/// Turns the result of a tool into the result of a call. `{"result": …, "manifest": …}` stands for both inputs.
pub fn result(bytes: &[u8]) -> bool {
    let both = serde_json::from_slice::<Map<String, Value>>(bytes).ok();
    let part = |name: &str| both.as_ref()?.get(name).map(|value| value.to_string().into_bytes());
    let (result, manifest) = match (part("result"), part("manifest")) {
        (Some(result), manifest) => (result, manifest),
        (None, _) => (bytes.to_vec(), None),
    };
    let manifest = manifest.as_deref().map(input);
    let run = || {
        let (sources, sink) = (Sources::new(Access::default(), limits()), Sink::new());
        let call = apimint::result(&sources, &input(&result), manifest.as_ref(), &sink);
        let mut diagnostics = sink.into_diagnostics();
        let call = call.map_err(|fatal| diagnostics.push(*fatal)).ok();
        reports(&diagnostics, &sources);
        let mut bytes = Vec::new();
        call?.write(&mut bytes).expect("memory takes every byte");
        Some(bytes)
    };
    let Some(bytes) = run() else { return false };
    same(&bytes, &run().unwrap_or_default(), "the same input gives other bytes");
    let call: Value = serde_json::from_slice(&bytes).expect("a result is JSON");
    let text = call["content"][0]["text"].as_str().expect("a result has text");
    match call.get("structuredContent") {
        Some(content) => {
            assert!(content.is_object() && call.get("isError").is_none(), "{call}");
            // A text that is wrapped stands there as it is, without quotes.
            let is_wrapped_text = content["result"].as_str() == Some(text);
            assert!(is_wrapped_text || serde_json::from_str::<Value>(text).is_ok(), "{text}");
        }
        None => assert!(call["isError"] == true && text.starts_with("Error: "), "{call}"),
    }
    true
}
