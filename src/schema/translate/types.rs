//! `type`, `nullable`, `enum`, `const` and `format`: what kind of value a schema is about.

use std::collections::HashSet;

use crate::diagnostic::Code;
use crate::json::Value;
use crate::source::Node;

use super::data::{coerce, type_of};
use super::keywords::SchemaKeywords;
use super::{BuiltSchema, SourceDialect, TranslationContext, Translator};

/// What a schema says of its type.
#[derive(Debug, Default)]
pub(super) struct DeclaredTypes {
    /// The types it allows; empty for any.
    pub(super) names: Vec<&'static str>,
    /// Whether null is allowed beside a schema that names no type itself (OpenAPI 3.0 `nullable`).
    pub(super) nullable_outside: bool,
}

impl DeclaredTypes {
    pub(super) fn allows_array(&self) -> bool {
        self.names.contains(&"array")
    }
}

/// The seven types of JSON Schema.
const TYPES: [&str; 7] = ["null", "boolean", "object", "array", "number", "string", "integer"];

/// What people write for a type that does not exist, and what they mean by it: type and format.
fn meant_type(word: &str) -> Option<(&'static str, Option<&'static str>)> {
    Some(match word.trim().to_ascii_lowercase().as_str() {
        "null" | "nil" | "none" => ("null", None),
        "boolean" | "bool" => ("boolean", None),
        "object" | "dict" | "map" | "hash" | "json" | "dictionary" => ("object", None),
        "array" | "list" | "set" => ("array", None),
        "number" | "float" | "double" | "decimal" => ("number", None),
        "integer" | "int" | "int32" | "int64" | "long" | "short" => ("integer", None),
        "string" | "str" | "text" | "char" | "enum" => ("string", None),
        "date" => ("string", Some("date")),
        "datetime" | "date-time" | "timestamp" => ("string", Some("date-time")),
        "uuid" | "guid" => ("string", Some("uuid")),
        "uri" | "url" => ("string", Some("uri")),
        "email" => ("string", Some("email")),
        "password" => ("string", Some("password")),
        "file" | "binary" => ("string", Some("binary")),
        "byte" => ("string", Some("byte")),
        _ => return None,
    })
}

/// Whether a word names a type.
pub(super) fn is_type(word: &str) -> bool {
    TYPES.contains(&word)
}

/// Whether a word names a type, or is what people write for one.
pub(super) fn is_type_word(word: &str) -> bool {
    is_type(word) || meant_type(word).is_some()
}

