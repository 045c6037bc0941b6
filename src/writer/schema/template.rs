//! A schema as text in which the references are known: whatever it says is made into text once, however many tools
//! write it. As it stands every reference is one; a tool may write what is referred to in its stead.

use std::ops::Range;

use crate::json::{Key, Map, Value};
use crate::model::{Definitions, SchemaDialect, label, referenced};

use crate::json::text::{write_json, write_text};
use crate::schema::{ApplicatorForm, applicator};

/// One schema as text.
#[derive(Debug, Default)]
pub(super) struct SchemaTemplate {
    /// The definition that it refers to.
    pub(super) target: Option<usize>,
    /// Its keywords as JSON, with commas between them.
    text: Box<[u8]>,
    keywords: Box<[TemplateKeyword]>,
    references: Box<[TemplateReference]>,
    /// Whether anything with references of its own stands beside one of these.
    nests: bool,
}

/// One keyword of a template.
#[derive(Debug)]
pub(super) struct TemplateKeyword {
    pub(super) name: Key,
    /// Where it stands in the text, with its value.
    place: Range<usize>,
}

/// A schema inside a template that refers to a definition.
#[derive(Debug)]
pub(super) struct TemplateReference {
    /// Where the schema stands in the text.
    place: Range<usize>,
    /// The definition that it refers to.
    pub(super) target: usize,
    /// The schema by itself.
    pub(super) schema: SchemaTemplate,
}

impl TemplateReference {
    /// Whether what stands beside the reference has references too.
    fn has_references(&self) -> bool {
        !self.schema.references.is_empty()
    }
}

/// How a tool writes references.
pub(super) trait ReferenceWriter {
    /// Whether any definition is written in place.
    fn fills(&self) -> bool;

    /// Whether the definition is written in place.
    fn is_in_place(&self, target: usize) -> bool;

    /// Appends a schema that refers to a definition, as JSON.
    fn fill(&self, reference: &TemplateReference, out: &mut Vec<u8>);
}

impl SchemaTemplate {
    /// The text of a schema. Only references that resolve are known; a checked schema has no others.
    pub(super) fn of(map: &Map, definitions: &Definitions, dialect: SchemaDialect) -> Self {
        let mut maker = TemplateMaker { definitions, dialect, text: Vec::new(), references: Vec::new() };
        let mut keywords = Vec::with_capacity(map.len());
        let target = maker.target(map);
        for (index, (name, value)) in map.iter().enumerate() {
            maker.comma(index);
            let start = maker.text.len();
            maker.keyword(name, value, target);
            keywords.push(TemplateKeyword { name: name.clone(), place: start..maker.text.len() });
        }
        Self {
            target,
            text: maker.text.into(),
            keywords: keywords.into(),
            nests: maker.references.iter().any(TemplateReference::has_references),
            references: maker.references.into(),
        }
    }

    /// Its keywords, in order.
    pub(super) fn keywords(&self) -> &[TemplateKeyword] {
        &self.keywords
    }

    /// Writes all keywords, with commas between them.
    pub(super) fn write(&self, fill: &impl ReferenceWriter, out: &mut Vec<u8>) {
        self.write_part(0..self.text.len(), fill, out);
    }

    /// Writes one of its keywords with its value.
    pub(super) fn write_keyword(
        &self,
        keyword: &TemplateKeyword,
        fill: &impl ReferenceWriter,
        out: &mut Vec<u8>,
    ) {
        self.write_part(keyword.place.clone(), fill, out);
    }

    fn write_part(&self, part: Range<usize>, fill: &impl ReferenceWriter, out: &mut Vec<u8>) {
        if !self.nests && !fill.fills() {
            out.extend_from_slice(&self.text[part]);
            return;
        }
        let mut at = part.start;
        let first = self.references.partition_point(|one| one.place.start < part.start);
        for reference in self.references[first..].iter().take_while(|one| one.place.end <= part.end) {
            if fill.is_in_place(reference.target) || reference.has_references() {
                out.extend_from_slice(&self.text[at..reference.place.start]);
                fill.fill(reference, out);
                at = reference.place.end;
            }
        }
        out.extend_from_slice(&self.text[at..part.end]);
    }
}

/// A template that is being made.
struct TemplateMaker<'d> {
    definitions: &'d Definitions,
    dialect: SchemaDialect,
    text: Vec<u8>,
    references: Vec<TemplateReference>,
}

