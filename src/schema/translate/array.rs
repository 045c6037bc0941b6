//! Array keywords: items, tuples, `contains`, length, uniqueness.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::json::{Map, Value};
use crate::model::SchemaDialect;
use crate::schema::WEAK;
use crate::source::Node;

use super::data::coerce;
use super::enumeration::enum_of_items;
use super::keywords::SchemaKeywords;
use super::types::{DeclaredTypes, keyword_of, types_of};
use super::unevaluated::Unevaluated;
use super::{BuiltSchema, SourceDialect, TranslationContext, Translator, boolean_schema};

/// The form in which `unevaluatedItems` is written.
#[derive(Default)]
struct UnevaluatedForm<'s> {
    /// The schema of the items that no other keyword describes.
    items: Option<Node<'s>>,
    /// The keyword itself, in the dialect that has it.
    kept: Option<Node<'s>>,
}

impl<'s> Translator<'s> {
    /// Moves an `enum` that lists items from their array to `items`, with a type if it has none. Where
    /// `items` cannot take it, the description lists the values.
    fn move_enum_to_items(
        &self,
        values: Node<'s>,
        items: &mut Map,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let types: Vec<&str> = match items.get("type") {
            Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
            kind => kind.and_then(Value::as_str).into_iter().collect(),
        };
        let fitting = values.items().filter_map(|value| coerce(self.data(value)?, &types).ok());
        let mut seen = HashSet::new();
        let list: Vec<Value> = fitting.filter(|value| seen.insert(value.to_string())).collect();
        let has_own = ["enum", "const", "$ref"].iter().any(|keyword| items.contains_key(*keyword));
        let what = if list.is_empty() || has_own {
            let all: Vec<String> = values.items().map(|value| value.to_value().to_string()).collect();
            built.notes.push(format!("Values: {}", all.join(", ")));
            "its values are listed in the description"
        } else {
            if let Some(kind) = keyword_of(&types_of(list.iter())).filter(|_| types.is_empty()) {
                items.insert("type", kind);
            }
            items.insert("enum", Value::Array(list));
            "it is moved to `items`"
        };
        let message = format!("the `enum` of the array `{}` lists its items; {what}", context.owner);
        self.sink.report(Code::EnumRepaired, values.place(), message);
    }

    /// Translates the array keywords (JSON Schema 2020-12 core, sections 10.3.1 and 11.2; validation, section
    /// 6.4).
    pub(super) fn arrays(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        types: &DeclaredTypes,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        if let Some(node) = keywords.prefix_items.filter(|members| !members.is_array()) {
            built.weak = true;
            let message = format!("`prefixItems` is {}; it is dropped", node.kind());
            self.sink.report(Code::KeywordRepaired, node.place(), message);
        }
        self.length("minItems", keywords.min_items, built);
        self.length("maxItems", keywords.max_items, built);
        if let Some(node) = keywords.unique_items {
            match node.as_bool() {
                Some(true) => built.set("uniqueItems", true),
                Some(false) => {}
                None => {
                    built.weak = true;
                    let message = "`uniqueItems` is not a boolean; it is dropped";
                    self.sink.report(Code::KeywordRepaired, node.place(), message);
                }
            }
        }
        let tuple =
            [keywords.prefix_items, keywords.items].into_iter().flatten().find(|list| list.is_array());
        let UnevaluatedForm { items: further, kept } = self.unevaluated_form(node, keywords, context, built);
        match (tuple, keywords.items.or(further.filter(|_| tuple.is_none()))) {
            (Some(tuple), items) if !tuple.is_empty() => {
                let rest = if items == Some(tuple) { keywords.additional_items } else { items };
                self.tuple(tuple, rest.or(further), context, built);
                if rest.is_none() && kept.is_some() {
                    built.map.shift_remove("items");
                }
            }
            (_, Some(items)) if !items.is_array() => {
                let mut schema = self.schema(items, context.deeper());
                if let Some(values) = enum_of_items(keywords, &types.names) {
                    self.move_enum_to_items(values, &mut schema, context, built);
                }
                built.set("items", schema);
            }
            // `items` would evaluate all items.
            _ if kept.is_some() => {}
            _ if types.allows_array() => {
                if let Some(kind) = keywords.kind.filter(|_| keywords.unevaluated_items.is_none()) {
                    let message =
                        format!("the array `{}` has no `items`; `items: {{}}` is added", context.owner);
                    let mut diagnostic = Diagnostic::new(Code::ItemsMissing, message).at(kind.place());
                    // OpenAPI 3.0 requires `items` in an array ("Schema Object"); later versions do not.
                    if context.dialect != SourceDialect::OpenApi30 {
                        diagnostic.severity = Severity::Note;
                    }
                    self.sink.push(diagnostic);
                }
                built.set("items", Map::new());
            }
            _ => {}
        }
        self.contains(keywords, context, built);
        if let Some(node) = kept {
            let schema = node.as_bool().map_or_else(|| self.schema(node, context.deeper()), boolean_schema);
            built.set("unevaluatedItems", schema);
        }
    }

