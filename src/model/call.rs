//! How a tool's call is made over HTTP, without the document at hand.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// The standard methods (RFC 9110, section 9, RFC 5789, and `QUERY` of OpenAPI 3.2).
const STANDARD: [&str; 9] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"];

/// An HTTP method, in upper case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Method(Cow<'static, str>);

impl Method {
    /// A method by its name; the case of the standard methods does not matter.
    pub fn new(name: &str) -> Self {
        let standard = STANDARD.into_iter().find(|standard| standard.eq_ignore_ascii_case(name));
        Self(standard.map_or_else(|| name.to_owned().into(), Cow::Borrowed))
    }

    /// Its name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Server {
    /// A server that is no more than its URL.
    pub fn at(url: impl Into<String>) -> Self {
        Self { url: url.into(), name: None, description: None, variables: Vec::new() }
    }

    /// The texts for people, each with what it is.
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

/// Changes a list that calls share, for one of them; it goes on sharing the list if nothing in it changes.
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

/// A server's base URL, with its variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The URL template, resolved against the document's base where that is known.
    pub url: String,
    /// The name that it goes by (OpenAPI 3.2).
    pub name: Option<String>,
    /// What people should know of it.
    pub description: Option<String>,
    /// The variables of the template.
    pub variables: Vec<ServerVariable>,
}

/// A variable of a server's URL template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerVariable {
    /// Its name.
    pub name: String,
    /// The value used unless another is chosen.
    pub default: Option<String>,
    /// The values that can be chosen; empty for any.
    pub values: Vec<String>,
    /// What people should know of it.
    pub description: Option<String>,
}

/// One security scheme that a call needs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SecurityRequirement {
    /// The scheme's name in the document.
    pub scheme: String,
    /// `apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS`, or as the document says.
    pub kind: Option<String>,
    /// `apiKey`: `query`, `header` or `cookie`.
    pub location: Option<String>,
    /// `apiKey`: the name of the parameter, header or cookie.
    pub name: Option<String>,
    /// `http`: the authentication scheme, like `bearer`.
    pub http_scheme: Option<String>,
    /// Scopes (or roles) that the call needs.
    pub scopes: Vec<String>,
}

/// A cookie that the runtime sets, since a model cannot know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeCookie {
    /// Its name.
    pub name: String,
    /// Whether the call is refused without it.
    pub required: bool,
}

/// One part of a multipart or form body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartCall {
    /// The property (and form field) it belongs to; `None` for every part of a positional body.
    pub name: Option<String>,
    /// Its media type.
    pub content_type: Option<String>,
    /// Names of headers the part may have.
    pub headers: Vec<String>,
    /// `style` of a form field, when the document sets it.
    pub style: Option<String>,
    /// `explode` of a form field, when the document sets it.
    pub explode: Option<bool>,
    /// `allowReserved` of a form field, when the document sets it.
    pub allow_reserved: Option<bool>,
    /// Whether the value is base64 text that stands for bytes.
    pub decode_base64: bool,
    /// Whether a list is sent as tab-separated values (Swagger 2.0).
    pub tab_separated: bool,
}

/// The request body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyCall {
    /// The media type to send.
    pub content_type: String,
    /// Whether the body was lifted to the top level: each of its properties is an argument.
    pub flattened: bool,
    /// Whether the value is base64 text that stands for bytes.
    pub decode_base64: bool,
    /// Parts of a form that need saying.
    pub parts: Vec<PartCall>,
}

/// Everything that is needed to make the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpCall {
    /// The method.
    pub method: Method,
    /// The path template, as written.
    pub path: Arc<str>,
    /// The servers of the most specific level, in document order. Most calls of a document share them.
    pub servers: Arc<[Server]>,
    /// The body, if there is one.
    pub body: Option<BodyCall>,
    /// The media type to ask for.
    pub accept: Option<String>,
    /// Cookies that the runtime sets.
    pub cookies: Vec<RuntimeCookie>,
    /// Alternatives, each a set of schemes that are needed together. `None`: the document says nothing;
    /// an empty list: nothing is needed; an empty alternative: optional. Most calls of a document share them.
    pub security: Option<Arc<[Vec<SecurityRequirement>]>>,
    /// `operationId`, as written.
    pub operation_id: Option<Arc<str>>,
}