impl TemplateMaker<'_> {
    fn target(&self, map: &Map) -> Option<usize> {
        self.definitions.index(referenced(map)?)
    }

    /// Appends a keyword of a schema that refers to `target`.
    fn keyword(&mut self, name: &str, value: &Value, target: Option<usize>) {
        write_text(name, &mut self.text);
        self.text.push(b':');
        if let Some(target) = target.filter(|_| name == "$ref") {
            let name = self.definitions.at(target).map_or("", |definition| label(&definition.name));
            let parts = ["\"#/", self.dialect.definitions(), "/", name, "\""];
            for part in parts {
                self.text.extend_from_slice(part.as_bytes());
            }
            return;
        }
        match (applicator(name, value).map(|row| row.form), value) {
            (Some(ApplicatorForm::One), Value::Object(inner)) => self.schema(inner),
            (Some(ApplicatorForm::List), Value::Array(list)) => {
                self.text.push(b'[');
                for (index, value) in list.iter().enumerate() {
                    self.comma(index);
                    self.inner(value);
                }
                self.text.push(b']');
            }
            (Some(ApplicatorForm::Map), Value::Object(map)) => {
                self.text.push(b'{');
                for (index, (name, value)) in map.iter().enumerate() {
                    self.comma(index);
                    write_text(name, &mut self.text);
                    self.text.push(b':');
                    self.inner(value);
                }
                self.text.push(b'}');
            }
            (_, Value::String(text)) => write_text(text, &mut self.text),
            _ => write_json(value, &mut self.text),
        }
    }

    fn inner(&mut self, value: &Value) {
        match value {
            Value::Object(map) => self.schema(map),
            other => write_json(other, &mut self.text),
        }
    }

    fn schema(&mut self, map: &Map) {
        let start = self.text.len();
        self.text.push(b'{');
        match self.target(map) {
            Some(target) => {
                let template = SchemaTemplate::of(map, self.definitions, self.dialect);
                self.text.extend_from_slice(&template.text);
                self.text.push(b'}');
                self.references.push(TemplateReference {
                    place: start..self.text.len(),
                    target,
                    schema: template,
                });
            }
            None => {
                for (index, (name, value)) in map.iter().enumerate() {
                    self.comma(index);
                    self.keyword(name, value, None);
                }
                self.text.push(b'}');
            }
        }
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.text.push(b',');
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;
    use crate::diagnostic::{DocumentId, NodeId, Place};
    use crate::model::{Definition, Schema};

    /// Writes marks in the stead of references, where any are written in place.
    struct ReferenceMarks(bool);

    impl ReferenceWriter for ReferenceMarks {
        fn fills(&self) -> bool {
            self.0
        }

        fn is_in_place(&self, _: usize) -> bool {
            self.0
        }

        fn fill(&self, reference: &TemplateReference, out: &mut Vec<u8>) {
            out.extend_from_slice(format!("<{}:", reference.target).as_bytes());
            if let Some(beside) = reference.schema.keywords().get(1) {
                reference.schema.write_keyword(beside, self, out);
            }
            out.push(b'>');
        }
    }

    fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap_or_default()
    }

    #[test]
    fn references_are_written_or_replaced() {
        let mut definitions = Definitions::default();
        let place = Place { document: DocumentId(0), node: NodeId(0) };
        definitions.insert(Definition { name: "1/A".to_owned(), schema: Schema::any(), place });
        let schema = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/1/A"}, "b": {"anyOf": [
            {"$ref": "#/$defs/1/A", "title": "é\"\n"}, {"enum": [{"$ref": "#/$defs/A"}]}]}}, "required": ["a"],
            "items": {"$ref": "#/$defs/1/A", "not": {"items": {"$ref": "#/$defs/1/A"}}}, "allOf": []});
        let Value::Object(map) = schema else { unreachable!("written as an object") };
        let template = SchemaTemplate::of(&map, &definitions, SchemaDialect::Draft07);
        assert_eq!(
            text(|out| template.write(&ReferenceMarks(true), out)),
            r##""type":"object","properties":{"a":<0:>,"b":{"anyOf":[<0:"title":"é\"\n">,{"enum":[{"$ref":"#/$defs/A"}]}]}},"required":["a"],"items":<0:"not":{"items":<0:>}>,"allOf":[]"##
        );
        let reference = r##""$ref":"#/definitions/A""##;
        for (index, in_place, expected) in [
            (2, true, r#""required":["a"]"#.to_owned()),
            (3, true, r#""items":<0:"not":{"items":<0:>}>"#.to_owned()),
            (3, false, r#""items":<0:"not":{"items":{REFERENCE}}>"#.replace("REFERENCE", reference)),
            (4, true, r#""allOf":[]"#.to_owned()),
        ] {
            let keyword = &template.keywords()[index];
            assert_eq!(text(|out| template.write_keyword(keyword, &ReferenceMarks(in_place), out)), expected);
        }
    }
}
