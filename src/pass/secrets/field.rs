//! Fields that carry a credential, and removal of the values in their schemas.

use crate::credential::is_secret_name;
use crate::json::{Map, Value};

use super::data::has_text;
use super::keyword_kinds::VALUE_LIST;
use super::location::SchemaLocation;
use super::report::SecretReport;

/// A field that carries a credential.
pub(super) struct SecretField {
    /// The reason, for messages.
    why: &'static str,
    /// True if `enum` is removed as well. Only the values of a password are secret for sure: `enum: [bearer]` of
    /// `token_type` stays.
    removes_enum: bool,
}

/// Returns the reason to treat the described field as a credential, or `None`.
pub(super) fn secret_field(schema: &Map, property: Option<&str>) -> Option<SecretField> {
    let named = property.is_some_and(is_secret_name) && may_be_string(schema);
    let is_password = schema.get("format").is_some_and(|format| format == "password");
    let why = match (is_password, named) {
        (true, _) => "a password",
        (_, true) => "a credential by its name",
        _ => return None,
    };
    Some(SecretField { why, removes_enum: is_password })
}

/// Returns true if the `type` allows strings, or is absent as beside `$ref` and `anyOf`.
fn may_be_string(schema: &Map) -> bool {
    match schema.get("type") {
        None => true,
        Some(Value::Array(types)) => types.iter().any(|one| one == "string"),
        Some(one) => one == "string",
    }
}

/// Removes defaults and examples that have text from the schema of a credential field. Returns true if the schema accepts
/// more values than before.
pub(super) fn clean_field(
    schema: &mut Map,
    field: &SecretField,
    place: SchemaLocation<'_>,
    report: SecretReport<'_>,
) -> bool {
    // A value that the schema lists is public.
    let public = match schema.get("enum") {
        Some(Value::Array(values)) if !field.removes_enum => values.clone(),
        _ => Vec::new(),
    };
    let discloses =
        |value: &Value, is_example: bool| !public.contains(value) && has_text(value, is_example, 0);
    let mut is_widened = false;
    let keywords = ["default", "example", "examples", "enum"];
    for keyword in keywords.into_iter().filter(|&keyword| keyword != "enum" || field.removes_enum) {
        let (gone, changed) = match schema.get_mut(keyword) {
            Some(Value::Array(values)) if VALUE_LIST.contains(&keyword) => {
                let before = values.len();
                values.retain(|value| !discloses(value, keyword == "examples"));
                (values.is_empty(), values.len() < before)
            }
            Some(value) => {
                let found = discloses(value, keyword == "example");
                (found, found)
            }
            None => (false, false),
        };
        if changed {
            if gone {
                schema.shift_remove(keyword);
                is_widened |= keyword == "enum";
            }
            let what = format!("a value of a field that is {}", field.why);
            report.at(place.spot, keyword).removed(&what, &place.keyword(keyword), None);
        }
    }
    is_widened
}
