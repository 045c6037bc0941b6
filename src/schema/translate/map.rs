//! Keywords for properties that `properties` does not name.

use crate::diagnostic::Code;
use crate::json::{Map, Value};
use crate::model::SchemaDialect;
use crate::source::Node;

use super::keywords::SchemaKeywords;
use super::unevaluated::Unevaluated;
use super::{BuiltSchema, SourceDialect, TranslationContext, Translator, boolean_schema};

impl<'s> Translator<'s> {
    /// Translates `additionalProperties`, `patternProperties`, `propertyNames` and `unevaluatedProperties`.
    pub(super) fn maps(
        &mut self,
        holder: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
        mut drop_additional: bool,
    ) {
        if let Some(patterns) = keywords.pattern_properties {
            if context.dialect == SourceDialect::OpenApi30 {
                self.drop_keyword(patterns, "is not a schema keyword of this OpenAPI version");
                built.weak = true;
                drop_additional = true;
            } else if self.is_map(patterns, built) {
                let mut map = Map::new();
                for (_, pattern) in patterns.entries() {
                    match self.key_pattern(pattern) {
                        Some(key) => {
                            let schema = self.schema(pattern, context.deeper());
                            map.insert(key, Value::Object(schema));
                        }
                        None => drop_additional = true,
                    }
                }
                built.weak |= drop_additional;
                if !map.is_empty() {
                    built.set("patternProperties", map);
                }
            } else {
                drop_additional = true;
            }
        }
        if let Some(node) = keywords.property_names {
            let schema = self.schema(node, context.deeper());
            built.set("propertyNames", schema);
        }
        let mut additional = keywords.additional_properties;
        if let Some(node) =
            keywords.unevaluated_properties.filter(|_| self.target == SchemaDialect::Draft202012)
        {
            let schema = node.as_bool().map_or_else(|| self.schema(node, context.deeper()), boolean_schema);
            built.set("unevaluatedProperties", schema);
        } else if let Some(node) = keywords.unevaluated_properties.filter(|_| additional.is_none()) {
            match self.unevaluated_properties(holder, context) {
                _ if node.as_bool() == Some(true) => {}
                Unevaluated::Nothing => {}
                Unevaluated::AllBut(names) => {
                    additional = Some(node);
                    describe(names, built);
                }
                Unevaluated::Unclear => self.weakened(
                    node,
                    "has no form in Draft 07 beside these references or combined schemas; it is dropped",
                    built,
                ),
            }
        }
        let Some(node) = additional else { return };
        if drop_additional {
            return;
        }
        match node.as_bool().or_else(|| node.as_str().and_then(|text| text.parse().ok())) {
            // What accepts everything is only said where it keeps properties from counting as unevaluated.
            Some(true) if !built.has("unevaluatedProperties") => {}
            Some(flag) => built.set("additionalProperties", flag),
            None if node.is_object() => {
                let schema = self.schema(node, context.deeper());
                built.set("additionalProperties", schema);
            }
            None => {
                built.weak = true;
                let message = format!("`{}` is {}; it is dropped", node.key(), node.kind());
                self.sink.report(Code::KeywordRepaired, node.place(), message);
            }
        }
    }
}

impl<'s> Translator<'s> {
    /// Returns whether the value of a keyword that maps names is a map; reports one that is not, which is dropped.
    pub(super) fn is_map(&self, keyword: Node<'s>, built: &mut BuiltSchema) -> bool {
        if !keyword.is_object() {
            built.weak = true;
            let message = format!("`{}` is {}; it is dropped", keyword.key(), keyword.kind());
            self.sink.report(Code::KeywordRepaired, keyword.place(), message);
        }
        keyword.is_object()
    }
}

/// Describes the properties that other schemas evaluate, so that `additionalProperties` does not count for them.
fn describe(names: Vec<&str>, built: &mut BuiltSchema) {
    if names.is_empty() {
        return;
    }
    let properties = built.map.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(properties) = properties {
        for name in names {
            properties.entry(name).or_insert_with(|| Value::Object(Map::new()));
        }
    }
}
