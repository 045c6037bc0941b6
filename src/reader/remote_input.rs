//! Input schemas at a URL that is not read: the only schemas whose root is a reference.

use crate::json::{Map, json};
use crate::model::{Schema, SchemaDialect};
use crate::source::Node;

/// Makes an input schema that refers to a URL: the keywords that clients require, and `$ref` beside them. A validator of
/// Draft 07 ignores all keywords but the `$ref`.
pub(super) fn schema(uri: &str, dialect: SchemaDialect) -> Schema {
    let mut schema = Map::new();
    if let Some(dialect) = dialect.uri() {
        schema.insert("$schema", json!(dialect));
    }
    schema.insert("type", json!("object"));
    schema.insert("properties", json!({}));
    schema.insert("$ref", json!(uri));
    Schema(schema)
}

/// Returns the URL of a schema that has the form that [`schema`] makes.
pub(super) fn url(schema: Node<'_>) -> Option<&str> {
    let has_no_more =
        schema.entries().all(|(key, _)| matches!(key, "$schema" | "type" | "properties" | "$ref"));
    let is_object = schema.get("type").and_then(Node::as_str) == Some("object");
    let is_bare = schema.get("properties").is_some_and(|all| all.is_object() && all.is_empty());
    let uri = schema.get("$ref").and_then(Node::as_str)?;
    Some(uri).filter(|uri| has_no_more && is_object && is_bare && is_url(uri))
}

/// Returns true if a reference is an `http` or `https` URL.
pub(super) fn is_url(uri: &str) -> bool {
    let scheme = uri.split_once("://").map_or("", |(scheme, _)| scheme);
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}
