//! An input schema that stands at a URL that is not read. It is the one root that keeps a reference.

use crate::json::{Map, json};
use crate::model::{Schema, SchemaDialect};
use crate::source::Node;

/// The input schema: what clients demand, and `$ref` beside it. Under Draft 07 the `$ref` alone counts.
pub(super) fn input(uri: &str, dialect: SchemaDialect) -> Schema {
    let mut schema = Map::new();
    if let Some(dialect) = dialect.uri() {
        schema.insert("$schema", json!(dialect));
    }
    schema.insert("type", json!("object"));
    schema.insert("properties", json!({}));
    schema.insert("$ref", json!(uri));
    Schema(schema)
}

/// The URL, if a schema is of this form.
pub(super) fn of(schema: Node<'_>) -> Option<&str> {
    let has_no_more =
        schema.entries().all(|(key, _)| matches!(key, "$schema" | "type" | "properties" | "$ref"));
    let is_object = schema.get("type").and_then(Node::as_str) == Some("object");
    let is_bare = schema.get("properties").is_some_and(|all| all.is_object() && all.is_empty());
    let uri = schema.get("$ref").and_then(Node::as_str)?;
    Some(uri).filter(|uri| has_no_more && is_object && is_bare && is_url(uri))
}

/// Whether a reference is an `http` or `https` URL.
pub(super) fn is_url(uri: &str) -> bool {
    let scheme = uri.split_once("://").map_or("", |(scheme, _)| scheme);
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}
