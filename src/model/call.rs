//! The HTTP call of a tool, complete without the source document.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::json::Value;

/// The standard methods (RFC 9110, section 9; RFC 5789; `query` in OpenAPI 3.2, section "Path Item Object").
const STANDARD: [&str; 9] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"];

/// An HTTP method. The standard methods are in upper case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Method(Cow<'static, str>);

impl Method {
    /// Returns the method with a name. The case of standard methods is ignored.
    pub fn new(name: &str) -> Self {
        let standard = STANDARD.into_iter().find(|standard| standard.eq_ignore_ascii_case(name));
        Self(standard.map_or_else(|| name.to_owned().into(), Cow::Borrowed))
    }

    /// Returns true for the name of a method: a token (RFC 9110, sections 5.6.2 and 9.1).
    pub fn is_name(text: &str) -> bool {
        http::Method::from_bytes(text.as_bytes()).is_ok()
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Server {
    /// Returns a server with a URL and nothing else.
    pub fn at(url: impl Into<String>) -> Self {
        Self { url: url.into(), name: None, description: None, variables: Vec::new() }
    }

    /// Iterates over the texts for people, each with a name for messages.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut Option<String>)> {
        let own = [
            ("the name of a server", &mut self.name),
            ("the description of a server", &mut self.description),
        ];
        let variables = self.variables.iter_mut();
        let variables =
            variables.map(|variable| ("the description of a server variable", &mut variable.description));
        own.into_iter().chain(variables)
    }
}

impl Server {
    /// Returns true if the URL has a host: neither is it relative, nor is its host a variable without a default.
    pub fn has_host(&self) -> bool {
        let Some((_, rest)) = self.url.split_once("://") else {
            return self.url.starts_with('{');
        };
        let authority = rest.split('/').next().unwrap_or_default();
        let variable = authority.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
        let is_open = |variable: &ServerVariable| variable.default.is_none();
        !self.variables.iter().any(|one| Some(one.name.as_str()) == variable && is_open(one))
    }
}

impl ServerVariable {
    /// Returns a variable that a runtime has to give a value.
    pub fn without_default(name: &str) -> Self {
        Self { name: name.to_owned(), default: None, values: Vec::new(), description: None }
    }
}

/// Changes a shared list for one of its owners. The list stays shared if nothing changes.
pub(crate) fn change_shared<T: Clone + PartialEq>(list: &mut Arc<[T]>, change: impl FnOnce(&mut [T])) {
    let mut own = list.to_vec();
    change(&mut own);
    if *own != **list {
        *list = own.into();
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A server: its URL template with variables (OpenAPI 3.2, section "Server Object").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The URL template, resolved against the base of the document if that is known.
    pub url: String,
    /// The name (OpenAPI 3.2).
    pub name: Option<String>,
    /// The description for people.
    pub description: Option<String>,
    /// The variables of the template.
    pub variables: Vec<ServerVariable>,
}

/// A variable of a server's URL template (OpenAPI 3.2, section "Server Variable Object").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerVariable {
    /// The name.
    pub name: String,
    /// The value to use unless another one is chosen.
    pub default: Option<String>,
    /// The allowed values (`enum`); empty if any value is allowed.
    pub values: Vec<String>,
    /// The description for people.
    pub description: Option<String>,
}

/// A security scheme that a call needs (OpenAPI 3.2, section "Security Scheme Object").
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct SecurityRequirement {
    /// The name of the scheme in the document.
    pub scheme: String,
    /// The `type`: `apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS`, or another value of the document.
    pub kind: Option<String>,
    /// The location of an `apiKey`: `query`, `header` or `cookie`.
    pub location: Option<String>,
    /// The name of the parameter, header or cookie of an `apiKey`.
    pub name: Option<String>,
    /// The authentication scheme of type `http`, like `bearer`.
    pub http_scheme: Option<String>,
    /// The form of a bearer token, like `JWT`.
    pub bearer_format: Option<String>,
    /// The URL of the configuration (`openIdConnectUrl`).
    pub open_id_connect_url: Option<String>,
    /// The URL of the OAuth 2 metadata (OpenAPI 3.2).
    pub metadata_url: Option<String>,
    /// The flows of OAuth 2, each with the URLs where tokens come from.
    pub flows: Vec<OAuthFlow>,
    /// The scopes or roles that the call needs.
    pub scopes: Vec<String>,
}

impl SecurityRequirement {
    /// Iterates over the URLs of the scheme.
    pub fn urls_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let of_flows = self.flows.iter_mut().flat_map(|flow| flow.urls.iter_mut().map(|(_, url)| url));
        [&mut self.open_id_connect_url, &mut self.metadata_url].into_iter().flatten().chain(of_flows)
    }
}

