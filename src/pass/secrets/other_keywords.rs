//! Removal of credentials from keywords that hold neither prose nor instances: patterns, formats, names of properties.

use crate::credential::contains;
use crate::diagnostic::TextDigest;
use crate::json::{Map, Value};
use crate::schema::DISCRIMINATOR;

use super::keyword_kinds::{PROSE, SINGLE_VALUE, VALUE_LIST};
use super::location::SchemaLocation;
use super::report::SecretReport;

/// Removes credentials from the other keywords of one schema: a text with its keyword, a name from its list or map. Returns
/// true if the schema then accepts more values than before.
pub(super) fn clean_other_keywords(
    schema: &mut Map,
    place: SchemaLocation<'_>,
    report: SecretReport<'_>,
) -> bool {
    let mut gone = Vec::new();
    let mut is_widened = false;
    for (keyword, value) in schema.iter_mut() {
        let mut found = None;
        let mut holds = |text: &str| {
            let holds = contains(text);
            if holds {
                found.get_or_insert_with(|| TextDigest::credential(text));
            }
            holds
        };
        match (keyword.as_str(), value) {
            // The program writes references itself.
            ("$ref", _) => {}
            (other, Value::String(text))
                if !PROSE.contains(&other) && !SINGLE_VALUE.contains(&other) && holds(text) =>
            {
                gone.push(keyword.clone());
            }
            (other, Value::Array(list)) if !VALUE_LIST.contains(&other) => {
                list.retain(|item| !item.as_str().is_some_and(&mut holds));
                // An empty list constrains nothing.
                if list.is_empty() && found.is_some() {
                    gone.push(keyword.clone());
                }
            }
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(members)) => {
                members.retain(|name, _| !holds(name));
            }
            (DISCRIMINATOR, Value::Object(fields)) => {
                fields.retain(|_, field| !field.as_str().is_some_and(&mut holds));
                if let Some(Value::Object(mapping)) = fields.get_mut("mapping") {
                    mapping.retain(|name, _| !holds(name));
                }
            }
            ("dependentRequired" | "dependencies", Value::Object(members)) => {
                members.retain(|name, names| {
                    if let Value::Array(list) = names {
                        list.retain(|item| !item.as_str().is_some_and(&mut holds));
                    }
                    !holds(name)
                });
            }
            _ => {}
        }
        if found.is_some() {
            is_widened = true;
            report.at(place.spot, keyword).removed("a credential", &place.keyword(keyword), found);
        }
    }
    for keyword in gone {
        schema.shift_remove(&keyword);
    }
    is_widened
}
