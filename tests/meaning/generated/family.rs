//! Generates families: a parent with a discriminator, with or without a union, and the components that build upon it.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::super::corpus::Sample;
use super::{array, combined, nullable, object, schema, with_components};

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// Generates a parent, `A`.
fn parent(modern: bool) -> BoxedStrategy<Value> {
    let kind = select(vec![
        None,
        Some(json!({"type": "string"})),
        Some(json!({"type": "string", "nullable": true})),
        Some(json!({"type": "string", "enum": ["B", "C", "x", "A"]})),
    ]);
    let mapping = select(vec![
        None,
        Some(json!({"x": "B", "y": "#/components/schemas/C"})),
        Some(json!({"x": "B", "B": "B", "a": "#/components/schemas/A"})),
        Some(json!({"B": "B"})),
    ]);
    let union = select(vec![None, None, None, Some("oneOf"), Some("anyOf")]);
    let inner = schema(modern);
    let parts = (object(modern, &inner), kind, mapping, union);
    let all = parts.prop_map(|(mut schema, kind, mapping, union)| {
        if let Some(kind) = kind {
            match schema.get_mut("properties") {
                Some(properties) => properties["kind"] = kind,
                None => schema["properties"] = json!({"kind": kind}),
            }
        }
        schema["discriminator"] = json!({"propertyName": "kind"});
        if let Some(mapping) = mapping {
            schema["discriminator"]["mapping"] = mapping;
        }
        if let Some(union) = union {
            schema[union] = json!([reference("B"), reference("C")]);
        }
        schema
    });
    nullable(modern, all)
}

/// Generates a component that builds upon one of `parents`.
fn subtype(modern: bool, parents: &'static [&'static str]) -> BoxedStrategy<Value> {
    let inner = schema(modern);
    let part = nullable(modern, object(modern, &inner));
    let own = prop_oneof![2 => Just(json!({})), 1 => object(modern, &inner)];
    let parts = (select(parents), part, own).prop_map(|(parent, part, mut own)| {
        own["allOf"] = json!([reference(parent), part]);
        own
    });
    nullable(modern, parts)
}

/// Generates a place where the family is used.
fn user(modern: bool) -> BoxedStrategy<Value> {
    let member = || nullable(modern, select(vec!["A", "A", "B", "C"]).prop_map(reference)).boxed();
    let inner = prop_oneof![3 => member(), 1 => schema(modern)].boxed();
    let any = prop_oneof![
        3 => member(),
        2 => object(modern, &inner),
        1 => array(modern, inner.clone()),
        2 => combined(modern, inner),
    ];
    nullable(modern, any)
}

/// Generates a use of a family.
pub(super) fn sample(modern: bool) -> BoxedStrategy<Sample> {
    let members = (user(modern), parent(modern), subtype(modern, &["A"]), subtype(modern, &["A", "B"]));
    members.prop_map(move |(schema, a, b, c)| with_components(schema, vec![a, b, c], modern)).boxed()
}
