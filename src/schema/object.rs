//! The schema of one tool's input or output, written as planned: texts of definitions that are made once, with their
//! gaps filled in the tool's own way.

use serde_json::{Map, Value};

use crate::model::{Schema, label};

use super::emit::{Emitter, MAX_ROOT_STEPS};
use super::order::rank;
use super::template::{Keyword, Template};
use super::text::{Object, write_json};

/// The schema of one tool's input or output, ready to be written.
#[derive(Debug)]
pub struct ObjectSchema<'a> {
    pub(super) emitter: Emitter<'a>,
    pub(super) root: Root<'a>,
    /// Definitions that are written in place, in ascending order: few, since the whole stays small with them.
    pub(super) in_place: Vec<usize>,
    /// Definitions that come along, in order of first reference.
    pub(super) shared: Vec<usize>,
}

#[derive(Debug)]
pub(super) enum Root<'a> {
    /// An object with these properties.
    Properties {
        properties: Vec<(&'a str, &'a Schema)>,
        required: Vec<&'a str>,
        /// Further keywords of the object.
        further: Option<&'a Schema>,
    },
    /// A schema of its own.
    Schema(&'a Schema),
    /// A schema under `result`.
    Wrapped(&'a Schema),
}

/// One entry of a schema.
#[derive(Clone, Copy)]
enum Entry<'t> {
    /// `$ref` to a definition.
    Reference(usize),
    /// A keyword of a template.
    Keyword(&'t Template, &'t Keyword),
}

impl<'t> Entry<'t> {
    fn name(self) -> &'t str {
        match self {
            Self::Reference(_) => "$ref",
            Self::Keyword(_, keyword) => &keyword.name,
        }
    }

    /// All entries of a template.
    fn of(template: &'t Template) -> Vec<Self> {
        let keywords = template.keywords().iter().map(|keyword| Self::Keyword(template, keyword));
        template.target.map(Self::Reference).into_iter().chain(keywords).collect()
    }
}

impl ObjectSchema<'_> {
    /// Appends the schema as JSON.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        if let Some(uri) = self.emitter.dialect.uri() {
            object.value("$schema", uri);
        }
        match &self.root {
            Root::Properties { properties, required, further } => {
                object.value("type", "object");
                object.member("properties", |out| self.properties(properties, out));
                if !required.is_empty() {
                    object.value("required", required);
                }
                if let Some(further) = further {
                    let further = self.template(&further.0);
                    self.entries(&Entry::of(&further), &mut object);
                }
            }
            Root::Schema(schema) => {
                let template = self.template(&schema.0);
                let entries = self.root_entries(&template, MAX_ROOT_STEPS);
                if !entries.iter().any(|entry| entry.name() == "type") {
                    object.value("type", "object");
                }
                self.entries(&entries, &mut object);
            }
            Root::Wrapped(schema) => {
                object.value("type", "object");
                object.member("properties", |out| self.properties(&[("result", schema)], out));
                object.value("required", &["result"]);
                object.value("x-fastmcp-wrap-result", &true);
            }
        }
        if !self.shared.is_empty() {
            object.member(self.emitter.dialect.definitions(), |out| self.definitions(out));
        }
        object.end();
    }

    fn properties(&self, properties: &[(&str, &Schema)], out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        for (name, schema) in properties {
            object.member(name, |out| self.schema(&self.template(&schema.0), out));
        }
        object.end();
    }

    fn definitions(&self, out: &mut Vec<u8>) {
        let shared = self.emitter.shared_schemas;
        let mut object = Object::begin(out);
        for &index in &self.shared {
            object.member(self.label(index), |out| self.schema(shared.template(index), out));
        }
        object.end();
    }

    fn template(&self, map: &Map<String, Value>) -> Template {
        Template::of(map, self.emitter.shared_schemas.definitions())
    }

    fn label(&self, definition: usize) -> &str {
        let definition = self.emitter.shared_schemas.definitions().at(definition);
        definition.map_or("", |definition| label(&definition.name))
    }

    /// What a schema refers to, where that is written in place.
    fn in_place(&self, template: &Template) -> Option<&Template> {
        let target = template.target?;
        let found = self.in_place.binary_search(&target).is_ok();
        found.then(|| self.emitter.shared_schemas.template(target))
    }

    /// Writes a schema; what it refers to comes in its stead, or as a reference.
    fn schema(&self, template: &Template, out: &mut Vec<u8>) {
        match self.in_place(template) {
            Some(target) if template.keywords().is_empty() => self.schema(target, out),
            None if template.target.is_none() => {
                out.push(b'{');
                template.write(out, &mut |inner, out| self.schema(inner, out));
                out.push(b'}');
            }
            _ => {
                let mut object = Object::begin(out);
                self.entries(&self.entries_of(template), &mut object);
                object.end();
            }
        }
    }

    /// The entries of a schema as they are written: those of the schema it refers to, where that is written in
    /// place, with what stands beside the reference in their stead.
    fn entries_of<'t>(&'t self, template: &'t Template) -> Vec<Entry<'t>> {
        match self.in_place(template) {
            Some(target) => beside(self.entries_of(target), template),
            None => Entry::of(template),
        }
    }

    /// The entries of a root, which is never a reference.
    fn root_entries<'t>(&'t self, template: &'t Template, steps: usize) -> Vec<Entry<'t>> {
        match template.target {
            Some(target) if steps > 0 => {
                let target = self.emitter.shared_schemas.template(target);
                beside(self.root_entries(target, steps - 1), template)
            }
            _ => Entry::of(template),
        }
    }

    fn entries(&self, entries: &[Entry<'_>], object: &mut Object<'_>) {
        for entry in entries {
            match entry {
                Entry::Reference(target) => {
                    let keyword = self.emitter.dialect.definitions();
                    object.member("$ref", |out| {
                        write_json(&format!("#/{keyword}/{}", self.label(*target)), out);
                    });
                }
                Entry::Keyword(template, keyword) => {
                    let fill = &mut |inner: &Template, out: &mut Vec<u8>| self.schema(inner, out);
                    template.write_keyword(keyword, object.next(), fill);
                }
            }
        }
    }
}

/// Entries with those beside a reference in their stead. The keywords of every schema are in order already.
fn beside<'t>(mut entries: Vec<Entry<'t>>, template: &'t Template) -> Vec<Entry<'t>> {
    for keyword in template.keywords() {
        let own = Entry::Keyword(template, keyword);
        match entries.iter_mut().find(|entry| entry.name() == keyword.name) {
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
