//! Security schemes and security requirements. They name the credentials of a call, and never contain one.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use foldhash::HashMap;
use foldhash::fast::RandomState;
use indexmap::IndexSet;
use url::Url;

use crate::diagnostic::{Code, Place, Sink};
use crate::model::{ArgumentLocation, SecurityRequirement, Server};
use crate::source::{Node, Sources, TakenField};

use super::security_scheme::{self, report_unknown};

/// The schemes that a document declares (OpenAPI 3.2, "Security Scheme Object"; Swagger 2.0, "Security Scheme
/// Object").
pub(super) struct SecuritySchemes<'s> {
    schemes: HashMap<&'s str, Node<'s>>,
    /// The base of relative URLs in schemes.
    base: Option<Url>,
    /// Names of the API key schemes, by location and name of the key. If several schemes have the same key, the first counts.
    /// Names of headers are compared without case (RFC 9110, section 5.1).
    keys: HashMap<(&'s str, Cow<'s, str>), &'s str>,
    /// Names of undeclared schemes in security requirements, each with the place of its diagnostic.
    undeclared: RefCell<HashMap<String, Place>>,
    /// The security requirements that were read last, with their place.
    last: RefCell<Option<(Place, SecurityAlternatives)>>,
}

/// Alternatives for a call, each a set of schemes that are required together. Operations share them, since most have the same.
pub(super) type SecurityAlternatives = Arc<[Vec<SecurityRequirement>]>;

impl<'s> SecuritySchemes<'s> {
    /// Reads the declared schemes. One behind a reference that cannot be resolved is reported. Relative URLs in schemes are
    /// resolved against the first of `servers` (OpenAPI 3.1 "Relative References in URLs", 3.2 "Relative References in API
    /// URLs").
    pub(super) fn read(
        sources: &'s Sources,
        declared: Option<Node<'s>>,
        servers: &[Server],
        sink: &Sink,
    ) -> Self {
        let (mut schemes, mut keys) = (HashMap::default(), HashMap::default());
        for (name, written) in declared.into_iter().flat_map(Node::entries) {
            match sources.follow(written, sink) {
                Ok(scheme) => {
                    report_unknown(scheme, sink);
                    schemes.entry(name).or_insert(scheme);
                    let text = |key: &str| scheme.get(key).and_then(Node::as_str);
                    if let (Some("apiKey"), Some(place), Some(key)) = (text("type"), text("in"), text("name"))
                    {
                        keys.entry((place, key_name(place, key))).or_insert(name);
                    }
                }
                Err(error) => {
                    let message = format!(
                        "{}; the call has only the name of the security scheme `{name}`",
                        error.message
                    );
                    sink.report(error.code, written.place(), message);
                }
            }
        }
        let base = servers.first().filter(|server| !server.url.contains('{'));
        let base = base.and_then(|server| Url::parse(&server.url).ok());
        Self { schemes, base, keys, undeclared: RefCell::default(), last: RefCell::default() }
    }

    /// Copies the schemes for another reader of the document, which has reported no undeclared scheme yet.
    pub(super) fn beside(&self) -> Self {
        let (schemes, base, keys) = (self.schemes.clone(), self.base.clone(), self.keys.clone());
        Self { schemes, base, keys, undeclared: RefCell::default(), last: RefCell::default() }
    }

    /// Returns the names of the undeclared schemes, each with the place of its diagnostic.
    pub(super) fn undeclared(&self) -> Vec<(String, Place)> {
        self.undeclared.borrow().iter().map(|(name, &place)| (name.clone(), place)).collect()
    }

    /// Returns true if the document declares a scheme of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.schemes.contains_key(name)
    }

    /// Returns the scheme whose API key a parameter carries.
    pub(super) fn of_parameter(&self, location: ArgumentLocation, name: &str) -> Option<SecurityRequirement> {
        let place = location.as_str();
        let scheme = *self.keys.get(&(place, key_name(place, name)))?;
        Some(self.described(scheme, Vec::new()))
    }

    /// Reads `security` (OpenAPI 3.2 and Swagger 2.0, "Security Requirement Object").
    pub(super) fn requirements(&self, security: Node<'s>, sink: &Sink) -> SecurityAlternatives {
        let mut last = self.last.borrow_mut();
        if let Some((_, same)) = last.as_ref().filter(|(place, _)| *place == security.place()) {
            return same.clone();
        }
        // Repeated alternatives are dropped.
        let read: IndexSet<Vec<SecurityRequirement>, RandomState> = security
            .items()
            .filter(|alternative| alternative.is_object())
            .map(|alternative| {
                alternative.entries().map(|(name, scopes)| self.requirement(name, scopes, sink)).collect()
            })
            .collect();
        let read: Vec<Vec<SecurityRequirement>> = read.into_iter().collect();
        // Consecutive operations often have equal requirements; they share one list.
        let like = last.take().map(|(_, like)| like).filter(|like| **like == *read);
        let requirements = like.unwrap_or_else(|| read.into());
        *last = Some((security.place(), requirements.clone()));
        requirements
    }

    fn requirement(&self, name: &str, scopes: Node<'s>, sink: &Sink) -> SecurityRequirement {
        if !self.has(name) && !self.undeclared.borrow().contains_key(name) {
            self.undeclared.borrow_mut().insert(name.to_owned(), scopes.place());
            let message = format!("the security scheme `{name}` is not declared; the call has only its name");
            sink.report(Code::DanglingScheme, scopes.place(), message);
        }
        self.described(name, scopes.items().filter_map(Node::as_str).map(str::to_owned).collect())
    }

    /// Describes the scheme of a name for a call that needs these scopes.
    fn described(&self, name: &str, scopes: Vec<String>) -> SecurityRequirement {
        let scheme = self.schemes.get(name).copied();
        let known = scheme.map(|scheme| security_scheme::described(scheme, self.base.as_ref()));
        SecurityRequirement { scheme: name.to_owned(), scopes, ..known.unwrap_or_default() }
    }
}

/// Returns `security` of an operation or of the root, if it is a list. Whatever else it holds is reported and ignored.
pub(super) fn declared<'s>(written: Option<TakenField<'s>>, sink: &Sink) -> Option<Node<'s>> {
    let written = written?.used();
    if !written.is_array() {
        if !written.is_null() {
            let message = format!("`security` is {}, not a list; it is ignored", written.kind());
            sink.report(Code::WrongType, written.place(), message);
        }
        return None;
    }
    for alternative in written.items().filter(|alternative| !alternative.is_object()) {
        let message =
            format!("an alternative of `security` is {}, not an object; it is ignored", alternative.kind());
        sink.report(Code::WrongType, alternative.place(), message);
    }
    Some(written)
}

/// Returns the name of an API key in the form in which names are compared.
fn key_name<'n>(place: &str, name: &'n str) -> Cow<'n, str> {
    if place == ArgumentLocation::Header.as_str() { name.to_ascii_lowercase().into() } else { name.into() }
}
