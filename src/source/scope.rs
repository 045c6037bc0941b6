//! Bases and scopes of references: the URIs that they are resolved against, and the locations that they may reach.

use std::path::{Path, PathBuf};

use url::Url;

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
        let path = url.path();
        // A server may treat an escaped slash as a real one, next to dots.
        let disguised = path.to_ascii_lowercase();
        root.origin() == url.origin()
            && path.starts_with(directory)
            && !disguised.contains("%2f")
            && !disguised.contains("%5c")
    }
}
