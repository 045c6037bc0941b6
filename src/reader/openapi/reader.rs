//! State and helpers that all steps of reading a description share.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::model::{Format, Server, Tool};
use crate::options::Options;
use crate::schema::{SourceDialect, Translator};
use crate::source::{Document, Fields, Node, Sources, TakenField};

use super::super::operation_choice::OperationChoice;
use super::extensions::OperationExtensions;
use super::repeated_parameters::RepeatedParameters;
use super::security::SecuritySchemes;

/// Reads one description. Each file of this folder adds the methods for one part of it.
pub(super) struct OpenApiReader<'s> {
    pub(super) sources: &'s Sources,
    pub(super) sink: &'s Sink,
    pub(super) options: &'s Options,
    pub(super) document: &'s Document,
    pub(super) format: Format,
    pub(super) dialect: SourceDialect,
    pub(super) translator: Translator<'s>,
    pub(super) schemes: SecuritySchemes<'s>,
    /// `security` of the root.
    pub(super) security: Option<Node<'s>>,
    pub(super) servers: Arc<[Server]>,
    /// Swagger 2.0: `consumes` and `produces` of the root, which operations inherit.
    pub(super) consumes: Option<Node<'s>>,
    pub(super) produces: Option<Node<'s>>,
    pub(super) extension: OperationExtensions<'s>,
    pub(super) repeated: RepeatedParameters<'s>,
    pub(super) choice: OperationChoice<'s>,
    /// Number of operations found, converted or not, plus the path items that could not be read.
    pub(super) found: usize,
    pub(super) tools: Vec<Tool>,
}

impl<'s> OpenApiReader<'s> {
    /// Reports unknown fields. Extensions (`x-…`), `externalDocs` and `tags` are ignored without a report: they describe the
    /// API for other tools and for people.
    pub(super) fn report_unknown(&self, fields: &Fields<'s>, of: &str) {
        for rest in fields.rest() {
            let key = rest.key();
            if key.starts_with("x-") || key == "externalDocs" || key == "tags" || rest.is_null() {
                continue;
            }
            let message = format!("unknown field `{key}` in {of} is ignored");
            self.sink.report(Code::DroppedField, rest.place(), message);
        }
    }

    /// Follows a value that may be a Reference Object. A reference that cannot be resolved is reported, and the result is
    /// `None`.
    pub(super) fn follow(&self, node: Node<'s>, what: &str) -> Option<Node<'s>> {
        self.followed(node, what).map_err(|diagnostic| self.sink.push(*diagnostic)).ok()
    }

    /// Follows an operation, as [`Self::follow`] does. The report is an error, since a tool is missing then.
    pub(super) fn follow_operation(&self, node: Node<'s>, what: &str) -> Option<Node<'s>> {
        self.followed(node, what).map_err(|diagnostic| self.sink.push(diagnostic.error())).ok()
    }

    fn followed(&self, node: Node<'s>, what: &str) -> Result<Node<'s>, Box<Diagnostic>> {
        if let Some(reference) = node.get("$ref").filter(|reference| reference.as_str().is_none()) {
            let message = format!(
                "`$ref` of {what} is {}, not a URI in a string; {what} is left out",
                reference.kind()
            );
            return Err(Box::new(Diagnostic::new(Code::MalformedReference, message).at(reference.place())));
        }
        self.sources.follow(node, self.sink).map_err(|error| {
            let message = format!("{}; {what} is left out", error.message);
            Box::new(Diagnostic::new(error.code, message).at(node.place()))
        })
    }

    /// Returns a boolean field; a value of another type is reported and counts as false.
    pub(super) fn flag(&self, field: Option<TakenField<'s>>) -> bool {
        let Some(node) = field.map(TakenField::used) else { return false };
        match node.as_bool().or_else(|| node.as_str().and_then(|text| text.trim().parse().ok())) {
            Some(flag) => flag,
            None => {
                let message =
                    format!("`{}` is {}, not a boolean; it is read as false", node.key(), node.kind());
                self.sink.report(Code::WrongType, node.place(), message);
                false
            }
        }
    }

    /// Returns a text field, unless it is blank. Numbers and booleans count as the text that is written.
    pub(super) fn text(&self, field: Option<TakenField<'s>>) -> Option<String> {
        field?.text(self.sink).filter(|text| !text.trim().is_empty()).map(str::to_owned)
    }
}
