//! Arguments of a tool, with their location and serialization in the HTTP request.

use std::fmt;
use std::sync::Arc;

use crate::diagnostic::Place;
use crate::json::{Map, Value};

use super::call::PartCall;
use super::schema::Schema;

/// The name of an argument, which is a property of the input schema: `^[A-Za-z0-9_.-]{1,64}$`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArgumentName(Arc<str>);

impl ArgumentName {
    /// The length of the longest name that model APIs accept, in characters.
    pub const MAX: usize = 64;

    /// Returns the name, or `None` if some clients refuse it.
    pub fn new(name: &str) -> Option<Self> {
        Self::is_legal(name).then(|| Self(name.into()))
    }

    /// Returns the name, which shares its text, or `None` if some clients refuse it.
    pub fn sharing(name: &Arc<str>) -> Option<Self> {
        Self::is_legal(name).then(|| Self(Arc::clone(name)))
    }

    fn is_legal(name: &str) -> bool {
        (1..=Self::MAX).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ArgumentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The location of an argument in the HTTP request: `in` of an OpenAPI parameter, or the body. If two arguments want
/// the same name, the earlier location has precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ArgumentLocation {
    /// A placeholder of the path template.
    Path,
    /// One query parameter.
    Query,
    /// The whole query string (OpenAPI 3.2, `in: querystring`).
    QueryString,
    /// A header.
    Header,
    /// A cookie.
    Cookie,
    /// The request body, or one of its properties if the body was flattened.
    Body,
    /// A header of a part of the body.
    PartHeader,
    /// None: the tool is not an HTTP request, and the argument is a property of its input.
    Input,
}

impl ArgumentLocation {
    /// Returns the name of the location: that of OpenAPI's `in` for parameters.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::QueryString => "querystring",
            Self::Header => "header",
            Self::Cookie => "cookie",
            Self::Body => "body",
            Self::PartHeader => "part_header",
            Self::Input => "input",
        }
    }
}

/// The `style` of a parameter (OpenAPI 3.2, section "Style Values").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParameterStyle {
    /// Path parameters like `;a=1`.
    Matrix,
    /// Path parameters like `.1`.
    Label,
    /// Path and header parameters: comma-separated.
    Simple,
    /// Query and cookie parameters: `a=1&a=2`.
    Form,
    /// Query arrays separated by spaces.
    SpaceDelimited,
    /// Query arrays separated by `|`.
    PipeDelimited,
    /// Query objects as `a[b]=1`.
    DeepObject,
    /// Cookies as written, without percent-encoding (OpenAPI 3.2).
    Cookie,
}

impl ParameterStyle {
    /// Returns the value of OpenAPI's `style`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Matrix => "matrix",
            Self::Label => "label",
            Self::Simple => "simple",
            Self::Form => "form",
            Self::SpaceDelimited => "spaceDelimited",
            Self::PipeDelimited => "pipeDelimited",
            Self::DeepObject => "deepObject",
            Self::Cookie => "cookie",
        }
    }

    /// Returns the style for a value of OpenAPI's `style`.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "matrix" => Self::Matrix,
            "label" => Self::Label,
            "simple" => Self::Simple,
            "form" => Self::Form,
            "spaceDelimited" => Self::SpaceDelimited,
            "pipeDelimited" => Self::PipeDelimited,
            "deepObject" => Self::DeepObject,
            "cookie" => Self::Cookie,
            _ => return None,
        })
    }
}

/// How a value is written by style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyleSerialization {
    /// The style, or else the default of the OpenAPI version.
    pub style: ParameterStyle,
    /// True if each item or property becomes a separate parameter.
    pub explode: bool,
    /// True if reserved characters (RFC 3986, section 2.2) are not percent-encoded.
    pub allow_reserved: bool,
    /// True if slashes of the value stay, in a path: the placeholder takes several segments.
    pub keep_slashes: bool,
    /// True for tab-separated values (Swagger 2.0, `collectionFormat: tsv`), of which `style` says what comes nearest.
    pub tab_separated: bool,
    /// The `collectionFormat` of lists in the list (Swagger 2.0, section "Items Object").
    pub items_collection_format: Option<String>,
}

impl StyleSerialization {
    /// Returns a style and `explode` without further settings.
    pub fn new(style: ParameterStyle, explode: bool) -> Self {
        Self {
            style,
            explode,
            allow_reserved: false,
            keep_slashes: false,
            tab_separated: false,
            items_collection_format: None,
        }
    }
}

/// The serialization of an argument's value into the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Serialization {
    /// By `style` (OpenAPI 3.2, section "Parameter Object").
    Style(StyleSerialization),
    /// As a document of this media type (`content` of a parameter); of a form, the fields of which something is said.
    Content(String, Vec<PartCall>),
    /// As the request body or a part of it, as [`super::BodyCall`] describes.
    Body,
    /// As text in a header of the part with this name.
    PartHeader(Arc<str>),
    /// As JSON: the tool is not an HTTP request.
    Value,
}

/// One argument of a tool.
#[derive(Debug, Clone)]
pub struct Argument {
    /// The place in the source.
    pub place: Place,
    /// The name in the source.
    pub true_name: Arc<str>,
    /// The name in the HTTP request, if it differs from `true_name`.
    pub sent_as: Option<Arc<str>>,
    /// The name in the manifest; set by the pass that names arguments.
    pub name: Option<ArgumentName>,
    /// The location in the HTTP request.
    pub location: ArgumentLocation,
    /// True if a call must have the argument.
    pub required: bool,
    /// The schema, with the description and examples of the parameter. Arguments that are read from the same parameter
    /// share it.
    pub schema: Arc<Schema>,
    /// The serialization of the value into the request.
    pub serialization: Serialization,
}

impl Argument {
    /// Returns the name in the HTTP request.
    pub fn name_in_request(&self) -> &str {
        self.sent_as.as_deref().unwrap_or(&self.true_name)
    }
}

/// An argument, or a property inside one, with a fixed value: the input schema does not have it, and every call sends
/// the value.
#[derive(Debug, Clone)]
pub struct Constant {
    /// The argument that the constant replaces, or that contains the property.
    pub argument: Argument,
    /// The names that lead from the argument's value to the property; empty if the constant replaces the whole
    /// argument.
    pub path: Vec<String>,
    /// The value.
    pub value: Value,
}

impl Constant {
    /// Returns true if the constant replaces a whole argument.
    pub fn is_whole(&self) -> bool {
        self.path.is_empty()
    }

    /// Builds an object from values and their paths.
    pub fn object<'c>(values: impl IntoIterator<Item = (Vec<&'c str>, &'c Value)>) -> Map {
        let mut object = Map::new();
        for (path, value) in values {
            let Some((last, before)) = path.split_last() else { continue };
            let mut at = Some(&mut object);
            for name in before {
                at = at.and_then(|at| {
                    at.entry(*name).or_insert_with(|| Value::Object(Map::new())).as_object_mut()
                });
            }
            if let Some(at) = at {
                at.insert((*last).to_owned(), value.clone());
            }
        }
        object
    }

    /// Returns the path from the argument's value, and the constant value.
    pub fn within(&self) -> (Vec<&str>, &Value) {
        (self.path.iter().map(String::as_str).collect(), &self.value)
    }

    /// Returns the path that begins with a name for the argument.
    pub fn path_from<'c>(&'c self, argument: &'c str) -> Vec<&'c str> {
        std::iter::once(argument).chain(self.path.iter().map(String::as_str)).collect()
    }
}
