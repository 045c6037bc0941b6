//! Bases and scopes of references: the URIs that they are resolved against, and the locations that they may reach.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use url::Url;

use super::login::Login;

/// Base of the references in a document (RFC 3986, section 5.1).
#[derive(Debug, Clone)]
pub(super) struct ReferenceBase {
    /// URI that the document was read from; an invented one for standard input without a base.
    pub(super) uri: Url,
    /// Index of the scope, which belongs to a root document.
    pub(super) scope: usize,
}

/// Locations that references may reach, starting from one root document.
#[derive(Debug, Clone, Default)]
pub(super) struct ReferenceScope {
    /// Base of the references in the root document.
    pub(super) root: Option<Url>,
    /// Directory of the root document, with symbolic links resolved.
    pub(super) directory: Option<PathBuf>,
    /// Directory of the root document, as the user wrote it.
    pub(super) shown: PathBuf,
    /// URL of the root document.
    pub(super) url: Option<Url>,
    /// Host in the URL that the user typed.
    pub(super) named: Option<String>,
    /// User name and password in the URL that the user typed.
    pub(super) login: Option<Login>,
}

/// Location of a document, by which it is cached.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum DocumentKey {
    /// A path with symbolic links resolved.
    File(PathBuf),
    /// A URL without fragment.
    Url(Url),
}

impl ReferenceScope {
    /// Returns a path in the form in which the user would write it.
    pub(super) fn shown(&self, path: &Path) -> PathBuf {
        let inside = self.directory.as_ref().and_then(|root| path.strip_prefix(root).ok());
        inside.map_or_else(|| path.to_owned(), |inside| self.shown.join(inside))
    }

    /// Returns a document's URI relative to the root document: empty for the root itself, otherwise a relative
    /// reference (RFC 3986, section 4.2) if possible.
    pub(super) fn relative(&self, document: &Url) -> String {
        match &self.root {
            Some(root) if root == document => String::new(),
            Some(root) => root.make_relative(document).unwrap_or_else(|| document.as_str().to_owned()),
            None => document.as_str().to_owned(),
        }
    }

    /// Returns true for a URL with the origin of the root document, in or below its directory.
    pub(super) fn covers(&self, url: &Url) -> bool {
        let Some(root) = &self.url else { return false };
        let directory = root.path().rfind('/').map_or("/", |end| &root.path()[..=end]);
        let below = url.path().strip_prefix(directory);
        root.origin() == url.origin() && below.is_some_and(|below| !may_leave_its_directory(below))
    }
}

/// Escapes inside escapes that are decoded; a path with more is refused.
const MOST_DECODINGS: usize = 8;

/// Returns true if a server may take a path for one that leads upwards. A URL parser resolves `..` and `%2e%2e`, but servers
/// decode escapes again, take an escaped or backward slash for a real one, and ignore what follows a `;` in a segment.
fn may_leave_its_directory(path: &str) -> bool {
    let mut path = Cow::Borrowed(path);
    for _ in 0..MOST_DECODINGS {
        if path.split(['/', '\\']).any(is_dots) {
            return true;
        }
        let Ok(decoded) = percent_decode_str(&path).decode_utf8() else { return true };
        if decoded == path {
            return false;
        }
        // A slash that only decoding shows is a slash to some servers and not to others.
        if decoded.matches(['/', '\\']).count() > path.matches(['/', '\\']).count() {
            return true;
        }
        path = Cow::Owned(decoded.into_owned());
    }
    true
}

/// Returns true for a segment of nothing but dots, before its parameters (RFC 3986, section 3.3).
fn is_dots(segment: &str) -> bool {
    let name = segment.split(';').next().unwrap_or_default();
    let name = name.trim_matches(|character: char| character.is_control() || character.is_whitespace());
    !name.is_empty() && name.bytes().all(|byte| byte == b'.')
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn no_spelling_leaves_the_directory() {
        let root = Url::parse("https://example.com/v1/api/openapi.yaml").unwrap();
        let scope = ReferenceScope { url: Some(root.clone()), ..ReferenceScope::default() };
        let covers = |reference: &str| scope.covers(&root.join(reference).unwrap());
        for reference in [
            "../x",
            "%2e%2e/x",
            ".%2E/x",
            "a/../../x",
            "..\\x",
            "a/..\\..\\x",
            "..;/x",
            "..;a=b/x",
            ".%2e;x=1/x",
            "%2e%2e;/x",
            "..%2fx",
            "..%5cx",
            "..%252fx",
            "%252e%252e/x",
            "%25252e./x",
            "..%3b/x",
            "..%00/x",
            "..%20/x",
            "%c0%ae%c0%ae/x",
            "a/..;/..;/x",
            ".../x",
            "x%2fy",
            "/v1/apis/x",
            "//other.example/v1/api/x",
            "http://example.com/v1/api/x",
            "https://example.com:444/v1/api/x",
        ] {
            assert!(!covers(reference), "{reference}");
        }
        for reference in [
            "x.yaml",
            "a/b/x.yaml",
            "./x",
            "a/../x",
            "x;v=1.yaml",
            "..x",
            "x..",
            "a%20b.yaml",
            "%C3%A9.yaml",
            "100%25.yaml",
            "x?y=../..",
            ".hidden/x",
        ] {
            assert!(covers(reference), "{reference}");
        }
        let deep = format!("%{}2e./x", "25".repeat(100));
        assert!(!covers(&deep));
    }
}
