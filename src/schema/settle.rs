//! What can only be decided once every definition is translated: cycles that lead nowhere, `allOf` that
//! merges, and what a weaker schema means for the schemas around it.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::diagnostic::{Code, Place, Sink};
use crate::model::{Definitions, Schema, referenced};

use super::graph;
use super::merge::merged;
use super::position::{Position, position};
use super::WEAK;

/// Definitions that inline one another by `allOf` in a row.
const MAX_CHAIN: usize = 64;

/// What is known about one definition.
#[derive(Debug, Clone, Default)]
pub struct Fact {
    /// Definitions it refers to, with the number of references, in order of first appearance.
    pub references: Vec<(usize, usize)>,
    /// Values in its schema, as a measure of its size.
    pub nodes: usize,
    /// Levels of JSON nesting in its schema.
    pub depth: usize,
    /// Whether it leads back to itself.
    pub recursive: bool,
}

/// The definitions of one direction, in their final form.
#[derive(Debug, Clone, Default)]
pub struct Settled {
    definitions: Definitions,
    facts: Vec<Fact>,
    weak: Vec<bool>,
}

impl Settled {
    /// Settles the definitions that translation left.
    pub fn new(mut definitions: Definitions, sink: &Sink) -> Self {
        break_cycles(&mut definitions, sink);
        merge_definitions(&mut definitions);
        let weak = weak_definitions(&definitions);
        if weak.iter().any(|&weak| weak) {
            let names = definitions.clone();
            for definition in definitions.iter_mut() {
                let place = definition.place;
                loosen(&mut definition.schema.0, &names, &weak, place, sink);
            }
        }
        let mut facts: Vec<Fact> = definitions.iter().map(|definition| measure(&definition.schema.0, &definitions)).collect();
        let edges: Vec<Vec<usize>> =
            facts.iter().map(|fact| fact.references.iter().map(|&(target, _)| target).collect()).collect();
        for (fact, recursive) in facts.iter_mut().zip(graph::on_cycle(&edges)) {
            fact.recursive = recursive;
        }
        Self { definitions, facts, weak }
    }

    /// Settles a schema that is no definition itself: an argument's or an output's.
    pub fn settle(&self, schema: &mut Schema, place: Place, sink: &Sink) {
        let definitions = &self.definitions;
        merge_everywhere(&mut schema.0, &|name| definitions.get(name).map(|definition| &definition.schema.0));
        loosen(&mut schema.0, definitions, &self.weak, place, sink);
    }

    /// The definitions.
    pub fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// What is known about each definition, in their order.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Size, depth and references of a schema.
    pub fn measure(&self, schema: &Schema) -> Fact {
        measure(&schema.0, &self.definitions)
    }

    /// Whether a schema accepts objects only: it says so, or everything it is built from does.
    pub fn is_object(&self, schema: &Schema) -> bool {
        self.only_objects(&schema.0, 16)
    }

    fn only_objects(&self, map: &Map<String, Value>, depth: usize) -> bool {
        if depth == 0 {
            return false;
        }
        if map.get("type").is_some_and(|kind| kind == "object") {
            return true;
        }
        if map.contains_key("type") {
            return false;
        }
        if let Some(name) = referenced(map) {
            return self.definitions.get(name).is_some_and(|target| self.only_objects(&target.schema.0, depth - 1));
        }
        let parts = |keyword: &str| map.get(keyword).and_then(Value::as_array).map(|parts| parts.iter().filter_map(Value::as_object));
        let all = parts("allOf").is_some_and(|mut parts| parts.any(|part| self.only_objects(part, depth - 1)));
        let union = ["anyOf", "oneOf"]
            .into_iter()
            .any(|keyword| parts(keyword).is_some_and(|mut parts| parts.all(|part| self.only_objects(part, depth - 1))));
        all || union
    }

    /// The schema as a root: a reference is replaced by what it refers to, with the annotations beside it.
    pub fn root(&self, schema: &Schema) -> Schema {
        let mut map = schema.0.clone();
        for _ in 0..16 {
            let Some(target) = referenced(&map).and_then(|name| self.definitions.get(name)) else { break };
            let mut root = target.schema.0.clone();
            map.shift_remove("$ref");
            root.extend(map);
            map = root;
        }
        Schema(map)
    }
}

