//! Limits of clients that are reported once for a list: the number of tools, and names that some clients refuse or hide.

use std::collections::HashMap;

use super::Verifier;
use crate::client_limits::{
    exceeded_tool_count, gemini_arguments_warning, qualified_name_excess, qualified_names_warning,
    takes_gemini_argument,
};
use crate::diagnostic::{Code, Diagnostic, Severity, brief};
use crate::model::ArgumentName;
use crate::model::meta::SERVER_INFO;
use crate::reader::{WrappedTool, listed_result};
use crate::source::Node;

impl Verifier<'_> {
    /// Reports what only some clients take in a list as a whole.
    pub(super) fn list_limits(self, pages: &[Node<'_>], tools: &[WrappedTool<'_>]) {
        if let Some(limit) = exceeded_tool_count(tools.len()) {
            let message = format!("{} tools; some clients take no more than {limit}", tools.len());
            let help = "`apimint convert` reads the list, selects tools with --include and --exclude, and writes several lists \
                        with --split-by.";
            self.sink.push(Diagnostic::new(Code::ManyTools, message).help(help));
        }
        let info = pages.iter().find_map(|page| listed_result(*page).get("_meta")?.get(SERVER_INFO));
        if let Some(server) = info.and_then(|info| info.get("name")?.as_str()) {
            self.qualified_names(server, tools);
        }
        self.gemini_names(tools);
        self.shared_identifiers(tools);
    }

    /// Reports output schemas that have the `$id` of another one: the TypeScript client keeps the schema that it compiles first,
    /// and holds the results of both tools against it (tests/clients/matrix).
    fn shared_identifiers(self, tools: &[WrappedTool<'_>]) {
        let mut first: HashMap<&str, Node<'_>> = HashMap::new();
        for schema in tools.iter().filter_map(WrappedTool::output).map(|output| output.node) {
            let Some((identifier, uri)) = schema.get("$id").and_then(|node| Some((node, node.as_str()?)))
            else {
                continue;
            };
            let before = *first.entry(uri).or_insert(schema);
            if before != schema && before.to_value() != schema.to_value() {
                let message = format!(
                    "another output schema has the `$id` `{}`; the TypeScript client takes that schema for the results of both \
                     tools, and refuses them",
                    brief(uri)
                );
                let finding = Diagnostic::new(Code::SchemaRefused, message).at(identifier.place());
                self.sink.push(finding.help("Leave `$id` out, or give each schema its own."));
            }
        }
    }

    /// Warns once of names that are too long with the server's in front.
    fn qualified_names(self, server: &str, tools: &[WrappedTool<'_>]) {
        let names = tools.iter().filter_map(|tool| tool.inner.get("name"));
        let long = names.filter_map(|name| Some((name, qualified_name_excess(server, name.as_str()?)?)));
        let Some((name, length)) = long.clone().max_by_key(|(_, length)| *length) else { return };
        let message = qualified_names_warning(long.count(), server, length);
        let finding = Diagnostic::new(Code::LongQualifiedName, message).at(name.place());
        self.sink.push(finding.help("Give the server or the tools shorter names."));
    }

    /// Warns once of the arguments for which the Gemini API refuses a request with the tools. Names that other model APIs
    /// refuse too have findings of their own.
    fn gemini_names(self, tools: &[WrappedTool<'_>]) {
        let first = |tool: &WrappedTool<'_>| {
            let properties = tool.input().and_then(|input| input.node.get("properties"));
            let mut names = properties.into_iter().flat_map(Node::entries);
            let (name, property) =
                names.find(|(name, _)| ArgumentName::new(name).is_some() && !takes_gemini_argument(name))?;
            let tool = tool.inner.get("name").and_then(Node::as_str).unwrap_or_default();
            Some((format!("`{}`", brief(tool)), name.to_owned(), property.place()))
        };
        let mut found = tools.iter().filter_map(first);
        let Some((tool, name, place)) = found.next() else { return };
        let message = gemini_arguments_warning(1 + found.count(), &name, &tool);
        let mut finding = Diagnostic::new(Code::GeminiArgumentName, message).at(place);
        // Not an error: most clients rename the arguments before a model of Gemini sees them.
        finding.severity = Severity::Warning;
        self.sink.push(finding);
    }
}
