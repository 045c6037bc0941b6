//! `--slim`.

use serde_json::{Value, json};

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
