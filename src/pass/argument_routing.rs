//! Assigns the arguments of an input schema to parts of the HTTP request.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Code, Sink};
use crate::model::{
    Argument, ArgumentLocation, BodyCall, ParameterStyle, Route, Routes, Serialization, StyleSerialization,
    Tool,
};

/// The media type of a body made from arguments.
const JSON: &str = "application/json";

/// Sets the location and serialization of each argument from the routes of its tool (docs/mapping.md,
/// "ToolDefinition").
pub(super) fn route_arguments(tool: &mut Tool, routes: &Routes, sink: &Sink) {
    let name = tool.to_string();
    let Some(call) = &mut tool.call else { return };
    let placeholders = placeholders(&call.path);
    let known: HashSet<&str> = placeholders.iter().map(String::as_str).collect();
    let arguments: HashSet<&str> = tool.arguments.iter().map(|argument| &*argument.true_name).collect();
    let mut named: HashMap<&str, &Route> = HashMap::new();
    for route in &routes.named {
        named.entry(&route.property).or_insert(route);
        let problem = if !arguments.contains(route.property.as_str()) {
            "is not an argument of the tool"
        } else if route.location == ArgumentLocation::Path && !known.contains(route.name.as_str()) {
            "goes into a placeholder that the path does not have"
        } else {
            continue;
        };
        let message = format!("`{}` in the route of {name} {problem}", route.property);
        sink.report(Code::RoutingIncomplete, route.place, message);
    }
    for argument in &mut tool.arguments {
        let name = &*argument.true_name;
        let has = |name: &str| known.contains(name);
        let (location, sent_as) = match named.get(name) {
            Some(route) if route.location != ArgumentLocation::Path || has(&route.name) => {
                (route.location, Some(&route.name))
            }
            None if has(name) => (ArgumentLocation::Path, None),
            _ => (routes.otherwise, None),
        };
        argument.sent_as = sent_as
            .filter(|sent_as| ***sent_as != *argument.true_name)
            .map(|sent_as| sent_as.as_str().into());
        set_location(argument, location, sink);
    }
    let in_path = tool.arguments.iter().filter(|argument| argument.location == ArgumentLocation::Path);
    let filled: HashSet<&str> = in_path.map(Argument::name_in_request).collect();
    for placeholder in &placeholders {
        if !filled.contains(placeholder.as_str()) {
            let message = format!("no argument of {name} goes into `{{{placeholder}}}` of its path");
            sink.report(Code::RoutingIncomplete, routes.place, message);
        }
    }
    let mut in_body = tool.arguments.iter().filter(|argument| argument.location == ArgumentLocation::Body);
    if let Some(first) = in_body.next() {
        let is_whole = tool.input.as_ref().is_some_and(|input| input.wrapped) && first.sent_as.is_none();
        call.body = Some(BodyCall {
            content_type: JSON.to_owned(),
            flattened: !is_whole,
            decode_base64: false,
            parts: Vec::new(),
            prefix_parts: Vec::new(),
        });
    }
}

/// Sets the location of an argument and the default serialization there (OpenAPI 3.2, section "Parameter Object",
/// `style`).
fn set_location(argument: &mut Argument, location: ArgumentLocation, sink: &Sink) {
    let style =
        |style: ParameterStyle, explode: bool| Serialization::Style(StyleSerialization::new(style, explode));
    argument.serialization = match location {
        ArgumentLocation::Body => Serialization::Body,
        ArgumentLocation::Query => style(ParameterStyle::Form, true),
        _ => style(ParameterStyle::Simple, false),
    };
    argument.location = location;
    if location == ArgumentLocation::Path && !argument.required {
        argument.required = true;
        let message = format!("`{}` goes into the path, so it is required", argument.true_name);
        sink.report(Code::PathParameterOptional, argument.place, message);
    }
}

/// Returns the placeholders of a path template.
fn placeholders(path: &str) -> Vec<String> {
    let pieces = path.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    pieces.map(|(name, _)| name.to_owned()).collect()
}
