//! Cycles of schemas that say nothing: definitions that refer to one another without a property or an
//! item between.

use std::collections::HashSet;

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::{Definitions, referenced};

use crate::schema::subschemas::{in_place, in_place_mut};
use crate::schema::{WEAK, graph};

/// References of a schema that apply to the same value as the schema itself: reached without going
/// through a property or an item. A cycle of them says nothing and never ends.
fn references_in_place(map: &Map, found: &mut dyn FnMut(&str)) {
    if let Some(name) = referenced(map) {
        found(name);
    }
    in_place(map).for_each(|part| references_in_place(part, found));
}

/// For each definition, those that it refers to in place.
fn in_place_edges(definitions: &Definitions) -> Vec<Vec<usize>> {
    let targets = |schema: &Map| {
        let mut targets = Vec::new();
        references_in_place(schema, &mut |name| targets.extend(definitions.index(name)));
        targets
    };
    definitions.iter().map(|definition| targets(&definition.schema.0)).collect()
}

/// Breaks cycles of definitions that refer to one another without a property or item between.
pub(super) fn break_cycles(definitions: &mut Definitions, sink: &Sink) {
    let edges = in_place_edges(definitions);
    let components = graph::components(&edges);
    let cyclic = graph::on_cycle(&edges);
    if !cyclic.iter().any(|&cyclic| cyclic) {
        return;
    }
    // A subtype that names its parent in `allOf` while the parent lists the subtype in a union: inside the
    // subtype the union holds anyway, so the parent's plain part is all that the reference adds.
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
                // Not a copy of all of it: a union may be long, and have as many subtypes.
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

/// Replaces, in what is still cyclic, each reference that closes a circle by "any value".
fn break_back_edges(definitions: &mut Definitions, sink: &Sink) {
    let edges = in_place_edges(definitions);
    // Depth-first, an edge to a node that is still open closes a circle.
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
            "`{}` is built from itself without end; any value is accepted where it refers back",
            definition.name
        );
        sink.report(Code::ReferenceCycle, definition.place, message);
        open_in_place(&mut definition.schema.0, &|name| {
            names.index(name).is_some_and(|to| closing.contains(&(from, to)))
        });
    }
}

fn open_in_place(map: &mut Map, closes: &dyn Fn(&str) -> bool) {
    if referenced(map).is_some_and(closes) {
        map.shift_remove("$ref");
        map.insert(WEAK, Value::Bool(true));
    }
    in_place_mut(map).for_each(|part| open_in_place(part, closes));
}
