//! Drops outputs that say nothing, and wraps those that are not objects, where the MCP version requires an object.

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::{Catalog, Definitions, HintSource, OutputRoot, referenced};
use crate::options::{Options, Protocol};
use crate::schema::is_object;

/// Marks outputs that may not be objects to be wrapped as `{"result": …}`. The root of `outputSchema`, and so
/// `structuredContent`, is an object up to MCP 2025-11-25.
pub fn wrap_outputs(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    let definitions = &catalog.output_definitions;
    for tool in &mut catalog.tools {
        // An author who writes a list of tools has a reason for a schema that accepts anything.
        let is_operation = tool.hint_source == HintSource::Method;
        if let Some(output) =
            tool.output.take_if(|output| is_operation && says_nothing(&output.schema.0, definitions))
        {
            let message =
                "the schema of the success response accepts any value, so the tool has no output schema";
            sink.report(Code::OutputOmitted, output.place, message);
        }
        let Some(output) = &mut tool.output else { continue };
        if is_object(&output.schema, definitions) {
            output.root = OutputRoot::Object;
        } else if options.protocol == Protocol::V2026_07_28 {
            output.root = OutputRoot::Any;
        } else {
            output.root = OutputRoot::Wrapped;
            let message = "the response may be something else than an object; it is wrapped as `result`";
            sink.report(Code::OutputWrapped, output.place, message);
        }
    }
}

/// Returns whether a schema accepts any value: it has annotations only, or is a union with such a branch. It would only oblige
/// a server to send structured content.
fn says_nothing(schema: &Map, definitions: &Definitions) -> bool {
    /// Maximum length of a chain of references.
    const MAX_CHAIN: usize = 16;
    let target = |schema: &&Map| {
        let name = referenced(schema).filter(|_| schema.len() == 1)?;
        definitions.get(name).map(|definition| &definition.schema.0)
    };
    let last = std::iter::successors(Some(schema), target).take(MAX_CHAIN).last().unwrap_or(schema);
    last.iter().all(|(keyword, value)| match keyword.as_str() {
        "title" | "description" | "default" | "examples" => true,
        "anyOf" => value.as_array().is_some_and(|branches| {
            branches.iter().filter_map(Value::as_object).any(|branch| {
                branch.keys().all(|keyword| matches!(keyword.as_str(), "title" | "description"))
            })
        }),
        _ => false,
    })
}
