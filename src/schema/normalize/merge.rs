//! Merges `allOf` in all schemas: definitions in the order in which they depend on one another, then roots.

use std::cell::Cell;

use crate::json::{Map, Value};
use crate::model::{Definition, Definitions, referenced};

use crate::schema::graph;
use crate::schema::subschemas::{any_schema, post_order, subschemas};

use super::all_of::{MergeContext, merge_all_of};

/// Maximum number of values that all merges of one direction copy from definitions; an `allOf` beyond it stays
/// as it is. Microsoft Graph copies 20,000.
const MAX_COPIED: usize = 500_000;

/// The number of values that merges may still copy from definitions.
pub(super) struct MergeBudget(Cell<usize>);

impl MergeBudget {
    /// Returns an unused budget.
    pub(super) fn new() -> Self {
        Self(Cell::new(MAX_COPIED))
    }
}

/// Maximum depth of the search that orders definitions by their dependencies.
const MAX_CHAIN: usize = 64;

/// Maximum number of passes over all definitions: a property that two parts describe may refer to a definition
/// that is merged only later in the same pass.
const MAX_ROUNDS: usize = 4;

/// Merges `allOf` in all definitions, until nothing changes.
pub(super) fn merge_definitions(definitions: &mut Definitions, budget: &MergeBudget) {
    for _ in 0..MAX_ROUNDS {
        if !merge_once(definitions, budget) {
            break;
        }
    }
}

/// Returns, for each definition, those that it refers to in any `allOf`, and the one that it is an alias of.
fn merge_dependencies(definitions: &Definitions) -> Vec<Vec<usize>> {
    let dependencies_of = |definition: &Definition| {
        let mut targets = Vec::new();
        targets.extend(referenced(&definition.schema.0).and_then(|name| definitions.index(name)));
        collect_all_of_references(&definition.schema.0, &mut |name| targets.extend(definitions.index(name)));
        targets
    };
    definitions.iter().map(dependencies_of).collect()
}

/// Merges `allOf` in the roots, once all definitions are merged.
pub(super) fn merge_roots<'r>(
    roots: impl Iterator<Item = &'r mut Map>,
    definitions: &Definitions,
    budget: &MergeBudget,
) {
    let circular = graph::on_cycle(&merge_dependencies(definitions));
    let resolve = |name: &str| {
        let target = definitions.index(name).filter(|&target| !circular[target])?;
        definitions.at(target).map(|definition| &definition.schema.0)
    };
    let context = MergeContext { resolve: &resolve, copies_left: &budget.0 };
    for root in roots {
        merge_schema(root, &context);
    }
}

/// Merges `allOf` in all definitions once, dependencies first. Returns whether any definition changed.
///
/// A definition that depends on itself is not merged into others, since each merge would unroll it once more.
fn merge_once(definitions: &mut Definitions, budget: &MergeBudget) -> bool {
    let dependencies = merge_dependencies(definitions);
    if dependencies.iter().all(Vec::is_empty)
        && !definitions.iter().any(|definition| has_all_of(&definition.schema.0))
    {
        return false;
    }
    let order = dependencies_first(&dependencies);
    let circular = graph::on_cycle(&dependencies);
    let mut merged: Vec<Option<Map>> = vec![None; definitions.len()];
    for index in order {
        let Some(definition) = definitions.at(index) else {
            continue;
        };
        if !has_all_of(&definition.schema.0) {
            merged[index] = None;
            continue;
        }
        let mut map = definition.schema.0.clone();
        let resolve = |name: &str| {
            let target = definitions.index(name).filter(|&target| !circular[target])?;
            merged[target].as_ref().or_else(|| definitions.at(target).map(|definition| &definition.schema.0))
        };
        merge_schema(&mut map, &MergeContext { resolve: &resolve, copies_left: &budget.0 });
        merged[index] = Some(map);
    }
    let mut changed = false;
    for (definition, map) in definitions.iter_mut().zip(merged) {
        if let Some(map) = map.filter(|map| *map != definition.schema.0) {
            definition.schema.0 = map;
            changed = true;
        }
    }
    changed
}

/// Returns an order of the nodes in which each comes after its dependencies. Edges that close a cycle are ignored.
fn dependencies_first(dependencies: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(dependencies.len());
    let mut seen = vec![false; dependencies.len()];
    for start in 0..dependencies.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut work = vec![(start, 0)];
        while let Some(&mut (node, ref mut edge)) = work.last_mut() {
            match dependencies[node].get(*edge) {
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

fn has_all_of(map: &Map) -> bool {
    any_schema(map, |map| map.get("allOf").is_some_and(Value::is_array))
}

/// Collects the names of the definitions that any `allOf` in a schema refers to.
fn collect_all_of_references(map: &Map, found: &mut dyn FnMut(&str)) {
    for (row, part) in subschemas(map) {
        if row.keyword == "allOf"
            && let Some(name) = referenced(part)
        {
            found(name);
        }
        collect_all_of_references(part, found);
    }
}

/// Merges every `allOf` in a schema, inner ones first.
fn merge_schema(map: &mut Map, context: &MergeContext<'_, '_>) {
    post_order(map, |map| {
        if let Some(result) = merge_all_of(map, context, 0) {
            *map = result;
        }
    });
}
