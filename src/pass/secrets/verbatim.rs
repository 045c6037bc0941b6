//! Schemas that are written as they are: whatever stands in them, under keywords that nobody knows too.

use crate::credential::is_secret_name;
use crate::json::Value;

use super::Report;

/// Removes what is left when the schemas in it and their data are clean: credentials in any text, and texts that
/// are named like one.
pub(super) fn clean(value: &mut Value, report: Report<'_>) {
    match value {
        Value::String(text) => report.prose(text, &"a schema"),
        Value::Array(values) => values.iter_mut().for_each(|value| clean(value, report)),
        Value::Object(members) => members.retain(|name, value| {
            let is_secret = is_secret_name(name) && value.as_str().is_some_and(|text| !text.is_empty());
            if is_secret {
                report.removed("a credential", &"a schema");
            } else {
                clean(value, report);
            }
            !is_secret
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
