//! Writes the schema of one tool's input or output as planned: rendered schemas, with shared and inlined
//! references.

use crate::json::text::JsonObjectWriter;
use crate::model::SchemaDialect;
use crate::schema::rank;

use super::discriminator::resolve_discriminators;
use super::finished::{FinishedSchema, SharedSchemas};
use super::template::{ReferenceWriter, SchemaTemplate, TemplateKeyword, TemplateReference};

/// Maximum length of a chain of references from the root of an output schema to its object.
pub(super) const MAX_ROOT_STEPS: usize = 16;

/// The planned schema of one tool's input or output.
#[derive(Debug)]
pub(crate) struct ObjectSchema<'a> {
    pub(super) shared_schemas: &'a SharedSchemas,
    pub(super) dialect: SchemaDialect,
    pub(super) root: ObjectRoot<'a>,
    /// Inlined definitions, in ascending order. There are few, since the whole stays small with them.
    pub(super) inlined: Vec<usize>,
    /// Shared definitions, in order of first reference.
    pub(super) shared: Vec<usize>,
}

/// The arguments of a tool.
#[derive(Debug, Clone, Default)]
pub(crate) struct ListedArguments<'a> {
    /// The name and the schema of each.
    pub(crate) properties: Vec<(&'a str, &'a FinishedSchema)>,
    /// The names of those that every call has; `None` to leave `required` out.
    pub(crate) required: Option<Vec<&'a str>>,
    /// Further keywords of the object.
    pub(crate) further: Option<&'a FinishedSchema>,
}

#[derive(Debug)]
pub(super) enum ObjectRoot<'a> {
    /// An object with these properties.
    Properties(ListedArguments<'a>),
    /// A schema that accepts objects only.
    Schema(&'a FinishedSchema),
    /// A schema of any type.
    Any(&'a FinishedSchema),
    /// A schema of any type, wrapped in an object under `result`.
    Wrapped(&'a FinishedSchema),
}

/// One keyword of a schema, with the template that contains it.
#[derive(Clone, Copy)]
struct ObjectEntry<'t> {
    template: &'t SchemaTemplate,
    keyword: &'t TemplateKeyword,
}

impl<'t> ObjectEntry<'t> {
    fn name(self) -> &'t str {
        &self.keyword.name
    }

    /// Returns all entries of a template.
    fn of(template: &'t SchemaTemplate) -> Vec<Self> {
        template.keywords().iter().map(|keyword| Self { template, keyword }).collect()
    }
}

impl ObjectSchema<'_> {
    /// Appends the schema as JSON.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let start = out.len();
        self.write_as_planned(out);
        if self.has_discriminator() {
            resolve_discriminators(out, start);
        }
    }

    /// Returns whether any schema in it has a discriminator.
    fn has_discriminator(&self) -> bool {
        let in_root = match &self.root {
            ObjectRoot::Properties(ListedArguments { properties, further, .. }) => {
                let mut schemas = properties.iter().map(|&(_, schema)| schema).chain(*further);
                schemas.any(|schema| schema.template.has_discriminator)
            }
            ObjectRoot::Schema(schema) | ObjectRoot::Any(schema) | ObjectRoot::Wrapped(schema) => {
                // A reference at the root is always inlined.
                schema.template.has_discriminator || schema.template.target.is_some()
            }
        };
        let mut definitions = self.inlined.iter().chain(&self.shared);
        in_root || definitions.any(|&index| self.shared_schemas.at(index).template.has_discriminator)
    }

    fn write_as_planned(&self, out: &mut Vec<u8>) {
        let mut object = JsonObjectWriter::begin(out);
        if let Some(uri) = self.dialect.uri() {
            object.text("$schema", uri);
        }
        match &self.root {
            ObjectRoot::Properties(ListedArguments { properties, required, further }) => {
                object.text("type", "object");
                object.member("properties", |out| self.properties(properties, out));
                if let Some(required) = required {
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

    /// Returns the template of a definition if it is inlined.
    fn inlined(&self, target: Option<usize>) -> Option<&SchemaTemplate> {
        let target = target.filter(|&target| self.is_inlined(target))?;
        Some(&self.shared_schemas.at(target).template)
    }

    /// Writes a schema, with its reference inlined or as it is.
    fn schema(&self, template: &SchemaTemplate, out: &mut Vec<u8>) {
        match self.inlined(template.target) {
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

    /// Returns the entries of a schema: those of an inlined definition, overridden by the keywords beside the
    /// reference.
    fn entries_of<'t>(&'t self, template: &'t SchemaTemplate) -> Vec<ObjectEntry<'t>> {
        match self.inlined(template.target) {
            Some(target) => overridden_by(self.entries_of(target), template),
            None => ObjectEntry::of(template),
        }
    }

    /// Returns the entries of a root, whose reference is always inlined.
    fn root_entries<'t>(&'t self, template: &'t SchemaTemplate, steps: usize) -> Vec<ObjectEntry<'t>> {
        match template.target {
            Some(target) if steps > 0 => {
                let target = &self.shared_schemas.at(target).template;
                overridden_by(self.root_entries(target, steps - 1), template)
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
    fn inlines_any(&self) -> bool {
        !self.inlined.is_empty()
    }

    fn is_inlined(&self, target: usize) -> bool {
        self.inlined.binary_search(&target).is_ok()
    }

    fn write_reference(&self, reference: &TemplateReference, out: &mut Vec<u8>) {
        self.schema(&reference.schema, out);
    }
}

/// Overrides entries by the keywords beside a reference. The keywords of both are sorted already.
fn overridden_by<'t>(
    mut entries: Vec<ObjectEntry<'t>>,
    template: &'t SchemaTemplate,
) -> Vec<ObjectEntry<'t>> {
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
