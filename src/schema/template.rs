//! A schema as text with gaps for its references: whatever a definition says is made into text once, however many
//! tools write it, and each fills the gaps in its own way.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::model::{Definitions, referenced};

use super::position::{Position, position};
use super::text::write_json;

/// One schema as text.
#[derive(Debug, Default)]
pub(super) struct Template {
    /// The definition that it refers to.
    pub(super) target: Option<usize>,
    /// Its other keywords as JSON, with commas between them.
    text: Vec<u8>,
    keywords: Vec<Keyword>,
    gaps: Vec<Gap>,
}

/// One keyword of a template.
#[derive(Debug)]
pub(super) struct Keyword {
    pub(super) name: String,
    /// Where it stands in the text, with its value.
    place: Range<usize>,
}

/// A place where a schema with a reference stands.
#[derive(Debug)]
struct Gap {
    at: usize,
    schema: Template,
}

/// Bytes that a schema has room for at first: most of those of arguments are shorter.
const TEXT: usize = 256;

impl Template {
    /// The text of a schema. Only references that resolve become gaps; a checked schema has no others.
    pub(super) fn of(map: &Map<String, Value>, definitions: &Definitions) -> Self {
        let target = target(map, definitions);
        let mut template = Self { target, text: Vec::with_capacity(TEXT), ..Self::default() };
        for (name, value) in map.iter().filter(|(name, _)| target.is_none() || *name != "$ref") {
            if !template.keywords.is_empty() {
                template.text.push(b',');
            }
            let start = template.text.len();
            template.keyword(name, value, definitions);
            let place = start..template.text.len();
            template.keywords.push(Keyword { name: name.clone(), place });
        }
        template
    }

    /// Its keywords without the reference, in order.
    pub(super) fn keywords(&self) -> &[Keyword] {
        &self.keywords
    }

    /// Writes all keywords but the reference; `fill` writes the schemas with references.
    pub(super) fn write(&self, out: &mut Vec<u8>, fill: &mut dyn FnMut(&Self, &mut Vec<u8>)) {
        self.write_part(0..self.text.len(), out, fill);
    }

    /// Writes one of its keywords with its value.
    pub(super) fn write_keyword(
        &self,
        keyword: &Keyword,
        out: &mut Vec<u8>,
        fill: &mut dyn FnMut(&Self, &mut Vec<u8>),
    ) {
        self.write_part(keyword.place.clone(), out, fill);
    }

    fn write_part(&self, part: Range<usize>, out: &mut Vec<u8>, fill: &mut dyn FnMut(&Self, &mut Vec<u8>)) {
        let mut at = part.start;
        let first = self.gaps.partition_point(|gap| gap.at < part.start);
        for gap in self.gaps[first..].iter().take_while(|gap| gap.at <= part.end) {
            out.extend_from_slice(&self.text[at..gap.at]);
            fill(&gap.schema, out);
            at = gap.at;
        }
        out.extend_from_slice(&self.text[at..part.end]);
    }

    fn keyword(&mut self, name: &str, value: &Value, definitions: &Definitions) {
        write_json(name, &mut self.text);
        self.text.push(b':');
        match (position(name, value), value) {
            (Position::Schema, Value::Object(inner)) => self.schema(inner, definitions),
            (Position::List, Value::Array(list)) => {
                self.text.push(b'[');
                for (index, value) in list.iter().enumerate() {
                    self.comma(index);
                    self.inner(value, definitions);
                }
                self.text.push(b']');
            }
            (Position::Map, Value::Object(map)) => {
                self.text.push(b'{');
                for (index, (name, value)) in map.iter().enumerate() {
                    self.comma(index);
                    write_json(name, &mut self.text);
                    self.text.push(b':');
                    self.inner(value, definitions);
                }
                self.text.push(b'}');
            }
            _ => write_json(value, &mut self.text),
        }
    }

    fn inner(&mut self, value: &Value, definitions: &Definitions) {
        match value {
            Value::Object(map) => self.schema(map, definitions),
            other => write_json(other, &mut self.text),
        }
    }

    /// A schema inside: its text, or a gap where it has a reference.
    fn schema(&mut self, map: &Map<String, Value>, definitions: &Definitions) {
        if target(map, definitions).is_some() {
            let schema = Self::of(map, definitions);
            self.gaps.push(Gap { at: self.text.len(), schema });
            return;
        }
        self.text.push(b'{');
        for (index, (name, value)) in map.iter().enumerate() {
            self.comma(index);
            self.keyword(name, value, definitions);
        }
        self.text.push(b'}');
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.text.push(b',');
        }
    }
}

fn target(map: &Map<String, Value>, definitions: &Definitions) -> Option<usize> {
    definitions.index(referenced(map)?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::diagnostic::{DocumentId, NodeId, Place};
    use crate::model::{Definition, Schema};

    #[test]
    fn references_are_gaps() {
        let mut definitions = Definitions::default();
        let place = Place { document: DocumentId(0), node: NodeId(0) };
        definitions.insert(Definition { name: "A".to_owned(), schema: Schema::any(), place });
        let schema = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"anyOf": [
            {"$ref": "#/$defs/A", "title": "é\"\n"}, {"enum": [{"$ref": "#/$defs/A"}]}]}}, "required": ["a"],
            "items": {"$ref": "#/$defs/A"}, "allOf": []});
        let Value::Object(map) = schema else { unreachable!("written as an object") };
        let template = Template::of(&map, &definitions);
        let fill = |schema: &Template, out: &mut Vec<u8>| {
            out.extend_from_slice(format!("<{}:", schema.target.unwrap_or(9)).as_bytes());
            schema.write(out, &mut |_, _| {});
            out.push(b'>');
        };
        let mut whole = Vec::new();
        template.write(&mut whole, &mut { fill });
        assert_eq!(
            String::from_utf8(whole).unwrap_or_default(),
            r##""type":"object","properties":{"a":<0:>,"b":{"anyOf":[<0:"title":"é\"\n">,{"enum":[{"$ref":"#/$defs/A"}]}]}},"required":["a"],"items":<0:>,"allOf":[]"##
        );
        for (index, expected) in [(2, r#""required":["a"]"#), (3, r#""items":<0:>"#), (4, r#""allOf":[]"#)] {
            let mut one = Vec::new();
            template.write_keyword(&template.keywords()[index], &mut one, &mut { fill });
            assert_eq!(one, expected.as_bytes());
        }
    }
}
