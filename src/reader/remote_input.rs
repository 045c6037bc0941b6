//! Input schemas at a URI that is not read: the only schemas whose root is a reference.

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
    Some(uri).filter(|uri| has_no_more && is_object && is_bare && is_remote(uri))
}

/// Returns true if a reference leads out of the files that a document is made of.
pub(super) fn is_remote(uri: &str) -> bool {
    is_url(uri) || is_never_read(uri)
}

/// Returns true if a reference has a scheme that is not read, whatever the caller allows, such as `urn:`.
pub(super) fn is_never_read(uri: &str) -> bool {
    let Some((scheme, _)) = uri.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    // One letter is a drive of Windows.
    let is_read =
        scheme.len() == 1 || ["http", "https", "file"].iter().any(|read| scheme.eq_ignore_ascii_case(read));
    is_scheme && !is_read
}

/// Explains why the schema at a remote reference is not in the list.
pub(super) fn why_not_read(uri: &str) -> &'static str {
    if is_never_read(uri) { "which is never read" } else { "which is not read without network access" }
}

/// Returns true if a reference is an `http` or `https` URL.
fn is_url(uri: &str) -> bool {
    let scheme = uri.split_once("://").map_or("", |(scheme, _)| scheme);
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}
