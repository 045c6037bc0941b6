//! The schema of one tool's input or output, written as planned: texts of schemas that are made once, with references
//! written in the tool's own way.

use crate::json::text::JsonObjectWriter;
use crate::model::SchemaDialect;
use crate::schema::rank;

use super::finished::{FinishedSchema, SharedSchemas};
use super::template::{ReferenceWriter, SchemaTemplate, TemplateKeyword, TemplateReference};

/// References that lead from the root of an output schema to its object.
pub(super) const MAX_ROOT_STEPS: usize = 16;

/// The schema of one tool's input or output, ready to be written.
#[derive(Debug)]
pub(crate) struct ObjectSchema<'a> {
    pub(super) shared_schemas: &'a SharedSchemas,
    pub(super) dialect: SchemaDialect,
    pub(super) root: ObjectRoot<'a>,
    /// Definitions that are written in place, in ascending order: few, since the whole stays small with them.
    pub(super) in_place: Vec<usize>,
    /// Definitions that come along, in order of first reference.
    pub(super) shared: Vec<usize>,
}

#[derive(Debug)]
pub(super) enum ObjectRoot<'a> {
    /// An object with these properties.
    Properties {
        properties: Vec<(&'a str, &'a FinishedSchema)>,
        required: Vec<&'a str>,
        /// Further keywords of the object.
        further: Option<&'a FinishedSchema>,
    },
    /// A schema of its own that describes an object.
    Schema(&'a FinishedSchema),
    /// A schema of its own that describes anything.
    Any(&'a FinishedSchema),
    /// A schema under `result`.
    Wrapped(&'a FinishedSchema),
}

/// One entry of a schema: a keyword of a template.
#[derive(Clone, Copy)]
struct ObjectEntry<'t> {
    template: &'t SchemaTemplate,
    keyword: &'t TemplateKeyword,
}

impl<'t> ObjectEntry<'t> {
    fn name(self) -> &'t str {
        &self.keyword.name
    }

    /// All entries of a template.
    fn of(template: &'t SchemaTemplate) -> Vec<Self> {
        template.keywords().iter().map(|keyword| Self { template, keyword }).collect()
    }
}

impl ObjectSchema<'_> {
    /// Appends the schema as JSON.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let mut object = JsonObjectWriter::begin(out);
        if let Some(uri) = self.dialect.uri() {
            object.text("$schema", uri);
        }
        match &self.root {
            ObjectRoot::Properties { properties, required, further } => {
                object.text("type", "object");
                object.member("properties", |out| self.properties(properties, out));
                if !required.is_empty() {
                    object.value("required", required);
                }
                if let Some(further) = further {
                    self.entries(&ObjectEntry::of(&further.template), &mut object);
                }
            }
            ObjectRoot::Schema(schema) => {
                let entries = self.root_entries(&schema.template, MAX_ROOT_STEPS);
                if !entries.iter().any(|entry| entry.name() == "type") {
                    object.text("type", "object");
                }
                self.entries(&entries, &mut object);
            }
            ObjectRoot::Any(schema) => {
                self.entries(&self.root_entries(&schema.template, MAX_ROOT_STEPS), &mut object);
            }
            ObjectRoot::Wrapped(schema) => {
                object.text("type", "object");
                object.member("properties", |out| self.properties(&[("result", schema)], out));
                object.value("required", &["result"]);
                object.value("x-fastmcp-wrap-result", &true);
            }
        }
        if !self.shared.is_empty() {
            object.member(self.dialect.definitions(), |out| self.definitions(out));
        }
        object.end();
    }

    fn properties(&self, properties: &[(&str, &FinishedSchema)], out: &mut Vec<u8>) {
        let mut object = JsonObjectWriter::begin(out);
        for (name, schema) in properties {
            object.named(name, |out| self.schema(&schema.template, out));
        }
        object.end();
    }

    fn definitions(&self, out: &mut Vec<u8>) {
        let shared = self.shared_schemas;
        let mut object = JsonObjectWriter::begin(out);
        for &index in &self.shared {
            object.named(shared.label(index), |out| self.schema(&shared.at(index).template, out));
        }
        object.end();
    }

    /// The template of a definition, if it is written in place.
    fn in_place(&self, target: Option<usize>) -> Option<&SchemaTemplate> {
        let target = target.filter(|&target| self.is_in_place(target))?;
        Some(&self.shared_schemas.at(target).template)
    }

    /// Writes a schema; what it refers to comes in its stead, or as a reference.
    fn schema(&self, template: &SchemaTemplate, out: &mut Vec<u8>) {
        match self.in_place(template.target) {
            Some(target) if template.keywords().len() == 1 => self.schema(target, out),
            Some(_) => {
                let mut object = JsonObjectWriter::begin(out);
                self.entries(&self.entries_of(template), &mut object);
                object.end();
            }
            None => {
                out.push(b'{');
                template.write(self, out);
                out.push(b'}');
            }
        }
    }

    /// The entries of a schema as they are written: those of the schema it refers to, where that is written in
    /// place, with what stands beside the reference in their stead.
    fn entries_of<'t>(&'t self, template: &'t SchemaTemplate) -> Vec<ObjectEntry<'t>> {
        match self.in_place(template.target) {
            Some(target) => beside(self.entries_of(target), template),
            None => ObjectEntry::of(template),
        }
    }

    /// The entries of a root, which is never a reference.
    fn root_entries<'t>(&'t self, template: &'t SchemaTemplate, steps: usize) -> Vec<ObjectEntry<'t>> {
        match template.target {
            Some(target) if steps > 0 => {
                let target = &self.shared_schemas.at(target).template;
                beside(self.root_entries(target, steps - 1), template)
            }
            _ => ObjectEntry::of(template),
        }
    }

    fn entries(&self, entries: &[ObjectEntry<'_>], object: &mut JsonObjectWriter<'_>) {
        for entry in entries {
            entry.template.write_keyword(entry.keyword, self, object.next());
        }
    }
}

impl ReferenceWriter for ObjectSchema<'_> {
    fn fills(&self) -> bool {
        !self.in_place.is_empty()
    }

    fn is_in_place(&self, target: usize) -> bool {
        self.in_place.binary_search(&target).is_ok()
    }

    fn fill(&self, reference: &TemplateReference, out: &mut Vec<u8>) {
        self.schema(&reference.schema, out);
    }
}

/// Entries with those beside a reference in their stead. The keywords of every schema are in order already.
fn beside<'t>(mut entries: Vec<ObjectEntry<'t>>, template: &'t SchemaTemplate) -> Vec<ObjectEntry<'t>> {
    for keyword in template.keywords().iter().filter(|keyword| keyword.name != "$ref") {
        let own = ObjectEntry { template, keyword };
        match entries.iter_mut().find(|entry| *entry.name() == *keyword.name) {
            Some(entry) => *entry = own,
            None => {
                let own_rank = rank(&keyword.name);
                let at = entries.iter().position(|entry| rank(entry.name()) > own_rank);
                entries.insert(at.unwrap_or(entries.len()), own);
            }
        }
    }
    entries
}
