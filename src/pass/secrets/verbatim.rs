//! Removal of credentials from schemas that are copied verbatim, including unknown keywords.

use crate::credential::is_secret_name;
use crate::diagnostic::TextDigest;
use crate::json::Value;

use super::report::SecretReport;

/// Removes the credentials that cleaning by keyword leaves: credentials in any text, and texts whose key is named like
/// a credential.
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
