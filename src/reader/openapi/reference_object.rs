//! Reference Objects: what they lead to, and the fields beside `$ref`.

use crate::diagnostic::Code;
use crate::model::Format;
use crate::source::{Fields, Node};

use super::reader::OpenApiReader;

/// A value that may have been written as a Reference Object.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReferencedValue<'s> {
    pub(super) node: Node<'s>,
    /// The first Reference Object with a `description` beside `$ref`.
    described: Option<Node<'s>>,
}

impl<'s> OpenApiReader<'s> {
    /// Follows a value that may be a Reference Object, as [`Self::follow`] does. Fields beside `$ref` that have no meaning are
    /// reported: OpenAPI 3.1 and later ignore all but `summary` and `description`, earlier versions ignore all
    /// (OpenAPI 3.2, "Reference Object").
    pub(super) fn referenced(&self, written: Node<'s>, what: &str) -> Option<ReferencedValue<'s>> {
        let node = self.follow(written, what)?;
        let mut described = None;
        let mut at = written;
        while at != node
            && let Some(reference) = at.get("$ref").and_then(Node::as_str)
        {
            for (key, value) in at.entries().filter(|(key, value)| !key.starts_with("x-") && !value.is_null())
            {
                match key {
                    "$ref" | "summary" => {}
                    "description" => described = described.or(Some(at)),
                    _ => {
                        let message = format!("`{key}` beside the `$ref` of {what} is ignored");
                        self.sink.report(Code::DroppedField, value.place(), message);
                    }
                }
            }
            at = self.sources.resolve(at, reference, self.sink).ok()?;
        }
        Some(ReferencedValue { node, described })
    }

    /// Returns the description beside `$ref`, which replaces that of the target from OpenAPI 3.1 on (OpenAPI 3.1, "Reference
    /// Object"). In earlier versions it is ignored, and reported.
    pub(super) fn description_beside(&self, value: ReferencedValue<'s>, what: &str) -> Option<String> {
        let description = Fields::new(value.described?).take("description")?;
        if matches!(self.format, Format::Swagger20 | Format::OpenApi30) {
            let message = format!("`description` beside the `$ref` of {what} is ignored in this version");
            description.reported(Code::DroppedField, message, self.sink);
            return None;
        }
        self.text(Some(description))
    }
}