/// Visits every schema inside `map`, `map` itself excepted, children before parents.
fn each_subschema(map: &mut Map<String, Value>, visit: &mut dyn FnMut(&mut Map<String, Value>)) {
    fn enter(value: &mut Value, visit: &mut dyn FnMut(&mut Map<String, Value>)) {
        if let Value::Object(map) = value {
            each_subschema(map, visit);
            visit(map);
        }
    }
    for (keyword, value) in map.iter_mut() {
        match (position(keyword), value) {
            (Position::Schema, value) => enter(value, visit),
            (Position::List, Value::Array(list)) => list.iter_mut().for_each(|value| enter(value, visit)),
            (Position::Map, Value::Object(map)) => map.values_mut().for_each(|value| enter(value, visit)),
            _ => {}
        }
    }
}

/// Size, depth and references of a schema.
fn measure(map: &Map<String, Value>, definitions: &Definitions) -> Fact {
    fn data(value: &Value, depth: usize, fact: &mut Fact) {
        fact.nodes += 1;
        fact.depth = fact.depth.max(depth);
        match value {
            Value::Array(list) => list.iter().for_each(|value| data(value, depth + 1, fact)),
            Value::Object(map) => map.values().for_each(|value| data(value, depth + 1, fact)),
            _ => {}
        }
    }
    fn schema(map: &Map<String, Value>, depth: usize, definitions: &Definitions, fact: &mut Fact) {
        fact.nodes += 1;
        fact.depth = fact.depth.max(depth);
        if let Some(target) = referenced(map).and_then(|name| definitions.index(name)) {
            match fact.references.iter_mut().find(|(known, _)| *known == target) {
                Some((_, count)) => *count += 1,
                None => fact.references.push((target, 1)),
            }
        }
        for (keyword, value) in map {
            match (position(keyword), value) {
                (Position::Schema, Value::Object(map)) => schema(map, depth + 1, definitions, fact),
                (Position::List, Value::Array(list)) => {
                    for value in list {
                        match value {
                            Value::Object(map) => schema(map, depth + 2, definitions, fact),
                            other => data(other, depth + 2, fact),
                        }
                    }
                }
                (Position::Map, Value::Object(map)) => {
                    for value in map.values() {
                        match value {
                            Value::Object(map) => schema(map, depth + 2, definitions, fact),
                            other => data(other, depth + 2, fact),
                        }
                    }
                }
                (_, other) => data(other, depth + 1, fact),
            }
        }
    }
    let mut fact = Fact::default();
    schema(map, 0, definitions, &mut fact);
    fact
}

/// References of a schema that apply to the same value as the schema itself: reached without going
/// through a property or an item. A cycle of them says nothing and never ends.
fn in_place(map: &Map<String, Value>, found: &mut dyn FnMut(&str)) {
    if let Some(name) = referenced(map) {
        found(name);
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        for part in map.get(keyword).and_then(Value::as_array).into_iter().flatten() {
            if let Value::Object(part) = part {
                in_place(part, found);
            }
        }
    }
    for keyword in ["not", "if", "then", "else"] {
        if let Some(Value::Object(part)) = map.get(keyword) {
            in_place(part, found);
        }
    }
}

/// Breaks cycles of definitions that refer to one another without a property or item between.
fn break_cycles(definitions: &mut Definitions, sink: &Sink) {
    let edges: Vec<Vec<usize>> = definitions
        .iter()
        .map(|definition| {
            let mut targets = Vec::new();
            in_place(&definition.schema.0, &mut |name| targets.extend(definitions.index(name)));
            targets
        })
        .collect();
    let components = graph::components(&edges);
    let cyclic = graph::on_cycle(&edges);
    if !cyclic.iter().any(|&cyclic| cyclic) {
        return;
    }
    // A subtype that names its parent in `allOf` while the parent lists the subtype in a union: inside the
    // subtype the union holds anyway, so the parent's plain part is all that the reference adds.
    let before = definitions.clone();
    let same_cycle = |from: usize, name: &str| {
        before.index(name).filter(|&to| components[from] == components[to] && (from != to || edges[from].contains(&to)))
    };
    for (from, definition) in definitions.iter_mut().enumerate() {
        if !cyclic[from] {
            continue;
        }
        for part in definition.schema.0.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
            let Value::Object(part) = part else { continue };
            let Some(parent) = referenced(part).and_then(|name| same_cycle(from, name)).and_then(|to| before.at(to)) else {
                continue;
            };
            if ["oneOf", "anyOf"].iter().any(|keyword| parent.schema.0.contains_key(*keyword)) {
                let mut plain = parent.schema.0.clone();
                for keyword in ["oneOf", "anyOf", "allOf", "$ref"] {
                    plain.shift_remove(keyword);
                }
                *part = plain;
            }
        }
    }
    break_back_edges(definitions, sink);
}

