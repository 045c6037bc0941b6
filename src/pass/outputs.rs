//! Wraps outputs that are not objects, where the MCP version requires an object.

use crate::diagnostic::{Code, Sink};
use crate::model::{Catalog, OutputRoot};
use crate::options::{Options, Protocol};
use crate::schema::is_object;

/// Marks outputs that may not be objects to be wrapped as `{"result": …}`. The root of `outputSchema`, and so
/// `structuredContent`, is an object up to MCP 2025-11-25.
pub fn wrap_outputs(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    let definitions = &catalog.output_definitions;
    for tool in &mut catalog.tools {
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
