//! The arguments of an input go where the HTTP request of their tool wants them.

use crate::diagnostic::{Code, Sink};
use crate::model::{Argument, BodyCall, Location, Routes, Serialization, Style, Tool};

/// Media type of a body that is made from arguments.
const JSON: &str = "application/json";

/// Sends each argument on its way (docs/mapping.md, "ToolDefinition").
pub(super) fn route(tool: &mut Tool, routes: &Routes, sink: &Sink) {
    let name = tool.to_string();
    let Some(call) = &mut tool.call else { return };
    let placeholders = placeholders(&call.path);
    for route in &routes.named {
        let problem = if tool.arguments.iter().all(|argument| argument.true_name != route.property) {
            "is no argument of the tool"
        } else if route.location == Location::Path && !placeholders.contains(&route.name) {
            "has a placeholder that the path lacks"
        } else {
            continue;
        };
        let message = format!("`{}` in the route of {name} {problem}", route.property);
        sink.report(Code::RoutingIncomplete, route.place, message);
    }
    for argument in &mut tool.arguments {
        let (location, sent_as) = way(&argument.true_name, routes, &placeholders);
        argument.sent_as = sent_as.filter(|sent_as| *sent_as != argument.true_name).map(str::to_owned);
        send(argument, location, sink);
    }
    for placeholder in placeholders {
        let fills = |argument: &Argument| {
            argument.location == Location::Path && argument.name_in_request() == placeholder
        };
        if !tool.arguments.iter().any(fills) {
            let message = format!("no argument of {name} goes into `{{{placeholder}}}` of its path");
            sink.report(Code::RoutingIncomplete, routes.place, message);
        }
    }
    let mut in_body = tool.arguments.iter().filter(|argument| argument.location == Location::Body);
    if let Some(first) = in_body.next() {
        let is_whole = tool.input.as_ref().is_some_and(|input| input.wrapped) && first.sent_as.is_none();
        call.body = Some(BodyCall {
            content_type: JSON.to_owned(),
            flattened: !is_whole,
            decode_base64: false,
            parts: Vec::new(),
        });
    }
}

/// Where an argument goes, and the name it goes by if one is given.
fn way<'r>(argument: &str, routes: &'r Routes, placeholders: &[String]) -> (Location, Option<&'r str>) {
    let has = |name: &str| placeholders.iter().any(|placeholder| placeholder == name);
    match routes.named.iter().find(|route| route.property == argument) {
        Some(route) if route.location != Location::Path || has(&route.name) => {
            (route.location, Some(&route.name))
        }
        None if has(argument) => (Location::Path, None),
        _ => (routes.otherwise, None),
    }
}

fn send(argument: &mut Argument, location: Location, sink: &Sink) {
    let style = |style: Style, explode: bool| Serialization::Style { style, explode, allow_reserved: false };
    argument.serialization = match location {
        Location::Body => Serialization::Body,
        Location::Query => style(Style::Form, true),
        _ => style(Style::Simple, false),
    };
    argument.location = location;
    if location == Location::Path && !argument.required {
        argument.required = true;
        let message = format!("`{}` goes into the path, so it is required", argument.true_name);
        sink.report(Code::PathParameterOptional, argument.place, message);
    }
}

/// The names between braces in a path.
fn placeholders(path: &str) -> Vec<String> {
    let pieces = path.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    pieces.map(|(name, _)| name.to_owned()).collect()
}