/// Replaces, in what is still cyclic, each reference that closes a circle by "any value".
fn break_back_edges(definitions: &mut Definitions, sink: &Sink) {
    let edges: Vec<Vec<usize>> = definitions
        .iter()
        .map(|definition| {
            let mut targets = Vec::new();
            in_place(&definition.schema.0, &mut |name| targets.extend(definitions.index(name)));
            targets
        })
        .collect();
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
        let message = format!("`{}` is built from itself without end; any value is accepted where it refers back", definition.name);
        sink.report(Code::ReferenceCycle, definition.place, message);
        open_in_place(&mut definition.schema.0, &|name| names.index(name).is_some_and(|to| closing.contains(&(from, to))));
    }
}

fn open_in_place(map: &mut Map<String, Value>, closes: &dyn Fn(&str) -> bool) {
    if referenced(map).is_some_and(closes) {
        map.shift_remove("$ref");
        map.insert(WEAK.to_owned(), Value::Bool(true));
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        for part in map.get_mut(keyword).and_then(Value::as_array_mut).into_iter().flatten() {
            if let Value::Object(part) = part {
                open_in_place(part, closes);
            }
        }
    }
    for keyword in ["not", "if", "then", "else"] {
        if let Some(Value::Object(part)) = map.get_mut(keyword) {
            open_in_place(part, closes);
        }
    }
}

/// Merges `allOf` in all definitions, those first that others are merged from.
fn merge_definitions(definitions: &mut Definitions) {
    let needed: Vec<Vec<usize>> = definitions
        .iter()
        .map(|definition| {
            let mut targets = Vec::new();
            collect_all_of(&definition.schema.0, &mut |name| targets.extend(definitions.index(name)));
            targets
        })
        .collect();
    if needed.iter().all(Vec::is_empty) && !definitions.iter().any(|definition| has_all_of(&definition.schema.0)) {
        return;
    }
    let order = dependencies_first(&needed);
    let mut done: Vec<Option<Map<String, Value>>> = vec![None; definitions.len()];
    for index in order {
        let Some(definition) = definitions.at(index) else { continue };
        if !has_all_of(&definition.schema.0) {
            done[index] = None;
            continue;
        }
        let mut map = definition.schema.0.clone();
        merge_everywhere(&mut map, &|name| {
            let target = definitions.index(name).filter(|&target| target != index)?;
            done[target].as_ref().or_else(|| definitions.at(target).map(|definition| &definition.schema.0))
        });
        done[index] = Some(map);
    }
    for (definition, map) in definitions.iter_mut().zip(done) {
        if let Some(map) = map {
            definition.schema.0 = map;
        }
    }
}

/// An order in which every node comes after those it needs, cycles cut where they close.
fn dependencies_first(needed: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(needed.len());
    let mut seen = vec![false; needed.len()];
    for start in 0..needed.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut work = vec![(start, 0)];
        while let Some(&mut (node, ref mut edge)) = work.last_mut() {
            match needed[node].get(*edge) {
                Some(&target) => {
                    *edge += 1;
                    if !seen[target] && work.len() < MAX_CHAIN {
                        seen[target] = true;
                        work.push((target, 0));
                    }
                }
                None => {
                    order.push(node);
                    work.pop();
                }
            }
        }
    }
    order
}

fn has_all_of(map: &Map<String, Value>) -> bool {
    map.iter().any(|(keyword, value)| {
        let enter = |value: &Value| value.as_object().is_some_and(has_all_of);
        match (position(keyword), value) {
            (Position::List, Value::Array(list)) => keyword == "allOf" || list.iter().any(enter),
            (Position::Schema, value) => enter(value),
            (Position::Map, Value::Object(map)) => map.values().any(enter),
            _ => false,
        }
    })
}

/// Names of the definitions that stand in some `allOf` inside `map`.
fn collect_all_of(map: &Map<String, Value>, found: &mut dyn FnMut(&str)) {
    for (keyword, value) in map {
        match (position(keyword), value) {
            (Position::List, Value::Array(list)) => {
                for part in list.iter().filter_map(Value::as_object) {
                    if keyword == "allOf"
                        && let Some(name) = referenced(part)
                    {
                        found(name);
                    }
                    collect_all_of(part, found);
                }
            }
            (Position::Schema, Value::Object(map)) => collect_all_of(map, found),
            (Position::Map, Value::Object(map)) => map.values().filter_map(Value::as_object).for_each(|map| collect_all_of(map, found)),
            _ => {}
        }
    }
}

