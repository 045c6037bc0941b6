//! Steps that the readers for lists of tools share, whatever the format of the tools.

use crate::diagnostic::{Code, Place, Sink};
use crate::json::Map;
use crate::model::{Catalog, Format, ServerIdentity, SourceInfo, Tool};
use crate::options::Options;
use crate::schema::Translator;
use crate::source::Node;

/// Makes the catalogue of a list. The document has no title or version, and only the options can name a server.
pub(super) fn catalog(
    format: Format,
    (place, found): (Place, usize),
    meta: Map,
    tools: Vec<Tool>,
    translator: Translator<'_>,
    options: &Options,
) -> Catalog {
    let server = options.server_name.clone().map(|name| ServerIdentity {
        name,
        version: options.server_version.clone().unwrap_or_else(|| ServerIdentity::NO_VERSION.to_owned()),
        title: None,
        description: None,
    });
    let (input_definitions, output_definitions) = translator.finish();
    let source = SourceInfo { format, title: None, version: None };
    Catalog { source, place, found, server, meta, tools, input_definitions, output_definitions }
}

/// Returns the name of the tool at `node`. A tool without a name cannot be called, which is reported.
pub(super) fn tool_name<'s>(written: Option<&'s str>, node: Node<'s>, sink: &Sink) -> Option<&'s str> {
    let name = written.filter(|name| !name.trim().is_empty());
    if name.is_none() {
        let what = if node.is_object() { "without a name" } else { "that is not an object" };
        let message = format!("a tool {what} cannot be called; it is left out");
        sink.report(Code::MalformedTool, node.place(), message);
    }
    name
}

/// Reports unknown fields of the objects around a list.
pub(super) fn report_unknown<'s>(rest: impl Iterator<Item = Node<'s>>, sink: &Sink) {
    for rest in rest.filter(|rest| !rest.is_null()) {
        let message = format!("unknown field `{}` in the document is ignored", rest.key());
        sink.report(Code::DroppedField, rest.place(), message);
    }
}
