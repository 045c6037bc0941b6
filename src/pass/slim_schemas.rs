//! Removes and shortens texts of schemas that cost tokens and tell a model little. Validation is not affected.

use std::ops::AddAssign;

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::{Catalog, Schema};
use crate::options::{Options, Slim};
use crate::parallel::each;
use crate::schema::first_sentence;

use super::ascii_folding::fold;
use super::catalog_schemas::{CatalogSchema, each_argument, schemas_of, shared_schemas};
use super::identifier_words::snake_case;
use super::schema_walk::walk;

/// Annotations that are removed whatever their value (JSON Schema 2020-12, Validation, section 9.5; Core, section 8.3).
const REMOVED_KEYWORDS: [&str; 2] = ["examples", "$comment"];

/// Trims the texts of schemas (docs/mapping.md, "Cutting texts"), and reports the total. Names, titles and descriptions
/// of tools are kept. Runs last, since other passes read the texts.
pub fn slim_schemas(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    let level = options.slim;
    if level == Slim::Off {
        return;
    }
    let mut trimmed = TrimmedTexts::default();
    for one in
        each_argument(&mut catalog.tools, sink, |root, schema, _| TrimmedTexts::of(root, schema, level))
    {
        trimmed += one;
    }
    for (root, schema) in catalog.tools.iter_mut().flat_map(schemas_of) {
        trimmed += TrimmedTexts::of(root, schema, level);
    }
    let mut shared: Vec<_> = shared_schemas(catalog).collect();
    for one in each(&mut shared, sink, |(root, schema), _| TrimmedTexts::of(*root, schema, level)) {
        trimmed += one;
    }
    if trimmed.texts > 0 {
        let what = if trimmed.texts == 1 { "text of schemas is" } else { "texts of schemas are" };
        let tokens = crate::model::tokens(trimmed.bytes as u64);
        let message = format!(
            "{} {what} left out or cut: {} bytes (about {tokens} tokens), each schema counted once",
            trimmed.texts, trimmed.bytes
        );
        sink.report(Code::Slimmed, catalog.place, message);
    }
}

/// The number and size of trimmed texts.
#[derive(Debug, Clone, Copy, Default)]
struct TrimmedTexts {
    texts: usize,
    /// The removed bytes of JSON, with key and comma.
    bytes: usize,
}

impl AddAssign for TrimmedTexts {
    fn add_assign(&mut self, other: Self) {
        self.texts += other.texts;
        self.bytes += other.bytes;
    }
}

impl TrimmedTexts {
    /// Trims the texts of a schema and of all schemas in it.
    fn of(root: CatalogSchema<'_>, schema: &mut Schema, level: Slim) -> Self {
        let mut trimmed = Self::default();
        walk(schema, root.kind.property(), |schema, spot| trimmed.trim(schema, spot.property, level));
        trimmed
    }

    /// Trims the texts of one schema. `property` is the property or argument that the schema describes.
    fn trim(&mut self, schema: &mut Map, property: Option<&str>, level: Slim) {
        for key in REMOVED_KEYWORDS {
            self.remove(schema, key);
        }
        let title = schema.get("title").and_then(Value::as_str);
        if title.is_some_and(|title| property.is_some_and(|property| repeats_name(title, property))) {
            self.remove(schema, "title");
        }
        if level < Slim::Brief {
            return;
        }
        let Some(Value::String(text)) = schema.get_mut("description") else { return };
        let brief = first_sentence(text).len();
        if brief < text.len() {
            self.texts += 1;
            self.bytes += Value::from(text.as_str()).to_string().len();
            text.truncate(brief);
            self.bytes -= Value::from(text.as_str()).to_string().len();
        }
    }

    fn remove(&mut self, schema: &mut Map, key: &str) {
        // The order of the others is part of the output.
        if let Some(value) = schema.shift_remove(key) {
            self.texts += 1;
            self.bytes += key.len() + value.to_string().len() + r#""":,"#.len();
        }
    }
}

/// Returns true if a title only repeats the words of a name: `Pet ID`, `petId`.
fn repeats_name(title: &str, name: &str) -> bool {
    let (title, name) = (fold(title), fold(name));
    // One may separate words that the other does not.
    let letters = |words: String| words.replace('_', "");
    title.letters_lost == 0
        && name.letters_lost == 0
        && letters(snake_case(&title)) == letters(snake_case(&name))
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    #[test]
    fn titles_that_repeat_a_name_are_known() {
        assert!(repeats_name("Pet ID", "petId") && repeats_name("User name", "username"));
        assert!(!repeats_name("Pet ID", "pet") && !repeats_name("Größe 大", "größe"));
    }

    #[test]
    fn each_level_cuts_what_it_says_and_counts_it() {
        let schema = json!({"type": "string", "title": "Pet id", "description": "One. Two.", "examples": ["a"], "$comment": "c",
            "default": "b"});
        for (level, expected) in [
            (Slim::Redundant, json!({"type": "string", "description": "One. Two.", "default": "b"})),
            (Slim::Brief, json!({"type": "string", "description": "One.", "default": "b"})),
        ] {
            let mut trimmed = TrimmedTexts::default();
            let mut slimmed = schema.as_object().unwrap().clone();
            trimmed.trim(&mut slimmed, Some("pet_id"), level);
            assert_eq!(Value::Object(slimmed.clone()), expected);
            assert_eq!(trimmed.bytes, schema.to_string().len() - expected.to_string().len());
            let mut titled = schema.as_object().unwrap().clone();
            TrimmedTexts::default().trim(&mut titled, None, level);
            assert!(titled.contains_key("title"));
        }
    }
}
