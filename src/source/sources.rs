//! The documents of a run: each is read once, when it is first needed.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use elsa::sync::FrozenVec;
use url::Url;

use crate::diagnostic::{Code, Diagnostic, DocumentId, Fatal, Place, Sink};
use crate::limits::Limits;

use super::bytes;
use super::copied_places::CopiedPlaces;
use super::document::{Document, Syntax};
use super::encoding::decode;
use super::entry::narrow;
use super::input::{Access, Input, Origin};
use super::login::Login;
use super::network::Download;
use super::network_use::NetworkUse;
use super::node::Node;
use super::parse::{duplicate_keys, parse};
use super::reference::cache::ReferenceCache;
use super::reference::error::ReferenceError;
use super::scope::{DocumentKey, ReferenceBase, ReferenceScope};
use super::tree::Tree;

/// Bytes of a report that the smallest document may have.
const REPORT_BYTES: u64 = 64 << 10;

/// All documents of one run. Documents are added when a reference needs them, and are never removed. Threads may share
/// the documents, but only one conversion may run at a time.
///
/// A file or URL is read once, however many references lead to it. The base URI of a redirected URL is the final URL
/// (RFC 3986, section 5.1.3).
pub struct Sources {
    pub(super) access: Access,
    pub(super) limits: Limits,
    documents: FrozenVec<Box<Document>>,
    /// Name and text of the first input that could not be parsed, without the last word: it may be the beginning of a
    /// credential, which is not recognised.
    unparsed: OnceLock<(String, String)>,
    scopes: FrozenVec<Box<ReferenceScope>>,
    /// An empty scope, as a fallback. Every document has the number of an existing scope.
    nowhere: ReferenceScope,
    known: Mutex<HashMap<(usize, DocumentKey), Result<DocumentId, String>>>,
    identified: Mutex<HashMap<(usize, String), Place>>,
    /// Locked while a document is added.
    adding: Mutex<()>,
    /// True while no document may be added.
    closed: AtomicBool,
    /// True if a document was requested that could not be added.
    missed: AtomicBool,
    network_use: NetworkUse,
    pub(super) cache: ReferenceCache,
}

/// The text and the values of a document.
struct DocumentContent {
    text: String,
    tree: Tree,
    is_mended: bool,
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sources").field("documents", &self.documents.len()).finish_non_exhaustive()
    }
}

impl Sources {
    /// Creates an empty set of documents.
    pub fn new(access: Access, limits: Limits) -> Self {
        Self {
            access,
            limits,
            documents: FrozenVec::new(),
            unparsed: OnceLock::new(),
            scopes: FrozenVec::new(),
            nowhere: ReferenceScope::default(),
            known: Mutex::default(),
            identified: Mutex::default(),
            adding: Mutex::default(),
            closed: AtomicBool::new(false),
            missed: AtomicBool::new(false),
            network_use: NetworkUse::default(),
            cache: ReferenceCache::default(),
        }
    }

    /// Reads and parses a root document. Its location determines the documents that its references may reach.
    pub fn load(&self, input: &Input, sink: &Sink) -> Result<&Document, Fatal> {
        let limits = &self.limits;
        let given_base = || bytes::given_base(self.access.base.as_deref());
        let ((bytes, (scope, uri)), origin) = match input {
            Input::File(path) => (bytes::root_file(path, limits)?, Origin::File(path.clone())),
            Input::Stdin => {
                let bytes = bytes::all(io::stdin().lock(), "<stdin>", 0, limits)?;
                ((bytes, given_base()?), Origin::Stdin)
            }
            Input::Url(url) => {
                let mut url = url.clone();
                url.set_fragment(None);
                let login = Login::take(&mut url);
                (bytes::root_url(&url, login, &self.access, limits, &self.network_use)?, Origin::Url(url))
            }
            Input::Bytes { name, bytes } => {
                let bytes = bytes::all(bytes.as_slice(), name, bytes.len(), limits)?;
                ((bytes, given_base()?), Origin::Bytes(name.clone()))
            }
        };
        let location = match &origin {
            Origin::File(path) => fs::canonicalize(path).ok().map(DocumentKey::File),
            Origin::Url(url) => Some(DocumentKey::Url(url.clone())),
            Origin::Stdin | Origin::Bytes(_) => None,
        };
        let uri = uri.map_or_else(|| self.own_uri(), Ok)?;
        let number =
            self.scopes.push_get_index(Box::new(ReferenceScope { root: Some(uri.clone()), ..scope }));
        let base = ReferenceBase { uri, scope: number };
        let document = self.add(bytes, origin, base, sink)?;
        if let Some(location) = location {
            locked(&self.known).insert((number, location), Ok(document.id()));
        }
        Ok(document)
    }

