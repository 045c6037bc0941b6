//! Conditional applicators: `if`, and the keywords that depend on the presence of a property.

use std::collections::HashSet;

use crate::diagnostic::Code;
use crate::json::{Map, Value, json};
use crate::model::SchemaDialect;
use crate::source::Node;

use super::keywords::SchemaKeywords;
use super::{BuiltSchema, TranslationContext, Translator, boolean_schema};

impl<'s> Translator<'s> {
    /// Translates `dependentRequired`, `dependentSchemas` and Draft 07's `dependencies`. Draft 07 and 2020-12
    /// have none of them in common, so the portable dialect uses `if` and `then`.
    pub(super) fn dependencies(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let mut own: Map = Map::new();
        let maps = [keywords.dependent_required, keywords.dependent_schemas, keywords.dependencies];
        for map in maps.into_iter().flatten() {
            if !self.is_map(map, built) {
                continue;
            }
            for (name, dependency) in map.entries() {
                // The names in `required` must be unique (JSON Schema 2020-12 validation, section 6.5.3).
                let mut listed = HashSet::new();
                for item in dependency.items().filter(|item| item.as_str().is_none()) {
                    built.weak = true;
                    let message = format!("`{}` lists {}; it is left out", map.key(), item.kind());
                    self.sink.report(Code::KeywordRepaired, item.place(), message);
                }
                let names = dependency.items().filter_map(Node::as_str);
                let names: Vec<&str> = names.filter(|name| listed.insert(*name)).collect();
                if dependency.is_array() && names.is_empty() {
                    continue;
                }
                let is_list = dependency.is_array();
                let schema =
                    if is_list { Map::new() } else { self.schema(dependency, context.in_place(node, None)) };
                match self.target {
                    SchemaDialect::Draft07 => {
                        let value = if is_list { json!(names) } else { Value::Object(schema) };
                        own.insert(name, value);
                    }
                    SchemaDialect::Draft202012 => {
                        let (keyword, value) = if is_list {
                            ("dependentRequired", json!(names))
                        } else {
                            ("dependentSchemas", Value::Object(schema))
                        };
                        let entries = built.map.entry(keyword).or_insert_with(|| Value::Object(Map::new()));
                        if let Value::Object(entries) = entries {
                            entries.insert(name, value);
                        }
                    }
                    SchemaDialect::Portable => {
                        let then = if is_list { json!({"required": names}) } else { Value::Object(schema) };
                        let mut conditional = Map::new();
                        conditional.insert("if", json!({"required": [name], "type": "object"}));
                        conditional.insert("then", then);
                        built.add_part(conditional);
                    }
                }
            }
        }
        if !own.is_empty() {
            built.set("dependencies", own);
        }
    }

    /// Translates `if`, `then` and `else` (JSON Schema 2020-12 core, section 10.2.2).
    pub(super) fn condition(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let Some(condition) = keywords.condition else {
            return;
        };
        if keywords.then.is_none() && keywords.otherwise.is_none() {
            return;
        }
        for (keyword, part) in
            [("if", Some(condition)), ("then", keywords.then), ("else", keywords.otherwise)]
        {
            if let Some(part) = part {
                let schema = {
                    let context =
                        if keyword == "if" { context.condition(node) } else { context.in_place(node, None) };
                    part.as_bool().map_or_else(|| self.schema(part, context), boolean_schema)
                };
                built.set(keyword, schema);
            }
        }
    }
}
