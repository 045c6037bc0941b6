//! JSON for programs: one object, whose members `docs/diff.md` documents.

use crate::json::{Map, Value, json};

use super::super::{ChangeClass, ManifestDiff, ToolChange};

/// The version of the format. A new member does not change it.
const VERSION: u32 = 1;

/// Writes a comparison as JSON, with a newline at its end.
pub fn text(diff: &ManifestDiff) -> String {
    let counts: Map =
        ChangeClass::ALL.iter().map(|class| (class.as_str().to_owned(), json!(diff.count(*class)))).collect();
    let tools: Vec<Value> = diff
        .tools
        .iter()
        .map(|tool| {
            let mut object = Map::new();
            object.insert("name", json!(tool.name));
            if let Some(was) = &tool.was {
                object.insert("was", json!(was));
            }
            object.insert("class", json!(tool.worst().as_str()));
            if tool.ran_out {
                object.insert("ran_out", json!(true));
            }
            object.insert("changes", tool.changes.iter().map(change).collect());
            Value::Object(object)
        })
        .collect();
    let whole = json!({"v": VERSION, "counts": counts, "tools": tools});
    let mut text = crate::diagnostic::escape_json(&whole.to_string()).into_owned();
    text.push('\n');
    text
}

fn change(change: &ToolChange) -> Value {
    let mut object = Map::new();
    object.insert("class", json!(change.class.as_str()));
    object.insert("kind", json!(change.kind.as_str()));
    object.insert("at", json!(change.at));
    object.insert("message", json!(change.message));
    if let Some(example) = &change.example {
        object.insert("example", example.clone());
    }
    Value::Object(object)
}
