//! The check before anything is written: every schema is valid under the meta-schemas of Draft 07 and
//! 2020-12, and every reference resolves. Wraps the `jsonschema` crate, whose interface moves quickly.

use std::collections::HashSet;

use jsonschema::{draft7, draft202012};
use serde_json::{Map, Value};

use crate::model::{Definitions, Names, Schema, SchemaDialect, referenced};

use super::position::{Position, position};
use super::shared::references;

/// Why a schema must not be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{pointer}: {reason}")]
pub struct Fault {
    /// Where in the schema, as a JSON Pointer.
    pub pointer: String,
    /// What is wrong.
    pub reason: String,
}

/// Validates schemas as they are emitted.
#[derive(Debug, Clone, Copy)]
pub struct Validator {
    /// The dialect that the schemas are written in.
    pub dialect: SchemaDialect,
}

impl Validator {
    /// Compiles the meta-schemas, which otherwise the first check does.
    pub(crate) fn prepare() {
        let any = Value::Object(Map::new());
        // Any schema will do.
        let _ = (draft7::meta::is_valid(&any), draft202012::meta::is_valid(&any));
    }

    /// Checks one schema, or one part of a schema that is put together from parts: the parts of a valid
    /// whole are valid, and a whole of valid parts is.
    pub fn check(self, schema: &mut Schema, definitions: &Names) -> Result<(), Fault> {
        dangling(&schema.0, definitions)?;
        // The crate wants a `Value`; the map is lent to one and taken back.
        let value = Value::Object(std::mem::take(&mut schema.0));
        let outcome = match self.dialect {
            SchemaDialect::Portable => both_meta_schemas(&value),
            SchemaDialect::Draft07 => draft7::meta::validate(&value),
            SchemaDialect::Draft202012 => draft202012::meta::validate(&value),
        };
        let fault = outcome.err().map(|error| fault(&error));
        if let Value::Object(map) = value {
            schema.0 = map;
        }
        fault.map_or(Ok(()), Err)
    }
}

/// Whether a schema is valid under the meta-schemas of both drafts.
pub fn meta_valid(schema: &Value) -> Result<(), Fault> {
    both_meta_schemas(schema).map_err(|error| fault(&error))
}

fn both_meta_schemas(schema: &Value) -> Result<(), jsonschema::ValidationError<'_>> {
    draft7::meta::validate(schema).and_then(|()| draft202012::meta::validate(schema))
}

fn fault(error: &jsonschema::ValidationError<'_>) -> Fault {
    Fault { pointer: error.instance_path().to_string(), reason: error.to_string() }
}

/// Compiles a complete schema under both drafts, which finds whatever does not resolve or compile.
pub fn compile(schema: &Value) -> Result<(), Fault> {
    draft7::new(schema).map_err(|error| fault(&error))?;
    draft202012::new(schema).map_err(|error| fault(&error))?;
    Ok(())
}

/// Whatever in a value does not fit a complete schema, in the draft that it declares; without the value itself, which
/// may be long. The error is a fault of the schema.
pub fn misfits(schema: &Value, value: &Value) -> Result<Vec<Fault>, Fault> {
    let fault = |error: &jsonschema::ValidationError<'_>| Fault {
        pointer: error.instance_path().to_string(),
        reason: error.masked().to_string(),
    };
    let validator = jsonschema::validator_for(schema).map_err(|error| fault(&error))?;
    Ok(validator.iter_errors(value).map(|error| fault(&error)).collect())
}

/// Whatever in a value does not fit a schema that refers to shared definitions. The error is a fault of the schema.
pub fn misfits_shared(
    schema: &Schema,
    definitions: &Definitions,
    value: &Value,
) -> Result<Vec<Fault>, Fault> {
    let mut whole = schema.0.clone();
    let mut work = references(schema, definitions);
    let mut seen = HashSet::new();
    let mut reached = Map::new();
    while let Some(index) = work.pop() {
        let Some(definition) = definitions.at(index).filter(|_| seen.insert(index)) else { continue };
        work.extend(references(&definition.schema, definitions));
        // A name may have scopes in front; a pointer leads through them as through objects.
        let mut at = &mut reached;
        let mut steps = definition.name.split('/').peekable();
        while let Some(step) = steps.next() {
            if steps.peek().is_none() {
                at.insert(step.to_owned(), definition.schema.clone().into_value());
                break;
            }
            match at.entry(step).or_insert_with(|| Value::Object(Map::new())) {
                Value::Object(scope) => at = scope,
                _ => break,
            }
        }
    }
    if !reached.is_empty() {
        whole.insert(SchemaDialect::Portable.definitions().to_owned(), Value::Object(reached));
    }
    misfits(&Value::Object(whole), value)
}

/// Every reference names a definition that exists.
fn dangling(map: &Map<String, Value>, definitions: &Names) -> Result<(), Fault> {
    if map.contains_key("$ref") && referenced(map).and_then(|name| definitions.index(name)).is_none() {
        let reason = format!("the reference {} does not resolve", map["$ref"]);
        return Err(Fault { pointer: String::new(), reason });
    }
    for (keyword, value) in map {
        let mut enter = |value: &Value| match value {
            Value::Object(map) => dangling(map, definitions),
            _ => Ok(()),
        };
        match (position(keyword, value), value) {
            (Position::Schema, value) => enter(value)?,
            (Position::List, Value::Array(list)) => list.iter().try_for_each(&mut enter)?,
            (Position::Map, Value::Object(map)) => map.values().try_for_each(&mut enter)?,
            _ => {}
        }
    }
    Ok(())
}
