//! Generates valid but unusual schemas: null is said wherever a schema can stand, in each way that a version has.

#[path = "generated/dynamic.rs"]
mod dynamic;
#[path = "generated/family.rs"]
mod family;
#[path = "generated/scalar.rs"]
mod scalar;

use jsonschema::Draft;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

use super::corpus::{Sample, sample as cut_out};
use scalar::{scalar, some};

/// Components that schemas refer to, including one another and themselves.
const COMPONENTS: [&str; 3] = ["A", "B", "C"];

/// Names of properties; the last one is the discriminating property.
const NAMES: [&str; 4] = ["a", "b", "c", "kind"];

fn reference() -> impl Strategy<Value = Value> {
    select(&COMPONENTS[..]).prop_map(|name| json!({"$ref": format!("#/components/schemas/{name}")}))
}

fn object(modern: bool, inner: &BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let properties = btree_map(select(&NAMES[..]), inner.clone(), 0..4);
    let required = subsequence(NAMES.to_vec(), 0..3);
    let additional = prop_oneof![4 => Just(None), 1 => any::<bool>().prop_map(|flag| Some(json!(flag))), 1 => inner.clone().prop_map(Some)];
    let extra =
        some(vec![("type", json!("object")), ("minProperties", json!(1)), ("maxProperties", json!(2))]);
    let directed = (select(&NAMES[..]), select(vec!["readOnly", "writeOnly", "x"]));
    let old = (properties, required, additional, extra, directed).prop_map(
        |(properties, required, additional, mut schema, (name, direction))| {
            let mut all: Map<String, Value> =
                properties.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
            if let Some(property) = all.get_mut(name)
                && direction != "x"
            {
                property[direction] = json!(true);
            }
            if !all.is_empty() {
                schema["properties"] = Value::Object(all);
            }
            if !required.is_empty() {
                schema["required"] = json!(required);
            }
            if let Some(additional) = additional {
                schema["additionalProperties"] = additional;
            }
            schema
        },
    );
    if !modern {
        return old.boxed();
    }
    let more = prop_oneof![
        ("[ab]", inner.clone()).prop_map(|(pattern, schema)| ("patternProperties", json!({pattern: schema}))),
        inner.clone().prop_map(|schema| ("propertyNames", schema)),
        (select(&NAMES[..]), subsequence(NAMES.to_vec(), 1..3))
            .prop_map(|(name, names)| ("dependentRequired", json!({name: names}))),
        (select(&NAMES[..]), inner.clone())
            .prop_map(|(name, schema)| ("dependentSchemas", json!({name: schema}))),
        any::<bool>().prop_map(|flag| ("unevaluatedProperties", json!(flag))),
    ];
    (old, prop_oneof![2 => Just(None), 1 => more.prop_map(Some)])
        .prop_map(|(mut schema, more)| {
            if let Some((keyword, value)) = more {
                schema[keyword] = value;
            }
            schema
        })
        .boxed()
}

fn array(modern: bool, inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let extra = some(vec![("minItems", json!(1)), ("maxItems", json!(2)), ("uniqueItems", json!(true))]);
    let old = (extra, inner.clone()).prop_map(|(mut schema, items)| {
        schema["type"] = json!("array");
        schema["items"] = items;
        schema
    });
    let old = old.boxed();
    if !modern {
        return old.boxed();
    }
    let rest = prop_oneof![1 => Just(None), 1 => Just(Some(json!(false))), 1 => inner.clone().prop_map(Some)];
    let tuple = (vec(inner.clone(), 1..3), rest).prop_map(|(members, rest)| {
        let mut schema = json!({"type": "array", "prefixItems": members});
        if let Some(rest) = rest {
            schema["items"] = rest;
        }
        schema
    });
    let contains = (
        inner,
        select(vec![None, Some(("minContains", 0)), Some(("minContains", 2)), Some(("maxContains", 1))]),
    )
        .prop_map(|(schema, bound)| {
            let mut schema = json!({"type": "array", "contains": schema});
            if let Some((keyword, bound)) = bound {
                schema[keyword] = json!(bound);
            }
            schema
        });
    let seen = (old.clone(), any::<bool>()).prop_map(|(mut schema, flag)| {
        let items = schema["items"].take();
        schema["items"] = json!(true);
        let bound = if flag { json!(false) } else { items.clone() };
        json!({"allOf": [{"prefixItems": [items]}], "unevaluatedItems": bound, "type": "array"})
    });
    prop_oneof![8 => old, 4 => tuple, 4 => contains, 1 => seen].boxed()
}

