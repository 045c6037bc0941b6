//! Replaces a body argument by one argument per property, on request and where nothing is lost.

use std::collections::HashSet;
use std::sync::Arc;

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::{Argument, ArgumentLocation, Catalog, Definitions, Schema, Serialization, Tool};
use crate::schema::{inline_root_reference, required};

/// Replaces the body argument of each tool that requests it by one argument per property of the body.
pub fn flatten_bodies(catalog: &mut Catalog, sink: &Sink) {
    for tool in catalog.tools.iter_mut().filter(|tool| tool.flattens_body) {
        let body = tool.arguments.iter().find(|argument| argument.location == ArgumentLocation::Body);
        let place = body.map_or(tool.place, |body| body.place);
        if let Err(reason) = flatten(tool, &catalog.input_definitions) {
            let message = format!("the body stays one argument: {reason}");
            sink.report(Code::BodyNotFlattened, place, message);
        }
    }
}

/// Flattens the body of one tool, or returns the reason why it stays one argument.
fn flatten(tool: &mut Tool, definitions: &Definitions) -> Result<(), String> {
    let Some(index) = tool.arguments.iter().position(|argument| argument.location == ArgumentLocation::Body)
    else {
        return Ok(());
    };
    if tool.call.as_ref().and_then(|call| call.body.as_ref()).is_some_and(|body| body.flattened) {
        return Ok(());
    }
    let body = &tool.arguments[index];
    if !body.required {
        return Err("it is optional, so that an empty body and none would be the same".to_owned());
    }
    let root = inline_root_reference(&body.schema, definitions);
    let allowed = ["type", "properties", "required", "title", "description", "examples", "default"];
    if let Some(other) = root.0.keys().find(|key| !allowed.contains(&key.as_str())) {
        return Err(format!("its schema has `{other}`"));
    }
    if root.0.get("type").is_none_or(|kind| kind != "object") {
        return Err("it is not always an object".to_owned());
    }
    let empty = Map::new();
    let properties = root.0.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    if properties.is_empty() {
        return Err("it has no properties".to_owned());
    }
    let others = tool.arguments.iter().filter(|other| other.location != ArgumentLocation::Body);
    let taken: HashSet<&str> = others.map(|other| &*other.true_name).collect();
    if let Some(name) = properties.keys().find(|name| taken.contains(name.as_str())) {
        return Err(format!("`{name}` is also a parameter"));
    }
    let required: HashSet<&str> = required(&root.0).collect();
    let lifted: Vec<Argument> = properties
        .iter()
        .map(|(name, schema)| Argument {
            place: body.place,
            true_name: name.as_str().into(),
            sent_as: None,
            name: None,
            location: ArgumentLocation::Body,
            required: required.contains(name.as_str()),
            schema: Arc::new(Schema(schema.as_object().cloned().unwrap_or_default())),
            serialization: Serialization::Body,
        })
        .collect();
    tool.arguments.splice(index..=index, lifted);
    if let Some(call) = tool.call.as_mut().and_then(|call| call.body.as_mut()) {
        call.flattened = true;
    }
    Ok(())
}
