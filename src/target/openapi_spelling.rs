//! The spelling of Gemini's `parameters`: types in upper case, lengths as text (proto3 JSON writes 64-bit integers so).

use crate::json::{Map, Value};

use super::walk::change_each_schema;

/// Spells a lowered schema as Gemini's `Schema` type does.
pub(super) fn spell(schema: &mut Map) {
    change_each_schema(schema, &mut |map| {
        if let Some(Value::String(kind)) = map.get_mut("type") {
            kind.make_ascii_uppercase();
        }
        for keyword in ["minLength", "maxLength"] {
            if let Some(length) = map.get_mut(keyword).filter(|length| length.is_number()) {
                *length = Value::String(length.to_string());
            }
        }
    });
}
