//! The field `extends`: the document that an overlay was written for.

use std::fs;
use std::path::PathBuf;

use url::Url;

use crate::diagnostic::{Code, Diagnostic, Sink};

use super::super::document::Document;
use super::super::network::is_web;
use super::super::node::Node;
use super::action::irregular;

/// Reports an overlay that was written for another document (section 4.4.1). Files are compared only with files, and
/// URLs with URLs, because a file may be a copy of a document that is published at a URL.
pub(super) fn compare(extends: Node<'_>, document: &Document, sink: &Sink) {
    let base = &extends.document().base.uri;
    let Some(meant) = extends.as_str().and_then(|reference| base.join(reference).ok()) else {
        sink.push(irregular(extends, "`extends` is not a URI".to_owned()));
        return;
    };
    let own = document.base_uri();
    let differs = |one: &Url| same(&meant, one) == Some(false);
    if differs(&document.base.uri) && (own == document.base.uri || same(&meant, &own) != Some(true)) {
        let message = format!(
            "the overlay extends `{}`, but is applied to `{}`",
            extends.as_str().unwrap_or_default(),
            document.origin()
        );
        sink.push(Diagnostic::new(Code::OverlayExtends, message).at(extends.place()));
    }
}

/// Returns true if two URLs identify the same document; `None` if that cannot be decided.
fn same(one: &Url, other: &Url) -> Option<bool> {
    let file = |url: &Url| -> Option<PathBuf> {
        let path = (url.scheme() == "file").then(|| url.to_file_path().ok())??;
        Some(fs::canonicalize(&path).unwrap_or(path))
    };
    match (file(one), file(other)) {
        (Some(one), Some(other)) => Some(one == other),
        _ if is_web(one) && is_web(other) => {
            let plain = |url: &Url| {
                let mut url = url.clone();
                url.set_fragment(None);
                url
            };
            Some(plain(one) == plain(other))
        }
        _ => None,
    }
}
