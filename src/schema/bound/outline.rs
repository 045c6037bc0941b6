//! Outlines: the little that is kept of a schema that does not fit.

use crate::json::text::{json_length, text_length};
use crate::json::{Map, Value};
use crate::model::{Definitions, referenced};
use crate::schema::WEAK;
use crate::schema::first_sentence::first_sentence;

/// Maximum length of a chain of definitions that are only references to another.
const MAX_ALIASES: usize = 16;

/// The keywords that accept every value (JSON Schema 2020-12 validation, section 9), beside those that an outline keeps.
const ANNOTATIONS: [&str; 7] =
    ["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"];

/// The outline of a schema: its type and the first sentence of its description. It accepts whatever the schema accepts.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outline<'s> {
    types: Option<&'s Value>,
    /// True if arrays are among the types; model APIs refuse an array without `items`.
    is_array: bool,
    description: Option<&'s str>,
    /// True if it accepts more than the schema.
    is_weaker: bool,
}

impl<'s> Outline<'s> {
    /// Returns the outline of a schema, or of the definition that it refers to. Keywords beside a reference win.
    pub(super) fn of(schema: &'s Map, definitions: &'s Definitions) -> Self {
        let mut outline = Self::default();
        let mut next = Some(schema);
        // `items: {}` accepts every array, but evaluates its items.
        let mut has_items = false;
        for _ in 0..MAX_ALIASES {
            let Some(map) = next else {
                outline.is_weaker |= has_items && !outline.is_array;
                return outline;
            };
            for (keyword, value) in map {
                match keyword.as_str() {
                    "type" if outline.types.is_none() => outline.types = Some(value),
                    "description" => outline.description = outline.description.or_else(|| value.as_str()),
                    "items" if value.as_object().is_some_and(Map::is_empty) => has_items = true,
                    "$ref" => {}
                    other => outline.is_weaker |= !ANNOTATIONS.contains(&other),
                }
            }
            outline.is_array = outline.types.is_some_and(|types| match types {
                Value::Array(types) => types.iter().any(|one| one == "array"),
                one => one == "array",
            });
            next = referenced(map).and_then(|name| definitions.get(name)).map(|target| &target.schema.0);
        }
        outline.is_weaker = true;
        outline
    }

    fn sentence(&self) -> Option<&'s str> {
        self.description.map(first_sentence)
    }

    /// Returns its length in bytes of compact JSON.
    pub(super) fn length(&self) -> usize {
        let types = self.types.map_or(0, |types| r#""type":,"#.len() + json_length(types));
        let description = self.sentence().map_or(0, |text| r#""description":,"#.len() + text_length(text));
        let items = if self.is_array { r#""items":{},"#.len() } else { 0 };
        // The last member has no comma, and an empty object has none to lose.
        (types + description + items).saturating_sub(1) + "{}".len()
    }

    /// Returns it as a schema, marked if it accepts more than the schema that it stands for.
    pub(super) fn to_schema(self) -> Map {
        let mut map = Map::with_capacity(4);
        if let Some(types) = self.types {
            map.insert("type", types.clone());
        }
        if let Some(text) = self.sentence() {
            map.insert("description", Value::String(text.to_owned()));
        }
        if self.is_array {
            map.insert("items", Value::Object(Map::new()));
        }
        if self.is_weaker {
            map.insert(WEAK, Value::Bool(true));
        }
        map
    }
}
