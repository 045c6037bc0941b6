//! Cycles of in-place references: definitions that refer to one another without a property or an item
//! between. Evaluating one never ends (JSON Schema 2020-12 core, section 9.4.1).

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value, json};
use crate::model::{Definitions, referenced};

use crate::schema::subschemas::{in_place, in_place_mut};
use crate::schema::{DISCRIMINATOR, WEAK, graph};

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
    let before = definitions.clone();
    let unions = RefCell::default();
    let parents = ParentSearch { definitions: &before, components: &components, edges: &edges, unions };
    for (from, definition) in definitions.iter_mut().enumerate() {
        if cyclic[from] {
            parents.replace_in(from, &mut definition.schema.0, &mut vec![from]);
        }
    }
    break_back_edges(definitions, sink);
}

/// Replaces parents in the `allOf` of their subtypes. Object-oriented models write a subtype with its parent in `allOf`, and a
/// parent with its subtypes in `oneOf` or `anyOf`. Inside a subtype that the union lists, the union holds anyway, so that the
/// parent's other keywords are all that the reference adds.
struct ParentSearch<'d> {
    definitions: &'d Definitions,
    /// The cycle of each definition.
    components: &'d [usize],
    edges: &'d [Vec<usize>],
    /// A cache of the unions of each parent.
    unions: RefCell<HashMap<usize, ListedUnions>>,
}

/// The unions of a schema, each with the definitions that it lists.
type ListedUnions = Arc<Vec<(&'static str, HashSet<usize>)>>;

/// Maximum length of a chain of definitions that only refer to one another.
const MAX_CHAIN: usize = 64;

impl ParentSearch<'_> {
    /// Replaces the parents of the definition `subtype` in the `allOf` of a schema. `open` are the definitions around it.
    fn replace_in(&self, subtype: usize, map: &mut Map, open: &mut Vec<usize>) {
        let is_nullable = null_union(map).is_some();
        let inner = if is_nullable {
            let branches = map.get_mut("anyOf").and_then(Value::as_array_mut);
            branches.and_then(|branches| branches.first_mut()).and_then(Value::as_object_mut)
        } else {
            Some(map)
        };
        let parts = inner.and_then(|inner| inner.get_mut("allOf")).and_then(Value::as_array_mut);
        for part in parts.into_iter().flatten().filter_map(Value::as_object_mut) {
            let target = referenced(part).and_then(|name| self.definitions.index(name));
            let parent = target.filter(|&to| {
                self.components[subtype] == self.components[to]
                    && (subtype != to || self.edges[subtype].contains(&to))
            });
            if let Some(plain) = parent.and_then(|parent| self.without_union(subtype, parent, open)) {
                *part = plain;
            }
        }
    }

    /// Returns a parent without the unions that list the subtype, or `None` if there is none. A union is not copied: it may be
    /// long, and have as many subtypes.
    fn without_union(&self, subtype: usize, parent: usize, open: &mut Vec<usize>) -> Option<Map> {
        let whole = &self.definitions.at(parent)?.schema.0;
        let nullable = null_union(whole);
        let inner = nullable.unwrap_or(whole);
        let unions = self.unions.borrow_mut().entry(parent).or_insert_with(|| self.unions_of(inner)).clone();
        let is_left_out = |keyword: &str| {
            unions.iter().any(|(union, members)| *union == keyword && members.contains(&subtype))
        };
        if !unions.iter().any(|(union, _)| is_left_out(union)) {
            return None;
        }
        let goes = |keyword: &str| keyword == DISCRIMINATOR || is_left_out(keyword);
        let rest = inner.iter().filter(|(keyword, _)| !goes(keyword.as_str()));
        let mut plain: Map = rest.map(|(keyword, value)| (keyword.clone(), value.clone())).collect();
        if !open.contains(&parent) {
            open.push(parent);
            self.replace_in(parent, &mut plain, open);
            open.pop();
        }
        if nullable.is_none() {
            return Some(plain);
        }
        let branches = vec![Value::Object(plain), json!({"type": "null"})];
        let annotations = whole.iter().filter(|(keyword, _)| *keyword != "anyOf");
        let annotations = annotations.map(|(keyword, value)| (keyword.clone(), value.clone()));
        Some(annotations.chain([("anyOf".into(), Value::Array(branches))]).collect())
    }

    /// Returns the unions of a parent, each with the definitions that its branches refer to.
    fn unions_of(&self, parent: &Map) -> ListedUnions {
        let members = |union: &Value| {
            let mut members = HashSet::new();
            for branch in union.as_array().into_iter().flatten().filter_map(Value::as_object) {
                collect_in_place_references(branch, &mut |name| {
                    let next = |&at: &usize| {
                        let target = referenced(&self.definitions.at(at)?.schema.0)?;
                        self.definitions.index(target)
                    };
                    // A definition that refers to another one only describes it.
                    members.extend(std::iter::successors(self.definitions.index(name), next).take(MAX_CHAIN));
                });
            }
            members
        };
        let union = |keyword: &'static str| Some((keyword, members(parent.get(keyword)?)));
        Arc::new(["oneOf", "anyOf"].into_iter().filter_map(union).collect())
    }
}

/// Returns the schema that a union with null consists of otherwise, as `nullable` makes it.
fn null_union(map: &Map) -> Option<&Map> {
    match map.get("anyOf")?.as_array()?.as_slice() {
        [inner, null] if *null == json!({"type": "null"}) => {
            inner.as_object().filter(|inner| referenced(inner).is_none())
        }
        _ => None,
    }
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
