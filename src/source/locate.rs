//! Location of the document that a reference means, and the permission to read it: inside the directory of the root
//! document, or with the access that the user granted.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use url::Url;

use crate::diagnostic::Code;

use super::document::Document;
use super::input::Access;
use super::login::strip_userinfo;
use super::network::is_web;
use super::reference::error::ReferenceError;
use super::scope::{DocumentKey, ReferenceScope};

/// Locates the document that a reference in `document` means, and checks that it may be read.
///
/// `uri` is the reference without its fragment, `enclosing` the URI of the schema resource that contains it. The
/// message of an error is only the reason.
///
/// A relative reference is resolved against `enclosing`, then against `$self`, then against the URI that the document
/// was read from. If the document is a file, all candidates that are files are tried before any URL, because documents
/// with a public `$self` are usually edited as files in one directory.
pub(super) fn locate(
    document: &Document,
    enclosing: &Url,
    uri: &str,
    scope: &ReferenceScope,
    access: &Access,
) -> Result<DocumentKey, ReferenceError> {
    let search = DocumentSearch { reference: uri, web_document: is_web(&document.base.uri), scope, access };
    // Documents contain Windows paths too. A backslash is not allowed in a URI.
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
            // The error for the closest candidate is the most helpful one.
            Err(error) if refusal.is_none() || candidate.scheme() == document.base.uri.scheme() => {
                refusal = Some(error);
            }
            Err(_) => {}
        }
    }
    Err(refusal.unwrap_or_else(|| {
        refuse(Code::ReferenceUnreadable, "it is relative, but the document has no base; set one with --base")
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
            // A document from the network never reaches local files.
            "file" if self.web_document => Err(outside()),
            "file" => url.to_file_path().map_err(|()| outside()).and_then(|path| self.file(&path)),
            // A drive letter of Windows.
            scheme if scheme.len() == 1 && !self.web_document => {
                self.file(Path::new(&self.reference.replace('\\', "/")))
            }
            scheme => Err(refuse(
                Code::ReferenceUnreadable,
                format!("the scheme `{scheme}` is not supported, and no document has this URI"),
            )),
        }
    }

    fn web(&self, url: &Url) -> Result<DocumentKey, ReferenceError> {
        let mut url = url.clone();
        url.set_fragment(None);
        // A description does not log in anywhere.
        strip_userinfo(&mut url);
        if !self.access.network && !self.scope.covers(&url) {
            let what = if url.as_str() == self.reference {
                "it needs the network".to_owned()
            } else {
                format!("it resolves to {url}, which needs the network")
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
            // Outside the permitted directory, not even the existence of a file is revealed.
            Err(error) if inside(&without_dots(path)) => {
                let shown = self.scope.shown(path);
                let what = format!("`{}` {}", shown.display(), reason(&error));
                Err(refuse(Code::ReferenceUnreadable, what))
            }
            Ok(_) | Err(_) => Err(outside()),
        }
    }
}

/// Describes a file error, as the end of a sentence that begins with the name of the file.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "may not be read: permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "is a directory".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

/// Removes `.` and `..` from a path lexically.
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
