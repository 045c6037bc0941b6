//! What can only be decided once every definition is translated: cycles that lead nowhere, `allOf` that
//! merges, what a weaker schema means for the schemas around it, and the order of keywords.

use crate::diagnostic::{Place, Sink};
use crate::model::{Definitions, Schema};

use super::alias::Aliases;
use super::cycle::break_cycles;
use super::merge::{merge_definitions, merge_roots};
use super::order::order;
use super::weakness::{loosen, weak_definitions};

/// Settles all schemas of one direction: the definitions, and the roots that refer to them (each with its
/// place in the source).
pub fn settle<'r>(
    definitions: &mut Definitions,
    roots: impl Iterator<Item = (&'r mut Schema, Place)>,
    sink: &Sink,
) {
    break_cycles(definitions, sink);
    let mut roots: Vec<(&mut Schema, Place)> = roots.collect();
    merge(definitions, &mut roots);
    // What was merged from a definition is as weak as the definition, so its marks had to be there still.
    let weak = weak_definitions(definitions);
    let mut is_weak = weak.iter().any(|&weak| weak);
    if is_weak {
        let before = definitions.clone();
        for definition in definitions.iter_mut() {
            loosen(&mut definition.schema.0, &before, &weak, definition.place, sink);
        }
    }
    for (schema, place) in &mut roots {
        is_weak |= loosen(&mut schema.0, definitions, &weak, *place, sink);
    }
    if is_weak {
        // What went may have kept parts of an `allOf` apart.
        merge(definitions, &mut roots);
    }
    let aliases = Aliases::of(definitions);
    if !aliases.is_empty() {
        let shared = definitions.iter_mut().map(|definition| &mut definition.schema);
        for schema in shared.chain(roots.iter_mut().map(|(schema, _)| &mut **schema)) {
            aliases.replace(&mut schema.0);
        }
    }
    for (schema, _) in roots {
        order(&mut schema.0);
    }
    for definition in definitions.iter_mut() {
        order(&mut definition.schema.0);
    }
}

fn merge(definitions: &mut Definitions, roots: &mut [(&mut Schema, Place)]) {
    merge_definitions(definitions);
    merge_roots(roots.iter_mut().map(|(schema, _)| &mut schema.0), definitions);
}
