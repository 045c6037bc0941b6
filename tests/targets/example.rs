//! One example: what it says, and what apimint makes of it.

use apimint::diagnostic::Sink;
use apimint::model::Target;
use apimint::options::{Envelope, NamePrefix, Options};
use apimint::source::{Access, Input, Sources};
use apimint::target::SideTable;
use apimint::{Limits, convert};
use serde_json::{Map, Value, json};

/// Returns what differs from what an example says.
pub(crate) fn faults(text: &str) -> Vec<String> {
    let example: Value = yaml_serde::from_str(text).expect("an example is YAML");
    let known = [
        "property",
        "input",
        "optional",
        "definitions",
        "expect",
        "args",
        "options",
        "tools",
        "names",
        "notes",
        "not-strict",
        "calls",
    ];
    let mut faults: Vec<String> = example
        .as_object()
        .unwrap()
        .keys()
        .filter(|key| !known.contains(&key.as_str()))
        .map(|key| format!("`{key}` is unknown"))
        .collect();
    for call in example["calls"].as_array().into_iter().flatten() {
        faults.extend(call_fault(call));
    }
    let by_target = ["expect", "args", "names", "notes"];
    let mut targets: Vec<&str> = by_target
        .iter()
        .filter_map(|key| example[*key].as_object())
        .flat_map(|map| map.keys().map(String::as_str))
        .chain(example["not-strict"].as_array().into_iter().flatten().filter_map(Value::as_str))
        .collect();
    targets.sort_unstable();
    targets.dedup();
    if targets.is_empty() && example.get("calls").is_none() {
        faults.push("it expects nothing".to_owned());
    }
    for target in targets {
        faults.extend(target_faults(&example, target).into_iter().map(|fault| format!("{target}: {fault}")));
    }
    faults
}

fn target_faults(example: &Value, word: &str) -> Vec<String> {
    let Some(target) = Target::from_word(word) else { return vec!["there is no such target".to_owned()] };
    let (written, codes) = written(example, target);
    let tools = listed(&written["tools"]);
    let map = written["map"]["tools"].as_object().unwrap();
    let mut faults = Vec::new();
    let mut compare = |what: &str, expected: &Value, found: &Value| {
        // The order of members counts.
        let texts = (expected.to_string(), found.to_string());
        if texts.0 != texts.1 {
            faults.push(format!("{what}\n  expected {expected}\n  found    {found}"));
        }
    };
    if let Some(expected) = example["expect"].get(word) {
        let schema = tools.first().map(schema).unwrap_or_default();
        let found = if example.get("input").is_some() {
            schema
        } else {
            let mut found = schema["properties"]["a"].clone();
            if let (Some(found), Some(definitions)) = (found.as_object_mut(), schema.get("$defs")) {
                found.insert("$defs".to_owned(), definitions.clone());
            }
            found
        };
        compare("the schema", expected, &found);
    }
    if let Some(expected) = example["args"].get(word) {
        let found = map.values().next().and_then(|entry| entry.get("args")).cloned();
        compare("`args` of the side table", expected, &found.unwrap_or_else(|| json!({})));
    }
    if let Some(expected) = example["names"].get(word) {
        let names: Vec<Value> = tools.iter().map(|tool| function(tool)["name"].clone()).collect();
        compare("the names", expected, &names.into());
        compare("the names of the side table", expected, &map.keys().cloned().map(Value::from).collect());
    }
    if let Some(expected) = example["notes"].get(word) {
        compare("the diagnostics", expected, &codes.into());
    }
    let is_loose = example["not-strict"].as_array().is_some_and(|list| list.contains(&json!(word)));
    if let Some(strict) = map.values().next().and_then(|entry| entry.get("strict"))
        && *strict != json!(!is_loose)
    {
        faults.push(format!("`strict` is {strict}"));
    }
    faults
}

/// Converts the tools of an example; returns the list with its side table, and the codes of the family W.
fn written(example: &Value, target: Target) -> (Value, Vec<Value>) {
    let input = match example.get("input") {
        Some(input) => input.clone(),
        None => {
            let mut input = Map::new();
            input.insert("type".to_owned(), json!("object"));
            let property = example.get("property").cloned().unwrap_or_else(|| json!({"type": "string"}));
            input.insert("properties".to_owned(), json!({ "a": property }));
            if example["optional"] != true {
                input.insert("required".to_owned(), json!(["a"]));
            }
            if let Some(definitions) = example.get("definitions") {
                input.insert("$defs".to_owned(), definitions.clone());
            }
            Value::Object(input)
        }
    };
    let names = example["tools"].as_array().cloned().unwrap_or_else(|| vec![json!("do_it")]);
    let tool = |name| json!({"name": name, "description": "D.", "inputSchema": input});
    let tools: Vec<Value> = names.into_iter().map(tool).collect();
    let mut options = Options { target, envelope: Envelope::Mapped, ..Options::default() };
    for (key, value) in example["options"].as_object().into_iter().flatten() {
        set(&mut options, key, value);
    }
    assert_eq!(options.target_problem(false, false), None);
    let bytes = serde_json::to_vec(&json!({ "tools": tools })).unwrap();
    let sources = Sources::new(Access::default(), Limits::default());
    let sink = Sink::new();
    let input = Input::Bytes { name: "tools.json".to_owned(), bytes };
    let manifest = convert(&sources, &input, &options, &sink).expect("the tools are read");
    let mut text = Vec::new();
    manifest.write(&mut text).unwrap();
    let codes = sink.into_diagnostics().into_iter().map(|diagnostic| diagnostic.code.to_string());
    let codes = codes.filter(|code| code.starts_with('W')).map(Value::from).collect();
    (serde_json::from_slice(&text).expect("the list is JSON"), codes)
}

fn set(options: &mut Options, key: &str, value: &Value) {
    let of_target = &mut options.target_options;
    match key {
        "prefix" => of_target.prefix = Some(NamePrefix::Text(value.as_str().unwrap().to_owned())),
        "lowered-hints" => of_target.sentences = value == "keep",
        "grammar" => of_target.grammar = value == true,
        "name-max" => options.name_max = usize::try_from(value.as_u64().unwrap()).unwrap(),
        other => panic!("`{other}` is no option of an example"),
    }
}

/// Returns the tools of a list in any form.
fn listed(list: &Value) -> Vec<Value> {
    let tools = match list {
        Value::Array(tools) => match tools.first().and_then(|first| first.get("functionDeclarations")) {
            Some(functions) => functions,
            None => list,
        },
        object => &object["tools"],
    };
    tools.as_array().cloned().unwrap_or_default()
}

/// Returns the part of a tool that has its name.
fn function(tool: &Value) -> &Value {
    ["function", "toolSpec"].into_iter().find_map(|key| tool.get(key)).unwrap_or(tool)
}

/// Returns the input schema of a tool.
fn schema(tool: &Value) -> Value {
    let function = function(tool);
    let keys = ["parameters", "parametersJsonSchema", "input_schema", "inputSchema"];
    let schema = keys.into_iter().find_map(|key| function.get(key)).cloned().unwrap_or_default();
    schema.get("json").cloned().unwrap_or(schema)
}

fn call_fault(call: &Value) -> Option<String> {
    let table = json!({"apimint": "map/1", "target": "openai-strict", "tools": {"t": {"tool": "t", "args": call["args"]}}});
    let table = SideTable::new(&table.into()).expect("the table is read");
    let decoded = table.decode("t", call["given"].clone().into()).expect("the arguments are decoded");
    let expected = call["becomes"].to_string();
    (decoded.to_string() != expected).then(|| format!("the call becomes {decoded}, not {expected}"))
}
