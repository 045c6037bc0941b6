//! Replaces a body argument by one argument per property, on request and where nothing is lost.

use std::collections::HashSet;
use std::sync::Arc;

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::{
    Argument, ArgumentLocation, Catalog, Definitions, Schema, Serialization, Tool, ToolInput,
};
use crate::schema::{inline_root_reference, order, required};

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

/// Examples and the default of a body. Each member goes to the property of its name.
struct BodyValues<'b> {
    examples: Vec<&'b Map>,
    default: Option<&'b Map>,
}

impl<'b> BodyValues<'b> {
    /// Returns the values at the root of a body schema, or the reason why they cannot be given to its properties.
    fn of(root: &'b Map, properties: &Map) -> Result<Self, String> {
        let members = |key: &str, value: &'b Value| {
            let Value::Object(members) = value else {
                return Err(format!("`{key}` has a value that is not an object"));
            };
            match members.keys().find(|name| !properties.contains_key(name.as_str())) {
                Some(name) => Err(format!("`{key}` has `{name}`, which is not a property")),
                None => Ok(members),
            }
        };
        let examples = root.get("examples").and_then(Value::as_array).into_iter().flatten();
        let examples = examples.map(|example| members("examples", example)).collect::<Result<_, _>>()?;
        let default = root.get("default").map(|default| members("default", default)).transpose()?;
        Ok(Self { examples, default })
    }

    /// Adds the members of a name to the schema of the property, after its own examples.
    fn add_to(&self, name: &str, schema: &mut Map) {
        let mut examples = schema.get("examples").and_then(Value::as_array).cloned().unwrap_or_default();
        for value in self.examples.iter().filter_map(|example| example.get(name)) {
            if !examples.contains(value) {
                examples.push(value.clone());
            }
        }
        if !examples.is_empty() {
            schema.insert("examples", Value::Array(examples));
        }
        if let Some(value) = self.default.and_then(|default| default.get(name)) {
            schema.entry("default".to_owned()).or_insert_with(|| value.clone());
        }
        order(schema);
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
    let values = BodyValues::of(&root.0, properties)?;
    let required: HashSet<&str> = required(&root.0).collect();
    let place = body.place;
    let lifted: Vec<Argument> = properties
        .iter()
        .map(|(name, schema)| {
            let mut schema = schema.as_object().cloned().unwrap_or_default();
            values.add_to(name, &mut schema);
            Argument {
                place,
                true_name: name.as_str().into(),
                sent_as: None,
                name: None,
                location: ArgumentLocation::Body,
                required: required.contains(name.as_str()),
                schema: Arc::new(Schema(schema)),
                serialization: Serialization::Body,
            }
        })
        .collect();
    let texts = ["title", "description"].into_iter();
    let texts: Map = texts.filter_map(|key| Some((key.to_owned(), root.0.get(key)?.clone()))).collect();
    tool.arguments.splice(index..=index, lifted);
    if !texts.is_empty() {
        tool.input = Some(ToolInput::new(place, Schema(texts)));
    }
    if let Some(call) = tool.call.as_mut().and_then(|call| call.body.as_mut()) {
        call.flattened = true;
    }
    Ok(())
}
