//! Valid constructs of output schemas for which clients refuse the results of a tool, or the list.

use crate::json::{Map, Value};

/// Returns the keywords of an output schema that clients refuse, each with the reason (tests/clients/matrix).
pub fn refused_constructs(schema: &Map) -> impl Iterator<Item = (&'static str, &'static str)> {
    let nullable = schema.get("nullable") == Some(&Value::Bool(true));
    let no_value = schema.get("enum").and_then(Value::as_array).is_some_and(Vec::is_empty);
    // Fractions of a power of two are exact in doubles (IEEE 754).
    let is_inexact = |step: f64| (step * 1_048_576.0).fract() != 0.0;
    let fraction = schema.get("multipleOf").and_then(Value::as_f64).is_some_and(is_inexact);
    let closed_tuple = schema.contains_key("prefixItems") && schema.get("items") == Some(&Value::Bool(false));
    [
        (
            nullable,
            "nullable",
            "`nullable` is no keyword of JSON Schema, so that clients refuse the null that it means",
        ),
        (no_value, "enum", "an `enum` without values makes the TypeScript client lose the list"),
        (
            fraction,
            "multipleOf",
            "clients compute `multipleOf` with doubles, and refuse fractions such as 19.99 for 0.01",
        ),
        (
            schema.contains_key("$dynamicRef"),
            "$dynamicRef",
            "the TypeScript client cannot follow `$dynamicRef`",
        ),
        (
            closed_tuple,
            "items",
            "the TypeScript client 1.x does not know `prefixItems`, and refuses every item for `items: false`; use `maxItems`",
        ),
    ]
    .into_iter()
    .filter_map(|(is_refused, keyword, reason)| is_refused.then_some((keyword, reason)))
}
