//! The lengths of a schema and its subschemas, measured once for all expansions that reach it.

use crate::json::Map;
use crate::model::referenced;
use crate::schema::subschemas::subschemas;

use super::DefinitionSizes;
use super::length::SchemaLength;
use super::outline::Outline;

/// The lengths of a schema that an expansion needs, in bytes of compact JSON.
#[derive(Debug, Default)]
pub(super) struct SchemaLayout {
    /// The length of its own keywords, without that of its subschemas.
    pub(super) own: usize,
    /// The length of its outline.
    pub(super) outline: usize,
    /// The index of the definition that it refers to.
    pub(super) target: Option<usize>,
    /// True if it is a reference and nothing else.
    pub(super) is_reference: bool,
    /// Its subschemas that are objects, in document order.
    pub(super) parts: Box<[Self]>,
}

impl SchemaLayout {
    /// Measures a schema.
    pub(super) fn of(schema: &Map, lengths: SchemaLength<'_>, sizes: &DefinitionSizes) -> Self {
        let target = referenced(schema).and_then(|name| lengths.definitions.index(name));
        let is_reference = target.is_some() && schema.len() == 1;
        // Most subschemas are references to definitions, whose outlines are known.
        let known = target.filter(|_| is_reference).and_then(|target| sizes.outline(target));
        Self {
            own: lengths.own(schema),
            outline: known.unwrap_or_else(|| Outline::of(schema, lengths.definitions).length()),
            target,
            is_reference,
            parts: subschemas(schema).map(|(_, part)| Self::of(part, lengths, sizes)).collect(),
        }
    }
}
