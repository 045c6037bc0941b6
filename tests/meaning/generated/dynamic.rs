//! Generates pages whose items are told by `$dynamicRef` (JSON Schema 2020-12 core, section 8.2.3.2).

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::super::corpus::Sample;
use super::scalar::scalar;
use super::{nullable, object};

/// Generates the schema of an item, which may be nullable and refers to nothing.
fn item() -> BoxedStrategy<Value> {
    let inner = nullable(true, scalar(true));
    let any = prop_oneof![2 => inner.clone(), 1 => object(true, &inner), 1 => Just(json!({"not": {}}))];
    nullable(true, any).prop_map(|item| with(item, "$dynamicAnchor", json!("item"))).boxed()
}

fn with(mut schema: Value, keyword: &str, value: Value) -> Value {
    schema[keyword] = value;
    schema
}

/// Generates a use of a page, of pages with items of their own, or of both.
pub(super) fn sample() -> BoxedStrategy<Sample> {
    let page = nullable(true, Just(json!({"type": "object"})));
    let beside =
        select(vec![json!({}), json!({"required": ["items"]}), json!({"unevaluatedProperties": false})]);
    let page_reference = || nullable(true, select(vec!["page", "users", "names"]).prop_map(reference));
    let both = (page_reference(), page_reference())
        .prop_map(|(one, other)| json!({"type": "object", "properties": {"one": one, "other": other}}));
    let user = prop_oneof![2 => page_reference(), 1 => both];
    (page, beside, user, [item(), item(), item()])
        .prop_map(|(page, beside, schema, [own, of_users, of_names])| {
            let items = json!({"items": {"type": "array", "items": {"$dynamicRef": "#item"}}});
            let page = with(page, "$id", json!(id("page")));
            let page = with(page, "properties", items);
            let further = |beside: Value, name: &str, item: Value| {
                let further = with(with(beside, "$id", json!(id(name))), "$ref", json!("page"));
                with(further, "$defs", json!({"item": item}))
            };
            let components = json!({
                "Page": with(page, "$defs", json!({"item": own})),
                "Users": further(beside, "users", of_users),
                "Names": further(json!({}), "names", of_names),
            });
            let document = json!({"components": {"schemas": components}});
            Sample { schema, document, modern: true, draft: None }
        })
        .boxed()
}

fn id(name: &str) -> String {
    format!("https://schemas.example.com/{name}")
}

fn reference(name: &str) -> Value {
    json!({"$ref": id(name)})
}
