//! Unknown fields of objects from which the readers take only a few fields.

use crate::diagnostic::{Code, Sink};
use crate::source::Node;

/// A kind of object from which only a few fields are taken. Its other fields are known, and ignored without a report.
#[derive(Debug, Clone, Copy)]
pub(super) enum DescriptiveObject {
    Info,
    Components,
    Server,
    ServerVariable,
    SecurityScheme,
    OAuthFlows,
    OAuthFlow,
    Example,
    Encoding,
}

impl DescriptiveObject {
    /// The known fields of the object in any version (OpenAPI 3.2 and Swagger 2.0, the section of the object).
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
            Self::OAuthFlows => {
                &["implicit", "password", "clientCredentials", "authorizationCode", "deviceAuthorization"]
            }
            Self::OAuthFlow => {
                &["authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl", "scopes"]
            }
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

    /// The name of the object in messages.
    fn name(self) -> &'static str {
        match self {
            Self::Info => "`info`",
            Self::Components => "`components`",
            Self::Server => "a server",
            Self::ServerVariable => "a server variable",
            Self::SecurityScheme => "a security scheme",
            Self::OAuthFlows => "`flows` of a security scheme",
            Self::OAuthFlow => "an OAuth flow",
            Self::Example => "an example",
            Self::Encoding => "an encoding",
        }
    }

    /// Reports fields of `node` that are neither known nor extensions (`x-…`).
    pub(super) fn report(self, node: Node<'_>, sink: &Sink) {
        for (key, value) in node.entries() {
            let known = key.starts_with("x-") || key == "$ref" || self.fields().contains(&key);
            if !known && !value.is_null() {
                let message = format!("unknown field `{key}` in {} is ignored", self.name());
                sink.report(Code::DroppedField, value.place(), message);
            }
        }
    }
}
