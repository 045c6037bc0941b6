//! Input and output schema of a tool in a list.

use crate::diagnostic::{Code, Sink};
use crate::model::{Direction, OutputRoot, Tool, ToolInput, ToolOutput};
use crate::options::Options;
use crate::schema::{SourceDialect, Translator};

use super::super::remote_input;
use super::wrapped_tool::WrappedTool;

/// Reads the schemas of a tool. A tool without an input schema gets no arguments, which is reported.
pub(super) fn read_schemas<'s>(
    written: &WrappedTool<'s>,
    tool: &mut Tool,
    translator: &mut Translator<'s>,
    options: &Options,
    sink: &Sink,
) {
    translator.begin_scope();
    let input = written.input();
    let place = input.unwrap_or(written.inner).place();
    if input.is_none() {
        let message = format!("the tool {tool} has no input schema, so it gets no arguments");
        sink.report(Code::InputMissing, place, message);
    }
    if let Some(uri) = input.and_then(remote_input::url).filter(|_| !options.allow_net) {
        let message = format!(
            "the input schema of {tool} is at `{uri}`, which is not read without network access; its `$ref` is \
             kept, and clients must not follow it"
        );
        sink.report(Code::RemoteInput, place, message);
        tool.verbatim.input = Some(remote_input::schema(uri, options.dialect));
    } else {
        let schema = input.map_or_else(Default::default, |schema| {
            translator.translate(schema, SourceDialect::Draft202012, Direction::Input, "input")
        });
        tool.input = Some(ToolInput { place, schema, wrapped: false });
    }
    if let Some(schema) = written.output().filter(|_| options.output_schema) {
        tool.output = Some(ToolOutput {
            place: schema.place(),
            schema: translator.translate(schema, SourceDialect::Draft202012, Direction::Output, "result"),
            root: OutputRoot::Object,
        });
    }
}
