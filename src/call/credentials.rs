//! Credentials: which alternative of `security` applies, and how each credential is sent.

use std::collections::BTreeMap;
use std::fmt;

use super::base64_text;
use super::description::{NeededCookie, SchemeDescription};
use super::error::CallError;
use super::header::{is_cookie_text, is_field_text};
use super::percent::TextEncoding;

/// The value of a credential.
#[derive(Clone, PartialEq, Eq)]
pub enum CredentialValue {
    /// The secret itself: a key, a token, or `user:password` for HTTP Basic.
    Secret(String),
    /// A text that stands for the secret, such as `$TOKEN`. It is written without any encoding.
    Placeholder(String),
}

/// Never shows a secret.
impl fmt::Debug for CredentialValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Secret(_) => f.write_str("Secret(…)"),
            Self::Placeholder(text) => write!(f, "Placeholder({text})"),
        }
    }
}

/// Credentials by the name of their security scheme, and cookies by their name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Credentials(BTreeMap<String, CredentialValue>);

impl Credentials {
    /// Returns the credential of a scheme.
    pub fn get(&self, scheme: &str) -> Option<&CredentialValue> {
        self.0.get(scheme)
    }

    /// Sets the credential of a scheme.
    pub fn insert(&mut self, scheme: impl Into<String>, credential: CredentialValue) {
        self.0.insert(scheme.into(), credential);
    }
}

impl FromIterator<(String, CredentialValue)> for Credentials {
    fn from_iter<I: IntoIterator<Item = (String, CredentialValue)>>(credentials: I) -> Self {
        Self(credentials.into_iter().collect())
    }
}

/// The place of a credential in the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CredentialPlace {
    /// A header.
    Header,
    /// A query field.
    Query,
    /// A cookie.
    Cookie,
}

/// The form in which a credential is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CredentialForm {
    /// As it is.
    Plain,
    /// `Basic` and the base64 of `user:password` (RFC 7617).
    Basic,
    /// The name of an authentication scheme and the credential, such as `Bearer` (RFC 9110, section 11.4; RFC 6750).
    Scheme(String),
}

/// A credential that a request sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentCredential {
    /// The name of the security scheme, or of the cookie.
    pub scheme: String,
    /// The place in the request.
    pub place: CredentialPlace,
    /// The name of the header, query field or cookie.
    pub name: String,
    /// The form of the value.
    pub form: CredentialForm,
}

impl SentCredential {
    /// Returns the text that is sent at the credential's place, encoded as the place demands.
    pub(super) fn text(&self, credentials: &Credentials) -> Result<String, CallError> {
        let fault =
            |reason: &str| CallError::Scheme { scheme: self.scheme.clone(), reason: reason.to_owned() };
        let (text, is_secret) = match credentials.get(&self.scheme) {
            Some(CredentialValue::Secret(text)) => (text, true),
            Some(CredentialValue::Placeholder(text)) => (text, false),
            None => return Err(fault("has no credential")),
        };
        let text = match (&self.form, is_secret) {
            (CredentialForm::Plain, _) => text.clone(),
            (CredentialForm::Basic, true) => format!("Basic {}", base64_text::encode(text.as_bytes())),
            (CredentialForm::Basic, false) => format!("Basic {text}"),
            (CredentialForm::Scheme(scheme), _) => format!("{scheme} {text}"),
        };
        match self.place {
            CredentialPlace::Query if is_secret => Ok(TextEncoding::Unreserved.value(&text).into_owned()),
            CredentialPlace::Cookie if !is_cookie_text(&text) => {
                Err(fault("has a credential with a character that no cookie can hold"))
            }
            _ if !is_field_text(&text) => {
                Err(fault("has a credential with a line break or a control character"))
            }
            _ => Ok(text),
        }
    }
}

/// Returns the credentials of the first alternative for which each is there.
pub(super) fn chosen(
    alternatives: &[Vec<SchemeDescription>],
    credentials: &Credentials,
) -> Result<Vec<SentCredential>, CallError> {
    if alternatives.is_empty() {
        return Ok(Vec::new());
    }
    let is_there = |scheme: &SchemeDescription| credentials.get(&scheme.name).is_some();
    match alternatives.iter().find(|alternative| alternative.iter().all(is_there)) {
        Some(alternative) => {
            let sent = alternative.iter().map(sent).collect::<Result<Vec<_>, _>>()?;
            Ok(sent.into_iter().flatten().collect())
        }
        None => Err(CallError::MissingCredentials {
            alternatives: alternatives.iter().map(|alternative| described(alternative)).collect(),
        }),
    }
}

/// Names the schemes of an alternative.
fn described(alternative: &[SchemeDescription]) -> String {
    let names: Vec<String> = alternative.iter().map(|scheme| format!("`{}`", scheme.name)).collect();
    names.join(" and ")
}

/// Returns how the credential of a scheme is sent (OpenAPI 3.2, section "Security Scheme Object"); `None` for a client certificate,
/// which is no part of the request.
fn sent(scheme: &SchemeDescription) -> Result<Option<SentCredential>, CallError> {
    let fault = |reason: String| CallError::Scheme { scheme: scheme.name.clone(), reason };
    let sent = |place, name: &str, form| {
        Ok(Some(SentCredential { scheme: scheme.name.clone(), place, name: name.to_owned(), form }))
    };
    let authorization = |form| sent(CredentialPlace::Header, "Authorization", form);
    let bearer = || CredentialForm::Scheme("Bearer".to_owned());
    match scheme.kind.as_deref() {
        None => Err(fault("has no type: the description does not declare it".to_owned())),
        Some("apiKey") => {
            let place = match scheme.location.as_deref() {
                Some("header") => CredentialPlace::Header,
                Some("query") => CredentialPlace::Query,
                Some("cookie") => CredentialPlace::Cookie,
                _ => return Err(fault("must be in `header`, `query` or `cookie`".to_owned())),
            };
            let name = scheme.parameter.as_deref().ok_or_else(|| fault("has no `name`".to_owned()))?;
            sent(place, name, CredentialForm::Plain)
        }
        Some("http") => {
            let name = scheme.http_scheme.as_deref().ok_or_else(|| fault("has no `scheme`".to_owned()))?;
            authorization(match name.to_ascii_lowercase().as_str() {
                "basic" => CredentialForm::Basic,
                "bearer" => bearer(),
                _ => CredentialForm::Scheme(name.to_owned()),
            })
        }
        Some("oauth2" | "openIdConnect") => authorization(bearer()),
        Some("mutualTLS") => Ok(None),
        Some(other) => Err(fault(format!("has the type `{other}`, which no request can follow"))),
    }
}

/// Returns the cookies that the runtime sets: those with a value among the credentials.
pub(super) fn runtime_cookies(
    cookies: &[NeededCookie],
    credentials: &Credentials,
) -> Result<Vec<SentCredential>, CallError> {
    let mut sent = Vec::new();
    for NeededCookie { name, required } in cookies {
        if credentials.get(name).is_some() {
            let (scheme, name) = (name.clone(), name.clone());
            sent.push(SentCredential {
                scheme,
                place: CredentialPlace::Cookie,
                name,
                form: CredentialForm::Plain,
            });
        } else if *required {
            return Err(CallError::MissingCookie(name.clone()));
        }
    }
    Ok(sent)
}
