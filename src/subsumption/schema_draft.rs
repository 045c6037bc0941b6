//! Drafts of JSON Schema, and the keywords that each of them has.

use crate::json::Value;

/// A draft of JSON Schema, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SchemaDraft {
    Draft04,
    Draft06,
    Draft07,
    Draft201909,
    Draft202012,
}

impl SchemaDraft {
    /// Reads `$schema`. Documents without it are read as 2020-12, the default of MCP.
    pub(super) fn of(root: &Value) -> Self {
        let uri = root.get("$schema").and_then(Value::as_str).unwrap_or_default();
        let known = [
            ("draft-04", Self::Draft04),
            ("draft-06", Self::Draft06),
            ("draft-07", Self::Draft07),
            ("2019-09", Self::Draft201909),
        ];
        known.iter().find(|(name, _)| uri.contains(name)).map_or(Self::Draft202012, |(_, draft)| *draft)
    }

    /// Returns `true` if keywords beside `$ref` are ignored (Draft 07 core, section 8.3).
    pub(super) fn ignores_beside_ref(self) -> bool {
        self <= Self::Draft07
    }

    /// Returns `true` if the draft has a keyword with an argument of this kind. Validators differ in whether they apply one
    /// that the draft lacks.
    pub(super) fn has(self, keyword: &str, argument: &Value) -> bool {
        match keyword {
            "exclusiveMinimum" | "exclusiveMaximum" => argument.is_boolean() == (self == Self::Draft04),
            "const" | "contains" | "propertyNames" => self >= Self::Draft06,
            "if" => self >= Self::Draft07,
            "dependentRequired" | "dependentSchemas" | "unevaluatedProperties" | "unevaluatedItems" => {
                self >= Self::Draft201909
            }
            "prefixItems" => self >= Self::Draft202012,
            "dependencies" => self <= Self::Draft07,
            "additionalItems" => self <= Self::Draft201909,
            "items" if argument.is_array() => self <= Self::Draft201909,
            _ => true,
        }
    }
}
