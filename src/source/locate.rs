//! Reference → file or URL, and whether it may be read: inside the root's directory, or by permission.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use url::Url;

use crate::diagnostic::Code;

use super::network::is_web;
use super::{Access, Document, ReferenceError};

/// Where a document was read from, as the base of the references in it (RFC 3986, section 5.1).
#[derive(Debug, Clone)]
pub(super) struct ReferenceBase {
    /// Where it was read from; a made-up URI for standard input without a base.
    pub(super) uri: Url,
    /// Which root document led to it.
    pub(super) scope: usize,
}

/// What the references that start from one root document may reach.
#[derive(Debug, Clone, Default)]
pub(super) struct ReferenceScope {
    /// The base of the references in the root document.
    pub(super) root: Option<Url>,
    /// The root's directory, with symbolic links resolved.
    pub(super) directory: Option<PathBuf>,
    /// The same directory as the user wrote it.
    pub(super) shown: PathBuf,
    /// The root's URL.
    pub(super) url: Option<Url>,
    /// The host in the URL that the user typed.
    pub(super) named: Option<String>,
}

/// What a document is kept under, so that it is read once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum DocumentKey {
    /// A path with symbolic links resolved.
    File(PathBuf),
    /// A URL without fragment.
    Url(Url),
}

impl ReferenceScope {
    /// The path as the user would write it.
    pub(super) fn shown(&self, path: &Path) -> PathBuf {
        let inside = self.directory.as_ref().and_then(|root| path.strip_prefix(root).ok());
        inside.map_or_else(|| path.to_owned(), |inside| self.shown.join(inside))
    }

    /// Where a document lies as seen from the root document: empty for that itself, else a relative reference
    /// (RFC 3986, section 4.2) where there is one.
    pub(super) fn relative(&self, document: &Url) -> String {
        match &self.root {
            Some(root) if root == document => String::new(),
            Some(root) => root.make_relative(document).unwrap_or_else(|| document.as_str().to_owned()),
            None => document.as_str().to_owned(),
        }
    }

    /// Whether a URL has the root's origin and lies in or below its directory.
    pub(super) fn covers(&self, url: &Url) -> bool {
        let Some(root) = &self.url else { return false };
        let directory = root.path().rfind('/').map_or("/", |end| &root.path()[..=end]);
        let path = url.path();
        // A server may take an escaped slash for a real one, with dots beside it.
        let disguised = path.to_ascii_lowercase();
        root.origin() == url.origin()
            && path.starts_with(directory)
            && !disguised.contains("%2f")
            && !disguised.contains("%5c")
    }
}

/// Finds where the document is that a reference in `document` means, and whether it may be read.
///
/// `uri` is the reference without its fragment, `enclosing` the URI of the schema resource it stands in.
/// The message of an error is the reason alone.
///
/// A relative reference is tried against that, then against `$self`, then against the place the document
/// was read from. For documents in files every file goes before every URL: documents with a public
/// `$self` are mostly worked on as files that lie side by side.
pub(super) fn locate(
    document: &Document,
    enclosing: &Url,
    uri: &str,
    scope: &ReferenceScope,
    access: &Access,
) -> Result<DocumentKey, ReferenceError> {
    let search = DocumentSearch { reference: uri, web_document: is_web(&document.base.uri), scope, access };
    // People write Windows paths too. In a URI a backslash may not stand at all.
    let uri = uri.replace('\\', "/");
    if uri.starts_with("//") && !search.web_document {
        return Err(outside());
    }
    if let Ok(absolute) = Url::parse(&uri) {
        return search.absolute(&absolute);
    }
    let own = document.base_uri();
    let mut seen = HashSet::new();
    let mut candidates: Vec<Url> = [enclosing, &own, &document.base.uri]
        .into_iter()
        .filter_map(|base| base.join(&uri).ok())
        .filter(|url| is_web(url) || url.scheme() == "file")
        .filter(|url| seen.insert(url.clone()))
        .collect();
    if document.base.uri.scheme() == "file" {
        candidates.sort_by_key(is_web);
    }
    let mut refusal = None;
    for candidate in &candidates {
        match search.absolute(candidate) {
            Ok(location) => return Ok(location),
            // The file nearest to what was written says best what is wrong.
            Err(error) if refusal.is_none() || candidate.scheme() == document.base.uri.scheme() => {
                refusal = Some(error);
            }
            Err(_) => {}
        }
    }
    Err(refusal.unwrap_or_else(|| {
        refuse(
            Code::ReferenceUnreadable,
            "it is relative, but the document has no place of its own; say with --base where it belongs",
        )
    }))
}

fn refuse(code: Code, reason: impl Into<String>) -> ReferenceError {
    ReferenceError { code, message: reason.into() }
}

fn outside() -> ReferenceError {
    refuse(Code::ReferenceOutside, "it leaves the directory of the root document")
}

struct DocumentSearch<'a> {
    reference: &'a str,
    web_document: bool,
    scope: &'a ReferenceScope,
    access: &'a Access,
}

impl DocumentSearch<'_> {
    fn absolute(&self, url: &Url) -> Result<DocumentKey, ReferenceError> {
        match url.scheme() {
            "http" | "https" => self.web(url),
            // What came over the network never gets at local files.
            "file" if self.web_document => Err(outside()),
            "file" => url.to_file_path().map_err(|()| outside()).and_then(|path| self.file(&path)),
            // A drive letter.
            scheme if scheme.len() == 1 && !self.web_document => {
                self.file(Path::new(&self.reference.replace('\\', "/")))
            }
            scheme => Err(refuse(
                Code::ReferenceUnreadable,
                format!("`{scheme}:` is no scheme that can be read, and no document names itself so"),
            )),
        }
    }

    fn web(&self, url: &Url) -> Result<DocumentKey, ReferenceError> {
        let mut url = url.clone();
        url.set_fragment(None);
        if !self.access.network && !self.scope.covers(&url) {
            let what = if url.as_str() == self.reference {
                "it needs the network".to_owned()
            } else {
                format!("it means {url}, which needs the network")
            };
            return Err(refuse(Code::ReferenceNetwork, what));
        }
        Ok(DocumentKey::Url(url))
    }

    fn file(&self, path: &Path) -> Result<DocumentKey, ReferenceError> {
        let inside = |path: &Path| {
            self.access.outside || self.scope.directory.as_ref().is_some_and(|root| path.starts_with(root))
        };
        match fs::canonicalize(path) {
            Ok(real) if inside(&real) => Ok(DocumentKey::File(real)),
            // Of what lies outside not even the existence is told.
            Err(error) if inside(&without_dots(path)) => {
                let shown = self.scope.shown(path);
                let what = format!("`{}` {}", shown.display(), reason(&error));
                Err(refuse(Code::ReferenceUnreadable, what))
            }
            Ok(_) | Err(_) => Err(outside()),
        }
    }
}

/// What went wrong with a file, as the end of a sentence that begins with its name.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "may not be read: permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "is a directory".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

/// The path with `.` and `..` taken out by their spelling alone.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
