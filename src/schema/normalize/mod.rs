//! What can only be decided once every definition is translated: cycles that lead nowhere, values without an end, `allOf` that
//! merges, what a weaker schema means for the schemas around it, the types of defaults, and the order of keywords.

mod aliases;
mod cycles;
pub(super) mod defaults;
mod merge;
mod weakening;

use crate::diagnostic::Sink;
use crate::model::Definitions;

use super::keyword_order::order_and_look;
use super::root::SchemaRoot;
use super::satisfiability::report_endless;

use aliases::DefinitionAliases;
use cycles::break_cycles;
use defaults::{DefinitionTypes, is_beside_reference};
use merge::{MergeBudget, merge_definitions, merge_roots};
use weakening::{loosen, weak_definitions};

/// Settles all schemas of one direction: the definitions, and the roots that refer to them.
pub fn settle(definitions: &mut Definitions, mut roots: Vec<SchemaRoot<'_>>, sink: &Sink) {
    break_cycles(definitions, sink);
    report_endless(definitions, &roots, sink);
    let budget = MergeBudget::new();
    merge(definitions, &mut roots, &budget);
    // What was merged from a definition is as weak as the definition, so its marks had to be there still.
    let weak = weak_definitions(definitions);
    let mut is_weak = weak.iter().any(|&weak| weak);
    if is_weak {
        let (list, names) = definitions.list_and_names();
        for definition in list {
            loosen(&mut definition.schema.0, names, &weak, definition.place, sink);
        }
    }
    for root in &mut roots {
        let said = Sink::new();
        is_weak |= loosen(&mut root.schema.0, definitions.names(), &weak, root.place, &said);
        sink.absorb_at(said, root.place, root.further_places);
    }
    if is_weak {
        // What went may have kept parts of an `allOf` apart.
        merge(definitions, &mut roots, &budget);
    }
    let aliases = DefinitionAliases::of(definitions);
    if !aliases.is_empty() {
        let shared = definitions.iter_mut().map(|definition| &mut definition.schema);
        for schema in shared.chain(roots.iter_mut().map(|root| &mut *root.schema)) {
            aliases.replace(&mut schema.0);
        }
    }
    let mut has_defaults = false;
    for root in &mut roots {
        has_defaults |= order_and_look(&mut root.schema.0, is_beside_reference);
    }
    for definition in definitions.iter_mut() {
        has_defaults |= order_and_look(&mut definition.schema.0, is_beside_reference);
    }
    if has_defaults {
        let types = DefinitionTypes::of(definitions);
        for root in roots {
            let said = Sink::new();
            types.repair(&mut root.schema.0, root.place, &said);
            sink.absorb_at(said, root.place, root.further_places);
        }
        for definition in definitions.iter_mut() {
            types.repair(&mut definition.schema.0, definition.place, sink);
        }
    }
}

fn merge(definitions: &mut Definitions, roots: &mut [SchemaRoot<'_>], budget: &MergeBudget) {
    merge_definitions(definitions, budget);
    merge_roots(roots.iter_mut().map(|root| &mut root.schema.0), definitions, budget);
}
