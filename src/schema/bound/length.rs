//! Lengths of schemas in bytes of compact JSON, as a tool's schema contains them.

use crate::json::text::{json_length, text_length};
use crate::json::{Map, Value};
use crate::model::{Definitions, SchemaDialect, label, referenced};
use crate::schema::DISCRIMINATOR;
use crate::schema::subschemas::{ApplicatorForm, SubschemaKey, applicator, subschemas};

/// The estimated length of a pointer to a branch of a union.
const LENGTH_OF_POINTER: usize = 24;

/// Measures schemas that refer to these definitions.
#[derive(Debug, Clone, Copy)]
pub(super) struct SchemaLength<'d> {
    pub(super) definitions: &'d Definitions,
    pub(super) dialect: SchemaDialect,
}

impl SchemaLength<'_> {
    /// Returns the length of a schema with everything in it; references stay references.
    pub(super) fn whole(self, map: &Map) -> usize {
        self.with_subschemas(map, &|part| self.whole(part))
    }

    /// Returns the length of a schema's own keywords, without that of its subschemas.
    pub(super) fn own(self, map: &Map) -> usize {
        self.with_subschemas(map, &|_| 0)
    }

    /// Returns the length of a definition's key, with the comma after the definition.
    pub(super) fn key(self, index: usize) -> usize {
        self.definitions.at(index).map_or(0, |definition| label(&definition.name).len()) + r#""":,"#.len()
    }

    /// Returns the length of a schema, with each subschema as long as `subschema` says.
    fn with_subschemas(self, map: &Map, subschema: &dyn Fn(&Map) -> usize) -> usize {
        let mut length = "{}".len() + map.len().saturating_sub(1);
        for (keyword, value) in map {
            length += text_length(keyword) + 1;
            length += match applicator(keyword, value) {
                Some(row) => {
                    let mut parts = 0;
                    let mut inner = 0;
                    for (key, part) in row.subschemas(value) {
                        parts += 1;
                        inner += key.map_or(0, key_length);
                        inner += part.as_object().map_or_else(|| json_length(part), subschema);
                    }
                    inner + length_around(row.form, parts)
                }
                None => self.data(map, keyword, value),
            };
        }
        length
    }

    /// Returns the length of the value of a keyword that holds no subschema.
    fn data(self, map: &Map, keyword: &str, value: &Value) -> usize {
        if keyword == DISCRIMINATOR {
            // The pointers are not known before the schema is written. A constant keeps the length when it is read again.
            let mapping = value.get("mapping").and_then(Value::as_object).map_or(0, Map::len);
            return json_length(value) + (mapping + 1) * LENGTH_OF_POINTER;
        }
        match (keyword, referenced(map).filter(|name| self.definitions.index(name).is_some())) {
            ("$ref", Some(name)) => self.dialect.definitions().len() + label(name).len() + r##""#//""##.len(),
            _ => json_length(value),
        }
    }
}

/// Returns the length of the keyword that holds definitions, with its comma and braces, and less the comma that the last
/// definition lacks.
pub(super) fn length_of_map(dialect: SchemaDialect) -> usize {
    dialect.definitions().len() + r#""":{}"#.len()
}

/// Returns the length of the key of a subschema, with its colon.
fn key_length(key: SubschemaKey<'_>) -> usize {
    match key {
        SubschemaKey::Name(name) => text_length(name) + 1,
        SubschemaKey::Index(_) => 0,
    }
}

/// Returns the length of the braces or brackets around this number of subschemas, with the commas between them.
fn length_around(form: ApplicatorForm, parts: usize) -> usize {
    match form {
        ApplicatorForm::One => 0,
        ApplicatorForm::List | ApplicatorForm::Map => 2 + parts.saturating_sub(1),
    }
}

/// Counts the properties that a schema describes, at any depth; references are not followed.
pub(super) fn property_count(map: &Map) -> usize {
    let own = map.get("properties").and_then(Value::as_object).map_or(0, Map::len);
    own + subschemas(map).map(|(_, part)| property_count(part)).sum::<usize>()
}
