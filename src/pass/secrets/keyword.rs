//! Credentials in keywords that no prose or data stands under: in a pattern, a format, the name of a property.

use crate::credential::contains;
use crate::diagnostic::TextDigest;
use crate::json::{Map, Value};

use super::report::SecretReport;
use super::{LISTS, PROSE, SINGLE, SchemaLocation};

/// Removes whatever else in one schema holds a credential: texts with their keyword, names from where they are listed. What
/// remains accepts more values.
pub(super) fn clean_keywords(schema: &mut Map, place: SchemaLocation<'_>, report: SecretReport<'_>) {
    let mut gone = Vec::new();
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
            // Our own.
            ("$ref", _) => {}
            (other, Value::String(text))
                if !PROSE.contains(&other) && !SINGLE.contains(&other) && holds(text) =>
            {
                gone.push(keyword.clone());
            }
            (other, Value::Array(list)) if !LISTS.contains(&other) => {
                list.retain(|item| !item.as_str().is_some_and(&mut holds));
                // A list that lists nothing says nothing.
                if list.is_empty() && found.is_some() {
                    gone.push(keyword.clone());
                }
            }
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(members)) => {
                members.retain(|name, _| !holds(name));
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
            report.at(place.spot, keyword).removed("a credential", &place.keyword(keyword), found);
        }
    }
    for keyword in gone {
        schema.shift_remove(&keyword);
    }
}