/// An `enum` that stands beside `items`, though it lists what can be in the array and no array.
pub(super) fn enum_of_items<'s>(keywords: &SchemaKeywords<'s>, types: &[&'static str]) -> Option<Node<'s>> {
    let values = keywords.values.filter(|values| values.is_array() && !values.is_empty())?;
    let has_items = keywords.items.is_some_and(Node::is_object);
    let are_arrays = types.contains(&"array") && types.iter().all(|kind| matches!(*kind, "array" | "null"));
    let lists_items = values.items().all(|value| !value.is_array() && !value.is_null());
    (has_items && are_arrays && lists_items).then_some(values)
}

/// The value of `type`.
pub(super) fn keyword_of(names: &[&'static str]) -> Option<Value> {
    match names {
        [] => None,
        [only] => Some(Value::from(*only)),
        several => Some(several.iter().map(|&name| Value::from(name)).collect()),
    }
}

/// The types of values, each once.
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
        let mut names = self.declared_types(keywords, built, &mut format);
        let constant = keywords.constant.and_then(|constant| self.data(constant));
        if keywords.constant.is_some() && constant.is_none() {
            built.weak = true;
        }
        let mut values = self.enum_values(keywords, &names, context, built);
        if names.is_empty() {
            names = self.inferred_types(node, keywords, values.as_deref(), constant.as_ref(), context);
        }

        let is_built = keywords.all_of.is_some() || keywords.any_of.is_some() || keywords.one_of.is_some();
        let mut nullable = self.is_nullable(keywords);
        // Where null is accepted anyway, the keyword says nothing.
        let adds_null = (is_built || !names.is_empty()) && !names.contains(&"null")
            || values.as_ref().is_some_and(|list| !list.contains(&Value::Null))
            || node.get("$ref").is_some();
        if nullable && adds_null && context.dialect != SourceDialect::OpenApi30 {
            // No validator of JSON Schema knows the keyword.
            built.weak = true;
            if let Some(node) = keywords.nullable {
                let message = "`nullable` is no keyword of this version; null is accepted, as in OpenAPI 3.0";
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
            // The list says that null is a value; the letter of the specification would never let it pass.
            nullable = true;
            built.weak = true;
            if let Some(node) = keywords.values {
                let message = "`enum` lists null without `nullable: true`; null is accepted";
                self.sink.report(Code::EnumRepaired, node.place(), message);
            }
        }
        let nullable_outside = nullable && names.is_empty() && is_built;
        if nullable {
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
            match coerce(value, &names) {
                Ok(value) | Err(value) => built.set("const", value),
            }
        }
        self.format(keywords, format, context, built);
        DeclaredTypes { names, nullable_outside }
    }

    /// The types that `type` names; a word that is no type becomes the type that is meant by it.
    fn declared_types(
        &self,
        keywords: &SchemaKeywords<'s>,
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
            if let Some(&name) = TYPES.iter().find(|name| Some(**name) == text) {
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
                let message = format!("`type` is {what}, which is no type; any value is accepted");
                self.sink.report(Code::TypeRepaired, word.place(), message);
                return Vec::new();
            }
        }
        if names.contains(&"number") {
            names.retain(|&name| name != "integer");
        }
        names
    }

    /// Types that follow from other keywords. From `enum` and `const` exactly; in inputs also from
    /// `properties` and `items`, where nothing else could be meant and model APIs want a type.
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
            || self.is_own
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

    fn enum_values(
        &self,
        keywords: &SchemaKeywords<'s>,
        types: &[&'static str],
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) -> Option<Vec<Value>> {
        let node = keywords.values?;
        if enum_of_items(keywords, types).is_some() {
            built.weak = true;
            return None;
        }
        let nullable = types.contains(&"null") || types.is_empty();
        let mut values: Vec<Value> = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        let mut changed = Vec::new();
        let single = [node];
        let items: Vec<Node<'s>> =
            if node.is_array() { node.items().collect() } else { single.into_iter().collect() };
        for item in items {
            let Some(value) = self.data(item) else { continue };
            let value = if value.is_null() && !nullable {
                value
            } else {
                match coerce(value.clone(), types) {
                    Ok(coerced) => {
                        if coerced != value {
                            built.weak = true;
                            changed.push(value.to_string());
                        }
                        coerced
                    }
                    Err(misfit) => {
                        changed.push(misfit.to_string());
                        continue;
                    }
                }
            };
            if seen.insert(value.to_string()) {
                values.push(value);
            }
        }
        if !changed.is_empty() && !values.is_empty() {
            let message = format!(
                "the `enum` of `{}` has values that are not of type {}: {}; they are converted, or left out where that would change them",
                context.owner,
                types.join(" or "),
                shortened(&changed)
            );
            self.sink.report(Code::EnumRepaired, node.place(), message);
        }
        if values.is_empty() {
            built.weak = true;
            let message = if changed.is_empty() {
                "`enum` has no value that can be used; it is dropped".to_owned()
            } else {
                let list = shortened(&changed);
                built.notes.push(format!("Values: {}", changed.join(", ")));
                format!(
                    "no value in the `enum` of `{}` is of type {}: {list}; they are moved into the description",
                    context.owner,
                    types.join(" or "),
                )
            };
            self.sink.report(Code::EnumRepaired, node.place(), message);
            return None;
        }
        Some(values)
    }

    fn is_nullable(&self, keywords: &SchemaKeywords<'s>) -> bool {
        let Some(node) = keywords.nullable.or(keywords.x_nullable) else {
            return false;
        };
        let nullable = node.as_bool().or_else(|| node.as_str().and_then(|text| text.parse().ok()));
        match nullable {
            None => {
                self.sink.report(
                    Code::KeywordRepaired,
                    node.place(),
                    "`nullable` is no boolean; it is dropped",
                );
                false
            }
            Some(nullable) => nullable,
        }
    }

    /// `format`. Outputs are asserted by clients, and a zoneless date-time would fail a call that was
    /// fine, so formats leave them. Binary content has no JSON form but base64 text.
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
                self.sink.report(Code::KeywordRepaired, node.place(), "`format` is no string; it is dropped");
            }
            text
        });
        let Some(format) = declared.or(meant) else { return };
        if matches!(format, "byte" | "binary" | "base64") {
            if !built.has("contentEncoding") && keywords.content_encoding.is_none() {
                built.set("contentEncoding", "base64");
            }
        } else if context.is_output() && !self.keep_output_formats {
            if let Some(node) = keywords.format {
                self.note_dropped_format(format, 1, node.place());
            }
        } else {
            built.set("format", format);
        }
    }
}

/// The first few of many values.
fn shortened(values: &[String]) -> String {
    let shown: Vec<&str> = values.iter().take(5).map(String::as_str).collect();
    let more = if values.len() > 5 { format!(" and {} more", values.len() - 5) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
