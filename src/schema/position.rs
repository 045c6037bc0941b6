//! Which keywords of an emitted schema hold schemas, and which hold data.

/// What stands under a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// One schema.
    Schema,
    /// A list of schemas.
    List,
    /// A map from names to schemas.
    Map,
    /// No schema: text, numbers, or data that must never be read as a schema.
    Data,
}

/// What stands under `keyword` (JSON Schema Draft 07 and 2020-12, applicator keywords).
pub fn position(keyword: &str) -> Position {
    match keyword {
        "items"
        | "additionalProperties"
        | "additionalItems"
        | "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema" => Position::Schema,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Position::List,
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas"
        | "dependencies" => Position::Map,
        _ => Position::Data,
    }
}
