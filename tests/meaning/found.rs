//! Regressions: schemas on which the comparison has failed.

use apimint::model::Direction::{self, Input, Output};
use serde_json::{Value, json};

use jsonschema::Draft;

use super::conversion::{Bounds, Emitted, document};
use super::corpus::Sample;
use super::formats::FormatReading;
use super::judge::compiled;

/// Returns whether the emitted schema accepts a value under both drafts. By value, since each call creates
/// its own.
#[expect(clippy::needless_pass_by_value, reason = "the calls stay short")]
fn accepts(version: &str, direction: Direction, schema: Value, components: Value, value: Value) -> bool {
    let components = json!({"components": {"schemas": components}});
    let sample = Sample { schema, document: components, modern: version != "3.0", draft: None };
    let faults = super::compare_both(&sample, 80).faults;
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let emitted = Emitted::of(&document(&sample, direction), direction, Bounds::Default).unwrap();
    let placed = emitted.placed(&value);
    let verdicts = [Draft::Draft7, Draft::Draft202012]
        .map(|draft| compiled(&emitted.schema, draft, FormatReading::Annotation).unwrap().is_valid(&placed));
    assert_eq!(verdicts[0], verdicts[1], "the drafts differ on {value}: {}", emitted.schema);
    verdicts[0]
}

#[test]
fn a_part_does_not_require_what_another_part_marks_read_only() {
    let id = json!({"type": "object", "properties": {"id": {"type": "string", "readOnly": true}}});
    let inline = json!({"allOf": [id, {"required": ["id"], "minProperties": 0}]});
    assert!(accepts("3.0", Input, inline.clone(), json!({}), json!({})));
    assert!(!accepts("3.0", Output, inline, json!({}), json!({})));
    let components = json!({"Strict": {"required": ["id"], "additionalProperties": {"type": "string"}}});
    let shared = json!({"allOf": [id, {"$ref": "#/components/schemas/Strict"}]});
    assert!(accepts("3.0", Input, shared.clone(), components.clone(), json!({})));
    assert!(!accepts("3.0", Input, shared.clone(), components.clone(), json!({"a": 1})));
    assert!(accepts("3.1", Input, shared, components, json!({})));
}

#[test]
fn what_a_component_requires_stays_where_nothing_hides_it() {
    let components = json!({"Strict": {"type": "object", "required": ["id"]}});
    let plain = json!({"allOf": [{"$ref": "#/components/schemas/Strict"}, {"minProperties": 0}]});
    assert!(!accepts("3.0", Input, plain, components, json!({})));
}

#[test]
fn an_output_excludes_no_more_where_one_of_is_opened_under_not() {
    let schema = json!({"not": {"oneOf": [{"type": "integer"}, {"type": "number"}]}});
    assert!(accepts("3.0", Output, schema.clone(), json!({}), json!(1)));
    assert!(!accepts("3.0", Input, schema, json!({}), json!(0.5)));
}

#[test]
fn a_weaker_definition_opens_the_one_of_it_is_merged_into() {
    let components = json!({
        "Cat": {"type": "object", "properties": {"kind": {"type": "string"}, "a": {"type": "string", "pattern": "^(?=x)"}}},
        "Dog": {"type": "object", "properties": {"b": {"type": "string"}}},
    });
    let schema = json!({
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"cat": "Cat"}},
    });
    assert!(accepts("3.0", Input, schema, components, json!({"kind": "cat", "a": "y"})));
}

#[test]
fn a_repaired_branch_opens_its_one_of() {
    let null =
        json!({"oneOf": [{"type": "string", "enum": ["a", null]}, {"type": "integer", "nullable": true}]});
    assert!(accepts("3.0", Input, null, json!({}), Value::Null));
    let closed =
        json!({"type": "object", "properties": {"a": {}}, "required": ["z"], "additionalProperties": false});
    let schema = json!({"oneOf": [closed, {"type": "object"}]});
    assert!(accepts("3.0", Input, schema, json!({}), json!({"z": 1})));
}

#[test]
fn nullable_speaks_of_what_a_schema_is_built_from() {
    let components = json!({"A": {"type": "string"}});
    let reference = json!({"$ref": "#/components/schemas/A", "nullable": true});
    for version in ["3.0", "3.1"] {
        assert!(accepts(version, Input, reference.clone(), components.clone(), Value::Null));
    }
    let beside = json!({"$ref": "#/components/schemas/A", "minLength": 2, "nullable": true});
    assert!(accepts("3.1", Input, beside.clone(), components.clone(), Value::Null));
    assert!(!accepts("3.1", Input, beside, components, json!("a")));
    let not = json!({"not": {"enum": [null, 1]}, "nullable": true});
    assert!(!accepts("3.0", Input, not, json!({}), Value::Null));
}

#[test]
fn a_mapping_names_a_branch_under_another_name_too() {
    let components = json!({
        "Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "a": {"type": "string"}}},
        "Alias": {"$ref": "#/components/schemas/Cat"},
        "Dog": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "a": {"type": "integer"}}},
    });
    let mapping = json!({"cat": "#/components/schemas/Cat", "dog": "Dog"});
    let branches = json!([{"$ref": "#/components/schemas/Alias"}, {"$ref": "#/components/schemas/Dog"}]);
    let schema = json!({"oneOf": branches, "discriminator": {"propertyName": "kind", "mapping": mapping}});
    let accepts = |value| accepts("3.0", Input, schema.clone(), components.clone(), value);
    assert!(accepts(json!({"kind": "cat", "a": "x"})));
    assert!(!accepts(json!({"kind": "dog", "a": "x"})));
}

#[test]
fn each_of_two_unions_is_told_apart_by_its_own_branches() {
    let branch = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let told = json!({"type": "object", "properties": {"kind": {"type": "string"}}});
    let components = json!({"A": told, "B": told});
    let schema = json!({
        "anyOf": [branch("A"), branch("B")],
        "oneOf": [branch("B"), {"type": "object", "maxProperties": 0}],
        "discriminator": {"propertyName": "kind"},
    });
    let accepts = |value| accepts("3.0", Input, schema.clone(), components.clone(), value);
    assert!(accepts(json!({"kind": "B"})));
    assert!(!accepts(json!({"kind": "A"})));
}
