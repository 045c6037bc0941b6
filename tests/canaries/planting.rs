//! Documents of every format, and the places in them where a text can stand.

use std::fs;
use std::path::Path;

use apimint::diagnostic::Sink;
use apimint::source::{Access, Input, Sources};
use serde_json::Value;
use tempfile::TempDir;

/// A document for each format and for each part of one that carries texts.
pub(crate) const DOCUMENTS: &[&str] = &[
    "library/openapi.yaml",
    "configuration/openapi.yaml",
    "openapi31/openapi.yaml",
    "openapi32/openapi.yaml",
    "swagger2/swagger.yaml",
    "security/openapi.yaml",
    "servers/openapi.yaml",
    "bodies/openapi.yaml",
    "responses/openapi.yaml",
    "agenthub/support.input.yaml",
    "tool-definition/json-schema.input.json",
    "tool-definition/routing.input.json",
    "mcp/icons.input.json",
    "mcp/spellings.input.json",
    "mcp/model-api-tools.input.json",
];

/// Texts that a document needs as they are: without them it is another document, or none.
const STRUCTURE: [&str; 12] = [
    "$ref",
    "openapi",
    "swagger",
    "type",
    "in",
    "format",
    "style",
    "protocols",
    "category",
    "schema_version",
    "method",
    "name",
];

/// Keys of texts that models and people read.
const PROSE: [&str; 3] = ["title", "summary", "description"];

/// Reads a document of `testdata/`.
pub(crate) fn read(document: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(document);
    let sources = Sources::new(Access::default(), apimint::Limits::default());
    let read = sources.load(&Input::File(path), &Sink::new()).unwrap();
    Value::from(&read.root().to_value())
}

/// Writes a document, and a second edition of it, into a directory of its own.
pub(crate) fn planted(document: &str, value: &Value) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let text = serde_json::to_string_pretty(value).unwrap();
    fs::write(directory.path().join("input.json"), text).unwrap();
    // The first edition, for a comparison.
    fs::write(directory.path().join("earlier.json"), read(document).to_string()).unwrap();
    directory
}

/// A place where a text stands.
#[derive(Debug, Clone)]
pub(crate) struct TextSpot {
    /// JSON Pointer (RFC 6901).
    pub(crate) pointer: String,
}

impl TextSpot {
    /// Returns the text.
    pub(crate) fn of<'v>(&self, value: &'v mut Value) -> &'v mut String {
        match value.pointer_mut(&self.pointer) {
            Some(Value::String(text)) => text,
            other => panic!("{} is {other:?}", self.pointer),
        }
    }
}

/// Returns the places of all texts that may change, in a random order.
pub(crate) fn text_spots(value: &Value, seed: u64) -> Vec<TextSpot> {
    spots(value, seed, &|key| !STRUCTURE.contains(&key))
}

/// Returns the places of the texts that models and people read, in a random order.
pub(crate) fn prose_spots(value: &Value, seed: u64) -> Vec<TextSpot> {
    spots(value, seed, &|key| PROSE.contains(&key))
}

fn spots(value: &Value, seed: u64, takes: &dyn Fn(&str) -> bool) -> Vec<TextSpot> {
    let mut found = Vec::new();
    collect(value, String::new(), "", takes, &mut found);
    // The same seed gives the same order.
    let mixed = |spot: &TextSpot| {
        spot.pointer.bytes().fold(seed, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
        })
    };
    found.sort_by_key(mixed);
    found
}

fn collect(
    value: &Value,
    pointer: String,
    key: &str,
    takes: &dyn Fn(&str) -> bool,
    found: &mut Vec<TextSpot>,
) {
    match value {
        Value::String(_) if takes(key) => found.push(TextSpot { pointer }),
        Value::Array(list) => {
            for (index, item) in list.iter().enumerate() {
                // The elements of a list stand under the key of the list.
                collect(item, format!("{pointer}/{index}"), key, takes, found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                // Data of an example are no descriptions, whatever their names.
                let is_data = matches!(key.as_str(), "example" | "examples" | "default" | "enum" | "const");
                if is_data && !takes(key) {
                    continue;
                }
                let escaped = key.replace('~', "~0").replace('/', "~1");
                collect(member, format!("{pointer}/{escaped}"), key, takes, found);
            }
        }
        _ => {}
    }
}
