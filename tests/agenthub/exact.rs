//! Tests `--exact`: the published mapping taken literally, with a warning wherever a client would refuse the
//! result.

use serde_json::{Value, json};

use super::run::{also, convert, manifest, with};

const INPUT: &str = "/capabilities/0/input_schema";
const OUTPUT: &str = "/capabilities/0/output_schema";

#[test]
fn what_every_client_takes_is_the_same_with_and_without_it() {
    let (usual, exact) = (convert(&manifest(), &[]), convert(&manifest(), &["--exact"]));
    assert_eq!(usual.result(), exact.result());
    assert_eq!((exact.places("G011"), exact.code), (vec![], 0));
}

#[test]
fn ids_are_untouched() {
    let done = convert(&with("/capabilities/0/id", json!("books.find.0")), &["--exact"]);
    assert_eq!(done.names(), ["books.find.0", "lend-book"]);
    assert_eq!(done.places("N009"), ["/capabilities/0/id"]);
    done.is_silent_about("N008");
    let long = "b".repeat(200);
    let done = convert(&with("/capabilities/0/id", json!(long)), &["--exact"]);
    assert_eq!(done.names()[0], long);
    done.says("N009", "bbb");
    // Two tools with one name are an error in any mode.
    let twice = also(with("/capabilities/0/id", json!("a.b")), "/capabilities/1/id", json!("a.b"));
    let done = convert(&twice, &["--exact"]);
    assert_eq!((done.names(), done.code), (vec!["a.b".to_owned()], 1));
}

#[test]
fn references_become_a_reference_alone() {
    for uri in ["https://schemas.example.com/a.json", "schemas/a.json", "#/x"] {
        let reference = json!({"$ref_uri": uri});
        let manifest = also(with(INPUT, reference.clone()), OUTPUT, reference);
        let done = convert(&manifest, &["--exact"]);
        let tool = done.tool("find-books");
        assert_eq!(tool["inputSchema"], json!({"$ref": uri}));
        assert_eq!(tool["outputSchema"], json!({"$ref": uri}));
        done.says("G011", "input schema of `find-books` is kept as it is, though its root has `$ref`");
        done.says("G011", "output schema of `find-books` is kept as it is, though its root has `$ref`");
        assert_eq!(done.code, 0);
    }
}

#[test]
fn schemas_are_untouched() {
    let odd = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "array", "items": [{"type": "string"}], "x-order": 3, "nullable": true, "default": null,
        "$id": "https://example.com/odd", "title": "  Odd "
    });
    let done = convert(&also(with(INPUT, odd.clone()), OUTPUT, odd.clone()), &["--exact"]);
    let tool = done.tool("find-books");
    assert_eq!((&tool["inputSchema"], &tool["outputSchema"]), (&odd, &odd));
    done.says("G011", "its root is not an object");
    for code in ["A015", "P001", "J002", "J003"] {
        done.is_silent_about(code);
    }
}

#[test]
fn each_reason_of_a_client_is_reported() {
    for (schema, words) in [
        (json!({"type": "string"}), "its root is not an object"),
        (json!({"type": "object"}), "has no `properties`"),
        (json!({"type": "object", "properties": {}, "oneOf": [{}]}), "`oneOf`"),
        (json!({"type": "object", "properties": {"a b": {}}}), "`a b`"),
        (json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/gone"}}}), "not valid"),
        (json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/a"}}}), "not valid"),
        (json!({"type": "object", "properties": {"a": {"type": "any"}}}), "not valid"),
    ] {
        let done = convert(&with(INPUT, schema.clone()), &["--exact"]);
        assert_eq!(done.tool("find-books")["inputSchema"], schema);
        done.says("G011", words);
    }
}

#[test]
fn a_schema_that_is_none_has_no_letter() {
    let done = convert(&with(INPUT, json!("string")), &["--exact"]);
    assert_eq!(
        done.tool("find-books")["inputSchema"],
        json!({"type": "object", "properties": {}, "required": []})
    );
    done.says("G002", "`capabilities[0].input_schema`");
    let gone = convert(&manifest(), &["--exact", "--output-schema", "none"]);
    assert_eq!(gone.tool("find-books").get("outputSchema"), None::<&Value>);
}
