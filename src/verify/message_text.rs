//! What makes a client lose a whole message while it parses the text, before it looks at the tools.

use std::collections::HashSet;

use super::Verifier;
use crate::client_limits::{TypedObject, is_typed_member};
use crate::diagnostic::{Code, Diagnostic, Place, brief};
use crate::json::number::fits_double;
use crate::reader::{WrappedTool, listed_result};
use crate::source::{Document, Node};

impl Verifier<'_> {
    /// Reports texts, members and numbers with which clients fail to parse the list.
    pub(super) fn message_text(self, document: &Document, pages: &[Node<'_>], tools: &[WrappedTool<'_>]) {
        if document.has_unpaired_surrogates() {
            let message = "the list has half of a surrogate pair (`S022`); some clients refuse it as a whole";
            self.sink.report(Code::ListMalformed, document.root().place(), message);
        }
        self.repeated_members(pages, tools);
        self.large_numbers(document.root());
    }

    /// Makes the warnings of repeated members (`S005`) errors where the Rust client loses the list.
    fn repeated_members(self, pages: &[Node<'_>], tools: &[WrappedTool<'_>]) {
        let of_pages = pages.iter().flat_map(|page| {
            let result = listed_result(*page);
            let message = (result != *page).then_some((TypedObject::Message, *page));
            message.into_iter().chain([(TypedObject::Result, result)])
        });
        let of_tools = tools.iter().flat_map(|tool| {
            let tool = tool.outer;
            let annotations = tool.get("annotations").map(|node| (TypedObject::Annotations, node));
            let icons = tool.get("icons").into_iter().flat_map(Node::items);
            let inner = annotations.into_iter().chain(icons.map(|icon| (TypedObject::Icon, icon)));
            inner.chain([(TypedObject::Tool, tool)])
        });
        let hidden = |(object, node): (TypedObject, Node<'_>)| -> Vec<Place> {
            let members = node
                .all_children()
                .filter(|(member, is_hidden)| *is_hidden && is_typed_member(object, member.key()));
            members.map(|(member, _)| member.place()).collect()
        };
        let fatal: HashSet<Place> = of_pages.chain(of_tools).flat_map(hidden).collect();
        let is_fatal = |finding: &Diagnostic| {
            finding.code == Code::DuplicateKey && finding.place.is_some_and(|place| fatal.contains(&place))
        };
        for mut finding in self.sink.take(is_fatal) {
            finding.message.push_str("; the Rust client loses the list");
            self.sink.push(finding.error());
        }
    }

    /// Reports numbers beyond the range of a double, wherever they stand.
    fn large_numbers(self, node: Node<'_>) {
        if let Some(spelling) = node.as_number().filter(|spelling| !fits_double(spelling)) {
            let key = if node.key().is_empty() { "a value".to_owned() } else { format!("`{}`", node.key()) };
            let message = format!(
                "{key} is {}, which is too large for a double; the Rust client and the TypeScript client 2.x lose the list",
                brief(spelling)
            );
            self.sink.push(Diagnostic::new(Code::NumberOutOfRange, message).at(node.place()).error());
        }
        // The limit on the depth of the source bounds the recursion.
        node.all_children().for_each(|(child, _)| self.large_numbers(child));
    }
}
