//! Cycles of in-place references: definitions that refer to one another without a property or an item
//! between. Evaluating one never ends (JSON Schema 2020-12 core, section 9.4.1).

use std::collections::HashSet;

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::{Definitions, referenced};

use crate::schema::subschemas::{in_place, in_place_mut};
use crate::schema::{WEAK, graph};

/// Collects the in-place references of a schema: those that apply to the same instance location as the schema
/// itself, without a property or an item between.
fn collect_in_place_references(map: &Map, found: &mut dyn FnMut(&str)) {
    if let Some(name) = referenced(map) {
        found(name);
    }
    in_place(map).for_each(|part| collect_in_place_references(part, found));
}

/// Returns, for each definition, the definitions that it refers to in place.
fn in_place_edges(definitions: &Definitions) -> Vec<Vec<usize>> {
    let targets = |schema: &Map| {
        let mut targets = Vec::new();
        collect_in_place_references(schema, &mut |name| targets.extend(definitions.index(name)));
        targets
    };
    definitions.iter().map(|definition| targets(&definition.schema.0)).collect()
}

/// Breaks all cycles of in-place references.
pub(super) fn break_cycles(definitions: &mut Definitions, sink: &Sink) {
    let edges = in_place_edges(definitions);
    let components = graph::components(&edges);
    let cyclic = graph::on_cycle(&edges);
    if !cyclic.iter().any(|&cyclic| cyclic) {
        return;
    }
    // Object-oriented models write a subtype with its parent in `allOf`, and a parent with its subtypes in
    // `oneOf` or `anyOf`. Inside the subtype the union holds anyway, so the parent's other keywords are all
    // that the reference adds.
    let before = definitions.clone();
    let same_cycle = |from: usize, name: &str| {
        before
            .index(name)
            .filter(|&to| components[from] == components[to] && (from != to || edges[from].contains(&to)))
    };
    for (from, definition) in definitions.iter_mut().enumerate() {
        if !cyclic[from] {
            continue;
        }
        for part in definition.schema.0.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
            let Value::Object(part) = part else { continue };
            let Some(parent) =
                referenced(part).and_then(|name| same_cycle(from, name)).and_then(|to| before.at(to))
            else {
                continue;
            };
            if ["oneOf", "anyOf"].iter().any(|keyword| parent.schema.0.contains_key(*keyword)) {
                // The union is not copied: it may be long, and have as many subtypes.
                let plain = parent.schema.0.iter();
                *part = plain
                    .filter(|(keyword, _)| !matches!(keyword.as_str(), "oneOf" | "anyOf" | "allOf" | "$ref"))
                    .map(|(keyword, value)| (keyword.clone(), value.clone()))
                    .collect();
            }
        }
    }
    break_back_edges(definitions, sink);
}

/// Replaces each reference that closes a remaining cycle by the schema that accepts everything.
fn break_back_edges(definitions: &mut Definitions, sink: &Sink) {
    let edges = in_place_edges(definitions);
    // In a depth-first search, an edge to a node that is still open closes a cycle.
    let mut closing: HashSet<(usize, usize)> = HashSet::new();
    let mut state = vec![0_u8; edges.len()];
    for start in 0..edges.len() {
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        let mut work = vec![(start, 0)];
        while let Some(&mut (node, ref mut edge)) = work.last_mut() {
            let Some(&target) = edges[node].get(*edge) else {
                state[node] = 2;
                work.pop();
                continue;
            };
            *edge += 1;
            match state[target] {
                0 => {
                    state[target] = 1;
                    work.push((target, 0));
                }
                1 => {
                    closing.insert((node, target));
                }
                _ => {}
            }
        }
    }
    if closing.is_empty() {
        return;
    }
    let names = definitions.clone();
    for (from, definition) in definitions.iter_mut().enumerate() {
        if !closing.iter().any(|&(start, _)| start == from) {
            continue;
        }
        let message = format!(
            "`{}` refers to itself in place; any value is accepted at that reference",
            definition.name
        );
        sink.report(Code::ReferenceCycle, definition.place, message);
        remove_references_in_place(&mut definition.schema.0, &|name| {
            names.index(name).is_some_and(|to| closing.contains(&(from, to)))
        });
    }
}

fn remove_references_in_place(map: &mut Map, closes: &dyn Fn(&str) -> bool) {
    if referenced(map).is_some_and(closes) {
        map.shift_remove("$ref");
        map.insert(WEAK, Value::Bool(true));
    }
    in_place_mut(map).for_each(|part| remove_references_in_place(part, closes));
}
