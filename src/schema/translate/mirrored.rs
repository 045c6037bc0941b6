//! `x-mcp-header`: an argument whose value clients repeat in an HTTP header.

use crate::client_limits::{HEADER_MARK, header_mark_fault};
use crate::diagnostic::Code;

use super::keywords::SchemaKeywords;
use super::{BuiltSchema, TranslationContext, Translator};

impl Translator<'_> {
    /// Keeps the annotation where MCP allows it: on a string, integer or boolean that is reached from the
    /// root of the input through `properties` only, with a name that is a token of HTTP.
    pub(super) fn mirrored_header(
        &self,
        keywords: &SchemaKeywords<'_>,
        context: TranslationContext<'_>,
        built: &mut BuiltSchema,
    ) {
        let Some(node) = keywords.mcp_header.filter(|_| !context.is_output()) else { return };
        let fault = header_mark_fault(node.as_str(), built.map.get("type"), context.is_argument);
        let Some(fault) = fault else {
            built.set(HEADER_MARK, node.as_str().unwrap_or_default());
            return;
        };
        let message = format!("`x-mcp-header` is dropped: {fault}, and clients would refuse the tool");
        self.sink.report(Code::HeaderNotMirrored, node.place(), message);
    }
}
