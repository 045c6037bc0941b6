//! Verifies the identity of the server in the `_meta` of a list (MCP 2026-07-28, `Implementation`), which clients parse
//! strictly.

use super::Verifier;
use crate::diagnostic::Code;
use crate::reader::{icon_misfits, is_uri};
use crate::source::{Node, NodeKind};

/// The members that are texts, and whether MCP requires them.
const TEXTS: [(&str, bool); 4] =
    [("name", true), ("version", true), ("title", false), ("description", false)];

impl Verifier<'_> {
    /// Reports members of `serverInfo` that do not have their type, and those that are missing.
    pub(super) fn server_info(self, info: Node<'_>) {
        let wrong = |node: Node<'_>, what: &str, expected: &str| {
            let message = format!("{what} is {}, not {expected}", node.kind());
            self.sink.report(Code::ListMalformed, node.place(), message);
        };
        if !info.is_object() {
            return wrong(info, "`serverInfo`", "an object");
        }
        for (key, required) in TEXTS {
            match info.get(key) {
                Some(node) if node.kind() != NodeKind::String => {
                    wrong(node, &format!("`{key}` of `serverInfo`"), "a string");
                }
                None if required => {
                    let message = format!("`serverInfo` has no `{key}`");
                    self.sink.report(Code::ListMalformed, info.place(), message);
                }
                _ => {}
            }
        }
        if let Some(site) = info.get("websiteUrl").filter(|site| !site.as_str().is_some_and(is_uri)) {
            let message = "`websiteUrl` of `serverInfo` is not a URI";
            self.sink.report(Code::ListMalformed, site.place(), message);
        }
        match info.get("icons") {
            Some(icons) if icons.is_array() => self.icons(icons, "`serverInfo`", Code::ListMalformed),
            Some(icons) => wrong(icons, "`icons` of `serverInfo`", "an array"),
            None => {}
        }
    }

    /// Reports members of icons that do not have their type (MCP 2025-11-25, `Icon`).
    pub(super) fn icons(self, icons: Node<'_>, of: &str, code: Code) {
        for icon in icons.items() {
            if icon.get("src").is_none() {
                self.sink.report(code, icon.place(), format!("an icon of {of} has no `src`"));
            }
            for (misfit, wanted) in icon_misfits(icon) {
                let message = format!("`{}` of an icon of {of} is not {wanted}", misfit.key());
                self.sink.report(code, misfit.place(), message);
            }
        }
    }
}
