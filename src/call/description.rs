//! A call as it stands in `_meta["dev.apimint/http"]`, in types. `docs/mapping.md`, section "The call", documents each member.

use crate::json::{Map, Value};
use crate::model::{ArgumentLocation, ParameterStyle};

/// The call of a tool.
#[derive(Debug, Clone)]
pub(super) struct CallDescription {
    pub(super) method: http::Method,
    /// The path template.
    pub(super) path: String,
    pub(super) servers: Vec<ServerTemplate>,
    /// By argument: where and how its value is written.
    pub(super) arguments: Vec<(String, ValueDestination)>,
    /// The parameters with a settled value, which every call sends.
    pub(super) constants: Vec<(ValueDestination, Value)>,
    pub(super) body: Option<CallBody>,
    pub(super) accept: Option<String>,
    /// True if the JSON value of the answer stands under `result`.
    pub(super) wrap: bool,
    pub(super) cookies: Vec<NeededCookie>,
    /// The alternatives; `None` if the call does not speak of security.
    pub(super) security: Option<Vec<Vec<SchemeDescription>>>,
}

/// A server: its URL template and the variables in it.
#[derive(Debug, Clone)]
pub(super) struct ServerTemplate {
    pub(super) url: String,
    pub(super) name: Option<String>,
    pub(super) variables: Vec<TemplateVariable>,
}

/// A variable of a server's URL.
#[derive(Debug, Clone)]
pub(super) struct TemplateVariable {
    pub(super) name: String,
    pub(super) default: Option<String>,
    /// The allowed values; empty if any value is allowed.
    pub(super) values: Vec<String>,
}

/// The place of a value in the request, and the form in which it is written.
#[derive(Debug, Clone)]
pub(super) struct ValueDestination {
    /// The name in the request.
    pub(super) name: String,
    pub(super) location: ArgumentLocation,
    pub(super) form: ValueForm,
    /// True if a path parameter's `/` is not encoded.
    pub(super) keep_slashes: bool,
    /// Settled properties, which are put into the value.
    pub(super) constants: Map,
}

/// The form in which a value is written.
#[derive(Debug, Clone)]
pub(super) enum ValueForm {
    /// By style (OpenAPI 3.2, section "Style Values").
    Style(StyleForm),
    /// As a document of a media type, whose fields have these forms.
    Content(String, PartForms),
}

/// A style, as in OpenAPI's `style`, `explode` and `allowReserved`, or Swagger 2.0's `collectionFormat`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StyleForm {
    pub(super) style: ParameterStyle,
    pub(super) explode: bool,
    pub(super) allow_reserved: bool,
    /// True if lists are tab-separated (`collectionFormat: tsv`).
    pub(super) tab_separated: bool,
    /// The delimiter of lists inside a list (Swagger 2.0, Items Object, `collectionFormat`).
    pub(super) inner_delimiter: Option<&'static str>,
}

/// The request body.
#[derive(Debug, Clone)]
pub(super) struct CallBody {
    pub(super) source: BodySource,
    /// Settled properties, which are put into the body.
    pub(super) constants: Map,
    pub(super) content_type: String,
    /// True if the value is base64 text, and the body is the bytes.
    pub(super) decode: bool,
    pub(super) parts: PartForms,
}

/// The source of the body's value.
#[derive(Debug, Clone)]
pub(super) enum BodySource {
    /// One argument is the body.
    Argument(String),
    /// Each argument is a property of the body: name of the argument, name of the property.
    Properties(Vec<(String, String)>),
    /// Every call sends this value.
    Settled(Value),
    /// Nothing but constants.
    Constants,
}

/// The encodings of the parts of a form or multipart body (OpenAPI 3.2, section "Encoding Object").
#[derive(Debug, Clone, Default)]
pub(super) struct PartForms {
    /// By property.
    pub(super) named: Vec<(String, PartForm)>,
    /// The parts at the first positions of a body without names (OpenAPI 3.2, `prefixEncoding`).
    pub(super) prefix: Vec<PartForm>,
    /// All other parts: of a body without names (OpenAPI 3.2, `itemEncoding`), or of properties that nothing names.
    pub(super) every: Option<Box<PartForm>>,
}

impl PartForms {
    /// Returns the form of a property.
    pub(super) fn of(&self, name: &str) -> Option<&PartForm> {
        let own = self.named.iter().find(|(property, _)| property == name).map(|(_, form)| form);
        own.or(self.every.as_deref())
    }

    /// Returns the form of the part at a position of a body without names.
    pub(super) fn at(&self, position: usize) -> Option<&PartForm> {
        self.prefix.get(position).or(self.every.as_deref())
    }
}

/// The encoding of one part (OpenAPI 3.2, section "Encoding Object").
#[derive(Debug, Clone, Default)]
pub(super) struct PartForm {
    pub(super) content_type: Option<String>,
    pub(super) style: Option<ParameterStyle>,
    pub(super) explode: Option<bool>,
    pub(super) allow_reserved: Option<bool>,
    pub(super) tab_separated: bool,
    /// True if the value is base64 text, and the part is the bytes.
    pub(super) decode: bool,
    /// The headers of the part that are sent.
    pub(super) headers: Vec<SentPartHeader>,
    /// The parts of this part, if it is multipart or a form itself.
    pub(super) parts: PartForms,
}

impl PartForm {
    /// Returns the style, if the call gives the part one. The default of `style` is `form`, and that of `explode` depends on it
    /// (OpenAPI 3.0.4 and later, section "Encoding Object").
    pub(super) fn style_form(&self) -> Option<StyleForm> {
        let is_styled = self.style.is_some() || self.explode.is_some() || self.allow_reserved.is_some();
        let style = self.style.unwrap_or(ParameterStyle::Form);
        (is_styled || self.tab_separated).then(|| StyleForm {
            style,
            explode: self.explode.unwrap_or(explodes(style)),
            allow_reserved: self.allow_reserved.unwrap_or(false),
            tab_separated: self.tab_separated,
            inner_delimiter: None,
        })
    }
}

/// A header of a part, and the value that it has.
#[derive(Debug, Clone)]
pub(super) struct SentPartHeader {
    pub(super) name: String,
    pub(super) source: HeaderSource,
}

/// The source of the value of a part's header.
#[derive(Debug, Clone)]
pub(super) enum HeaderSource {
    /// An argument of the tool.
    Argument(String),
    /// Every call sends this value.
    Settled(Value),
}

/// A cookie that the runtime sets.
#[derive(Debug, Clone)]
pub(super) struct NeededCookie {
    pub(super) name: String,
    pub(super) required: bool,
}

/// A security scheme of an alternative.
#[derive(Debug, Clone)]
pub(super) struct SchemeDescription {
    /// The name of the scheme.
    pub(super) name: String,
    /// `type`.
    pub(super) kind: Option<String>,
    /// `in` of an API key.
    pub(super) location: Option<String>,
    /// `name` of an API key.
    pub(super) parameter: Option<String>,
    /// `scheme` of HTTP authentication.
    pub(super) http_scheme: Option<String>,
}

/// Returns the default of `explode` (OpenAPI 3.2, section "Parameter Object").
pub(super) fn explodes(style: ParameterStyle) -> bool {
    matches!(style, ParameterStyle::Form | ParameterStyle::Cookie)
}
