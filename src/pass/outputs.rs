//! The root of an output schema is an object.

use crate::diagnostic::{Code, Sink};
use crate::model::Catalog;
use crate::schema::is_object;

/// Marks outputs that are no objects to be wrapped as `{"result": …}`; MCP's `structuredContent` is an
/// object in every published version but the last.
pub fn outputs(catalog: &mut Catalog, sink: &Sink) {
    let definitions = &catalog.output_definitions;
    for tool in &mut catalog.tools {
        let Some(output) = &mut tool.output else { continue };
        output.wrap = !is_object(&output.schema, definitions);
        if output.wrap {
            let message = "the response may be something else than an object; it is wrapped as `result`";
            sink.report(Code::OutputWrapped, output.place, message);
        }
    }
}
