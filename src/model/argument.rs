//! One argument of a tool, and how its value reaches the HTTP request.

use std::fmt;
use std::sync::Arc;

use crate::diagnostic::Place;
use crate::json::{Map, Value};

use super::Schema;

/// Name of an argument, a first-level property of the input schema: `^[A-Za-z0-9_.-]{1,64}$`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArgumentName(String);

impl ArgumentName {
    /// Longest name that model APIs accept, in characters.
    pub const MAX: usize = 64;

    /// The name, if every client accepts it.
    pub fn new(name: &str) -> Option<Self> {
        let legal = (1..=Self::MAX).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'));
        legal.then(|| Self(name.to_owned()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ArgumentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where an argument's value goes in the HTTP request. The order is the order of precedence when two
/// arguments want the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ArgumentLocation {
    /// A placeholder of the path.
    Path,
    /// One query parameter.
    Query,
    /// The whole query string (OpenAPI 3.2).
    QueryString,
    /// A header.
    Header,
    /// A cookie.
    Cookie,
    /// The request body, or one property of it when the body was lifted to the top level.
    Body,
    /// Nowhere in particular: the tool is no HTTP request.
    Input,
}

impl ArgumentLocation {
    /// The word OpenAPI has for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::QueryString => "querystring",
            Self::Header => "header",
            Self::Cookie => "cookie",
            Self::Body => "body",
            Self::Input => "input",
        }
    }
}

/// How a value is written into the request (OpenAPI 3.2, section "Style Values").
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
    /// The word OpenAPI has for it.
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

    /// The style with this word.
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

/// How an argument's value becomes part of the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Serialization {
    /// By style.
    Style {
        /// The style, the version's default filled in.
        style: ParameterStyle,
        /// Whether arrays and objects are spread over several parameters.
        explode: bool,
        /// Whether reserved characters go unencoded.
        allow_reserved: bool,
    },
    /// Swagger 2.0's tab-separated values, which no later version can say.
    TabSeparated,
    /// As a document of this media type.
    Content(String),
    /// As (part of) the request body; the body's own entry says how.
    Body,
    /// As it is: the tool is no HTTP request.
    Value,
}

/// One argument.
#[derive(Debug, Clone)]
pub struct Argument {
    /// Where it stands in the source.
    pub place: Place,
    /// The name the source knows it by.
    pub true_name: String,
    /// The name it has in the HTTP request, where that is another.
    pub sent_as: Option<String>,
    /// The name the model knows it by; set by the pass that names arguments.
    pub name: Option<ArgumentName>,
    /// Where its value goes.
    pub location: ArgumentLocation,
    /// Whether a call without it is refused.
    pub required: bool,
    /// Its schema, with the description and examples of the parameter. Arguments that are read from the same
    /// parameter share it.
    pub schema: Arc<Schema>,
    /// How its value is written into the request.
    pub serialization: Serialization,
}

impl Argument {
    /// The name it has in the HTTP request.
    pub fn name_in_request(&self) -> &str {
        self.sent_as.as_deref().unwrap_or(&self.true_name)
    }
}

/// An argument, or a property somewhere in one, whose value is settled: a model does not know of it, and every call sends it.
#[derive(Debug, Clone)]
pub struct Constant {
    /// The argument that it was, or that it stands in.
    pub argument: Argument,
    /// The names that lead to it from the argument's value; none where it is the argument as a whole.
    pub path: Vec<String>,
    /// The value.
    pub value: Value,
}

impl Constant {
    /// Whether it is an argument as a whole.
    pub fn is_whole(&self) -> bool {
        self.path.is_empty()
    }

    /// Puts values into an object, each at the end of its path.
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

    /// The names that lead to it from the argument's value, and the value.
    pub fn within(&self) -> (Vec<&str>, &Value) {
        (self.path.iter().map(String::as_str).collect(), &self.value)
    }

    /// The names that lead to it, beginning with one for the argument.
    pub fn path_from<'c>(&'c self, argument: &'c str) -> Vec<&'c str> {
        std::iter::once(argument).chain(self.path.iter().map(String::as_str)).collect()
    }
}
