//! Normalizes schemas once every definition is translated: breaks cycles of in-place references, reports
//! schemas without a finite value, merges `allOf`, propagates weakening, converts defaults, and orders the
//! keywords.

mod aliases;
mod all_of;
mod cycles;
pub(super) mod defaults;
mod merge;
mod weakening;

use crate::diagnostic::Sink;
use crate::json::{Map, Value};
use crate::model::Definitions;

use super::WEAK;
use super::keyword_order::order_and_find;
use super::root::SchemaRoot;
use super::satisfiability::report_unsatisfiable;

use aliases::DefinitionAliases;
use cycles::break_cycles;
use defaults::{DefinitionTypes, is_beside_reference};
use merge::{MergeBudget, merge_definitions, merge_roots};
use weakening::{propagate_weakening, weak_definitions};

/// Normalizes all schemas of one direction: the definitions, and the roots that refer to them.
pub fn normalize(definitions: &mut Definitions, mut roots: Vec<SchemaRoot<'_>>, sink: &Sink) {
    break_cycles(definitions, sink);
    report_unsatisfiable(definitions, &roots, sink);
    let budget = MergeBudget::new();
    merge(definitions, &mut roots, &budget);
    // Merging comes before the marks are removed: what is merged from a weakened definition is weakened too.
    settle_with(definitions, roots, &budget, sink);
}

/// Settles schemas whose subschemas were replaced by wider ones: propagates the marks of weakened subschemas, and brings
/// everything into the form that [`normalize`] gives.
pub(super) fn settle(definitions: &mut Definitions, roots: Vec<SchemaRoot<'_>>, sink: &Sink) {
    settle_with(definitions, roots, &MergeBudget::new(), sink);
}

fn settle_with(
    definitions: &mut Definitions,
    mut roots: Vec<SchemaRoot<'_>>,
    budget: &MergeBudget,
    sink: &Sink,
) {
    if adapt_to_widened(definitions, &mut roots, sink) {
        // Keywords that were dropped may have prevented parts of an `allOf` from being merged.
        merge(definitions, &mut roots, budget);
    }
    let aliases = DefinitionAliases::of(definitions);
    if !aliases.is_empty() {
        let definition_schemas = definitions.iter_mut().map(|definition| &mut definition.schema);
        for schema in definition_schemas.chain(roots.iter_mut().map(|root| &mut *root.schema)) {
            aliases.replace(&mut schema.0);
        }
    }
    let mut has_defaults = false;
    for root in &mut roots {
        has_defaults |= order_and_find(&mut root.schema.0, is_beside_reference);
    }
    for definition in definitions.iter_mut() {
        has_defaults |= order_and_find(&mut definition.schema.0, is_beside_reference);
    }
    if has_defaults {
        let types = DefinitionTypes::of(definitions);
        for root in roots {
            let root_sink = Sink::new();
            types.repair(&mut root.schema.0, root.place, &root_sink);
            sink.absorb_at(root_sink, root.place, root.further_places);
        }
        for definition in definitions.iter_mut() {
            types.repair(&mut definition.schema.0, definition.place, sink);
        }
    }
}

/// Adapts all schemas to those in them that are marked as accepting more than their source ([`mark_widened`]), so that
/// they accept no less than before, and removes the marks. Returns whether there is a mark.
pub(crate) fn adapt_to_widened(
    definitions: &mut Definitions,
    roots: &mut [SchemaRoot<'_>],
    sink: &Sink,
) -> bool {
    let weak = weak_definitions(definitions);
    let mut is_weak = weak.iter().any(|&weak| weak);
    if is_weak {
        let (list, names) = definitions.list_and_names();
        for definition in list {
            propagate_weakening(&mut definition.schema.0, names, &weak, definition.place, sink);
        }
    }
    for root in roots {
        let root_sink = Sink::new();
        is_weak |=
            propagate_weakening(&mut root.schema.0, definitions.names(), &weak, root.place, &root_sink);
        sink.absorb_at(root_sink, root.place, root.further_places);
    }
    is_weak
}

/// Marks a schema that was changed so that it accepts more than its source; [`adapt_to_widened`] removes the mark.
pub(crate) fn mark_widened(schema: &mut Map) {
    schema.insert(WEAK, Value::Bool(true));
}

fn merge(definitions: &mut Definitions, roots: &mut [SchemaRoot<'_>], budget: &MergeBudget) {
    merge_definitions(definitions, budget);
    merge_roots(roots.iter_mut().map(|root| &mut root.schema.0), definitions, budget);
}