    /// Returns the form in which `unevaluatedItems` is written (JSON Schema 2020-12 core, section 11.2). Without a keyword
    /// beside it that evaluates other items, it means the same as `items`.
    fn unevaluated_form(
        &self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) -> UnevaluatedForm<'s> {
        let mut form = UnevaluatedForm::default();
        let Some(unevaluated) = keywords.unevaluated_items else { return form };
        let is_known = self.target == SchemaDialect::Draft202012;
        if unevaluated.as_bool() == Some(true) && !is_known {
            return form;
        }
        if is_known && keywords.has_combinator() {
            form.kept = Some(unevaluated);
            return form;
        }
        let tuple =
            [keywords.prefix_items, keywords.items].into_iter().flatten().find(|list| list.is_array());
        match self.unevaluated_items(node, context) {
            Unevaluated::AllBut(length) if length == tuple.map_or(0, Node::len) => {
                form.items = Some(unevaluated);
            }
            _ if is_known => form.kept = Some(unevaluated),
            Unevaluated::Nothing => {}
            // The tuple is in another schema.
            Unevaluated::AllBut(length) if unevaluated.as_bool() == Some(false) => {
                limit_items(length, built);
            }
            Unevaluated::AllBut(_) | Unevaluated::Unclear => {
                let message = "has no portable form beside these keywords; it is dropped";
                self.weakened(unevaluated, message, built);
            }
        }
        form
    }

    /// Translates a tuple for the portable dialect. 2020-12 validators apply `items` to the items after those
    /// of `prefixItems`; Draft 07 validators ignore `prefixItems` and apply `items` to every item. So `items`
    /// accepts the schema of any item, and both accept everything that the source accepts.
    fn tuple(
        &mut self,
        tuple: Node<'s>,
        rest: Option<Node<'s>>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let members: Vec<Value> =
            tuple.items().map(|item| Value::Object(self.schema(item, context.deeper()))).collect();
        if self.target != SchemaDialect::Portable {
            self.exact_tuple(members, rest, context, built);
            return;
        }
        let mut known = HashSet::new();
        let mut alternatives: Vec<Value> =
            members.iter().filter(|member| known.insert(canonical_text(member))).cloned().collect();
        let bounded = built
            .map
            .get("maxItems")
            .and_then(Value::as_u64)
            .is_some_and(|most| most <= members.len() as u64);
        let closed = bounded || rest.and_then(Node::as_bool) == Some(false);
        let anything = |rest: Node<'_>| rest.as_bool() == Some(true) || rest.is_object() && rest.is_empty();
        let open = !closed && rest.is_none_or(anything);
        if closed {
            limit_items(members.len(), built);
        } else if let Some(rest) = rest.filter(|_| !open) {
            let rest = self.schema(rest, context.deeper());
            match rest.get("anyOf").and_then(Value::as_array).filter(|_| rest.len() == 1) {
                // The source is a tuple that apimint has emitted: `items` lists the alternatives already.
                Some(all) if known.is_subset(&all.iter().map(canonical_text).collect()) => {
                    alternatives.clone_from(all);
                }
                _ if alternatives.contains(&Value::Object(rest.clone())) => {}
                _ => alternatives.push(Value::Object(rest)),
            }
        }
        let exact = alternatives.len() == 1 && !open;
        let items = match alternatives.as_slice() {
            _ if open => Value::Object(Map::new()),
            [only] => only.clone(),
            _ => Value::Object(Map::from_iter([("anyOf".to_owned(), Value::Array(alternatives))])),
        };
        built.set("prefixItems", members);
        built.set("items", items);
        if !exact {
            self.weakened(tuple, "is a tuple; Draft 07 validators ignore the order of its items", built);
        }
    }

    /// Translates a tuple for one draft: `items` and `additionalItems` in Draft 07 (validation, section 6.4),
    /// `prefixItems` and `items` in 2020-12 (core, section 10.3.1.1).
    fn exact_tuple(
        &mut self,
        members: Vec<Value>,
        rest: Option<Node<'s>>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let (first, others) = match self.target {
            SchemaDialect::Draft07 => ("items", "additionalItems"),
            SchemaDialect::Portable | SchemaDialect::Draft202012 => ("prefixItems", "items"),
        };
        let rest = rest
            .map(|rest| rest.as_bool().map_or_else(|| self.schema(rest, context.deeper()), boolean_schema));
        built.set(first, members);
        // Model APIs require `items` in every array, even an empty schema.
        if rest.is_some() || others == "items" {
            built.set(others, rest.unwrap_or_default());
        }
    }

    fn contains(
        &mut self,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let Some(contains) = keywords.contains else { return };
        let min = keywords.min_contains.and_then(Node::as_number);
        if self.target == SchemaDialect::Draft202012 {
            let schema =
                contains.as_bool().map_or_else(|| self.schema(contains, context.deeper()), boolean_schema);
            built.set("contains", schema);
            self.length("minContains", keywords.min_contains, built);
            self.length("maxContains", keywords.max_contains, built);
            return;
        }
        // With `minContains: 0`, `contains` accepts every array.
        if min != Some("0") {
            let schema = if contains.as_bool() == Some(true) {
                boolean_schema(true)
            } else {
                self.schema(contains, context.deeper())
            };
            built.set("contains", schema);
        }
        for node in [keywords.min_contains.filter(|_| !matches!(min, Some("0" | "1"))), keywords.max_contains]
            .into_iter()
            .flatten()
        {
            self.weakened(node, "is newer than Draft 07; it is dropped", built);
        }
    }
}

/// Lowers `maxItems` to `length`, unless it is lower already.
fn limit_items(length: usize, built: &mut BuiltSchema) {
    let length = length as u64;
    let bound = built.map.get("maxItems").and_then(Value::as_u64).map_or(length, |bound| bound.min(length));
    built.set("maxItems", bound);
}

/// Returns a schema as text with sorted keywords and without marks of weakening, so that equal schemas give
/// equal texts.
fn canonical_text(schema: &Value) -> String {
    fn write(value: &Value, out: &mut String) {
        match value {
            Value::Object(map) => {
                let mut members: Vec<_> = map.iter().filter(|(key, _)| *key != WEAK).collect();
                members.sort_by_key(|(key, _)| key.as_str());
                out.push('{');
                for (key, value) in members {
                    out.push_str(&Value::from(key.as_str()).to_string());
                    out.push(':');
                    write(value, out);
                    out.push(',');
                }
                out.push('}');
            }
            Value::Array(list) => {
                out.push('[');
                for value in list {
                    write(value, out);
                    out.push(',');
                }
                out.push(']');
            }
            scalar => out.push_str(&scalar.to_string()),
        }
    }
    let mut out = String::new();
    write(schema, &mut out);
    out
}
