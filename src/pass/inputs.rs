//! Splits an input that the source describes by one schema into arguments, one per property.

use std::sync::Arc;

use crate::diagnostic::{Code, Sink};
use crate::model::{
    Argument, ArgumentLocation, Catalog, Definitions, Schema, Serialization, Tool, ToolInput,
};
use crate::schema::split_root;

use super::argument_routing::route_arguments;

/// Splits the input schema of every tool into arguments. An input that is not an object becomes a single argument
/// (docs/mapping.md, "Inputs of one schema").
pub fn split_inputs(catalog: &mut Catalog, sink: &Sink) {
    for tool in &mut catalog.tools {
        if let Some(input) = tool.input.take() {
            split_input(tool, input, &catalog.input_definitions, sink);
        }
    }
}

fn split_input(tool: &mut Tool, mut input: ToolInput, definitions: &Definitions, sink: &Sink) {
    let argument = |true_name: String, schema: Schema, required: bool| Argument {
        place: input.place,
        true_name: true_name.into(),
        sent_as: None,
        name: None,
        location: ArgumentLocation::Input,
        required,
        schema: Arc::new(schema),
        serialization: Serialization::Value,
    };
    if let Some(opened) = split_root(&input.schema, definitions) {
        if !opened.dropped.is_empty() {
            let dropped = opened.dropped.join("`, `");
            let message = format!(
                "`{dropped}` at the root of the input of {tool} is dropped; model APIs refuse it there"
            );
            sink.report(Code::InputConditionDropped, input.place, message);
        }
        let arguments =
            opened.properties.into_iter().map(|one| argument(one.name, one.schema, one.required)).collect();
        tool.arguments = arguments;
        input.schema = opened.further;
        input.required = opened.required;
    } else {
        let message =
            format!("the input of {tool} is not an object; it becomes the argument `{}`", ToolInput::WRAPPED);
        sink.report(Code::InputWrapped, input.place, message);
        tool.arguments = vec![argument(ToolInput::WRAPPED.to_owned(), input.schema, true)];
        input.schema = Schema::any();
        input.wrapped = true;
    }
    tool.input = Some(input);
    if let Some(routes) = tool.routes.take() {
        route_arguments(tool, &routes, sink);
    }
}
