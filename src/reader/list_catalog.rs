//! Steps that the readers for lists of tools share, whatever the format of the tools.

use crate::diagnostic::{Code, Place, Sink};
use crate::json::{Map, Value};
use crate::model::meta::SERVER_INFO;
use crate::model::{Catalog, Format, ServerIdentity, SourceInfo, Tool};
use crate::options::Options;
use crate::schema::Translator;
use crate::source::Node;

/// Makes the catalogue of a list. The document has no title or version, and only the options can name a server.
pub(super) fn catalog(
    format: Format,
    (place, found): (Place, usize),
    mut meta: Map,
    tools: Vec<Tool>,
    translator: Translator<'_>,
    options: &Options,
) -> Catalog {
    let server = match meta.get_mut(SERVER_INFO).and_then(Value::as_object_mut) {
        Some(listed) => {
            for (key, text) in [("name", &options.server_name), ("version", &options.server_version)] {
                listed.extend(text.clone().map(|text| (key, Value::from(text))));
            }
            None
        }
        None => named_server(options),
    };
    let (input_definitions, output_definitions) = translator.finish();
    let source = SourceInfo { format, title: None, version: None };
    Catalog { source, place, found, server, meta, tools, input_definitions, output_definitions }
}

/// Returns the server that the options name. Each option works alone, though MCP requires both fields.
fn named_server(options: &Options) -> Option<ServerIdentity> {
    let (name, version) = (options.server_name.clone(), options.server_version.clone());
    (name.is_some() || version.is_some()).then(|| ServerIdentity {
        name: name.unwrap_or_else(|| ServerIdentity::NO_NAME.to_owned()),
        version: version.unwrap_or_else(|| ServerIdentity::NO_VERSION.to_owned()),
        title: None,
        description: None,
    })
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
