//! Annotations: `title`, `description`, `default`, examples, `deprecated` and `writeOnly`.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::json::Value;
use crate::model::SchemaDialect;
use crate::source::Node;

use super::data::{coerce, in_type};
use super::keywords::SchemaKeywords;
use super::types::DeclaredTypes;
use super::value_text::value_texts;
use super::{BuiltSchema, TranslationContext, Translator};

impl<'s> Translator<'s> {
    /// Translates annotations (JSON Schema 2020-12 validation, section 9; OpenAPI's `example`).
    pub(super) fn annotations(
        &self,
        keywords: &SchemaKeywords<'s>,
        types: &DeclaredTypes,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        for (keyword, node) in [("title", keywords.title), ("description", keywords.description)] {
            if let Some(text) = node.and_then(|node| self.text(node)) {
                built.set(keyword, text);
            }
        }
        if let Some(node) = keywords.default
            && let Some(value) = self.data(node)
        {
            let null_misfit = value.is_null() && !types.names.is_empty() && !types.names.contains(&"null");
            match coerce(in_type(node, value.clone(), &types.names), &types.names) {
                Err(value) if self.is_emitted => built.set("default", value),
                Ok(coerced) => {
                    if coerced != value {
                        let message = format!("`default` {value} is read as {coerced}, in the declared type");
                        self.sink.report(Code::DefaultRepaired, node.place(), message);
                    }
                    built.set("default", coerced);
                }
                // Authors often write `default: null` beside a type to say that there is no default.
                Err(_) if null_misfit => {
                    let message = "`default: null` is not of the declared type; it is read as no default";
                    let mut diagnostic = Diagnostic::new(Code::DefaultRepaired, message).at(node.place());
                    diagnostic.severity = Severity::Note;
                    self.sink.push(diagnostic);
                }
                Err(value) => {
                    let message = format!(
                        "`default` {value} is not of type {}; it is dropped",
                        types.names.join(" or ")
                    );
                    self.sink.report(Code::DefaultRepaired, node.place(), message);
                }
            }
        }
        if let Some(examples) = self.examples(keywords.example, keywords.examples) {
            built.set("examples", examples);
        }
        let deprecated = keywords.deprecated.and_then(Node::as_bool) == Some(true);
        if deprecated && self.target == SchemaDialect::Draft202012 {
            built.set("deprecated", true);
        } else if deprecated {
            let is_mentioned =
                built.map.get("description").and_then(Value::as_str).is_some_and(mentions_deprecation);
            if !is_mentioned {
                built.notes.push("Deprecated.".to_owned());
            }
        }
        // `writeOnly` stays in inputs, where it tells a reader of the schema that the value is never
        // returned.
        if !context.is_output() && keywords.write_only.and_then(Node::as_bool) == Some(true) {
            built.set("writeOnly", true);
        }
        value_texts(keywords, built);
    }

    /// Returns `example` (OpenAPI) and `examples` (JSON Schema) as one list.
    pub(super) fn examples(
        &self,
        example: Option<Node<'s>>,
        examples: Option<Node<'s>>,
    ) -> Option<Vec<Value>> {
        let mut list = Vec::new();
        if let Some(examples) = examples {
            if examples.is_array() {
                list.extend(examples.items().filter_map(|item| self.data(item)));
            } else {
                self.sink.report(
                    Code::KeywordRepaired,
                    examples.place(),
                    "`examples` is not a list; it is read as one",
                );
                // Authors write OpenAPI's map of Example Objects here.
                let values = examples.children().filter_map(|child| child.get("value")).collect::<Vec<_>>();
                if values.is_empty() {
                    list.extend(self.data(examples));
                } else {
                    list.extend(values.into_iter().filter_map(|value| self.data(value)));
                }
            }
        }
        if let Some(example) = example
            && let Some(value) = self.data(example)
            && !value.is_null()
            && !list.contains(&value)
        {
            list.insert(0, value);
        }
        (!list.is_empty()).then_some(list)
    }

    /// Returns the text of an annotation; a number or boolean is read as text and reported.
    pub(super) fn text(&self, node: Node<'s>) -> Option<String> {
        if let Some(text) = node.as_str() {
            return (!text.trim().is_empty()).then(|| text.to_owned());
        }
        match node.scalar_text() {
            Some(text) => {
                let message = format!("`{}` is {}; it is read as text", node.key(), node.kind());
                self.sink.report(Code::KeywordRepaired, node.place(), message);
                Some(text.to_owned())
            }
            None => {
                let message = format!("`{}` is {}, not text; it is dropped", node.key(), node.kind());
                self.sink.report(Code::KeywordRepaired, node.place(), message);
                None
            }
        }
    }
}

/// Returns whether a text mentions deprecation.
fn mentions_deprecation(text: &str) -> bool {
    text.to_ascii_lowercase().contains("deprecated")
}