    /// Returns the document with this number.
    pub fn document(&self, id: DocumentId) -> Option<&Document> {
        self.documents.get(id.0 as usize)
    }

    /// Returns the text of a document by its name, even if it could not be parsed.
    pub fn text(&self, name: &str) -> Option<&str> {
        let unparsed = self.unparsed.get().filter(|(of, _)| of == name).map(|(_, text)| text.as_str());
        let named = |document: &&Document| document.origin.to_string() == name;
        unparsed.or_else(|| self.documents.iter().find(named).map(Document::text))
    }

    /// Returns the value at a place.
    pub fn node(&self, place: Place) -> Option<Node<'_>> {
        Node::at(self.document(place.document)?, place.node)
    }

    /// Returns the canonical paths of all files that references lead to, readable or not.
    pub fn referred_files(&self) -> Vec<PathBuf> {
        let file = |(_, location): &(usize, DocumentKey)| match location {
            DocumentKey::File(path) => Some(path.clone()),
            DocumentKey::Url(_) => None,
        };
        locked(&self.known).keys().filter_map(file).collect()
    }

    /// Returns the number of bytes that a report about the documents may have ([`Limits::report_growth`]).
    pub fn report_bytes(&self) -> u64 {
        let bytes: usize = self.documents.iter().map(|document| document.text().len()).sum();
        REPORT_BYTES.saturating_add(self.limits.report_growth.saturating_mul(bytes as u64))
    }

    /// Returns the number of documents read so far.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Returns true if no document was read yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the scope of the references in a document.
    pub(super) fn scope(&self, document: &Document) -> &ReferenceScope {
        self.scopes.get(document.base.scope).unwrap_or(&self.nowhere)
    }

    /// Returns the URI of a document relative to that of its root document: empty for the root, and independent of the
    /// path by which the root was given.
    pub(crate) fn relative(&self, document: &Document) -> String {
        self.scope(document).relative(&document.base.uri)
    }

    /// Returns the value with this URI (`$self`, `$id`), among the documents read so far.
    pub(super) fn identified(&self, scope: usize, uri: &str) -> Option<Node<'_>> {
        let place = *locked(&self.identified).get(&(scope, uri.to_owned()))?;
        self.node(place)
    }

    /// Returns true if any document read so far declares a URI of its own.
    pub(super) fn has_identified(&self) -> bool {
        !locked(&self.identified).is_empty()
    }

    /// Runs parallel work, during which no document is added, because the order of documents must not depend on timing.
    /// Returns `None` if a document would have been added; the work must then be repeated on one thread.
    pub(crate) fn without_further<R>(&self, work: impl FnOnce() -> R) -> Option<R> {
        self.closed.store(true, Ordering::Relaxed);
        let result = work();
        self.closed.store(false, Ordering::Relaxed);
        let missed = self.missed.swap(false, Ordering::Relaxed);
        if missed {
            self.cache.forget();
        }
        (!missed).then_some(result)
    }

    /// Returns true if the parallel work must be repeated, because it requested a document that cannot be added now.
    pub(crate) fn has_missed(&self) -> bool {
        self.missed.load(Ordering::Relaxed)
    }

    /// Returns the document at the target of a reference in `from`, and reads it on first use.
    pub(super) fn obtain(
        &self,
        location: DocumentKey,
        from: &Document,
        sink: &Sink,
    ) -> Result<&Document, ReferenceError> {
        let failed = |message: String| ReferenceError { code: Code::ReferenceUnreadable, message };
        let key = (from.base.scope, location);
        let known = locked(&self.known).get(&key).cloned();
        if known.is_none() && self.closed.load(Ordering::Relaxed) {
            self.missed.store(true, Ordering::Relaxed);
            return Err(failed("it was not read".to_owned()));
        }
        let found = known.unwrap_or_else(|| {
            let read = self.read_referenced(&key.1, from, sink).map(Document::id);
            locked(&self.known).insert(key, read.clone());
            read
        });
        let id = found.map_err(failed)?;
        self.document(id).ok_or_else(|| failed("it was not read".to_owned()))
    }

    fn read_referenced(
        &self,
        location: &DocumentKey,
        from: &Document,
        sink: &Sink,
    ) -> Result<&Document, String> {
        if self.documents.len() >= self.limits.documents {
            return Err(format!(
                "the description consists of more than {} documents; --limit documents=N raises the limit",
                self.limits.documents
            ));
        }
        let scope = self.scope(from);
        let (bytes, origin, uri) = match location {
            DocumentKey::File(path) => {
                let shown = scope.shown(path);
                // Reading a pipe or device could block forever.
                if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
                    return Err(format!("`{}` is not a regular file", shown.display()));
                }
                let bytes = bytes::file(path, &shown, &self.limits).map_err(|fatal| fatal.message)?;
                (bytes, Origin::File(shown), bytes::file_url(path, false))
            }
            DocumentKey::Url(url) => {
                let allowed = |next: &Url| self.access.network || scope.covers(next);
                // A description from elsewhere may not read what only the user may.
                let is_own = scope.url.as_ref().is_some_and(|root| root.origin() == url.origin());
                let download = Download {
                    url,
                    named: scope.named.as_deref(),
                    login: scope.login.as_ref(),
                    headers: if is_own { &self.access.headers } else { &[] },
                    private_names_to_proxy: self.access.network,
                    allowed: &allowed,
                };
                let (bytes, last) = download
                    .run(&self.limits, &self.network_use)
                    .map_err(|error| format!("{url}: {error}"))?;
                (bytes, Origin::Url(url.clone()), Some(last))
            }
        };
        let base = ReferenceBase {
            uri: uri.map_or_else(|| self.own_uri(), Ok).map_err(|fatal| fatal.message)?,
            scope: from.base.scope,
        };
        self.add(bytes, origin, base, sink).map_err(|fatal| {
            let line = fatal.position.as_ref().and_then(|position| position.line);
            match line {
                Some(line) => format!("{} (line {line})", fatal.message),
                None => fatal.message,
            }
        })
    }

    fn add(
        &self,
        bytes: Vec<u8>,
        origin: Origin,
        base: ReferenceBase,
        sink: &Sink,
    ) -> Result<&Document, Fatal> {
        let name = origin.to_string();
        let text = decode(bytes, &name)?;
        let parsed = match parse(&text, &name, &self.limits) {
            Ok(parsed) => parsed,
            Err(fatal) => {
                // The report shows the line at which reading stopped.
                let is_end = |character: char| character.is_whitespace() || "\"',{}[]".contains(character);
                let words = text.rfind(is_end).unwrap_or_default();
                let _ = self.unparsed.set((name, text.get(..words).unwrap_or_default().to_owned()));
                return Err(fatal);
            }
        };
        let content = DocumentContent { text, tree: parsed.tree, is_mended: parsed.is_mended };
        let document = self.keep(origin, parsed.syntax, base, content, None);
        for warning in parsed.warnings {
            sink.push(warning);
        }
        for warning in duplicate_keys(document, &parsed.duplicates) {
            sink.push(warning);
        }
        self.identify(document);
        Ok(document)
    }

    fn keep(
        &self,
        origin: Origin,
        syntax: Syntax,
        base: ReferenceBase,
        DocumentContent { text, tree, is_mended }: DocumentContent,
        copied_places: Option<CopiedPlaces>,
    ) -> &Document {
        // The number of a document is its index, so only one may be added at a time.
        let _one_at_a_time = locked(&self.adding);
        self.documents.push_get(Box::new(Document {
            id: DocumentId(narrow(self.documents.len())),
            origin,
            syntax,
            text,
            tree,
            base,
            copied_places,
            is_mended,
            lines: OnceLock::new(),
            texts: OnceLock::new(),
            identifiers: OnceLock::new(),
            with_embedded: OnceLock::new(),
        }))
    }

    /// Adds a document that replaces `original`: it has the same base, and every reference to the original leads to it.
    pub(super) fn supersede(
        &self,
        original: &Document,
        (text, tree): (String, Tree),
        copied_places: CopiedPlaces,
    ) -> &Document {
        // Overlays copy strings of any other document.
        let is_mended = self.documents.iter().any(|document| document.is_mended);
        let content = DocumentContent { text, tree, is_mended };
        let (origin, base) = (original.origin.clone(), original.base.clone());
        let document = self.keep(origin, original.syntax, base, content, Some(copied_places));
        for known in locked(&self.known).values_mut().filter(|known| **known == Ok(original.id)) {
            *known = Ok(document.id);
        }
        locked(&self.identified).retain(|_, place| place.document != original.id);
        self.identify(document);
        document
    }

    /// Returns an invented URI for a document without one, against which `$id` and `$self` are resolved.
    fn own_uri(&self) -> Result<Url, Fatal> {
        let text = format!("document:///{}/", self.documents.len());
        Url::parse(&text).map_err(|error| Box::new(Diagnostic::new(Code::Unreadable, error.to_string())))
    }

    fn identify(&self, document: &Document) {
        let mut identified = locked(&self.identified);
        let mut add = |uri: &Url, place: Place| {
            identified.entry((document.base.scope, uri.as_str().to_owned())).or_insert(place);
        };
        if let Some(uri) = document.self_uri() {
            add(&uri, document.root().place());
        }
        if document.tree().identified {
            for resource in document.identifiers().resources().iter().skip(1) {
                let place = Place { document: document.id(), node: resource.node };
                add(&resource.uri, place);
            }
        }
    }
}

/// Locks a mutex. The data stays valid if a thread panicked.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
