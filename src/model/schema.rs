//! Schemas in the form in which they are emitted, and the definitions that they share.

use foldhash::HashMap;

use crate::diagnostic::Place;
use crate::json::{Map, Value};

/// The direction of the data that a schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the model to the API, as arguments.
    Input,
    /// From the API to the model, as results.
    Output,
}

/// The JSON Schema dialect of the emitted schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SchemaDialect {
    /// Schemas that mean the same in Draft 07 and 2020-12, so that any client validates them correctly.
    #[default]
    Portable,
    /// Draft 07, declared by `$schema`.
    Draft07,
    /// 2020-12, declared by `$schema`.
    Draft202012,
}

impl SchemaDialect {
    /// Returns the value of `$schema`, or `None` for the portable dialect.
    pub fn uri(self) -> Option<&'static str> {
        match self {
            Self::Portable => None,
            Self::Draft07 => Some("http://json-schema.org/draft-07/schema#"),
            Self::Draft202012 => Some("https://json-schema.org/draft/2020-12/schema"),
        }
    }

    /// Returns the keyword that holds shared definitions.
    pub fn definitions(self) -> &'static str {
        match self {
            Self::Draft07 => "definitions",
            Self::Portable | Self::Draft202012 => "$defs",
        }
    }
}

/// The number of bytes that a schema may have, as compact JSON with every definition that it reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SchemaBound {
    /// At most this number of bytes.
    Bytes(usize),
    /// Any number.
    None,
}

impl SchemaBound {
    /// Returns the largest number of bytes.
    pub fn max(self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::None => usize::MAX,
        }
    }
}

/// A JSON Schema in the portable dialect, always an object. A reference has the form `#/$defs/NAME`, where `NAME` is a
/// name in the [`Definitions`] of the same direction.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Schema(pub Map);

impl Schema {
    /// The prefix of references to shared definitions. It does not depend on the dialect that is emitted.
    pub const REFERENCE_PREFIX: &'static str = "#/$defs/";

    /// Returns the schema that accepts everything.
    pub fn any() -> Self {
        Self(Map::new())
    }

    /// Returns a schema that only has a `$ref` to a definition.
    pub fn reference(name: &str) -> Self {
        // A map that grows allocates three entries, and documents have many references.
        let mut map = Map::with_capacity(1);
        map.insert("$ref", Value::String([Self::REFERENCE_PREFIX, name].concat()));
        Self(map)
    }

    /// Returns the name of the definition that `$ref` refers to.
    pub fn referenced(&self) -> Option<&str> {
        referenced(&self.0)
    }

    /// Converts the schema to a JSON value.
    pub fn into_value(self) -> Value {
        Value::Object(self.0)
    }
}

/// Returns the name under which a definition is emitted: `^[A-Za-z0-9_.-]+$`, so that a JSON Pointer needs no escapes.
/// It is unique among the definitions that one tool reaches.
pub(crate) fn label(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Returns the name of the definition that the `$ref` of a schema refers to.
pub(crate) fn referenced(schema: &Map) -> Option<&str> {
    // A schema has few keywords, so that a scan is faster than a look-up.
    let (_, reference) = schema.iter().find(|(keyword, _)| *keyword == "$ref")?;
    reference.as_str()?.strip_prefix(Schema::REFERENCE_PREFIX)
}

/// A shared definition.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The name, unique in its [`Definitions`]: a label, or `SCOPE/LABEL` if only the tools of one scope can refer to
    /// it.
    pub name: String,
    /// The schema.
    pub schema: Schema,
    /// The place in the source.
    pub place: Place,
}

/// The indexes of definitions, by name.
#[derive(Debug, Clone, Default)]
pub struct DefinitionNames(HashMap<String, usize>);

impl DefinitionNames {
    /// Returns the index of a definition.
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

/// The shared definitions of one direction, in order of first reference.
#[derive(Debug, Clone, Default)]
pub struct Definitions {
    list: Vec<Definition>,
    names: DefinitionNames,
}

impl Definitions {
    /// Adds a definition, or replaces the one with the same name.
    pub fn insert(&mut self, definition: Definition) {
        if let Some(&index) = self.names.0.get(&definition.name) {
            self.list[index] = definition;
        } else {
            self.names.0.insert(definition.name.clone(), self.list.len());
            self.list.push(definition);
        }
    }

    /// Returns the definition with a name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.index(name).map(|index| &self.list[index])
    }

    /// Returns the definition with a name for changes.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Definition> {
        self.index(name).map(|index| &mut self.list[index])
    }

    /// Returns the index of a definition.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.names.index(name)
    }

    /// Returns the definition at an index.
    pub fn at(&self, index: usize) -> Option<&Definition> {
        self.list.get(index)
    }

    /// Iterates over all definitions, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Definition> {
        self.list.iter()
    }

    /// Iterates over all definitions for changes.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Definition> {
        self.list.iter_mut()
    }

    /// Returns the indexes of all definitions, by name.
    pub fn names(&self) -> &DefinitionNames {
        &self.names
    }

    /// Returns all definitions for changes of their schemas, and the index of names. The names must not change.
    pub(crate) fn list_and_names(&mut self) -> (&mut [Definition], &DefinitionNames) {
        (&mut self.list, &self.names)
    }

    /// Returns the number of definitions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns true if there are no definitions.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
