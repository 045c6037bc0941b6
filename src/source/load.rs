//! All documents of one run: what is read becomes one, once, and references find it.

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

use super::copied_places::CopiedPlaces;
use super::encoding::decode;
use super::entry::narrow;
use super::input::{Access, Input, Origin};
use super::locate::{DocumentKey, ReferenceBase, ReferenceScope};
use super::network;
use super::parse::{duplicate_keys, parse};
use super::reference::ReferenceCache;
use super::tree::Tree;
use super::{Document, Node, ReferenceError, Syntax, bytes};

/// All documents of one run. Documents are added when something refers to them, and stay. Threads may share them, but for
/// conversions: there is one at a time.
///
/// A file or URL is read once, however many references lead to it. A URL that answers with a redirect
/// has the last URL as its base (RFC 3986, section 5.1.3).
pub struct Sources {
    pub(super) access: Access,
    pub(super) limits: Limits,
    documents: FrozenVec<Box<Document>>,
    scopes: FrozenVec<Box<ReferenceScope>>,
    /// The scope that reaches nothing. Every document is made with the number of a scope that was added before.
    nowhere: ReferenceScope,
    known: Mutex<HashMap<(usize, DocumentKey), Result<DocumentId, String>>>,
    identified: Mutex<HashMap<(usize, String), Place>>,
    /// Held while a document is added.
    adding: Mutex<()>,
    /// Whether no document may be added for now.
    closed: AtomicBool,
    /// Whether a document was asked for that could not be added.
    missed: AtomicBool,
    pub(super) cache: ReferenceCache,
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sources").field("documents", &self.documents.len()).finish_non_exhaustive()
    }
}

impl Sources {
    /// No documents yet.
    pub fn new(access: Access, limits: Limits) -> Self {
        Self {
            access,
            limits,
            documents: FrozenVec::new(),
            scopes: FrozenVec::new(),
            nowhere: ReferenceScope::default(),
            known: Mutex::default(),
            identified: Mutex::default(),
            adding: Mutex::default(),
            closed: AtomicBool::new(false),
            missed: AtomicBool::new(false),
            cache: ReferenceCache::default(),
        }
    }

    /// Reads and parses a root document. What its references may reach is told by where it lies.
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
                (bytes::root_url(&url, limits)?, Origin::Url(url))
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

    /// The document with this number.
    pub fn document(&self, id: DocumentId) -> Option<&Document> {
        self.documents.get(id.0 as usize)
    }

    /// The value at a place.
    pub fn node(&self, place: Place) -> Option<Node<'_>> {
        Node::at(self.document(place.document)?, place.node)
    }

    /// The files that references lead to, by their paths without links, whether they could be read or not.
    pub fn referred_files(&self) -> Vec<PathBuf> {
        let file = |(_, location): &(usize, DocumentKey)| match location {
            DocumentKey::File(path) => Some(path.clone()),
            DocumentKey::Url(_) => None,
        };
        locked(&self.known).keys().filter_map(file).collect()
    }

    /// Number of documents read so far.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether no document was read yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the references of a document may reach.
    pub(super) fn scope(&self, document: &Document) -> &ReferenceScope {
        self.scopes.get(document.base.scope).unwrap_or(&self.nowhere)
    }

    /// Where a document lies as seen from the root document that led to it: the same however the root's own path is written,
    /// and empty for the root.
    pub(crate) fn relative(&self, document: &Document) -> String {
        self.scope(document).relative(&document.base.uri)
    }

    /// The value whose own URI (`$self`, `$id`) this is, among the documents read so far.
    pub(super) fn identified(&self, scope: usize, uri: &str) -> Option<Node<'_>> {
        let place = *locked(&self.identified).get(&(scope, uri.to_owned()))?;
        self.node(place)
    }

    /// Whether any document read so far has a URI of its own.
    pub(super) fn has_identified(&self) -> bool {
        !locked(&self.identified).is_empty()
    }

    /// Does work on several cores. In which order documents are added must not depend on which core is quicker, so none
    /// is added; `None` where one would have been, and the work has to be done on one core.
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

    /// Whether work on several cores is in vain, since a document was asked for that cannot be added now.
    pub(crate) fn has_missed(&self) -> bool {
        self.missed.load(Ordering::Relaxed)
    }

    /// The document at a location that a reference in `from` leads to; read when it is first asked for.
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
                "the description is spread over more than {} documents; --limit documents=N raises the limit",
                self.limits.documents
            ));
        }
        let scope = self.scope(from);
        let (bytes, origin, uri) = match location {
            DocumentKey::File(path) => {
                let shown = scope.shown(path);
                // A pipe or device would keep us waiting for ever.
                if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
                    return Err(format!("`{}` is no regular file", shown.display()));
                }
                let bytes = bytes::file(path, &shown, &self.limits).map_err(|fatal| fatal.message)?;
                (bytes, Origin::File(shown), bytes::file_url(path, false))
            }
            DocumentKey::Url(url) => {
                let allowed = |next: &Url| self.access.network || scope.covers(next);
                let (bytes, last) = network::fetch(url, scope.named.as_deref(), &self.limits, &allowed)
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
        let parsed = parse(&text, &name, &self.limits)?;
        let document = self.keep(origin, parsed.syntax, base, (text, parsed.tree), None);
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
        (text, tree): (String, Tree),
        copied_places: Option<CopiedPlaces>,
    ) -> &Document {
        // A document has the number of its place.
        let _one_at_a_time = locked(&self.adding);
        self.documents.push_get(Box::new(Document {
            id: DocumentId(narrow(self.documents.len())),
            origin,
            syntax,
            text,
            tree,
            base,
            copied_places,
            lines: OnceLock::new(),
            texts: OnceLock::new(),
            identifiers: OnceLock::new(),
            with_embedded: OnceLock::new(),
        }))
    }

    /// Adds a document that stands for `original` from now on: with its base, and for every reference that leads to it.
    pub(super) fn supersede(
        &self,
        original: &Document,
        content: (String, Tree),
        copied_places: CopiedPlaces,
    ) -> &Document {
        let (origin, base) = (original.origin.clone(), original.base.clone());
        let document = self.keep(origin, original.syntax, base, content, Some(copied_places));
        for known in locked(&self.known).values_mut().filter(|known| **known == Ok(original.id)) {
            *known = Ok(document.id);
        }
        locked(&self.identified).retain(|_, place| place.document != original.id);
        self.identify(document);
        document
    }

    /// A URI for a document that has none, so that `$id` and `$self` have something to resolve against.
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

/// What a mutex holds, as far as a thread that panicked came with it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
