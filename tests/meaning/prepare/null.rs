//! `nullable` as authors mean it (docs/schemas.md, "OpenAPI 2.0 and 3.0"): null passes wherever it is written, and nothing
//! else is widened.

use serde_json::{Map, Value, json};

/// Marks a `oneOf` of which several branches say `nullable`: the translator may write it as `anyOf`.
pub(crate) const SEVERAL_NULLS: &str = "x-several-nulls";

/// Returns whether a schema says `nullable` itself.
pub(super) fn says(map: &Map<String, Value>) -> bool {
    let said = map.get("nullable").or_else(|| map.get("x-nullable"));
    said.is_some_and(|said| *said == json!(true) || *said == json!("true"))
}

fn schema_says(schema: &Value) -> bool {
    schema.as_object().is_some_and(says)
}

fn is_annotation(key: &str) -> bool {
    const ANNOTATIONS: [&str; 9] = [
        "title",
        "description",
        "default",
        "example",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "externalDocs",
    ];
    ANNOTATIONS.contains(&key) || key.starts_with("x-")
}

/// Returns whether a branch of a union says nothing but `nullable`: it is null, not any value.
pub(super) fn is_only_null(branch: &Value) -> bool {
    let Some(map) = branch.as_object() else { return false };
    let silent = ["nullable", "title", "description", "externalDocs"];
    says(map) && map.keys().all(|key| silent.contains(&key.as_str()) || key.starts_with("x-"))
}

/// Returns whether the parts of an `allOf` are parts of something larger: there are several, or other keywords beside it.
pub(super) fn is_composed(map: &Map<String, Value>) -> bool {
    let parts = map.get("allOf").and_then(Value::as_array).map_or(0, Vec::len);
    let beside = |key: &String| key != "allOf" && key != "nullable" && !is_annotation(key);
    parts > 1 || parts == 1 && map.keys().any(beside)
}

/// Returns whether a part of the `allOf` speaks of the whole when it says `nullable`.
pub(super) fn is_said_by_part(map: &Map<String, Value>) -> bool {
    let parts = map.get("allOf").and_then(Value::as_array).into_iter().flatten();
    is_composed(map) && parts.into_iter().any(|part| part.get("$ref").is_none() && schema_says(part))
}

/// Returns whether several branches of a union say `nullable`; `follow` returns the target of a reference.
pub(super) fn is_said_by_several<'v>(branches: &'v [Value], follow: impl Fn(&'v Value) -> &'v Value) -> bool {
    branches.iter().filter(|branch| schema_says(branch) || schema_says(follow(branch))).count() > 1
}

/// Lets null pass a `oneOf` of which several branches are nullable.
pub(super) fn open_one_of(ready: &mut Map<String, Value>) {
    let Some(branches) = ready.shift_remove("oneOf") else { return };
    let union = json!({"anyOf": [{"oneOf": branches, SEVERAL_NULLS: true}, {"type": "null"}]});
    match ready.entry("allOf").or_insert_with(|| json!([])) {
        Value::Array(parts) => parts.push(union),
        other => *other = json!([union]),
    }
}

/// Lets null pass a prepared schema. `map` is its source, `has_const` says whether `const` is a keyword of its dialect.
pub(super) fn accept(map: &Map<String, Value>, mut ready: Map<String, Value>, has_const: bool) -> Value {
    let has = |keyword: &str| map.contains_key(keyword) || ready.contains_key(keyword);
    let composed = ["$ref", "allOf", "anyOf", "oneOf"].iter().any(|keyword| has(keyword));
    if composed || has_const && map.contains_key("const") {
        // References lead to the whole.
        let identifiers = ["$id", "$anchor", "$dynamicAnchor", "$defs"];
        let (outside, inner): (Map<_, _>, Map<_, _>) =
            ready.into_iter().partition(|(key, _)| identifiers.contains(&key.as_str()));
        let mut whole = Value::Object(outside);
        whole["anyOf"] = json!([inner, {"type": "null"}]);
        return whole;
    }
    let null = json!("null");
    match ready.get_mut("type") {
        Some(Value::Array(kinds)) if !kinds.contains(&null) => kinds.push(null),
        Some(Value::String(kind)) if kind != "null" => {
            let kinds = json!([kind, "null"]);
            ready.insert("type".to_owned(), kinds);
        }
        _ => {}
    }
    if let Some(Value::Array(values)) = ready.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    Value::Object(ready)
}
