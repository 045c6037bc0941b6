//! Security schemes and requirements: what a call needs, never a secret.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Place, Sink};
use crate::model::{Location, SecurityRequirement};
use crate::source::{Node, Sources};

use super::unknown::Passing;

/// The schemes a document declares (OpenAPI 3.2, "Security Scheme Object"; Swagger 2.0, "Security Scheme
/// Object").
pub(super) struct SecuritySchemes<'s> {
    schemes: Vec<(&'s str, Node<'s>)>,
    /// Names that are used without being declared, and where that was reported.
    undeclared: RefCell<HashMap<String, Place>>,
    /// The requirements that were read last, and where.
    last: RefCell<Option<(Place, Requirements)>>,
}

/// Alternatives, each a set of schemes that are needed together; most operations share them.
pub(super) type Requirements = Arc<[Vec<SecurityRequirement>]>;

impl<'s> SecuritySchemes<'s> {
    pub(super) fn read(sources: &'s Sources, declared: Option<Node<'s>>, sink: &Sink) -> Self {
        let mut schemes = Vec::new();
        for (name, written) in declared.into_iter().flat_map(Node::entries) {
            match sources.follow(written, sink) {
                Ok(scheme) => {
                    Passing::SecurityScheme.report(scheme, sink);
                    schemes.push((name, scheme));
                }
                Err(error) => {
                    let message = format!("{}; the security scheme `{name}` is only named", error.message);
                    sink.report(error.code, written.place(), message);
                }
            }
        }
        Self { schemes, undeclared: RefCell::default(), last: RefCell::default() }
    }

    /// The same schemes, of which nothing was reported.
    pub(super) fn beside(&self) -> Self {
        let schemes = self.schemes.clone();
        Self { schemes, undeclared: RefCell::default(), last: RefCell::default() }
    }

    /// What was reported as not declared, and where.
    pub(super) fn undeclared(&self) -> Vec<(String, Place)> {
        self.undeclared.borrow().iter().map(|(name, &place)| (name.clone(), place)).collect()
    }

    /// The scheme whose API key a parameter carries.
    pub(super) fn of_parameter(&self, location: Location, name: &str) -> Option<SecurityRequirement> {
        let (scheme, node) = self.schemes.iter().find(|(_, scheme)| {
            let text = |key: &str| scheme.get(key).and_then(Node::as_str);
            let same_name = text("name").is_some_and(|key| match location {
                Location::Header => key.eq_ignore_ascii_case(name),
                _ => key == name,
            });
            text("type") == Some("apiKey") && text("in") == Some(location.as_str()) && same_name
        })?;
        Some(described(scheme, Some(*node), Vec::new()))
    }

    /// What a list of "Security Requirement Objects" asks for (OpenAPI 3.2).
    pub(super) fn requirements(&self, security: Node<'s>, sink: &Sink) -> Requirements {
        let mut last = self.last.borrow_mut();
        if let Some((_, same)) = last.as_ref().filter(|(place, _)| *place == security.place()) {
            return same.clone();
        }
        let mut read: Vec<Vec<SecurityRequirement>> = Vec::new();
        for alternative in security.items().filter(|alternative| alternative.is_object()) {
            let needed =
                alternative.entries().map(|(name, scopes)| self.requirement(name, scopes, sink)).collect();
            // An alternative that is given again is none.
            if !read.contains(&needed) {
                read.push(needed);
            }
        }
        // One operation is like the other.
        let like = last.take().map(|(_, like)| like).filter(|like| **like == *read);
        let requirements = like.unwrap_or_else(|| read.into());
        *last = Some((security.place(), requirements.clone()));
        requirements
    }

    fn requirement(&self, name: &str, scopes: Node<'s>, sink: &Sink) -> SecurityRequirement {
        let scheme = self.schemes.iter().find(|(known, _)| *known == name).map(|(_, scheme)| *scheme);
        if scheme.is_none() && !self.undeclared.borrow().contains_key(name) {
            self.undeclared.borrow_mut().insert(name.to_owned(), scopes.place());
            let message = format!("the security scheme `{name}` is not declared; it is only named");
            sink.report(Code::DanglingScheme, scopes.place(), message);
        }
        described(name, scheme, scopes.items().filter_map(Node::as_str).map(str::to_owned).collect())
    }
}

fn described(name: &str, scheme: Option<Node<'_>>, scopes: Vec<String>) -> SecurityRequirement {
    let text =
        |key: &str| scheme.and_then(|scheme| scheme.get(key)).and_then(Node::as_str).map(str::to_owned);
    let kind = text("type");
    let is_key = kind.as_deref() == Some("apiKey");
    // Swagger 2.0's `basic` is `http` with the scheme `basic` in later versions.
    let is_basic = kind.as_deref() == Some("basic");
    SecurityRequirement {
        scheme: name.to_owned(),
        location: text("in").filter(|_| is_key),
        name: text("name").filter(|_| is_key),
        http_scheme: if is_basic {
            Some("basic".to_owned())
        } else {
            text("scheme").filter(|_| kind.as_deref() == Some("http"))
        },
        kind: if is_basic { Some("http".to_owned()) } else { kind },
        scopes,
    }
}

/// What the security of an operation comes to where it declares the credential of a scheme as a parameter and names
/// the scheme nowhere. An optional credential is an alternative.
pub(super) fn with_credential(
    security: Option<&[Vec<SecurityRequirement>]>,
    credential: SecurityRequirement,
    required: bool,
) -> Vec<Vec<SecurityRequirement>> {
    let mut alternatives =
        security.filter(|security| !security.is_empty()).map_or_else(|| vec![Vec::new()], <[_]>::to_vec);
    if required {
        for alternative in &mut alternatives {
            alternative.push(credential.clone());
        }
    } else {
        let mut with = alternatives[0].clone();
        with.push(credential);
        alternatives.push(with);
    }
    alternatives
}
