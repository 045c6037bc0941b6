//! Input and output schema of a tool in a list.

use crate::diagnostic::{Code, Sink};
use crate::model::{Direction, OutputRoot, Tool, ToolInput, ToolOutput};
use crate::options::Options;
use crate::schema::{SourceDialect, Translator};

use super::super::remote_input;
use super::wrapped_tool::{ListedSchema, ToolForm, WrappedTool};

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
    let place = input.map_or(written.inner, |schema| schema.node).place();
    // Gemini's functions without parameters leave the field out (Gemini API, `FunctionDeclaration`).
    if input.is_none() && written.form != ToolForm::Declaration {
        let message = format!("the tool {tool} has no input schema, so it gets no arguments");
        sink.report(Code::InputMissing, place, message);
    }
    let remote = input.and_then(|schema| remote_input::url(schema.node));
    if let Some(uri) = remote.filter(|uri| !options.allow_net || remote_input::is_never_read(uri)) {
        let message = format!(
            "the input schema of {tool} is at `{uri}`, {}; its `$ref` is kept, and clients must not follow it",
            remote_input::why_not_read(uri)
        );
        sink.report(Code::RemoteInput, place, message);
        tool.verbatim.input = Some(remote_input::schema(uri, options.dialect));
    } else {
        let schema = input.map_or_else(Default::default, |schema| {
            translator.translate(schema.node, dialect(schema), Direction::Input, "input")
        });
        tool.input = Some(ToolInput::new(place, schema));
    }
    if let Some(schema) = written.output().filter(|_| options.output_schema) {
        tool.output = Some(ToolOutput {
            place: schema.node.place(),
            schema: translator.translate(schema.node, dialect(schema), Direction::Output, "result"),
            root: OutputRoot::Object,
        });
    }
}

fn dialect(schema: ListedSchema<'_>) -> SourceDialect {
    if schema.is_gemini { SourceDialect::Gemini } else { SourceDialect::Draft202012 }
}
