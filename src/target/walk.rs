//! A walk over the schemas of a lowered input.

use crate::json::{Map, Value, pointer};
use crate::schema::{SubschemaKey, applicator};

/// Calls a function with every schema of a tree, each with its pointer, parents first.
pub(super) fn each_schema<'s>(schema: &'s Map, place: &str, visit: &mut dyn FnMut(&'s Map, &str)) {
    visit(schema, place);
    for (keyword, value) in schema {
        let Some(row) = applicator(keyword.as_str(), value) else { continue };
        for (key, subschema) in row.subschemas(value) {
            let Value::Object(subschema) = subschema else { continue };
            let step = match key {
                Some(SubschemaKey::Name(name)) => format!("/{}", pointer::escaped(name)),
                Some(SubschemaKey::Index(index)) => format!("/{index}"),
                None => String::new(),
            };
            each_schema(subschema, &format!("{place}/{keyword}{step}"), visit);
        }
    }
}

/// Calls a function with every schema of a tree, to change it, parents first.
pub(super) fn change_each_schema(schema: &mut Map, change: &mut dyn FnMut(&mut Map)) {
    change(schema);
    for (_, subschema) in crate::schema::subschemas_mut(schema) {
        change_each_schema(subschema, change);
    }
}

/// Returns the schema at a pointer.
pub(super) fn schema_at<'s>(schema: &'s Map, place: &str) -> Option<&'s Map> {
    let mut steps = place.split('/');
    steps.next();
    let Some(first) = steps.next() else { return Some(schema) };
    let mut at = schema.get(&*pointer::unescaped(first))?;
    for step in steps {
        let step = pointer::unescaped(step);
        at = match at {
            Value::Object(map) => map.get(&*step)?,
            Value::Array(list) => list.get(step.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    at.as_object()
}

/// Returns the schema at a pointer, to change it.
pub(super) fn schema_at_mut<'s>(schema: &'s mut Map, place: &str) -> Option<&'s mut Map> {
    let mut steps = place.split('/');
    steps.next();
    let Some(first) = steps.next() else { return Some(schema) };
    let mut at = schema.get_mut(&*pointer::unescaped(first))?;
    for step in steps {
        let step = pointer::unescaped(step);
        at = match at {
            Value::Object(map) => map.get_mut(&*step)?,
            Value::Array(list) => list.get_mut(step.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    at.as_object_mut()
}
