//! The words that authors use for types.

/// The types of JSON Schema (2020-12 validation, section 6.1.1).
pub(super) const TYPES: [&str; 7] = ["null", "boolean", "object", "array", "number", "string", "integer"];

/// Returns the type and format that authors mean by a word that is not a type of JSON Schema.
pub(super) fn meant_type(word: &str) -> Option<(&'static str, Option<&'static str>)> {
    Some(match word.trim().to_ascii_lowercase().as_str() {
        "null" | "nil" | "none" => ("null", None),
        "boolean" | "bool" => ("boolean", None),
        "object" | "dict" | "map" | "hash" | "json" | "dictionary" => ("object", None),
        "array" | "list" | "set" => ("array", None),
        "number" | "float" | "double" | "decimal" => ("number", None),
        "integer" | "int" | "int32" | "int64" | "long" | "short" => ("integer", None),
        "string" | "str" | "text" | "char" | "enum" => ("string", None),
        "date" => ("string", Some("date")),
        "datetime" | "date-time" | "timestamp" => ("string", Some("date-time")),
        "uuid" | "guid" => ("string", Some("uuid")),
        "uri" | "url" => ("string", Some("uri")),
        "email" => ("string", Some("email")),
        "password" => ("string", Some("password")),
        "file" | "binary" => ("string", Some("binary")),
        "byte" => ("string", Some("byte")),
        _ => return None,
    })
}

/// Returns whether a word is a type of JSON Schema.
pub(super) fn is_type(word: &str) -> bool {
    TYPES.contains(&word)
}

/// Returns whether a word is a type of JSON Schema, or is used for one.
pub(super) fn is_type_word(word: &str) -> bool {
    is_type(word) || meant_type(word).is_some()
}
