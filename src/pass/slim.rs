//! Cutting texts of schemas that cost tokens and tell a model little. What a schema accepts stays as it is.

use std::ops::AddAssign;

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::{Catalog, Schema};
use crate::options::{Options, Slim};
use crate::parallel::each;

use super::walk::{CatalogSchema, each_argument, schemas_of, shared_schemas, walk};
use super::words::fold;

/// Annotations (JSON Schema 2020-12, Validation, section 9; Core, section 8.3) that a level takes away whatever they say.
const EXTRAS: [&str; 2] = ["examples", "$comment"];

/// Cuts the texts of schemas (docs/mapping.md, "Cutting texts"), and says in one note how much was cut. Names, titles and
/// descriptions of tools stay. Runs last: whatever reads texts has read them.
pub fn slim(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    let level = options.slim;
    if level == Slim::Off {
        return;
    }
    let mut cut = TrimmedTexts::default();
    for one in
        each_argument(&mut catalog.tools, sink, |root, schema, _| TrimmedTexts::of(root, schema, level))
    {
        cut += one;
    }
    for (root, schema) in catalog.tools.iter_mut().flat_map(schemas_of) {
        cut += TrimmedTexts::of(root, schema, level);
    }
    let mut shared: Vec<_> = shared_schemas(catalog).collect();
    for one in each(&mut shared, sink, |(root, schema), _| TrimmedTexts::of(*root, schema, level)) {
        cut += one;
    }
    if cut.texts > 0 {
        let what = if cut.texts == 1 { "text of schemas is" } else { "texts of schemas are" };
        let tokens = crate::inspect::tokens(cut.bytes as u64);
        let message = format!(
            "{} {what} left out or cut: {} bytes (about {tokens} tokens), each schema counted once",
            cut.texts, cut.bytes
        );
        sink.report(Code::Slimmed, catalog.place, message);
    }
}

/// What was cut.
#[derive(Debug, Clone, Copy, Default)]
struct TrimmedTexts {
    texts: usize,
    /// As JSON, key and comma included.
    bytes: usize,
}

impl AddAssign for TrimmedTexts {
    fn add_assign(&mut self, other: Self) {
        self.texts += other.texts;
        self.bytes += other.bytes;
    }
}

impl TrimmedTexts {
    /// Cuts the texts of a schema and of all schemas in it.
    fn of(root: CatalogSchema<'_>, schema: &mut Schema, level: Slim) -> Self {
        let mut cut = Self::default();
        walk(schema, root.what.property(), |schema, spot| cut.texts(schema, spot.property, level));
        cut
    }

    /// Cuts the texts of one schema, which describes this property or argument.
    fn texts(&mut self, schema: &mut Map, property: Option<&str>, level: Slim) {
        for key in EXTRAS {
            self.remove(schema, key);
        }
        let title = schema.get("title").and_then(Value::as_str);
        if title.is_some_and(|title| property.is_some_and(|property| says_the_same(title, property))) {
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

/// Whether a title has the words of a name: `Pet ID`, `petId`.
fn says_the_same(title: &str, name: &str) -> bool {
    let (title, name) = (fold(title), fold(name));
    // Words may be parted in one and not in the other.
    let letters = |words: String| words.replace('_', "");
    title.lost == 0 && name.lost == 0 && letters(title.words()) == letters(name.words())
}

/// Words before a full stop that ends no sentence.
const SHORTENED: [&str; 9] = ["e.g", "i.e", "etc", "vs", "cf", "approx", "resp", "no", "incl"];

/// A text as far as the end of its first sentence or paragraph.
fn first_sentence(text: &str) -> &str {
    let start = text.len() - text.trim_start().len();
    let mut characters = text.char_indices().skip_while(|(at, _)| *at < start).peekable();
    while let Some((at, character)) = characters.next() {
        let end = at + character.len_utf8();
        let Some(&(_, next)) = characters.peek() else { break };
        let rest = text.get(end..).unwrap_or_default();
        let ends = match character {
            '\n' if rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n') => {
                return text.get(..at).unwrap_or(text).trim_end();
            }
            '。' | '！' | '？' => true,
            '!' | '?' => next.is_whitespace(),
            '.' if next.is_whitespace() => {
                let before = text.get(..at).unwrap_or_default();
                let word = before.rsplit(|other: char| other.is_whitespace() || other == '(').next();
                let word = word.unwrap_or_default().to_ascii_lowercase();
                let is_shortened = SHORTENED.contains(&word.as_str()) || word.chars().count() < 2;
                // A number before a stop counts the items of a list.
                let counts = word.bytes().all(|byte| byte.is_ascii_digit());
                let goes_on = rest.trim_start().chars().next().is_some_and(char::is_lowercase);
                !is_shortened && !counts && !goes_on
            }
            _ => false,
        };
        if ends {
            return text.get(..end).unwrap_or(text);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    #[test]
    fn sentences_end_where_people_end_them() {
        for (text, expected) in [
            ("One. Two.", "One."),
            ("Only one", "Only one"),
            ("Ends here.", "Ends here."),
            ("Limits, e.g. Ten. Then more.", "Limits, e.g. Ten."),
            ("Version 1.2 of it! More", "Version 1.2 of it!"),
            ("See api.example.com for more. Or not.", "See api.example.com for more."),
            ("A list:\n1. One\n2. Two", "A list:\n1. One\n2. Two"),
            ("First paragraph\n \nSecond.", "First paragraph"),
            ("名前。説明。", "名前。"),
            ("  \n\nText. More.", "  \n\nText."),
            ("Which etc. is meant? This.", "Which etc. is meant?"),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), expected, "{text:?}");
        }
    }

    #[test]
    fn titles_that_repeat_a_name_are_known() {
        assert!(says_the_same("Pet ID", "petId") && says_the_same("User name", "username"));
        assert!(!says_the_same("Pet ID", "pet") && !says_the_same("Größe 大", "größe"));
    }

    #[test]
    fn each_level_cuts_what_it_says_and_counts_it() {
        let schema = json!({"type": "string", "title": "Pet id", "description": "One. Two.", "examples": ["a"], "$comment": "c",
            "default": "b"});
        for (level, expected) in [
            (Slim::Redundant, json!({"type": "string", "description": "One. Two.", "default": "b"})),
            (Slim::Brief, json!({"type": "string", "description": "One.", "default": "b"})),
        ] {
            let mut cut = TrimmedTexts::default();
            let mut slimmed = schema.as_object().unwrap().clone();
            cut.texts(&mut slimmed, Some("pet_id"), level);
            assert_eq!(Value::Object(slimmed.clone()), expected);
            assert_eq!(cut.bytes, schema.to_string().len() - expected.to_string().len());
            let mut titled = schema.as_object().unwrap().clone();
            TrimmedTexts::default().texts(&mut titled, None, level);
            assert!(titled.contains_key("title"));
        }
    }
}
