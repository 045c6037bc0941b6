//! `--slim`.

use serde_json::{Map, Value, json};

use super::run::{Run, codes};

const PETS: &str = r"openapi: 3.1.0
info: {title: Pets, version: '1'}
servers: [{url: 'https://example.com'}]
paths:
  /pets:
    post:
      operationId: addPet
      summary: Adds a pet. It is kept.
      parameters:
        - {name: limit, in: query, schema: {type: integer, title: Limit, description: How many. Ten is enough., examples: [3]}}
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties:
                title: {type: string, title: Title, $comment: For us., description: What it is called. Names are short.}
                examples: {type: array, items: {type: string}, default: [a]}
      responses: {'204': {description: None.}}
";

fn slimmed(text: &str, level: &[&str]) -> (Value, Vec<String>) {
    let done = Run::converting(text).args(level).json().done();
    (done.manifest(), codes(&done.stderr))
}

#[test]
fn levels_cut_texts_and_say_so() {
    let schema = |level: &[&str]| slimmed(PETS, level).0["tools"][0]["inputSchema"]["properties"].clone();
    let one = schema(&["--slim", "1"]);
    assert_eq!(one["limit"], json!({"type": "integer", "description": "How many. Ten is enough."}));
    assert_eq!(
        one["body"]["properties"]["title"],
        json!({"type": "string", "description": "What it is called. Names are short."})
    );
    let two = schema(&["--slim", "2"]);
    assert_eq!(two["limit"]["description"], "How many.");
    assert_eq!(
        two["body"]["properties"]["examples"],
        json!({"type": "array", "items": {"type": "string"}, "default": ["a"]})
    );
    assert!(!slimmed(PETS, &[]).1.contains(&"C008".to_owned()));
    let (manifest, codes) = slimmed(PETS, &["--slim", "2"]);
    assert!(codes.contains(&"C008".to_owned()), "{codes:?}");
    assert_eq!(manifest["tools"][0]["description"], "Adds a pet. It is kept.");
}

/// A schema without its annotations.
fn bare(schema: &Value) -> Value {
    let Value::Object(schema) = schema else { return schema.clone() };
    let all = |value: &Value| match value {
        Value::Array(list) => list.iter().map(bare).collect(),
        one => bare(one),
    };
    let map = |value: &Value| {
        let entries = value.as_object().into_iter().flatten();
        Value::Object(entries.map(|(key, value)| (key.clone(), bare(value))).collect::<Map<_, _>>())
    };
    let kept = schema
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "title" | "description" | "examples" | "$comment"));
    let members = kept.map(|(key, value)| {
        let value = match key.as_str() {
            "properties" | "patternProperties" | "$defs" => map(value),
            "items"
            | "prefixItems"
            | "allOf"
            | "anyOf"
            | "oneOf"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contains"
            | "additionalProperties"
            | "propertyNames" => all(value),
            _ => value.clone(),
        };
        (key.clone(), value)
    });
    Value::Object(members.collect())
}

#[test]
fn what_schemas_accept_stays_as_it_is() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut compared = 0;
    for folder in [
        "library",
        "petstore",
        "recursion",
        "openapi31",
        "openapi32",
        "nullable",
        "discriminators",
        "swagger2",
        "parameters",
        "bodies",
    ] {
        let file = root.join(folder).join("openapi.yaml");
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        // A schema that has become small may stand in place where it was shared before.
        let convert = |level: &[&str]| slimmed(&text, &[level, &["--refs", "share"]].concat()).0;
        let plain = convert(&[]);
        for level in ["1", "2"] {
            let slim = convert(&["--slim", level]);
            let tools = |manifest: &Value| manifest["tools"].as_array().unwrap().clone();
            assert_eq!(tools(&plain).len(), tools(&slim).len());
            for (plain, slim) in tools(&plain).iter().zip(&tools(&slim)) {
                for key in ["inputSchema", "outputSchema"] {
                    assert_eq!(bare(&plain[key]), bare(&slim[key]), "{folder}: {}", plain["name"]);
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}
