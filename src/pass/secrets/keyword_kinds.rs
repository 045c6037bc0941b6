//! Keywords whose values are prose or data (JSON Schema 2020-12, Validation; OpenAPI 3.0 `example`).

/// Keywords whose value is text for people.
pub(super) const PROSE: [&str; 3] = ["title", "description", "$comment"];
/// Keywords whose value is one instance.
pub(super) const SINGLE_VALUE: [&str; 3] = ["default", "const", "example"];
/// Keywords whose value is a list of instances.
pub(super) const VALUE_LIST: [&str; 2] = ["enum", "examples"];
