//! The dialects that schemas are written in, and where shared schemas stand.

use serde_json::{Value, json};

use super::run::Run;

/// What one draft can say and another cannot, beside a schema that is used twice and one that is recursive.
const SHAPES: &str = r"openapi: 3.1.0
info: {title: Shapes, version: '1'}
servers: [{url: 'https://shapes.example'}]
paths:
  /shapes:
    post:
      operationId: draw
      summary: Draws a shape.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                at: {type: array, prefixItems: [{type: number}, {type: string}], items: false}
                line: {$ref: '#/components/schemas/Line'}
                tags: {type: array, contains: {const: big}, minContains: 2, items: {type: string}}
                old: {type: string, deprecated: true}
              dependentRequired: {line: [at]}
              allOf: [{required: [tags]}]
              unevaluatedProperties: false
      responses:
        '200':
          description: The drawing.
          content: {application/json: {schema: {$ref: '#/components/schemas/Line'}}}
components:
  schemas:
    Line:
      type: object
      properties:
        next: {$ref: '#/components/schemas/Line'}
        colour: {type: string}
";

/// The tool with these flags.
#[track_caller]
fn draw(flags: &[&str]) -> Value {
    let done = Run::converting(SHAPES).args(flags).done().exits(0);
    done.manifest()["tools"][0].clone()
}

/// Whether the body is accepted under the draft that the schema declares.
fn accepts(tool: &Value, body: &Value) -> bool {
    let validator = jsonschema::validator_for(&tool["inputSchema"]).expect("the schema compiles");
    validator.is_valid(&json!({"body": body}))
}

#[test]
fn a_dialect_is_declared_and_says_all_it_can() {
    let sound = json!({"at": [1, "a"], "tags": ["big", "big"]});
    let swapped = json!({"at": ["a", 1], "tags": ["big", "big"]});
    let once = json!({"at": [1, "a"], "tags": ["big"]});
    let closed = json!({"at": [1, "a"], "tags": ["big", "big"], "more": 1});
    let lonely = json!({"line": {"next": {"colour": "red"}}, "tags": ["big", "big"]});

    let latest = draw(&["--dialect", "2020-12"]);
    assert_eq!(latest["inputSchema"]["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(accepts(&latest, &sound));
    for (what, body) in
        [("order", &swapped), ("minContains", &once), ("closed", &closed), ("dependent", &lonely)]
    {
        assert!(!accepts(&latest, body), "{what}");
    }
    assert_eq!(latest["inputSchema"]["properties"]["body"]["properties"]["old"]["deprecated"], true);

    let draft_07 = draw(&["--dialect", "draft-07"]);
    assert_eq!(draft_07["inputSchema"]["$schema"], "http://json-schema.org/draft-07/schema#");
    assert!(draft_07["inputSchema"]["definitions"]["Line"].is_object());
    assert_eq!(draft_07["outputSchema"]["properties"]["next"]["$ref"], "#/definitions/Line");
    assert!(accepts(&draft_07, &sound) && accepts(&draft_07, &once));
    assert!(!accepts(&draft_07, &swapped) && !accepts(&draft_07, &lonely) && !accepts(&draft_07, &closed));

    let portable = draw(&[]);
    assert_eq!(portable["inputSchema"].get("$schema"), None);
    assert!(portable["inputSchema"]["$defs"]["Line"].is_object());
    assert!(accepts(&portable, &sound) && !accepts(&portable, &lonely));
}

#[test]
fn references_are_written_in_place_or_shared() {
    let document = SHAPES.replace("next: {$ref: '#/components/schemas/Line'}", "next: {type: string}");
    let line = |flags: &[&str]| {
        let done = Run::converting(&document).args(flags).done().exits(0);
        done.manifest()["tools"][0]["inputSchema"].clone()
    };
    let auto = line(&["--refs", "auto"]);
    assert_eq!(auto["properties"]["body"]["properties"]["line"]["properties"]["colour"]["type"], "string");
    assert_eq!(auto.get("$defs"), None);
    let share = line(&["--refs", "share"]);
    assert_eq!(share["properties"]["body"]["properties"]["line"]["$ref"], "#/$defs/Line");
    assert_eq!(share["$defs"]["Line"]["properties"]["colour"]["type"], "string");
}
