//! HTTP methods as keys of a path item.

use crate::model::Format;

/// Methods of a path item in every version (OpenAPI 3.0, "Path Item Object"; 2.0 has no `trace`).
pub(super) const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// Returns true if a key of a path item, in lower case, is a method in this version. `query` is new in OpenAPI 3.2.
pub(super) fn is_method(key: &str, format: Format) -> bool {
    METHODS.contains(&key) || (key == "query" && format == Format::OpenApi32)
}
