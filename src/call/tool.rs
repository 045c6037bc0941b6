//! A tool that can be called, and the check of its arguments.

use crate::json::pointer::escaped;
use crate::json::{Map, Value};
use crate::schema::misfits;

use super::description::{BodySource, CallDescription, HeaderSource, PartForms};
use super::error::{ArgumentFault, CallError};
use super::parse::parse_call;

/// A tool of a manifest that can be called.
#[derive(Debug, Clone)]
pub struct CallableTool {
    pub(super) name: String,
    pub(super) input_schema: Value,
    pub(super) call: CallDescription,
}

impl CallableTool {
    /// Parses a tool as it stands in a manifest: an object with `name`, `inputSchema` and `_meta`.
    pub fn parse(tool: &Value) -> Result<Self, CallError> {
        let name = tool.get("name").and_then(Value::as_str).map(str::to_owned);
        let name = name.ok_or(CallError::Malformed { pointer: "/name".to_owned(), expected: "a string" })?;
        let call = parse_call(tool)?;
        let input_schema = tool.get("inputSchema").cloned().unwrap_or_else(|| Value::Object(Map::new()));
        Ok(Self { name, input_schema, call })
    }

    /// Returns the name of the tool.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns true if the JSON value of an answer stands under `result` in the structured content.
    pub fn wraps_answer(&self) -> bool {
        self.call.wrap
    }

    /// Returns the alternatives of `security`, each as the names of its schemes.
    pub fn security_schemes(&self) -> Vec<Vec<&str>> {
        let alternatives = self.call.security.iter().flatten();
        alternatives.map(|schemes| schemes.iter().map(|scheme| scheme.name.as_str()).collect()).collect()
    }

    /// Returns the names of the cookies that the runtime sets, each with `true` if no call can be without it.
    pub fn runtime_cookies(&self) -> impl Iterator<Item = (&str, bool)> {
        self.call.cookies.iter().map(|cookie| (cookie.name.as_str(), cookie.required))
    }

    /// Checks arguments against `inputSchema`. An argument that the request has no place for is a fault too: it would be lost
    /// silently.
    pub(super) fn check(&self, arguments: &Value) -> Result<(), CallError> {
        let found =
            misfits(&self.input_schema, arguments).map_err(|why| CallError::Unchecked(why.to_string()))?;
        let mut faults: Vec<ArgumentFault> = found
            .into_iter()
            .map(|fault| ArgumentFault { pointer: fault.pointer, reason: fault.reason })
            .collect();
        if faults.is_empty() {
            faults = self.unplaced(arguments);
        }
        if faults.is_empty() { Ok(()) } else { Err(CallError::InvalidArguments(faults)) }
    }

    /// Returns a fault for each argument that the call has no place for.
    fn unplaced(&self, arguments: &Value) -> Vec<ArgumentFault> {
        let names = arguments.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
        let fault = |name: &str| ArgumentFault {
            pointer: format!("/{}", escaped(name)),
            reason: "the tool has no argument of this name".to_owned(),
        };
        names.filter(|name| !self.has_place_for(name)).map(fault).collect()
    }

    fn has_place_for(&self, argument: &str) -> bool {
        let call = &self.call;
        let is_in_body = call.body.as_ref().is_some_and(|body| {
            let is_source = match &body.source {
                BodySource::Argument(name) => name == argument,
                BodySource::Properties(properties) => properties.iter().any(|(name, _)| name == argument),
                BodySource::Settled(_) | BodySource::Constants => false,
            };
            is_source || is_part_header(&body.parts, argument)
        });
        is_in_body || call.arguments.iter().any(|(name, _)| name == argument)
    }
}

/// Returns true if an argument is the value of a part's header.
fn is_part_header(parts: &PartForms, argument: &str) -> bool {
    let forms = parts.named.iter().map(|(_, form)| form).chain(&parts.prefix).chain(parts.every.as_deref());
    forms.into_iter().any(|form| {
        let is_source =
            |source: &HeaderSource| matches!(source, HeaderSource::Argument(name) if name == argument);
        form.headers.iter().any(|header| is_source(&header.source)) || is_part_header(&form.parts, argument)
    })
}