/// A flow of OAuth 2 (OpenAPI 3.2, section "OAuth Flow Object").
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OAuthFlow {
    /// The name in OpenAPI 3, like `clientCredentials`.
    pub name: String,
    /// The URLs, each with the name of its field: `authorizationUrl`, `deviceAuthorizationUrl`, `tokenUrl`, `refreshUrl`.
    pub urls: Vec<(&'static str, String)>,
}

/// A cookie that the runtime sets, since a model cannot know its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeCookie {
    /// The name.
    pub name: String,
    /// True if a call must have the cookie.
    pub required: bool,
    /// The style, `form` or `cookie`; `None` for a value that is a document.
    pub style: Option<&'static str>,
    /// True if the members of a list or an object are cookies of their own.
    pub explode: bool,
    /// True if reserved characters are not encoded.
    pub allow_reserved: bool,
    /// The media type of a value that is a document.
    pub content_type: Option<String>,
    /// The JSON types that a value can have, as the schema of the cookie names them; empty if it names none.
    pub types: Vec<String>,
}

/// A part of a multipart or form body (OpenAPI 3.2, section "Encoding Object").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartCall {
    /// The property and form field; `None` for the items of a body that is sent by position (`itemEncoding`,
    /// `prefixEncoding`).
    pub name: Option<String>,
    /// The media type.
    pub content_type: Option<String>,
    /// The headers that the part may have.
    pub headers: Vec<PartHeader>,
    /// The `style` of a form field, if the document sets it.
    pub style: Option<String>,
    /// The `explode` of a form field, if the document sets it.
    pub explode: Option<bool>,
    /// The `allowReserved` of a form field, if the document sets it.
    pub allow_reserved: Option<bool>,
    /// True if the value is base64 text, which the runtime decodes before sending.
    pub decode_base64: bool,
    /// True if a list is sent as tab-separated values (Swagger 2.0).
    pub tab_separated: bool,
}

/// A header of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartHeader {
    /// The name.
    pub name: String,
    /// The value that every call sends; without one, only the name is known, and nothing is sent.
    pub value: Option<Value>,
}

/// The request body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyCall {
    /// The media type to send.
    pub content_type: String,
    /// True if the body was flattened: each of its properties is an argument.
    pub flattened: bool,
    /// True if the value is base64 text, which the runtime decodes before sending.
    pub decode_base64: bool,
    /// The parts whose encoding differs from the default.
    pub parts: Vec<PartCall>,
    /// The parts at the first positions of a body without names (OpenAPI 3.2, `prefixEncoding`).
    pub prefix_parts: Vec<PartCall>,
}

/// Everything that a runtime needs to make the HTTP call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpCall {
    /// The method.
    pub method: Method,
    /// The path template, as written.
    pub path: Arc<str>,
    /// The servers of the operation, or else of the path item, or else of the document. Most calls of a document share
    /// them.
    pub servers: Arc<[Server]>,
    /// The request body, if there is one.
    pub body: Option<BodyCall>,
    /// The value of the `Accept` header.
    pub accept: Option<String>,
    /// The media types of the success responses, if `accept` does not ask for all of them.
    pub response_types: Vec<String>,
    /// The cookies that the runtime sets.
    pub cookies: Vec<RuntimeCookie>,
    /// The security alternatives, each a list of schemes that are needed together (OpenAPI 3.2, section "Security
    /// Requirement Object"). `None`: the document has no `security`; an empty list: no security; an empty alternative:
    /// security is optional. Most calls of a document share them.
    pub security: Option<Arc<[Vec<SecurityRequirement>]>>,
    /// The `operationId`, as written.
    pub operation_id: Option<Arc<str>>,
}
