//! Asserts `format`: both schemas are read twice, as it is an annotation for some validators and an assertion for others
//! (JSON Schema 2020-12 validation, section 7.2).

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use jsonschema::{Draft, ValidationOptions, Validator};
use serde_json::{Value, json};

/// The meaning of `format` for a validator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FormatReading {
    Annotation,
    Assertion,
}

/// The formats that are asserted (JSON Schema 2020-12 validation, section 7.3), in every draft.
const ASSERTED: [&str; 19] = [
    "date",
    "date-time",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// Returns whether a string has a format; a format that is not known holds for every string.
pub(crate) fn fits(format: &str, text: &str) -> bool {
    static KNOWN: LazyLock<Mutex<HashMap<String, Option<Arc<Validator>>>>> = LazyLock::new(Mutex::default);
    let read = || {
        let schema = json!({"format": format});
        let options = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
        options.build(&schema).ok().filter(|_| ASSERTED.contains(&format)).map(Arc::new)
    };
    let validator = {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(format.to_owned()).or_insert_with(read).clone()
    };
    validator.is_none_or(|validator| validator.is_valid(&Value::from(text)))
}

/// Returns the options of a validator that reads `format` in one way, the same in every draft.
pub(crate) fn asserting(options: ValidationOptions<'_>, reading: FormatReading) -> ValidationOptions<'_> {
    if reading == FormatReading::Annotation {
        return options.should_validate_formats(false);
    }
    let options = options.should_validate_formats(true);
    ASSERTED
        .iter()
        .fold(options, |options, format| options.with_format(*format, move |text: &str| fits(format, text)))
}

/// Returns whether a schema has a `format` anywhere, so that the readings may differ.
pub(crate) fn has_formats(schema: &Value) -> bool {
    match schema {
        Value::Object(map) => {
            map.iter().any(|(key, value)| key == "format" && value.is_string() || has_formats(value))
        }
        Value::Array(list) => list.iter().any(has_formats),
        _ => false,
    }
}
