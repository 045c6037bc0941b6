//! Objects: their properties, and those that are not named (docs/targets.md, "Objects").

use crate::json::{Key, Map, Value, json};

use super::sentences::{SentencePlace, Sentences};
use super::{LoweredNode, Lowering, null};
use crate::target::decode_plan::{DecodeForm, DecodePlan};
use crate::target::note::NoteKind;
use crate::target::obstacle::Obstacle;
use crate::target::rules::{FreeValue, FurtherProperties, MapForm};

impl Lowering<'_> {
    /// Lowers the root: an object, which stays one, and has no sentences, since the description of the tool is elsewhere.
    pub(super) fn root(&mut self, schema: &Map) -> Result<LoweredNode, Obstacle> {
        let mut schema = schema.clone();
        for keyword in ["$defs", "title", "description"] {
            schema.shift_remove(keyword);
        }
        schema.insert("type", json!("object"));
        let (schema, names) = self.merged(&schema);
        self.stack.extend(&names);
        for keyword in ["anyOf", "not"].into_iter().filter(|keyword| schema.contains_key(*keyword)) {
            self.lose(keyword);
        }
        let with_sentences = std::mem::replace(&mut self.with_sentences, false);
        let mut lowered = Map::new();
        lowered.insert("type", json!("object"));
        let mut sentences = Sentences::default();
        let mut root = schema.clone();
        root.shift_remove("anyOf");
        root.shift_remove("not");
        self.keywords(&root, &["object"], &mut lowered, &mut sentences);
        self.with_sentences = with_sentences;
        let mut node = LoweredNode { schema: lowered, ..LoweredNode::default() };
        self.properties(&root, true, &mut node, &mut sentences)?;
        // No sentence fits here, but for those of properties beside a recursive reference.
        sentences.write(&mut node.schema);
        crate::schema::order(&mut node.schema);
        Ok(node)
    }

    /// Lowers an object that is not the root.
    pub(super) fn object(&mut self, schema: &Map) -> Result<LoweredNode, Obstacle> {
        let without_patterns = schema.get("patternProperties").map(|patterns| {
            if schema.contains_key("additionalProperties") {
                self.lose("additionalProperties");
            }
            let mut wider = schema.clone();
            wider.insert("additionalProperties", values_of_any_name(schema, patterns));
            wider
        });
        let schema = without_patterns.as_ref().unwrap_or(schema);
        let names =
            schema.get("properties").and_then(Value::as_object).is_some_and(|names| !names.is_empty())
                || schema.get("required").and_then(Value::as_array).is_some_and(|names| !names.is_empty());
        let further = schema.get("additionalProperties");
        let values = further.filter(|further| further.as_object().is_some_and(|values| !values.is_empty()));
        let is_closed = further.is_some_and(|further| further.as_bool() == Some(false));
        let mut sentences = Sentences::default();
        if !names {
            if let Some(values) = values {
                match self.rules.map {
                    MapForm::Keep => {}
                    MapForm::Entries => return self.entries(schema, values),
                    MapForm::JsonText => {
                        self.describe_values(values, &mut sentences);
                        return Ok(self.json_text(schema, "an object", sentences));
                    }
                    MapForm::Describe => {}
                }
            } else if self.rules.free_object == FreeValue::JsonText
                && (!is_closed || self.rules.no_empty_objects)
            {
                return Ok(self.json_text(schema, "an object", sentences));
            }
        }
        let mut lowered = Map::new();
        lowered.insert("type", json!("object"));
        self.keywords(schema, &["object"], &mut lowered, &mut sentences);
        let mut node = LoweredNode { schema: lowered, ..LoweredNode::default() };
        self.properties(schema, false, &mut node, &mut sentences)?;
        sentences.write(&mut node.schema);
        Ok(node)
    }

    /// Lowers a map as a list of entries.
    fn entries(&mut self, schema: &Map, values: &Value) -> Result<LoweredNode, Obstacle> {
        self.note(NoteKind::Encoded(DecodeForm::Entries));
        let mut lowered = Map::new();
        let mut sentences = Sentences::default();
        self.keywords(schema, &["object"], &mut lowered, &mut sentences);
        let is_required = std::mem::replace(&mut self.is_required, true);
        let value = self.at("*", values)?;
        self.is_required = is_required;
        for text in value.hoisted {
            sentences.add(SentencePlace::Reference, text);
        }
        lowered.insert("type", json!("array"));
        let mut entry = Map::new();
        entry.insert("type", json!("object"));
        let mut properties = Map::new();
        properties.insert("key", json!({"type": "string"}));
        properties.insert("value", Value::Object(value.schema));
        entry.insert("properties", Value::Object(properties));
        entry.insert("required", json!(["key", "value"]));
        entry.insert("additionalProperties", Value::Bool(false));
        lowered.insert("items", Value::Object(entry));
        sentences.write(&mut lowered);
        let plan = DecodePlan {
            form: Some(DecodeForm::Entries),
            members: Some(Box::new(value.plan)),
            ..DecodePlan::default()
        };
        Ok(LoweredNode { schema: lowered, plan, hoisted: Vec::new() })
    }

    /// Lowers `properties`, `required` and `additionalProperties`.
    fn properties(
        &mut self,
        schema: &Map,
        is_root: bool,
        node: &mut LoweredNode,
        sentences: &mut Sentences,
    ) -> Result<(), Obstacle> {
        let mut properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        let mut required: Vec<String> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(|name| name.as_str().map(str::to_owned))
            .collect();
        // A name without a property is one of the further properties.
        let further = schema.get("additionalProperties");
        let is_closed = further.is_some_and(|further| further.as_bool() == Some(false));
        let further = further.filter(|further| further.is_object());
        if is_closed && required.iter().any(|name| !properties.contains_key(name.as_str())) {
            self.lose("additionalProperties");
        }
        for name in &required {
            let unnamed = || further.cloned().unwrap_or_else(|| Value::Object(Map::new()));
            properties.entry(name.as_str()).or_insert_with(unnamed);
        }
        let is_reserved = |name: &str| self.rules.reserved_properties.contains(&name);
        if !is_root && properties.keys().any(|name| is_reserved(name.as_str())) {
            self.opened(&properties, sentences);
            return Ok(());
        }
        let outer = self.is_required;
        let mut written = Map::with_capacity(properties.len());
        for (name, property) in &properties {
            let name = name.as_str();
            self.is_required = required.iter().any(|one| one == name);
            let mut lowered = self.at(name, property)?;
            if self.rules.all_required && !self.is_required {
                self.make_nullable(name, property, &mut lowered);
            }
            for text in lowered.hoisted {
                sentences.add(SentencePlace::Reference, format!("`{name}`: {text}"));
            }
            written.insert(name, Value::Object(lowered.schema));
            node.plan.properties.push((name.to_owned(), lowered.plan));
        }
        self.is_required = outer;
        if self.rules.all_required {
            required = written.keys().map(ToString::to_string).collect();
        }
        let has_names = !written.is_empty() || schema.contains_key("properties") || is_root;
        if has_names {
            node.schema.insert("properties", Value::Object(written));
        }
        if !required.is_empty() || (self.rules.all_required && has_names) {
            node.schema.insert("required", required.into_iter().map(Value::String).collect());
        }
        self.further(schema, node, sentences)
    }

    /// Lowers `additionalProperties`.
    fn further(
        &mut self,
        schema: &Map,
        node: &mut LoweredNode,
        sentences: &mut Sentences,
    ) -> Result<(), Obstacle> {
        let further = schema.get("additionalProperties");
        match (self.rules.further_properties, further) {
            (FurtherProperties::Close, further) => {
                if further.is_some_and(|further| further.as_bool() != Some(false)) {
                    self.note(NoteKind::Closed);
                }
                node.schema.insert("additionalProperties", Value::Bool(false));
            }
            (FurtherProperties::Keep, Some(Value::Object(values))) => {
                let lowered = self.at("*", &Value::Object(values.clone()))?;
                node.schema.insert("additionalProperties", Value::Object(lowered.schema));
                node.plan.members = Some(Box::new(lowered.plan));
            }
            (FurtherProperties::Keep, Some(flag)) => {
                node.schema.insert("additionalProperties", flag.clone());
            }
            (FurtherProperties::Describe, Some(values @ Value::Object(_))) => {
                self.describe_values(values, sentences);
            }
            (FurtherProperties::Keep | FurtherProperties::Describe, _) => {}
        }
        Ok(())
    }

    /// Makes a property nullable, since null has to say that it is absent.
    fn make_nullable(&mut self, name: &str, property: &Value, lowered: &mut LoweredNode) {
        // What merging says was noted when the property was lowered.
        let notes = self.notes.count();
        let is_nullable = property.as_object().is_some_and(|property| {
            let (merged, _) = self.merged(property);
            self.without_null(merged).1
        });
        self.notes.forget_after(notes);
        if is_nullable {
            self.path.push(name.to_owned());
            self.note(NoteKind::NullMeansAbsent);
            self.path.pop();
        }
        null::restore(&mut lowered.schema, self.rules.null);
        crate::schema::order(&mut lowered.schema);
        lowered.plan.null_is_absent = true;
    }

    /// Says in the description what the values of a map are.
    fn describe_values(&mut self, values: &Value, sentences: &mut Sentences) {
        self.note(NoteKind::Weakened {
            keyword: "additionalProperties".to_owned(),
            is_moved: self.with_sentences,
        });
        if self.with_sentences {
            let kind = match values.get("type") {
                Some(Value::String(kind)) => kind.clone(),
                _ => values.to_string(),
            };
            let text = format!("An object of any keys; each value: {kind}.");
            sentences.add(SentencePlace::MapValues, text);
        }
    }

    /// Leaves the properties of an object open, since one has a name that the target refuses.
    fn opened(&mut self, properties: &Map, sentences: &mut Sentences) {
        self.note(NoteKind::Weakened { keyword: "properties".to_owned(), is_moved: self.with_sentences });
        if self.with_sentences {
            let names: Vec<&str> = properties.keys().map(Key::as_str).collect();
            sentences.add(SentencePlace::Conditions, format!("Properties: {}.", names.join(", ")));
        }
    }
}

/// Returns what an object takes under a name that is not among its properties, whatever pattern the name matches.
fn values_of_any_name(schema: &Map, patterns: &Value) -> Value {
    let mut values: Vec<Value> = Vec::new();
    let patterns = patterns.as_object().into_iter().flat_map(Map::values);
    match schema.get("additionalProperties") {
        None | Some(Value::Bool(true)) => return Value::Bool(true),
        Some(Value::Bool(false)) => {}
        Some(others) => values.push(others.clone()),
    }
    for value in patterns {
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    match values.len() {
        0 => Value::Bool(false),
        1 => values.remove(0),
        _ => {
            let mut union = Map::with_capacity(1);
            union.insert("anyOf", Value::Array(values));
            Value::Object(union)
        }
    }
}
