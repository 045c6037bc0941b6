//! Templates: the text of a schema with the places of its references. Each schema is rendered once, and each
//! tool that writes it may inline some of the references.

use std::ops::Range;

use crate::json::{Key, Map, Value};
use crate::model::{Definitions, SchemaDialect, label, referenced};

use crate::json::text::{write_json, write_text};
use crate::schema::{ApplicatorForm, DISCRIMINATOR, applicator};

/// The text of one schema.
#[derive(Debug, Default)]
pub(super) struct SchemaTemplate {
    /// The definition that it refers to.
    pub(super) target: Option<usize>,
    /// Its keywords as JSON, with commas between them.
    text: Box<[u8]>,
    keywords: Box<[TemplateKeyword]>,
    references: Box<[TemplateReference]>,
    /// True if keywords beside a reference contain references.
    has_nested_references: bool,
    /// True if it contains a discriminator.
    pub(super) has_discriminator: bool,
}

/// One keyword of a template.
#[derive(Debug)]
pub(super) struct TemplateKeyword {
    pub(super) name: Key,
    /// Its range in the text, with its value.
    range: Range<usize>,
}

/// A subschema of a template that refers to a definition.
#[derive(Debug)]
pub(super) struct TemplateReference {
    /// The range of the subschema in the text.
    range: Range<usize>,
    /// The definition that it refers to.
    pub(super) target: usize,
    /// The template of the subschema.
    pub(super) schema: SchemaTemplate,
}

impl TemplateReference {
    /// Returns whether keywords beside the reference contain references.
    fn has_references(&self) -> bool {
        !self.schema.references.is_empty()
    }
}

/// Writes the references of one tool.
pub(super) trait ReferenceWriter {
    /// Returns whether any definition is inlined.
    fn inlines_any(&self) -> bool;

    /// Returns whether a definition is inlined.
    fn is_inlined(&self, target: usize) -> bool;

    /// Appends a schema that refers to a definition, as JSON.
    fn write_reference(&self, reference: &TemplateReference, out: &mut Vec<u8>);
}

impl SchemaTemplate {
    /// Renders a schema. References that do not resolve are written unchanged; a checked schema has none.
    pub(super) fn of(map: &Map, definitions: &Definitions, dialect: SchemaDialect) -> Self {
        let (text, references) = (Vec::new(), Vec::new());
        let mut builder =
            TemplateBuilder { definitions, dialect, text, references, has_discriminator: false };
        let mut keywords = Vec::with_capacity(map.len());
        let target = builder.target(map);
        for (index, (name, value)) in map.iter().enumerate() {
            builder.comma(index);
            let start = builder.text.len();
            builder.keyword(name, value, target);
            keywords.push(TemplateKeyword { name: name.clone(), range: start..builder.text.len() });
        }
        Self {
            target,
            text: builder.text.into(),
            keywords: keywords.into(),
            has_nested_references: builder.references.iter().any(TemplateReference::has_references),
            references: builder.references.into(),
            has_discriminator: builder.has_discriminator,
        }
    }

    /// Returns its keywords, in order.
    pub(super) fn keywords(&self) -> &[TemplateKeyword] {
        &self.keywords
    }

    /// Writes all keywords, with commas between them.
    pub(super) fn write(&self, references: &impl ReferenceWriter, out: &mut Vec<u8>) {
        self.write_part(0..self.text.len(), references, out);
    }

    /// Writes one keyword with its value.
    pub(super) fn write_keyword(
        &self,
        keyword: &TemplateKeyword,
        references: &impl ReferenceWriter,
        out: &mut Vec<u8>,
    ) {
        self.write_part(keyword.range.clone(), references, out);
    }

    fn write_part(&self, part: Range<usize>, references: &impl ReferenceWriter, out: &mut Vec<u8>) {
        if !self.has_nested_references && !references.inlines_any() {
            out.extend_from_slice(&self.text[part]);
            return;
        }
        let mut at = part.start;
        let first = self.references.partition_point(|one| one.range.start < part.start);
        for reference in self.references[first..].iter().take_while(|one| one.range.end <= part.end) {
            if references.is_inlined(reference.target) || reference.has_references() {
                out.extend_from_slice(&self.text[at..reference.range.start]);
                references.write_reference(reference, out);
                at = reference.range.end;
            }
        }
        out.extend_from_slice(&self.text[at..part.end]);
    }
}

/// A template under construction.
struct TemplateBuilder<'d> {
    definitions: &'d Definitions,
    dialect: SchemaDialect,
    text: Vec<u8>,
    references: Vec<TemplateReference>,
    has_discriminator: bool,
}

impl TemplateBuilder<'_> {
    fn target(&self, map: &Map) -> Option<usize> {
        self.definitions.index(referenced(map)?)
    }

    /// Appends a keyword of a schema that refers to `target`.
    fn keyword(&mut self, name: &str, value: &Value, target: Option<usize>) {
        write_text(name, &mut self.text);
        self.text.push(b':');
        self.has_discriminator |= name == DISCRIMINATOR;
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
                self.has_discriminator |= template.has_discriminator;
                self.text.extend_from_slice(&template.text);
                self.text.push(b'}');
                self.references.push(TemplateReference {
                    range: start..self.text.len(),
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

    /// Writes marks instead of references, if they are inlined.
    struct ReferenceMarks(bool);

    impl ReferenceWriter for ReferenceMarks {
        fn inlines_any(&self) -> bool {
            self.0
        }

        fn is_inlined(&self, _: usize) -> bool {
            self.0
        }

        fn write_reference(&self, reference: &TemplateReference, out: &mut Vec<u8>) {
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