fn combined(modern: bool, inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let mapping = select(vec![
        json!({}),
        json!({"x": "#/components/schemas/A", "y": "B"}),
        json!({"x": "A", "a": "A", "b": "C"}),
    ]);
    let parts = vec(inner.clone(), 1..4);
    let union =
        (select(vec!["anyOf", "oneOf"]), parts.clone()).prop_map(|(keyword, parts)| json!({keyword: parts}));
    let all = parts.prop_map(|parts| json!({"allOf": parts}));
    let told = (select(vec!["anyOf", "oneOf"]), subsequence(COMPONENTS.to_vec(), 1..4), mapping).prop_map(
        |(keyword, names, mapping)| {
            let branches: Vec<Value> = names
                .into_iter()
                .map(|name| json!({"$ref": format!("#/components/schemas/{name}")}))
                .collect();
            json!({keyword: branches, "discriminator": {"propertyName": "kind", "mapping": mapping}})
        },
    );
    let not = inner.clone().prop_map(|schema| json!({"not": schema}));
    let old = prop_oneof![4 => all, 4 => union, 2 => told, 1 => not];
    if !modern {
        return old.boxed();
    }
    let condition = (inner.clone(), inner.clone(), inner)
        .prop_map(|(condition, then, otherwise)| json!({"if": condition, "then": then, "else": otherwise}));
    prop_oneof![6 => old, 1 => condition].boxed()
}

/// Adds `nullable` to some schemas; from 3.1 on it is not a keyword, but authors write it.
fn nullable(modern: bool, schema: impl Strategy<Value = Value> + 'static) -> BoxedStrategy<Value> {
    let said = prop::bool::weighted(if modern { 0.07 } else { 0.25 });
    let keyword = prop_oneof![4 => Just("nullable"), 1 => Just("x-nullable")];
    (schema, said, keyword)
        .prop_map(|(mut schema, said, keyword)| {
            if said {
                schema[keyword] = json!(true);
            }
            schema
        })
        .boxed()
}

/// Generates a schema that says nothing of a value but that it may be null.
fn only_nullable() -> impl Strategy<Value = Value> {
    select(vec![json!({"nullable": true}), json!({"nullable": true, "description": "Or nothing."})])
}

/// Generates a valid schema of a version of OpenAPI.
fn schema(modern: bool) -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        8 => nullable(modern, scalar(modern)),
        3 => nullable(modern, reference()),
        1 => only_nullable()
    ];
    leaf.prop_recursive(3, 16, 3, move |inner| {
        let inner = inner.boxed();
        let beside =
            (object(modern, &inner), combined(modern, inner.clone())).prop_map(|(mut schema, more)| {
                for (key, value) in more.as_object().into_iter().flatten() {
                    schema[key] = value.clone();
                }
                schema
            });
        // A type and values beside a combined schema.
        let typed = (scalar(modern), combined(modern, inner.clone())).prop_map(|(mut schema, more)| {
            for (key, value) in more.as_object().into_iter().flatten() {
                schema[key] = value.clone();
            }
            schema
        });
        let referred = (reference(), scalar(modern)).prop_map(move |(mut schema, more)| {
            for (key, value) in more.as_object().into_iter().flatten().filter(|_| modern) {
                schema[key] = value.clone();
            }
            schema
        });
        let any = prop_oneof![
            6 => object(modern, &inner),
            4 => array(modern, inner.clone()),
            6 => combined(modern, inner),
            4 => beside,
            1 => typed,
            2 => referred,
        ];
        nullable(modern, any)
    })
    .boxed()
}

/// Generates a schema that declares its draft.
pub(crate) fn of_a_draft() -> impl Strategy<Value = Sample> {
    let drafts = vec![Draft::Draft4, Draft::Draft6, Draft::Draft7, Draft::Draft201909];
    (sample(true), select(drafts)).prop_map(|(sample, draft)| Sample { draft: Some(draft), ..sample })
}

/// Generates a schema with components.
pub(crate) fn any_sample() -> impl Strategy<Value = Sample> {
    any::<bool>().prop_flat_map(|modern| prop_oneof![5 => sample(modern), 2 => family::sample(modern)])
}

/// Generates a schema that reaches a `$dynamicRef`.
pub(crate) fn dynamic() -> impl Strategy<Value = Sample> {
    dynamic::sample()
}

/// Generates a schema of one version with components.
fn sample(modern: bool) -> BoxedStrategy<Sample> {
    let schemas = vec(schema(modern), 4);
    schemas
        .prop_map(move |mut schemas| {
            let schema = schemas.pop().unwrap_or_default();
            with_components(schema, schemas, modern)
        })
        .boxed()
}

/// Returns a sample of a schema that may refer to these components.
fn with_components(schema: Value, components: Vec<Value>, modern: bool) -> Sample {
    let components: Map<String, Value> =
        COMPONENTS.iter().map(|name| (*name).to_owned()).zip(components).collect();
    let document = json!({"components": {"schemas": components}});
    cut_out(&document, &schema, modern).unwrap_or(Sample { schema, document, modern, draft: None })
}
