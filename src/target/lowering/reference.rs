//! References: kept bare, or written in place (docs/targets.md, "References").

use foldhash::HashMap;

use crate::json::{Key, Map, Value, json};
use crate::model::referenced;
use crate::schema::on_cycle;

use super::sentences::{SentencePlace, Sentences};
use super::{LoweredNode, Lowering, keywords};
use crate::target::decode_plan::DecodePlan;
use crate::target::note::NoteKind;
use crate::target::obstacle::Obstacle;
use crate::target::rules::ReferenceForm;

/// Times that a definition may stand on one path of schemas that are written in place.
const MOST_ON_PATH: usize = 2;

/// Returns for each definition whether it leads to itself.
pub(super) fn cycles(definitions: &Map) -> HashMap<&str, bool> {
    let names: HashMap<&str, usize> =
        definitions.keys().enumerate().map(|(index, name)| (name.as_str(), index)).collect();
    let edges: Vec<Vec<usize>> = definitions
        .values()
        .map(|schema| {
            let mut found = Vec::new();
            each_reference(schema, &mut |name| found.extend(names.get(name).copied()));
            found
        })
        .collect();
    definitions.keys().map(Key::as_str).zip(on_cycle(&edges)).collect()
}

/// Calls a function with the name of each definition that a value refers to.
pub(super) fn each_reference<'v>(value: &'v Value, found: &mut dyn FnMut(&'v str)) {
    match value {
        Value::Object(map) => {
            if let Some(name) = referenced(map) {
                found(name);
            }
            map.values().for_each(|value| each_reference(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| each_reference(item, found)),
        _ => {}
    }
}

impl<'t> Lowering<'t> {
    /// Lowers a reference with what stands beside it.
    pub(super) fn reference(&mut self, schema: &Map, name: &str) -> Result<LoweredNode, Obstacle> {
        let Some((name, definition)) = self.definition(name) else {
            return Err(Obstacle::Refused(format!("its schema refers to `{name}`, which is missing")));
        };
        let mut beside = schema.clone();
        beside.shift_remove("$ref");
        beside.retain(|keyword, _| keywords::is_carried(keyword));
        let is_recursive = self.cycles.get(name).copied().unwrap_or(false);
        match self.rules.references {
            ReferenceForm::BareAcyclic if is_recursive => Err(Obstacle::Recursive(name.to_owned())),
            ReferenceForm::InPlace => self.in_place(name, definition, beside),
            _ if beside.is_empty() => self.bare(name),
            _ if !is_recursive => self.in_place(name, definition, beside),
            _ => {
                let mut lowered = self.bare(name)?;
                let text = beside.get("description").or_else(|| beside.get("title")).and_then(Value::as_str);
                if let Some(text) = text {
                    self.note(NoteKind::AnnotationMoved);
                    lowered.hoisted.push(text.to_owned());
                }
                for keyword in beside.keys().filter(|keyword| !super::ANNOTATIONS.contains(&keyword.as_str()))
                {
                    self.lose(keyword.as_str());
                }
                Ok(lowered)
            }
        }
    }

    /// Returns a definition, with its name.
    pub(super) fn definition(&self, name: &str) -> Option<(&'t str, &'t Map)> {
        let (name, definition) = self.definitions.get_key_value(name)?;
        Some((name.as_str(), definition.as_object()?))
    }

    /// Returns true if a definition is part of the present schema so often that it is not written in place again.
    pub(super) fn is_too_often_on_path(&self, name: &str) -> bool {
        self.stack.iter().filter(|one| **one == name).count() >= MOST_ON_PATH
    }

    /// Returns a reference alone; the definition is lowered once.
    fn bare(&mut self, name: &'t str) -> Result<LoweredNode, Obstacle> {
        if !self.started.contains_key(name) {
            let index = self.lowered.len();
            self.started.insert(name.to_owned(), index);
            self.lowered.push((name.to_owned(), None));
            let definition = self.definitions.get(name).and_then(Value::as_object);
            // What is shared does not depend on where it is used.
            let path = std::mem::take(&mut self.path);
            let stack = std::mem::take(&mut self.stack);
            let lowered = definition.map(|definition| self.node(definition)).transpose();
            (self.path, self.stack) = (path, stack);
            let mut lowered = lowered?.unwrap_or_default();
            // A definition that is a reference with a text: the text stays in the definition of the other.
            let texts = std::mem::take(&mut lowered.hoisted);
            if !texts.is_empty() && !lowered.schema.contains_key("$ref") {
                let mut sentences = Sentences::default();
                for text in texts {
                    sentences.add(SentencePlace::Reference, text);
                }
                sentences.write(&mut lowered.schema);
            }
            self.lowered[index].1 = Some(lowered);
        }
        let mut schema = Map::with_capacity(1);
        schema.insert("$ref", json!(format!("{}{name}", crate::model::Schema::REFERENCE_PREFIX)));
        let plan = DecodePlan { references: vec![name.to_owned()], ..DecodePlan::default() };
        Ok(LoweredNode { schema, plan, hoisted: Vec::new() })
    }

    /// Writes a definition in place of a reference; what stands beside the reference wins.
    fn in_place(&mut self, name: &'t str, definition: &Map, beside: Map) -> Result<LoweredNode, Obstacle> {
        if self.is_too_often_on_path(name) {
            let mut sentences = Sentences::default();
            sentences.add(SentencePlace::Again, format!("Shaped like {name} again."));
            return Ok(self.json_text(&beside, "an object", sentences));
        }
        let mut whole = beside;
        for (keyword, value) in definition {
            if !whole.contains_key(keyword.as_str()) {
                whole.insert(keyword.clone(), value.clone());
            }
        }
        self.stack.push(name);
        let lowered = self.node(&whole);
        self.stack.pop();
        lowered
    }
}
