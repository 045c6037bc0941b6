//! The parameters of an operation, merged with those of its path item.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use foldhash::HashMap;

use crate::diagnostic::{Code, brief};
use crate::model::{Argument, Constant, RuntimeCookie};
use crate::source::Node;

use super::credential_parameters::CredentialParameter;
use super::path_item::PathItem;
use super::reader::OpenApiReader;
use super::schema_annotations::describe;

/// The parameters of an operation, by their use.
#[derive(Default)]
pub(super) struct OperationParameters<'s> {
    pub(super) arguments: Vec<Argument>,
    /// Values that every call sends.
    pub(super) constants: Vec<Constant>,
    pub(super) cookies: Vec<RuntimeCookie>,
    /// Parameters that carry credentials, and are not arguments.
    pub(super) credentials: Vec<CredentialParameter<'s>>,
    /// Swagger 2.0: the `in: body` parameter.
    pub(super) body: Option<Node<'s>>,
    /// Swagger 2.0: the `in: formData` parameters.
    pub(super) form: Vec<Node<'s>>,
}

/// A parameter of an operation or its path item.
struct MergedParameter<'s> {
    location: &'s str,
    node: Node<'s>,
    /// True for a parameter of the operation.
    is_own: bool,
    /// The description beside a reference to the parameter, which replaces that of the parameter.
    description: Option<String>,
}

impl<'s> OpenApiReader<'s> {
    /// Reads the parameters of a path item and an operation. A parameter of the operation replaces the one of the path item
    /// that has the same location and name (OpenAPI 3.2, "Operation Object", `parameters`); names of headers are compared
    /// without case (RFC 9110, section 5.1).
    pub(super) fn parameters(
        &mut self,
        item: &PathItem<'s>,
        own: Option<Node<'s>>,
    ) -> OperationParameters<'s> {
        let mut merged: Vec<MergedParameter<'s>> = Vec::new();
        let mut known: HashMap<(&'s str, Cow<'s, str>), usize> = HashMap::default();
        for (list, is_own) in [(item.parameters, false), (own, true)] {
            let Some(list) = list else { continue };
            if !list.is_array() {
                let message = format!("`parameters` is {}, not a list; it is dropped", list.kind());
                self.sink.report(Code::WrongType, list.place(), message);
                continue;
            }
            for written in list.items() {
                let Some(value) = self.referenced(written, "the parameter") else {
                    continue;
                };
                let node = value.node;
                let (name, location) =
                    (node.get("name").and_then(Node::scalar_text), node.get("in").and_then(Node::as_str));
                let path = brief(item.path);
                let (Some(name), Some(location)) = (name, location) else {
                    let which =
                        name.or(location).map(|word| format!(" `{}`", brief(word))).unwrap_or_default();
                    let lacking = match (name, location) {
                        (Some(_), _) => "`in`",
                        (None, Some(_)) => "`name`",
                        (None, None) => "`name` and no `in`",
                    };
                    let message = format!("the parameter{which} of {path} has no {lacking}; it is left out");
                    self.sink.report(Code::MalformedParameter, written.place(), message);
                    continue;
                };
                if name.trim().is_empty() {
                    let message =
                        format!("a {location} parameter of {path} has an empty name; it is left out");
                    self.sink.report(Code::MalformedParameter, written.place(), message);
                    continue;
                }
                let key = match location {
                    "header" => Cow::Owned(name.to_ascii_lowercase()),
                    _ => Cow::Borrowed(name),
                };
                let description = self.description_beside(value, "the parameter");
                let parameter = MergedParameter { location, node, is_own, description };
                match known.entry((location, key)) {
                    Entry::Occupied(earlier) => {
                        let slot = &mut merged[*earlier.get()];
                        if slot.is_own == is_own {
                            let message = format!(
                                "the {location} parameter `{name}` is declared twice; the last one counts"
                            );
                            self.sink.report(Code::DuplicateParameter, written.place(), message);
                        }
                        *slot = parameter;
                    }
                    Entry::Vacant(vacant) => {
                        vacant.insert(merged.len());
                        merged.push(parameter);
                    }
                }
            }
        }
        let mut parameters = OperationParameters::default();
        for MergedParameter { location, node, description, .. } in merged {
            let count = parameters.arguments.len();
            self.parameter_once(location, node, &mut parameters);
            if let Some(description) = description
                && let Some(argument) = parameters.arguments.get_mut(count)
            {
                let deprecated = node.get("deprecated").and_then(Node::as_bool) == Some(true);
                describe(Arc::make_mut(&mut argument.schema), Some(&description), deprecated);
            }
        }
        parameters
    }

    /// Reads a parameter, or reuses the argument of an equal parameter that was read before.
    fn parameter_once(&mut self, location: &str, node: Node<'s>, parameters: &mut OperationParameters<'s>) {
        let hash = match self.repeated.find(node) {
            Ok(argument) => return parameters.arguments.push(argument),
            Err(hash) => hash,
        };
        let (raised, count) = (self.sink.raised(), parameters.arguments.len());
        self.parameter(location, node, parameters);
        // A parameter with diagnostics is read again each time, so that each place is reported.
        if self.sink.raised() == raised
            && let Some(argument) = parameters.arguments.get(count)
        {
            self.repeated.add(node, hash, argument.clone());
        }
    }
}
