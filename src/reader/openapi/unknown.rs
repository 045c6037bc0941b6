//! Fields that the specification does not know, in objects that are read in passing.

use crate::diagnostic::{Code, Sink};
use crate::source::Node;

/// An object of which only a few fields are read; the others describe it for people.
#[derive(Debug, Clone, Copy)]
pub(super) enum DescriptiveObject {
    Info,
    Components,
    Server,
    ServerVariable,
    SecurityScheme,
    Example,
    Encoding,
}

impl DescriptiveObject {
    /// The fields that any version has (OpenAPI 3.2 and Swagger 2.0, the object's section).
    fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Info => {
                &["title", "summary", "description", "termsOfService", "contact", "license", "version"]
            }
            Self::Components => &[
                "schemas",
                "responses",
                "parameters",
                "examples",
                "requestBodies",
                "headers",
                "securitySchemes",
                "links",
                "callbacks",
                "pathItems",
                "mediaTypes",
            ],
            Self::Server => &["url", "description", "name", "variables"],
            Self::ServerVariable => &["enum", "default", "description"],
            Self::SecurityScheme => &[
                "type",
                "description",
                "name",
                "in",
                "scheme",
                "bearerFormat",
                "flow",
                "flows",
                "scopes",
                "authorizationUrl",
                "tokenUrl",
                "openIdConnectUrl",
                "oauth2MetadataUrl",
                "deprecated",
            ],
            Self::Example => {
                &["summary", "description", "value", "dataValue", "externalValue", "serializedValue"]
            }
            Self::Encoding => &[
                "contentType",
                "headers",
                "style",
                "explode",
                "allowReserved",
                "encoding",
                "prefixEncoding",
                "itemEncoding",
            ],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Info => "`info`",
            Self::Components => "`components`",
            Self::Server => "a server",
            Self::ServerVariable => "a server variable",
            Self::SecurityScheme => "a security scheme",
            Self::Example => "an example",
            Self::Encoding => "an encoding",
        }
    }

    /// Reports the fields of `node` that its kind of object does not have, extensions excepted.
    pub(super) fn report(self, node: Node<'_>, sink: &Sink) {
        for (key, value) in node.entries() {
            let known = key.starts_with("x-") || key == "$ref" || self.fields().contains(&key);
            if !known && !value.is_null() {
                let message = format!("{} has no field `{key}`; it is dropped", self.name());
                sink.report(Code::DroppedField, value.place(), message);
            }
        }
    }
}
