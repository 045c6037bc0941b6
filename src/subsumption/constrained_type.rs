//! Keywords that constrain the values of one type only.

use crate::json::types::TypeSet;

/// Returns the type whose values a keyword constrains: it accepts every value of another type (JSON Schema Core, section 7.6.1).
/// `None` if the keyword concerns all types, or constrains nothing by itself.
pub(super) fn constrained_type(keyword: &str) -> Option<TypeSet> {
    Some(match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => TypeSet::NUMBER,
        "minLength" | "maxLength" | "pattern" => TypeSet::STRING,
        "minItems" | "maxItems" | "uniqueItems" | "items" | "prefixItems" | "additionalItems"
        | "unevaluatedItems" | "contains" => TypeSet::ARRAY,
        "minProperties"
        | "maxProperties"
        | "required"
        | "properties"
        | "patternProperties"
        | "additionalProperties"
        | "unevaluatedProperties"
        | "propertyNames"
        | "dependentRequired"
        | "dependentSchemas"
        | "dependencies" => TypeSet::OBJECT,
        _ => return None,
    })
}