fn merge_everywhere<'d>(map: &mut Map<String, Value>, resolve: &dyn Fn(&str) -> Option<&'d Map<String, Value>>) {
    let mut merge = |map: &mut Map<String, Value>| {
        if let Some(result) = merged(map, resolve, 0) {
            *map = result;
        }
    };
    each_subschema(map, &mut merge);
    merge(map);
}

/// For each definition, whether it, or one it refers to, accepts more than its source.
fn weak_definitions(definitions: &Definitions) -> Vec<bool> {
    let mut weak: Vec<bool> = definitions.iter().map(|definition| is_marked(&definition.schema.0)).collect();
    if !weak.iter().any(|&weak| weak) {
        return weak;
    }
    let mut referrers: Vec<Vec<usize>> = vec![Vec::new(); definitions.len()];
    for (index, definition) in definitions.iter().enumerate() {
        for (target, _) in measure(&definition.schema.0, definitions).references {
            referrers[target].push(index);
        }
    }
    let mut work: Vec<usize> = (0..weak.len()).filter(|&index| weak[index]).collect();
    while let Some(index) = work.pop() {
        for &referrer in &referrers[index] {
            if !std::mem::replace(&mut weak[referrer], true) {
                work.push(referrer);
            }
        }
    }
    weak
}

fn is_marked(map: &Map<String, Value>) -> bool {
    map.iter().any(|(keyword, value)| {
        let enter = |value: &Value| value.as_object().is_some_and(is_marked);
        match (position(keyword), value) {
            _ if keyword == WEAK => true,
            (Position::Schema, value) => enter(value),
            (Position::List, Value::Array(list)) => list.iter().any(enter),
            (Position::Map, Value::Object(map)) => map.values().any(enter),
            _ => false,
        }
    })
}

/// Draws the consequences of weaker parts and takes the marks away. Gives whether `map` is weak.
///
/// A part that accepts more makes everything around it accept more, but for three places: in `oneOf` two
/// branches may now match, and `not` and `if` turn more into less. There `oneOf` becomes `anyOf`, `not`
/// and the condition go.
fn loosen(map: &mut Map<String, Value>, definitions: &Definitions, weak: &[bool], place: Place, sink: &Sink) -> bool {
    let mut is_weak = map.shift_remove(WEAK).is_some();
    if let Some(target) = referenced(map).and_then(|name| definitions.index(name)) {
        is_weak |= weak.get(target).copied().unwrap_or(false);
    }
    let (mut weak_one_of, mut weak_not, mut weak_if) = (false, false, false);
    for (keyword, value) in map.iter_mut() {
        let mut enter = |value: &mut Value| match value {
            Value::Object(map) => loosen(map, definitions, weak, place, sink),
            _ => false,
        };
        let below = match (position(keyword), value) {
            (Position::Schema, value) => enter(value),
            (Position::List, Value::Array(list)) => list.iter_mut().fold(false, |below, value| enter(value) | below),
            (Position::Map, Value::Object(map)) => map.values_mut().fold(false, |below, value| enter(value) | below),
            _ => false,
        };
        match keyword.as_str() {
            "oneOf" => weak_one_of |= below,
            "not" => weak_not |= below,
            "if" => weak_if |= below,
            _ => {}
        }
        is_weak |= below;
    }
    let report = |what: &str| sink.report(Code::Weakened, place, what);
    if weak_one_of && let Some(branches) = map.shift_remove("oneOf") {
        report("a branch of `oneOf` accepts more than its source; `oneOf` is written as `anyOf`");
        if map.contains_key("anyOf") {
            let union = Value::Object(Map::from_iter([("anyOf".to_owned(), branches)]));
            if let Value::Array(all) = map.entry("allOf").or_insert_with(|| Value::Array(Vec::new())) {
                all.push(union);
            }
        } else {
            map.insert("anyOf".to_owned(), branches);
        }
    }
    if weak_not {
        map.shift_remove("not");
        report("what `not` excludes cannot be said exactly; `not` is dropped");
    }
    if weak_if {
        for keyword in ["if", "then", "else"] {
            map.shift_remove(keyword);
        }
        report("a condition cannot be said exactly; `if`, `then` and `else` are dropped");
    }
    is_weak
}
