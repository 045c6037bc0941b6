//! Keywords for any type: `type`, `nullable`, `enum`, `const` and `format`.

use crate::diagnostic::Code;
use crate::json::Value;
use crate::source::Node;

use super::data::{coerce, type_of};
use super::keywords::SchemaKeywords;
use super::type_word::{TYPES, meant_type};
use super::{BuiltSchema, SourceDialect, TranslationContext, Translator};

/// The types that a schema declares.
#[derive(Debug, Default)]
pub(super) struct DeclaredTypes {
    /// The types it accepts; empty for any.
    pub(super) names: Vec<&'static str>,
    /// True if null is accepted beside the whole schema, since it is composed of others that may refuse it (OpenAPI 3.0
    /// `nullable`).
    pub(super) nullable_outside: bool,
}

impl DeclaredTypes {
    pub(super) fn allows_array(&self) -> bool {
        self.names.contains(&"array")
    }
}

/// Returns types as a value of `type`.
pub(super) fn keyword_of(names: &[&'static str]) -> Option<Value> {
    match names {
        [] => None,
        [only] => Some(Value::from(*only)),
        several => Some(several.iter().map(|&name| Value::from(name)).collect()),
    }
}

/// Returns the types of values, each once.
pub(super) fn types_of<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for value in values {
        let name = type_of(value);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.contains(&"number") {
        names.retain(|&name| name != "integer");
    }
    names
}

impl<'s> Translator<'s> {
    /// Translates `type`, `nullable`, `enum`, `const` and `format`.
    pub(super) fn types(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) -> DeclaredTypes {
        let mut format = None;
        let mut names = self.declared_types(keywords, context, built, &mut format);
        let constant = keywords.constant.and_then(|constant| self.data(constant));
        if keywords.constant.is_some() && constant.is_none() {
            built.weak = true;
        }
        let mut values = self.enum_values(keywords, &names, context, built);
        if names.is_empty() {
            names = self.inferred_types(node, keywords, values.as_deref(), constant.as_ref(), context);
        }

        let is_built = keywords.all_of.is_some()
            || keywords.any_of.is_some()
            || keywords.one_of.is_some()
            || constant.is_some();
        let in_part = keywords.nullable_part(node);
        let is_nullable = self.is_nullable(keywords) && !context.is_part_of_nullable;
        let mut nullable = is_nullable || in_part.is_some();
        // `nullable` has no effect where null is accepted anyway.
        let adds_null = is_built
            || !names.is_empty() && !names.contains(&"null")
            || values.as_ref().is_some_and(|list| !list.contains(&Value::Null))
            || node.get("$ref").is_some();
        if nullable && adds_null && !context.dialect.has_nullable() {
            // JSON Schema validators do not know `nullable`.
            built.weak = true;
            if let Some(node) = keywords.nullable {
                let message =
                    "`nullable` is not a keyword of this version; null is accepted, as in OpenAPI 3.0";
                self.sink.report(Code::NullableVersion, node.place(), message);
            }
        }
        if let Some(list) = &values
            && context.dialect == SourceDialect::OpenApi30
            && !nullable
            && !names.is_empty()
            && !names.contains(&"null")
            && list.contains(&Value::Null)
        {
            // `enum` lists null as a value, though OpenAPI 3.0 never accepts it without `nullable` ("Schema
            // Object").
            nullable = true;
            built.weak = true;
            if let Some(node) = keywords.values {
                let message = "`enum` lists null without `nullable: true`; null is accepted";
                self.sink.report(Code::EnumRepaired, node.place(), message);
            }
        }
        // Null in `type` is not enough, since the other keywords may refuse it.
        let nullable_outside = nullable && is_built;
        if nullable_outside && context.dialect == SourceDialect::OpenApi30 {
            self.report_null(in_part.or(keywords.nullable).or(keywords.x_nullable));
        }
        if nullable && !nullable_outside {
            if !names.is_empty() && !names.contains(&"null") {
                names.push("null");
            }
            if let Some(list) = &mut values
                && !list.contains(&Value::Null)
            {
                list.push(Value::Null);
            }
        }

        if let Some(kind) = keyword_of(&names) {
            built.set("type", kind);
        }
        if let Some(list) = values {
            built.set("enum", list);
        }
        if let Some(value) = constant {
            let written = match coerce(value.clone(), &names) {
                Ok(value) | Err(value) => value,
            };
            built.weak |= written != value;
            built.set("const", written);
        }
        self.format(keywords, format, context, built);
        if nullable_outside && !names.is_empty() && !names.contains(&"null") {
            names.push("null");
        }
        DeclaredTypes { names, nullable_outside }
    }

    /// Returns the types in `type`; a word that is not a type is replaced by the type it is used for.
    fn declared_types(
        &self,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
        format: &mut Option<&'static str>,
    ) -> Vec<&'static str> {
        let Some(kind) = keywords.kind else {
            return Vec::new();
        };
        let words: Vec<Node<'s>> = if kind.is_array() { kind.items().collect() } else { vec![kind] };
        if words.is_empty() {
            built.weak = true;
            let message = "`type` lists no type; any value is accepted";
            self.sink.report(Code::TypeRepaired, kind.place(), message);
        }
        let mut names = Vec::new();
        for word in words {
            let text = if word.is_null() { Some("null") } else { word.as_str() };
            let is_gemini = context.dialect == SourceDialect::Gemini;
            let is_named = |name: &str, text: &str| {
                // Gemini API, "Type".
                name == text || is_gemini && name.to_ascii_uppercase() == text
            };
            if let Some(&name) = TYPES.iter().find(|name| text.is_some_and(|text| is_named(name, text))) {
                if !names.contains(&name) {
                    names.push(name);
                }
                continue;
            }
            if let Some((name, meant)) = text.and_then(meant_type) {
                if !names.contains(&name) {
                    names.push(name);
                }
                *format = meant;
                if text != Some("file") {
                    let message = format!("`type: {}` is read as `{name}`", text.unwrap_or_default());
                    self.sink.report(Code::TypeRepaired, word.place(), message);
                }
            } else {
                built.weak = true;
                let what = text.map_or_else(|| word.kind().to_string(), |text| format!("`{text}`"));
                let message = format!("`type` is {what}, which is not a type; any value is accepted");
                self.sink.report(Code::TypeRepaired, word.place(), message);
                return Vec::new();
            }
        }
        if names.contains(&"number") {
            names.retain(|&name| name != "integer");
        }
        names
    }

    /// Infers types from other keywords: from `enum` and `const` exactly; in inputs also from `properties`
    /// and `items`, because model APIs require a type and no other can be meant.
    fn inferred_types(
        &self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        values: Option<&[Value]>,
        constant: Option<&Value>,
        context: TranslationContext<'s>,
    ) -> Vec<&'static str> {
        let names = types_of(values.unwrap_or_default().iter().chain(constant));
        if !names.is_empty()
            || context.is_output()
            || context.is_condition
            || keywords.has_combinator()
            || self.is_emitted
        {
            return names;
        }
        let (name, from) = if keywords.properties.is_some_and(Node::is_object) {
            ("object", "properties")
        } else if keywords.items.is_some() || keywords.prefix_items.is_some() {
            ("array", "items")
        } else {
            return names;
        };
        let message = format!("no `type`; read as {name}, since it has `{from}`");
        self.sink.report(Code::TypeInferred, node.place(), message);
        vec![name]
    }

    /// Translates `format`. It is dropped from outputs: clients assert it there, and would reject a result
    /// whose date-time has no time zone. Binary content becomes base64 text, since JSON has no binary
    /// strings.
    fn format(
        &mut self,
        keywords: &SchemaKeywords<'s>,
        meant: Option<&'static str>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let declared = keywords.format.and_then(|node| {
            let text = node.as_str();
            if text.is_none() {
                self.sink.report(
                    Code::KeywordRepaired,
                    node.place(),
                    "`format` is not a string; it is dropped",
                );
            }
            text
        });
        let Some(format) = declared.or(meant) else { return };
        if matches!(format, "byte" | "binary" | "base64") {
            if !built.has("contentEncoding") && keywords.content_encoding.is_none() {
                built.set("contentEncoding", "base64");
            }
        } else if context.is_output() && !self.keep_output_formats {
            // Only a condition turns a schema that accepts more around, as answers have no `oneOf`.
            built.weak |= context.is_condition;
            if let Some(node) = keywords.format {
                self.note_dropped_format(format, 1, node.place());
            }
        } else {
            built.set("format", format);
        }
    }
}
