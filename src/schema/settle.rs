//! What can only be decided once every definition is translated: cycles that lead nowhere, `allOf` that
//! merges, and what a weaker schema means for the schemas around it.

use crate::diagnostic::{Place, Sink};
use crate::model::{Definitions, Schema};

use super::cycle::break_cycles;
use super::merge::{merge_definitions, merge_everywhere};
use super::weakness::{loosen, weak_definitions};

/// Settles all schemas of one direction: the definitions, and the roots that refer to them (each with its
/// place in the source).
pub fn settle<'r>(
    definitions: &mut Definitions,
    roots: impl Iterator<Item = (&'r mut Schema, Place)>,
    sink: &Sink,
) {
    break_cycles(definitions, sink);
    merge_definitions(definitions);
    // What is merged from a definition is as weak as the definition, so its marks have to be there still.
    let mut roots: Vec<(&mut Schema, Place)> = roots.collect();
    for (schema, _) in &mut roots {
        merge_everywhere(&mut schema.0, &|name| definitions.get(name).map(|definition| &definition.schema.0));
    }
    let weak = weak_definitions(definitions);
    if weak.iter().any(|&weak| weak) {
        let before = definitions.clone();
        for definition in definitions.iter_mut() {
            loosen(&mut definition.schema.0, &before, &weak, definition.place, sink);
        }
    }
    for (schema, place) in roots {
        loosen(&mut schema.0, definitions, &weak, place, sink);
    }
}
