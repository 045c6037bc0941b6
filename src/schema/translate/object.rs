//! Object keywords: `properties`, `required`, and the number of properties.

use std::collections::HashSet;

use indexmap::IndexMap;

use crate::client_limits::PROTOTYPE_MEMBERS;
use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::source::Node;

use super::keywords::SchemaKeywords;
use super::short_form::required_beside_marked;
use super::{BuiltSchema, MAX_EMITTED_LEVELS, TranslationContext, Translator};

/// The end of the message about a boolean `required` on a schema that is not a property.
const MISPLACED_REQUIRED: &str = "is not on a property; it is dropped";

impl<'s> Translator<'s> {
    /// Translates the object keywords (JSON Schema 2020-12 core, sections 10.3.2, 10.2.2.4 and 11.3;
    /// validation, section 6.5).
    pub(super) fn objects(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        self.length("minProperties", keywords.min_properties, built);
        self.length("maxProperties", keywords.max_properties, built);
        let mut drop_additional = false;
        let (required_by_properties, removed) =
            self.properties(keywords, context, built, &mut drop_additional);
        self.required(node, keywords, &required_by_properties, &removed, context, built);
        self.maps(node, keywords, context, built, drop_additional);
        self.dependencies(node, keywords, context, built);
    }

    /// Translates `properties`. Returns the names that a boolean `required` on the property itself makes
    /// required, and the names that were removed.
    fn properties(
        &mut self,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
        drop_additional: &mut bool,
    ) -> (Vec<&'s str>, Vec<&'s str>) {
        let Some(properties) = keywords.properties else {
            return (Vec::new(), Vec::new());
        };
        // Descriptions that are split over files write `properties: {$ref: …}`.
        let mut context = context;
        let properties =
            match properties.get("$ref").filter(|only| only.as_str().is_some() && properties.len() == 1) {
                Some(reference) => match self.sources.follow(properties, self.sink) {
                    Ok(properties) => {
                        // Such a reference may be recursive. Below the first one, each schema becomes a
                        // definition, which is translated once.
                        if context.is_behind_properties_reference {
                            context.level = MAX_EMITTED_LEVELS;
                        }
                        context.is_behind_properties_reference = true;
                        properties
                    }
                    Err(error) => {
                        built.weak = true;
                        let message = format!("{}; the properties are left out", error.message);
                        self.sink.report(error.code, reference.place(), message);
                        return (Vec::new(), Vec::new());
                    }
                },
                None => properties,
            };
        if !properties.is_object() {
            built.weak = true;
            let message = format!("`properties` is {}; it is dropped", properties.kind());
            self.sink.report(Code::KeywordRepaired, properties.place(), message);
            return (Vec::new(), Vec::new());
        }
        let (mut required, removed) =
            self.named_schemas(properties.len(), properties.entries(), context, built, drop_additional);
        if context.is_short_form && keywords.required.is_none_or(|list| !list.is_array()) {
            required = required_beside_marked(properties);
            required.retain(|name| !removed.contains(name));
        }
        (required, removed)
    }

    /// Translates the schemas of properties, and returns what [`Self::properties`] returns.
    pub(super) fn named_schemas(
        &mut self,
        count: usize,
        properties: impl Iterator<Item = (&'s str, Node<'s>)>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
        drop_additional: &mut bool,
    ) -> (Vec<&'s str>, Vec<&'s str>) {
        let (mut required, mut removed) = (Vec::new(), Vec::new());
        let mut map = Map::with_capacity(count);
        for (name, property) in properties {
            if self.is_dropped_in(property, context.direction) {
                let (kind, place) =
                    if context.is_output() { ("write-only", "output") } else { ("read-only", "input") };
                let message = format!("`{name}` is {kind}; it is dropped from the {place}");
                self.sink.report(Code::DirectionDropped, property.place(), message);
                removed.push(name);
                continue;
            }
            if context.is_output() && PROTOTYPE_MEMBERS.contains(&name) {
                let message = format!(
                    "`{name}` is named like a member of JavaScript's Object.prototype; it is dropped from the output schema"
                );
                self.sink.report(Code::UnsafeProperty, property.place(), message);
                removed.push(name);
                *drop_additional = true;
                built.weak = true;
                continue;
            }
            // In the short form a boolean `required` has its meaning.
            let flag = property.get("required").filter(|flag| flag.as_bool().is_some());
            if let Some(flag) = flag.filter(|_| !context.is_short_form) {
                self.required_flags.insert(flag.place());
                let wanted = flag.as_bool() == Some(true);
                if wanted {
                    required.push(name);
                }
                let what = if wanted { "moved to the object's list" } else { "dropped" };
                let message = format!("`required: {wanted}` on the property `{name}` is {what}");
                self.sink.report(Code::RequiredBoolean, flag.place(), message);
            }
            let schema = self.schema(property, context.property(name));
            map.insert(name, Value::Object(schema));
        }
        built.set("properties", map);
        (required, removed)
    }

