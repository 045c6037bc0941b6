//! The manifest as a whole: its identity, its transport, and the list of its capabilities.

use crate::credential;
use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};
use crate::json::{Map, Value, json};
use crate::model::meta::{AGENTHUB_COMPOSITION, AGENTHUB_RUNTIME, TRANSPORT};
use crate::model::{Catalog, Format, ServerIdentity, SourceInfo, Tool};
use crate::options::Options;
use crate::schema::Translator;
use crate::source::{Document, Node, Sources};

use super::super::operation_choice::OperationChoice;
use super::capability::ManifestPolicy;
use super::field_shape::FieldShape;
use super::manifest_fields::{COMPOSITION, MANIFEST, RUNTIME};
use super::manifest_path::ManifestPath;
use super::projected_values::ProjectedValues;
use super::reader::AgentHubReader;
use super::string_forms::is_secret_reference;
use super::{capability_schemas, rule_check, secrets};

/// Returns true if a document is an AgentHub manifest.
pub(in crate::reader) fn is_agenthub_manifest(root: Node<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    has("capabilities") && (has("schema_version") || has("identity"))
}

/// Reads a manifest. A capability that cannot become a tool is reported and left out.
pub(in crate::reader) fn read<'s>(
    sources: &'s Sources,
    document: &'s Document,
    options: &'s Options,
    sink: &'s Sink,
) -> Result<Catalog, Fatal> {
    let root = document.root();
    if root.get("capabilities").is_none() && root.get("identity").is_none() {
        let message =
            "the document is not an AgentHub manifest: it has neither `capabilities` nor `identity`";
        return Err(Box::new(Diagnostic::new(Code::UnknownFormat, message).at(root.place())));
    }
    let secrets = secrets::find(root, sink);
    rule_check::check(root, &secrets, options.only_mcp, sink);
    capability_schemas::embed(document);
    let mut reader = AgentHubReader {
        sources,
        sink,
        options,
        projected: ProjectedValues::new(secrets),
        translator: Translator::new(sources, sink, options.dialect, options.output_formats),
        choice: OperationChoice::new(options),
    };
    // AgentHub's mapping to MCP preserves `required`.
    reader.translator.keep_empty_required();
    reader.translator.keep_discriminators(options.keep_discriminator);
    let (source, server) = reader.identity(root);
    let mut meta = Map::new();
    meta.extend(reader.transport(root).map(|transport| (TRANSPORT.to_owned(), transport)));
    for (key, name, shape) in [
        ("composition", AGENTHUB_COMPOSITION, &FieldShape::Object(&COMPOSITION)),
        ("runtime", AGENTHUB_RUNTIME, &FieldShape::Object(&RUNTIME)),
    ] {
        let value = root.get(key).filter(|value| value.is_object());
        let copy = value.and_then(|value| reader.projected.copy(value, Some(shape)));
        meta.extend(copy.map(|copy| (name.to_owned(), copy)));
    }
    let tools = reader.tools(root);
    reader.choice.report_unmatched(root.place(), sink);
    let shape = FieldShape::Object(&MANIFEST);
    reader.projected.extensions(root, &shape, "capabilities", &mut meta);
    reader.projected.report_dropped(root, &shape, sink);
    let (input_definitions, output_definitions) = reader.translator.finish();
    let found = root.get("capabilities").map_or(0, Node::len);
    Ok(Catalog {
        source,
        place: root.place(),
        found,
        server,
        meta,
        tools,
        input_definitions,
        output_definitions,
    })
}

impl<'s> AgentHubReader<'s> {
    /// Reads the identity of the manifest, and of the server that it describes.
    fn identity(&mut self, root: Node<'s>) -> (SourceInfo, Option<ServerIdentity>) {
        // The name of the format already holds this version.
        if let Some(version) = root.get("schema_version") {
            self.projected.mark(version);
        }
        let mut source = SourceInfo { format: Format::AgentHub01, title: None, version: None };
        let identity = root.get("identity").filter(|identity| identity.is_object());
        let mut text = |key: &str| {
            let text = identity.and_then(|identity| self.projected.text(identity, key));
            text.map(str::to_owned)
        };
        source.title = text("name");
        source.version = text("version");
        let id = text("id");
        let Some(name) = self.options.server_name.clone().or(id) else {
            return (source, None);
        };
        let version = self.options.server_version.clone().or_else(|| source.version.clone());
        let server = ServerIdentity {
            name,
            version: version.unwrap_or_else(|| ServerIdentity::NO_VERSION.to_owned()),
            title: source.title.clone(),
            description: text("description"),
        };
        (source, Some(server))
    }

    /// Returns transport and URL of the first MCP interface that has an endpoint.
    fn transport(&mut self, root: Node<'s>) -> Option<Value> {
        let interfaces = root.get("interfaces").into_iter().flat_map(Node::items);
        for interface in interfaces.filter(|one| one.get("protocol").and_then(Node::as_str) == Some("MCP")) {
            // Only the user information is removed, so that the rest is still a URL.
            let Some(endpoint) = interface.get("endpoint").and_then(Node::as_str) else { continue };
            let url = credential::without_userinfo(endpoint);
            if url.trim().is_empty() || credential::contains(&url) || is_secret_reference(&url) {
                continue;
            }
            for key in ["protocol", "endpoint"] {
                if let Some(value) = interface.get(key) {
                    self.projected.mark(value);
                }
            }
            return Some(json!({"type": "streamable-http", "url": url}));
        }
        None
    }

    fn tools(&mut self, root: Node<'s>) -> Vec<Tool> {
        let policy = ManifestPolicy::of(root, &mut self.projected);
        let list = root.get("capabilities").filter(|list| list.is_array());
        let mut tools = Vec::new();
        let path = ManifestPath::ROOT.field("capabilities");
        for (index, capability) in list.into_iter().flat_map(Node::items).enumerate() {
            tools.extend(self.capability(capability, &path.item(index), &policy));
        }
        tools
    }
}
