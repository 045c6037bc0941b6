//! Propagates weakening: a schema that accepts more than its source also changes what the schemas around it
//! accept.

use std::collections::HashSet;

use crate::diagnostic::{Code, Place, Sink};
use crate::json::{Map, Value};
use crate::model::{DefinitionNames, Definitions, referenced};

use crate::schema::WEAK;
use crate::schema::measurement::measure;
use crate::schema::subschemas::{any_schema, applicator};

/// Returns, for each definition, whether it, or one it refers to, accepts more than its source.
pub(super) fn weak_definitions(definitions: &Definitions) -> Vec<bool> {
    let mut weak: Vec<bool> = definitions.iter().map(|definition| is_marked(&definition.schema.0)).collect();
    if !weak.iter().any(|&weak| weak) {
        return weak;
    }
    let mut referrers: Vec<Vec<usize>> = vec![Vec::new(); definitions.len()];
    for (index, definition) in definitions.iter().enumerate() {
        for one in measure(&definition.schema.0, definitions).references {
            referrers[one.target].push(index);
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

fn is_marked(map: &Map) -> bool {
    any_schema(map, |map| map.contains_key(WEAK))
}

/// Rewrites the schemas around weakened subschemas, removes the marks, and returns whether `map` is weakened.
///
/// A weakened subschema makes everything around it accept more, with two exceptions. In `oneOf` two branches
/// may now match the same value, so `oneOf` becomes `anyOf`. `not` and `if` invert their subschema, so they
/// are dropped.
pub(super) fn propagate_weakening(
    map: &mut Map,
    names: &DefinitionNames,
    weak: &[bool],
    place: Place,
    sink: &Sink,
) -> bool {
    let mut is_weak = map.shift_remove(WEAK).is_some();
    if let Some(target) = referenced(map).and_then(|name| names.index(name)) {
        is_weak |= weak.get(target).copied().unwrap_or(false);
    }
    let (mut weak_any_of, mut weak_one_of, mut weak_not, mut weak_if) = (false, false, false, false);
    for (keyword, value) in map.iter_mut() {
        let Some(row) = applicator(keyword, value) else { continue };
        let parts = row.subschemas_mut(value).filter_map(|(_, part)| part.as_object_mut());
        let is_part_weak = parts.fold(false, |is_part_weak, part| {
            propagate_weakening(part, names, weak, place, sink) | is_part_weak
        });
        match keyword.as_str() {
            "anyOf" => weak_any_of |= is_part_weak,
            "oneOf" => weak_one_of |= is_part_weak,
            "not" => weak_not |= is_part_weak,
            "if" => weak_if |= is_part_weak,
            _ => {}
        }
        is_weak |= is_part_weak;
    }
    let report = |what: &str| sink.report(Code::Weakened, place, what);
    if weak_one_of && let Some(branches) = map.shift_remove("oneOf") {
        report("`oneOf` is written as `anyOf`: one branch was widened");
        if map.contains_key("anyOf") {
            let union = Value::Object(Map::from_iter([("anyOf".to_owned(), branches)]));
            if let Value::Array(all) = map.entry("allOf").or_insert_with(|| Value::Array(Vec::new())) {
                all.push(union);
            }
        } else {
            map.insert("anyOf", branches);
        }
    }
    if weak_any_of {
        join_equal_branches(map);
    }
    if weak_not {
        map.shift_remove("not");
        report("`not` is dropped: its schema was widened");
    }
    if weak_if {
        for keyword in ["if", "then", "else"] {
            map.shift_remove(keyword);
        }
        report("`if`, `then` and `else` are dropped: the condition was widened");
    }
    is_weak
}

/// Removes repeated branches of `anyOf`: some differed only by marks that are gone.
fn join_equal_branches(map: &mut Map) {
    let members = map.len();
    let Some(Value::Array(branches)) = map.get_mut("anyOf") else { return };
    let mut seen = HashSet::new();
    branches.retain(|branch| seen.insert(branch.to_string()));
    if let ([Value::Object(only)], 1) = (branches.as_mut_slice(), members) {
        *map = std::mem::take(only);
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::{DocumentId, NodeId};
    use crate::json::json;

    use super::*;

    #[test]
    fn branches_that_only_a_mark_told_apart_are_one() {
        let propagated = |branches: Value| {
            let mut map = Map::from_iter([("anyOf".to_owned(), branches)]);
            let place = Place { document: DocumentId(0), node: NodeId(0) };
            propagate_weakening(&mut map, &DefinitionNames::default(), &[], place, &Sink::new());
            Value::Object(map)
        };
        let weak = || Value::Object(Map::from_iter([(WEAK.to_owned(), Value::Bool(true))]));
        assert_eq!(propagated(Value::Array(vec![weak(), json!({})])), json!({}));
        let other = || json!({"type": "string"});
        let both = json!({"anyOf": [{}, (other())]});
        assert_eq!(propagated(Value::Array(vec![weak(), other(), json!({})])), both);
    }
}