    /// Translates `required`: adds the names with a boolean `required`, and removes those that were dropped.
    fn required(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        by_properties: &[&'s str],
        removed: &[&'s str],
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let mut names: Vec<&str> = Vec::new();
        // The place of each name in the list.
        let mut items: IndexMap<&str, Node<'s>> = IndexMap::new();
        let mut listed: HashSet<&str> = HashSet::new();
        if let Some(required) = keywords.required {
            if required.is_array() {
                for item in required.items() {
                    match item.as_str() {
                        Some(name) if listed.insert(name) => {
                            names.push(name);
                            items.insert(name, item);
                        }
                        Some(name) => {
                            let message = format!("`required` lists `{name}` twice; it is kept once");
                            self.sink.report(Code::KeywordRepaired, item.place(), message);
                        }
                        None => {
                            let message = format!("`required` lists {}; it is left out", item.kind());
                            self.sink.report(Code::KeywordRepaired, item.place(), message);
                        }
                    }
                }
            } else if let Some(name) = required.as_str() {
                self.sink.report(
                    Code::KeywordRepaired,
                    required.place(),
                    "`required` is one name; it is read as a list",
                );
                names.push(name);
                items.insert(name, required);
            } else if required.as_bool().is_some() {
                self.report_misplaced_required(required, context);
            } else {
                built.weak = true;
                let message = format!("`required` is {}; it is dropped", required.kind());
                self.sink.report(Code::KeywordRepaired, required.place(), message);
            }
        }
        if names.is_empty() && by_properties.is_empty() {
            let is_empty_list = keywords.required.is_some_and(|list| list.is_array() && list.is_empty());
            if is_empty_list && self.keeps_empty_required {
                built.set("required", Vec::<Value>::new());
            }
            return;
        }
        let listed_names = names.len();
        // A name may be required here, and described with its direction in another branch of `allOf`.
        if context.outermost_all_of.is_some() || keywords.has_combinator() || keywords.properties.is_none() {
            let hidden = self.dropped_names(context.outermost_all_of.unwrap_or(node), context.direction);
            names.retain(|name| !hidden.contains(name));
        }
        let removed: HashSet<&str> = removed.iter().copied().collect();
        names.retain(|name| !removed.contains(name));
        // Answers have no `oneOf`, and only a condition turns what accepts more around.
        built.weak |= names.len() < listed_names && (!context.is_output() || context.is_condition);
        // A condition that tests for such a name does not describe a property.
        if context.is_output() && !context.is_condition {
            names.retain(|name| !self.is_unsafe(name, keywords.required, built));
        }
        names.extend(by_properties.iter().copied().filter(|name| listed.insert(name)));
        // In a closed object, an added property that accepts any value accepts more than the source.
        let closed = [keywords.additional_properties, keywords.unevaluated_properties]
            .into_iter()
            .flatten()
            .any(|node| node.as_bool() == Some(false) || node.is_object() && !node.is_empty());
        if let Some(Value::Object(properties)) = built.map.get_mut("properties") {
            let is_safe = |name: &str| !(context.is_output() && PROTOTYPE_MEMBERS.contains(&name));
            for &name in names.iter().filter(|name| is_safe(name)) {
                if properties.contains_key(name) {
                    continue;
                }
                let is_described = self.describes(node, name, context);
                if is_described && closed {
                    // What a closed object forbids contradicts it, and is reported as that.
                    continue;
                }
                properties.insert(name, Value::Object(Map::new()));
                built.weak |= closed;
                if let Some(&item) = items.get(name).filter(|_| !is_described) {
                    self.report_undescribed(item, name, node, context);
                }
            }
        }
        if !built.has("properties") && !context.is_condition && self.is_beside_properties(context) {
            for (&name, &item) in &items {
                if names.contains(&name) && !self.describes(node, name, context) {
                    self.report_undescribed(item, name, node, context);
                }
            }
        }
        if !names.is_empty() {
            built.set("required", names.into_iter().map(Value::from).collect::<Vec<_>>());
        }
    }

    /// Returns whether a required name is unsafe for a property of an output. `required` would make it one.
    fn is_unsafe(&self, name: &str, required: Option<Node<'s>>, built: &mut BuiltSchema) -> bool {
        let is_unsafe = PROTOTYPE_MEMBERS.contains(&name);
        if let Some(required) = required.filter(|_| is_unsafe) {
            let message = format!(
                "`{name}` is named like a member of JavaScript's Object.prototype; the output schema does not require it"
            );
            self.sink.report(Code::UnsafeProperty, required.place(), message);
            built.weak = true;
        }
        is_unsafe
    }

    /// Reports a boolean `required` on a schema that is not a property: no object has a list that could name
    /// it.
    pub(super) fn report_misplaced_required(&self, flag: Node<'s>, context: TranslationContext<'s>) {
        if !context.is_short_form && !self.required_flags.contains(&flag.place()) {
            let wanted = flag.as_bool() == Some(true);
            let message = format!("`required: {wanted}` {MISPLACED_REQUIRED}");
            self.sink.report(Code::RequiredBoolean, flag.place(), message);
        }
    }

    /// Removes the reports of such booleans from the diagnostics of another translator, where the schema
    /// turned out to be a property here.
    pub(super) fn retract_misplaced_required(&self, diagnostics: &Sink) {
        diagnostics.take(|diagnostic| {
            diagnostic.code == Code::RequiredBoolean
                && diagnostic.message.ends_with(MISPLACED_REQUIRED)
                && diagnostic.place.is_some_and(|place| self.required_flags.contains(&place))
        });
    }
}
