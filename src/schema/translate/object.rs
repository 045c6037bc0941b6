//! Keywords of objects: properties, required names, maps, dependencies.

use std::collections::HashSet;

use crate::client_limits::PROTOTYPE_MEMBERS;
use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value, json};
use crate::model::SchemaDialect;
use crate::source::Node;

use super::keywords::SchemaKeywords;
use super::short_form::required_beside_marked;
use super::{BuiltSchema, MAX_OWN_LEVELS, SourceDialect, TranslationContext, Translator, boolean_schema};

/// What is said of a boolean `required` on a schema that is no property.
const LONE_FLAG: &str = "stands on a schema that is no property; it is dropped";

impl<'s> Translator<'s> {
    /// Translates the object keywords (JSON Schema 2020-12, sections 10.3.2, 10.2.2.4 and 11.3;
    /// validation 6.5).
    pub(super) fn objects(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        self.length("minProperties", keywords.min_properties, built);
        self.length("maxProperties", keywords.max_properties, built);
        let mut open = false;
        let (required_by_properties, gone) = self.properties(keywords, context, built, &mut open);
        self.required(node, keywords, &required_by_properties, &gone, context, built);
        self.maps(keywords, context, built, open);
        self.dependencies(keywords, context, built);
    }

    /// `properties`. Gives the names that a boolean `required` on the property itself asks for, and those
    /// that left with their direction.
    fn properties(
        &mut self,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
        open: &mut bool,
    ) -> (Vec<&'s str>, Vec<&'s str>) {
        let Some(properties) = keywords.properties else {
            return (Vec::new(), Vec::new());
        };
        // Documents that are split over files write `properties: {$ref: …}`.
        let mut context = context;
        let properties =
            match properties.get("$ref").filter(|only| only.as_str().is_some() && properties.len() == 1) {
                Some(reference) => match self.sources.follow(properties, self.sink) {
                    Ok(properties) => {
                        // Such a reference may lead back here: below the first one each schema becomes a definition,
                        // which is made once.
                        if context.is_borrowed {
                            context.level = MAX_OWN_LEVELS;
                        }
                        context.is_borrowed = true;
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
        let (mut required, gone) =
            self.named_schemas(properties.len(), properties.entries(), context, built, open);
        if context.is_short_form && keywords.required.is_none_or(|list| !list.is_array()) {
            required = required_beside_marked(properties);
            required.retain(|name| !gone.contains(name));
        }
        (required, gone)
    }

    /// The schemas of properties, with what [`Self::properties`] gives.
    pub(super) fn named_schemas(
        &mut self,
        count: usize,
        properties: impl Iterator<Item = (&'s str, Node<'s>)>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
        open: &mut bool,
    ) -> (Vec<&'s str>, Vec<&'s str>) {
        let (mut required, mut gone) = (Vec::new(), Vec::new());
        let mut map = Map::with_capacity(count);
        for (name, property) in properties {
            if self.leaves(property, context.direction) {
                let (kind, place) =
                    if context.is_output() { ("write-only", "output") } else { ("read-only", "input") };
                let message = format!("`{name}` is {kind} and leaves the {place}");
                self.sink.report(Code::DirectionDropped, property.place(), message);
                gone.push(name);
                continue;
            }
            if context.is_output() && PROTOTYPE_MEMBERS.contains(&name) {
                let message = format!(
                    "`{name}` is named like a member of JavaScript's Object.prototype; it leaves the output schema"
                );
                self.sink.report(Code::UnsafeProperty, property.place(), message);
                gone.push(name);
                *open = true;
                built.weak = true;
                continue;
            }
            // In the short form a flag says what it is meant to say.
            let flag = property.get("required").filter(|flag| flag.as_bool().is_some());
            if let Some(flag) = flag.filter(|_| !context.is_short_form) {
                self.flags_of_properties.insert(flag.place());
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
        (required, gone)
    }

    /// `required`, with what booleans on properties add and what direction takes away.
    fn required(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        by_properties: &[&'s str],
        gone: &[&'s str],
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let mut names: Vec<&str> = Vec::new();
        let mut listed: HashSet<&str> = HashSet::new();
        if let Some(required) = keywords.required {
            if required.is_array() {
                for item in required.items() {
                    match item.as_str() {
                        Some(name) if listed.insert(name) => names.push(name),
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
            } else if required.as_bool().is_some() {
                self.lone_flag(required, context);
            } else {
                built.weak = true;
                let message = format!("`required` is {}; it is dropped", required.kind());
                self.sink.report(Code::KeywordRepaired, required.place(), message);
            }
        }
        if names.is_empty() && by_properties.is_empty() {
            return;
        }
        // A name may be required here and described, with its direction, in another branch of `allOf`.
        if context.whole.is_some() || keywords.has_combinator() || keywords.properties.is_none() {
            let hidden = self.hidden_names(context.whole.unwrap_or(node), context.direction);
            names.retain(|name| !hidden.contains(name));
        }
        let gone: HashSet<&str> = gone.iter().copied().collect();
        names.retain(|name| !gone.contains(name));
        // To ask whether there is such a member is no description of it.
        if context.is_output() && !context.is_condition {
            names.retain(|name| !self.is_unsafe(name, keywords.required, built));
        }
        names.extend(by_properties.iter().copied().filter(|name| listed.insert(name)));
        // Where nothing else is allowed, an open property accepts more than the source.
        let closed = [keywords.additional_properties, keywords.unevaluated_properties]
            .into_iter()
            .flatten()
            .any(|node| node.as_bool() == Some(false) || node.is_object() && !node.is_empty());
        if let Some(Value::Object(properties)) = built.map.get_mut("properties") {
            let is_described = |name: &str| !(context.is_output() && PROTOTYPE_MEMBERS.contains(&name));
            for &name in names.iter().filter(|name| is_described(name)) {
                if !properties.contains_key(name) {
                    properties.insert(name, Value::Object(Map::new()));
                    built.weak |= closed;
                    if (closed || !keywords.has_combinator())
                        && let Some(required) = keywords.required
                    {
                        let message = format!(
                            "`required` names `{name}`, which is not described; any value is accepted"
                        );
                        self.sink.report(Code::RequiredWithoutProperty, required.place(), message);
                    }
                }
            }
        }
        if !names.is_empty() {
            built.set("required", names.into_iter().map(Value::from).collect::<Vec<_>>());
        }
    }

    /// Whether a required name is one that no property of an output may have. It would become one.
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

    /// A boolean `required` on a schema that is no property: there is no list that could name it.
    pub(super) fn lone_flag(&self, flag: Node<'s>, context: TranslationContext<'s>) {
        if !context.is_short_form && !self.flags_of_properties.contains(&flag.place()) {
            let wanted = flag.as_bool() == Some(true);
            let message = format!("`required: {wanted}` {LONE_FLAG}");
            self.sink.report(Code::RequiredBoolean, flag.place(), message);
        }
    }

    /// Takes out of what was said elsewhere of lone flags those that an object has answered for here.
    pub(super) fn silence_flags(&self, said: &Sink) {
        said.take(|diagnostic| {
            diagnostic.code == Code::RequiredBoolean
                && diagnostic.message.ends_with(LONE_FLAG)
                && diagnostic.place.is_some_and(|place| self.flags_of_properties.contains(&place))
        });
    }

    /// `additionalProperties`, `patternProperties`, `propertyNames` and `unevaluatedProperties`.
    fn maps(
        &mut self,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
        mut open: bool,
    ) {
        if let Some(patterns) = keywords.pattern_properties {
            if context.dialect == SourceDialect::OpenApi30 {
                self.drop_keyword(patterns, "is no schema keyword of this OpenAPI version");
                built.weak = true;
                open = true;
            } else if patterns.is_object() {
                let mut map = Map::new();
                for (_, pattern) in patterns.entries() {
                    match self.key_pattern(pattern) {
                        Some(key) => {
                            let schema = self.schema(pattern, context.deeper());
                            map.insert(key, Value::Object(schema));
                        }
                        None => open = true,
                    }
                }
                built.weak |= open;
                if !map.is_empty() {
                    built.set("patternProperties", map);
                }
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
        } else if let Some(node) = keywords.unevaluated_properties {
            // Nothing but its own `properties` evaluates anything, so it says what `additionalProperties` says.
            if additional.is_none() && !keywords.has_combinator() {
                additional = Some(node);
            } else if node.as_bool() != Some(true) && additional.is_none() {
                self.weakened(
                    node,
                    "cannot be said in Draft 07 beside combined schemas; it is dropped",
                    built,
                );
            }
        }
        let Some(node) = additional else { return };
        if open {
            return;
        }
        match node.as_bool().or_else(|| node.as_str().and_then(|text| text.parse().ok())) {
            Some(flag) => built.set("additionalProperties", flag),
            None if node.is_object() => {
                let schema = self.schema(node, context.deeper());
                built.set("additionalProperties", schema);
            }
            None => {
                built.weak = true;
                let message = format!("`additionalProperties` is {}; it is dropped", node.kind());
                self.sink.report(Code::KeywordRepaired, node.place(), message);
            }
        }
    }

    /// `dependentRequired`, `dependentSchemas` and Draft 07's `dependencies`: no one keyword of them is
    /// known to both drafts, but `if` and `then` are.
    fn dependencies(
        &mut self,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let mut own: Map = Map::new();
        let maps = [keywords.dependent_required, keywords.dependent_schemas, keywords.dependencies];
        for map in maps.into_iter().flatten() {
            for (name, dependency) in map.entries() {
                // `required` lists each name once (JSON Schema 2020-12, validation 6.5.3).
                let mut listed = HashSet::new();
                let names = dependency.items().filter_map(Node::as_str);
                let names: Vec<&str> = names.filter(|name| listed.insert(*name)).collect();
                if dependency.is_array() && names.is_empty() {
                    continue;
                }
                let is_list = dependency.is_array();
                let schema = if is_list { Map::new() } else { self.schema(dependency, context.deeper()) };
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
                        built.and(conditional);
                    }
                }
            }
        }
        if !own.is_empty() {
            built.set("dependencies", own);
        }
    }

    /// `if`, `then` and `else` (JSON Schema 2020-12, section 10.2.2).
    pub(super) fn condition(
        &mut self,
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
        for (keyword, node) in
            [("if", Some(condition)), ("then", keywords.then), ("else", keywords.otherwise)]
        {
            if let Some(node) = node {
                let schema = {
                    let context = if keyword == "if" { context.condition() } else { context.deeper() };
                    node.as_bool().map_or_else(|| self.schema(node, context), boolean_schema)
                };
                built.set(keyword, schema);
            }
        }
    }
}
