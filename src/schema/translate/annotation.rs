//! Annotations: `title`, `description`, `default`, examples, `deprecated`, `writeOnly`, and texts of enum
//! values.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::json::Value;
use crate::model::SchemaDialect;
use crate::source::Node;

use super::data::coerce;
use super::keywords::SchemaKeywords;
use super::types::DeclaredTypes;
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
            match coerce(value.clone(), &types.names) {
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
        enum_texts(keywords, built);
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

/// Adds the names and descriptions of enum values, as several generators write them, to the description.
fn enum_texts(keywords: &SchemaKeywords<'_>, built: &mut BuiltSchema) {
    let Some(values) = built.map.get("enum").and_then(Value::as_array).cloned() else {
        return;
    };
    let mut texts: Vec<Option<&str>> = vec![None; values.len()];
    let lists = [keywords.x_enum_descriptions, keywords.x_enum_descriptions_camel, keywords.x_enum_varnames];
    for list in lists.into_iter().flatten() {
        if list.is_array() {
            for (text, item) in texts.iter_mut().zip(list.items()) {
                *text = text.or(item.as_str());
            }
        } else if list.is_object() {
            for (text, value) in texts.iter_mut().zip(&values) {
                *text = text.or_else(|| list.get(plain(value).as_str()).and_then(Node::as_str));
            }
        }
    }
    if let Some(items) = keywords.x_ms_enum.and_then(|node| node.get("values")) {
        let mut indices: HashMap<String, usize> = HashMap::new();
        for (index, value) in values.iter().enumerate() {
            indices.entry(plain(value)).or_insert(index);
        }
        for item in items.items() {
            let Some(wanted) = item.get("value").and_then(Node::scalar_text) else {
                continue;
            };
            let described = item.get("description").or_else(|| item.get("name")).and_then(Node::as_str);
            if let Some(text) = indices.get(wanted).and_then(|index| texts.get_mut(*index)) {
                *text = text.or(described);
            }
        }
    }
    let lines: Vec<String> = values
        .iter()
        .zip(&texts)
        .filter_map(|(value, text)| {
            let (value, text) = (plain(value), text.as_ref()?.trim());
            (!text.is_empty() && text != value).then(|| format!("{value}: {text}"))
        })
        .collect();
    if !lines.is_empty() {
        built.notes.push(lines.join("; "));
    }
}

/// Returns a string without quotation marks, and any other value as JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns whether a text mentions deprecation.
fn mentions_deprecation(text: &str) -> bool {
    text.to_ascii_lowercase().contains("deprecated")
}
