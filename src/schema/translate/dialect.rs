//! The dialects of source schemas, and the declarations that select one.

use crate::diagnostic::Code;
use crate::source::Node;

use super::Translator;

/// The dialect of a source schema. Each includes the keywords of those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SourceDialect {
    /// The schema object of Swagger 2.0 and OpenAPI 3.0.
    OpenApi30,
    /// JSON Schema draft 04.
    Draft04,
    /// JSON Schema draft 06.
    Draft06,
    /// JSON Schema draft 07.
    Draft07,
    /// JSON Schema 2019-09.
    Draft201909,
    /// JSON Schema 2020-12, with the additions of OpenAPI 3.1 ("Schema Object"); also the dialect of a schema
    /// that declares none. Keywords that it has dropped since draft 04 are still read, because authors still
    /// write them.
    Draft202012,
    /// The schema object of the Gemini API ("Schema"): types in capitals, and `nullable`. The keywords of JSON Schema are
    /// read too, because authors write them.
    Gemini,
}

impl SourceDialect {
    /// Returns the dialect with this URI: a value of `$schema` (JSON Schema 2020-12 core, section 8.1.1) or
    /// `jsonSchemaDialect` (OpenAPI 3.1, "OpenAPI Object").
    pub fn from_uri(uri: &str) -> Option<Self> {
        let uri = uri.trim().trim_end_matches('#').trim_end_matches('/');
        let name = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"))?;
        if let Some(version) = name.strip_prefix("spec.openapis.org/oas/") {
            return Some(if version.starts_with("3.0") { Self::OpenApi30 } else { Self::Draft202012 });
        }
        Some(match name.strip_prefix("json-schema.org/")? {
            // Draft 05 changed no keyword.
            "draft-04/schema" | "draft-04/hyper-schema" | "draft-05/schema" => Self::Draft04,
            "draft-06/schema" | "draft-06/hyper-schema" => Self::Draft06,
            "draft-07/schema" | "draft-07/hyper-schema" => Self::Draft07,
            "draft/2019-09/schema" | "draft/2019-09/hyper-schema" => Self::Draft201909,
            "draft/2020-12/schema" | "draft/2020-12/hyper-schema" | "schema" => Self::Draft202012,
            _ => return None,
        })
    }

    /// Returns the dialect that a document declares for all its schemas.
    pub fn of_document(root: Node<'_>) -> Option<Self> {
        let text = |key: &str| root.get(key).and_then(Node::scalar_text);
        if root.get("swagger").is_some() || text("openapi").is_some_and(|version| version.starts_with("3.0"))
        {
            return Some(Self::OpenApi30);
        }
        let declared = text("$schema").or_else(|| text("jsonSchemaDialect")).and_then(Self::from_uri);
        declared.or_else(|| root.get("openapi").map(|_| Self::Draft202012))
    }

    /// Returns whether keywords beside `$ref` are ignored, as they were until 2019-09 (Draft 07 core, section
    /// 8.3; OpenAPI 3.0, "Reference Object").
    pub(super) fn reference_stands_alone(self) -> bool {
        self <= Self::Draft07
    }

    /// Returns whether `nullable` is a keyword (OpenAPI 3.0, "Schema Object"; Gemini API, "Schema").
    pub(super) fn has_nullable(self) -> bool {
        matches!(self, Self::OpenApi30 | Self::Gemini)
    }

    /// Returns whether `const` is a keyword (Draft 06 validation, section 6.24).
    pub(super) fn has_const(self) -> bool {
        self >= Self::Draft06
    }

    /// Returns the dialect's name, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OpenApi30 => "this OpenAPI version",
            Self::Draft04 => "JSON Schema draft 04",
            Self::Draft06 => "JSON Schema draft 06",
            Self::Draft07 => "JSON Schema draft 07",
            Self::Draft201909 => "JSON Schema 2019-09",
            Self::Draft202012 => "JSON Schema 2020-12",
            Self::Gemini => "the Gemini API",
        }
    }
}

impl Translator<'_> {
    /// Returns the dialect that `$schema` or `jsonSchemaDialect` declares; an unknown one is reported and
    /// replaced by `otherwise`.
    pub fn declared_dialect(&self, declaration: Option<Node<'_>>, otherwise: SourceDialect) -> SourceDialect {
        let Some(declaration) = declaration else { return otherwise };
        let declared = declaration.as_str().and_then(SourceDialect::from_uri);
        declared.unwrap_or_else(|| {
            let what = match declaration.as_str() {
                Some(uri) => format!("`{uri}` is not a known dialect"),
                None => {
                    format!("`{}` is {}, not the URI of a dialect", declaration.key(), declaration.kind())
                }
            };
            let message = format!("{what}; schemas are read as {}", otherwise.name());
            self.sink.report(Code::UnknownDialect, declaration.place(), message);
            otherwise
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_are_known_by_their_uri() {
        for (uri, dialect) in [
            ("http://json-schema.org/draft-04/schema#", SourceDialect::Draft04),
            ("https://json-schema.org/draft-06/schema", SourceDialect::Draft06),
            ("http://json-schema.org/draft-07/schema", SourceDialect::Draft07),
            ("https://json-schema.org/draft/2019-09/schema", SourceDialect::Draft201909),
            ("https://json-schema.org/draft/2020-12/schema#", SourceDialect::Draft202012),
            ("https://spec.openapis.org/oas/3.1/dialect/base", SourceDialect::Draft202012),
        ] {
            assert_eq!(SourceDialect::from_uri(uri), Some(dialect), "{uri}");
        }
        assert_eq!(SourceDialect::from_uri("https://example.com/dialect"), None);
        assert_eq!(SourceDialect::from_uri("draft-07"), None);
    }
}
