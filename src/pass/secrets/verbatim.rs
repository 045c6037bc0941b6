//! Schemas that are written as they are: whatever stands in them, under keywords that nobody knows too.

use crate::credential::is_secret_name;
use crate::diagnostic::TextDigest;
use crate::json::Value;

use super::report::SecretReport;

/// Removes what is left when the schemas in it and their data are clean: credentials in any text, and texts that
/// are named like one.
pub(super) fn clean(value: &mut Value, report: SecretReport<'_>) {
    match value {
        Value::String(text) => report.prose(text, &"a schema"),
        Value::Array(values) => values.iter_mut().for_each(|value| clean(value, report)),
        Value::Object(members) => members.retain(|name, value| {
            let text = value.as_str().filter(|text| is_secret_name(name) && !text.is_empty());
            if let Some(text) = text {
                report.removed("a credential", &"a schema", Some(TextDigest::credential(text)));
                return false;
            }
            clean(value, report);
            true
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
