//! Cycles of references for Gemini, which takes those through optional properties only (docs/targets.md, "References").

use foldhash::{HashMap, HashSet, HashSetExt};

use crate::json::{Map, Value};
use crate::model::referenced;

use super::walk::{each_schema, schema_at_mut};

/// References of a definition that every value of it follows.
struct RequiredEdge {
    from: String,
    to: Vec<String>,
    /// The pointer of an object and the name of a required property; `None` for what is no property, such as a branch of a
    /// union.
    property: Option<(String, String)>,
}

/// Takes properties out of `required` until no cycle of references is closed by required ones alone, in the order of the
/// document. Returns how many.
pub(super) fn open_cycles(schema: &mut Map) -> usize {
    let mut edges = required_edges(schema);
    let before = edges.len();
    let mut index = 0;
    while index < edges.len() {
        let edge = &edges[index];
        let closes = edge.property.is_some() && edge.to.iter().any(|to| leads_to(&edges, to, &edge.from));
        if closes && let RequiredEdge { property: Some((object, name)), .. } = edges.remove(index) {
            if let Some(object) = schema_at_mut(schema, &object) {
                unrequire(object, &name);
            }
        } else {
            index += 1;
        }
    }
    before - edges.len()
}

fn required_edges(schema: &Map) -> Vec<RequiredEdge> {
    let mut edges = Vec::new();
    let definitions = schema.get("$defs").and_then(Value::as_object);
    for (name, definition) in definitions.into_iter().flat_map(Map::iter) {
        let Some(definition) = definition.as_object() else { continue };
        let mut to: Vec<String> = Vec::new();
        references_outside_properties(definition, &mut to);
        edges.push(RequiredEdge { from: name.to_string(), to, property: None });
        each_schema(definition, &format!("/$defs/{name}"), &mut |map, place| {
            let properties = map.get("properties").and_then(Value::as_object);
            let required = map.get("required").and_then(Value::as_array);
            for property in required.into_iter().flatten().filter_map(Value::as_str) {
                let Some(value) = properties.and_then(|all| all.get(property)?.as_object()) else { continue };
                let mut to: Vec<String> = Vec::new();
                each_schema(value, "", &mut |inner, _| to.extend(referenced(inner).map(str::to_owned)));
                if !to.is_empty() {
                    let property = Some((place.to_owned(), property.to_owned()));
                    edges.push(RequiredEdge { from: name.to_string(), to, property });
                }
            }
        });
    }
    edges
}

/// Collects the references that are not those of properties.
fn references_outside_properties(schema: &Map, found: &mut Vec<String>) {
    found.extend(referenced(schema).map(str::to_owned));
    for (row, subschema) in crate::schema::subschemas(schema) {
        if !matches!(row.keyword, "properties" | "additionalProperties") {
            references_outside_properties(subschema, found);
        }
    }
}

/// Returns true if required properties lead from one definition to another.
fn leads_to(edges: &[RequiredEdge], from: &str, to: &str) -> bool {
    let mut by_source: HashMap<&str, Vec<&RequiredEdge>> = HashMap::default();
    for edge in edges {
        by_source.entry(&edge.from).or_default().push(edge);
    }
    let mut seen = HashSet::new();
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        if at == to {
            return true;
        }
        if seen.insert(at) {
            let next = by_source.get(at).into_iter().flatten();
            work.extend(next.flat_map(|edge| edge.to.iter().map(String::as_str)));
        }
    }
    false
}

fn unrequire(object: &mut Map, property: &str) {
    let Some(Value::Array(required)) = object.get_mut("required") else { return };
    required.retain(|name| name.as_str() != Some(property));
    if required.is_empty() {
        object.shift_remove("required");
    }
}
