//! A schema as it is emitted, and the definitions that schemas share.

use foldhash::HashMap;

use crate::diagnostic::Place;
use crate::json::{Map, Value};

/// Which way data flows through a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the model to the API: arguments.
    Input,
    /// From the API to the model: results.
    Output,
}

/// The dialect that schemas are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SchemaDialect {
    /// Valid under Draft 07 and 2020-12 at once, whatever engine a client has.
    #[default]
    Portable,
    /// Draft 07, declared by `$schema`.
    Draft07,
    /// 2020-12, declared by `$schema`.
    Draft202012,
}

impl SchemaDialect {
    /// The URI that declares the dialect; the portable form declares none.
    pub fn uri(self) -> Option<&'static str> {
        match self {
            Self::Portable => None,
            Self::Draft07 => Some("http://json-schema.org/draft-07/schema#"),
            Self::Draft202012 => Some("https://json-schema.org/draft/2020-12/schema"),
        }
    }

    /// The keyword under which shared definitions stand.
    pub fn definitions(self) -> &'static str {
        match self {
            Self::Draft07 => "definitions",
            Self::Portable | Self::Draft202012 => "$defs",
        }
    }
}

/// A JSON Schema in the portable form: always an object. A reference is `#/$defs/NAME`, where `NAME` is
/// a name in the [`Definitions`] of the same direction.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Schema(pub Map);

impl Schema {
    /// What a reference to a shared definition begins with, in whatever dialect the schema is written later.
    pub const REFERENCE_PREFIX: &'static str = "#/$defs/";

    /// The schema that accepts everything.
    pub fn any() -> Self {
        Self(Map::new())
    }

    /// A schema that is only a reference to a definition.
    pub fn reference(name: &str) -> Self {
        // There are many of them, and a map that grows takes room for three entries.
        let mut map = Map::with_capacity(1);
        map.insert("$ref", Value::String([Self::REFERENCE_PREFIX, name].concat()));
        Self(map)
    }

    /// The definition this schema refers to, if it has a `$ref`.
    pub fn referenced(&self) -> Option<&str> {
        referenced(&self.0)
    }

    /// As a JSON value.
    pub fn into_value(self) -> Value {
        Value::Object(self.0)
    }
}

/// The name under which a definition is written: `^[A-Za-z0-9_.-]+$`, so that it needs no escape in a pointer.
/// It is unique among what one tool can reach.
pub(crate) fn label(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The name of the definition that an object with a `$ref` refers to.
pub(crate) fn referenced(schema: &Map) -> Option<&str> {
    // A schema has few keywords, so that looking through them is quicker than hashing.
    let (_, reference) = schema.iter().find(|(keyword, _)| *keyword == "$ref")?;
    reference.as_str()?.strip_prefix(Schema::REFERENCE_PREFIX)
}

/// A shared schema.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Its name, unique among the [`Definitions`]: a label, or `SCOPE/LABEL` where only the tools of one
    /// scope can refer to it.
    pub name: String,
    /// What it says.
    pub schema: Schema,
    /// Where it stands in the source.
    pub place: Place,
}

/// The positions of definitions by their names.
#[derive(Debug, Clone, Default)]
pub struct DefinitionNames(HashMap<String, usize>);

impl DefinitionNames {
    /// The position of the definition with this name.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.0.get(name).copied()
    }
}

impl std::ops::Index<usize> for Definitions {
    type Output = Definition;

    fn index(&self, index: usize) -> &Definition {
        &self.list[index]
    }
}

/// Shared schemas of one direction, in the order in which they were first referred to.
#[derive(Debug, Clone, Default)]
pub struct Definitions {
    list: Vec<Definition>,
    names: DefinitionNames,
}

impl Definitions {
    /// Adds a definition; one with the same name is replaced.
    pub fn insert(&mut self, definition: Definition) {
        if let Some(&index) = self.names.0.get(&definition.name) {
            self.list[index] = definition;
        } else {
            self.names.0.insert(definition.name.clone(), self.list.len());
            self.list.push(definition);
        }
    }

    /// The definition with this name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.index(name).map(|index| &self.list[index])
    }

    /// The definition with this name, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Definition> {
        self.index(name).map(|index| &mut self.list[index])
    }

    /// The position of the definition with this name.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.names.index(name)
    }

    /// The definition at a position.
    pub fn at(&self, index: usize) -> Option<&Definition> {
        self.list.get(index)
    }

    /// All definitions, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Definition> {
        self.list.iter()
    }

    /// All definitions, to change them.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Definition> {
        self.list.iter_mut()
    }

    /// The positions of all definitions by name.
    pub fn names(&self) -> &DefinitionNames {
        &self.names
    }

    /// All definitions, to change their schemas, beside their names, which stay.
    pub(crate) fn list_and_names(&mut self) -> (&mut [Definition], &DefinitionNames) {
        (&mut self.list, &self.names)
    }

    /// Number of definitions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
