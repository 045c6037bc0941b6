//! Members that a client reads into fields of a type, so that it does not take one of them twice.

/// The objects of a list that the Rust client reads into types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedObject {
    /// A JSON-RPC response.
    Message,
    /// The result of `tools/list`.
    Result,
    /// A tool.
    Tool,
    /// Its `annotations`.
    Annotations,
    /// An icon.
    Icon,
}

/// Returns true if the Rust client loses the list when this member of an object stands in it twice (serde; `model.rs` and
/// `model/tool.rs` of rmcp 1.8.0 to 3.11.0, tests/clients/matrix). It reads all other members, and those of schemas and
/// `_meta`, into maps, in which the last one counts.
pub fn is_typed_member(object: TypedObject, key: &str) -> bool {
    let keys: &[&str] = match object {
        TypedObject::Message => &["jsonrpc", "id", "result"],
        TypedObject::Result => &["_meta", "resultType", "nextCursor", "ttlMs", "cacheScope", "tools"],
        TypedObject::Tool => &[
            "name",
            "title",
            "description",
            "inputSchema",
            "outputSchema",
            "annotations",
            "icons",
            "execution",
            "_meta",
        ],
        TypedObject::Annotations => {
            &["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]
        }
        TypedObject::Icon => &["src", "mimeType", "sizes", "theme"],
    };
    keys.contains(&key)
}
