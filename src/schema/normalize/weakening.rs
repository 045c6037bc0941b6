//! Propagates weakening: a schema that accepts more than its source also changes what the schemas around it
//! accept.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Place, Sink};
use crate::json::{Map, Value};
use crate::model::{DefinitionNames, Definitions, referenced};

use crate::schema::measurement::measure;
use crate::schema::subschemas::{AppliesTo, any_schema, applicator};
use crate::schema::{DISCRIMINATOR, WEAK};

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
/// are dropped. So do the keywords that depend on what their neighbours match: `unevaluatedProperties` and
/// `unevaluatedItems` (JSON Schema 2020-12 core, section 11) beside a weakened subschema that applies to the
/// same value, and `maxContains` beside a weakened `contains`.
pub(super) fn propagate_weakening(
    map: &mut Map,
    names: &DefinitionNames,
    weak: &[bool],
    place: Place,
    sink: &Sink,
) -> bool {
    let target = referenced(map).and_then(|name| names.index(name));
    let mut weak_in_place = target.is_some_and(|target| weak.get(target).copied().unwrap_or(false));
    let mut is_weak = map.shift_remove(WEAK).is_some() || weak_in_place;
    let (mut weak_any_of, mut weak_one_of, mut weak_not, mut weak_if) = (false, false, false, false);
    let mut weak_contains = false;
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
            "contains" => weak_contains |= is_part_weak,
            _ => {}
        }
        weak_in_place |= is_part_weak && row.applies_to == AppliesTo::SameValue;
        is_weak |= is_part_weak;
    }
    let report = |what: &str| sink.report(Code::Weakened, place, what);
    if weak_one_of && let Some(branches) = map.shift_remove("oneOf") {
        // Who sends a value that one branch accepts notices no difference.
        let message = "`oneOf` is written as `anyOf`: one branch was widened";
        sink.push(Diagnostic::new(Code::Weakened, message).at(place).note());
        if map.contains_key("anyOf") {
            let union = Value::Object(Map::from_iter([("anyOf".to_owned(), branches)]));
            if let Value::Array(all) = map.entry("allOf").or_insert_with(|| Value::Array(Vec::new())) {
                all.push(union);
            }
        } else {
            map.insert("anyOf", branches);
            weak_any_of = true;
        }
    }
    if weak_any_of {
        join_equal_branches(map);
        if map.contains_key(DISCRIMINATOR) && !has_branches(map) {
            map.shift_remove(DISCRIMINATOR);
            join_equal_branches(map);
            sink.report(
                Code::DiscriminatorDropped,
                place,
                "a discriminator is dropped: its branches are not told apart any more",
            );
        }
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
    for (keyword, depends_on_weak) in [
        ("unevaluatedProperties", weak_in_place),
        ("unevaluatedItems", weak_in_place || weak_contains),
        ("maxContains", weak_contains),
    ] {
        if depends_on_weak && map.shift_remove(keyword).is_some() {
            report(&format!("`{keyword}` is dropped: a schema beside it was widened"));
            is_weak = true;
        }
    }
    is_weak
}

/// Returns whether several branches are left of an `anyOf`.
fn has_branches(map: &Map) -> bool {
    map.get("anyOf").and_then(Value::as_array).is_some_and(|branches| branches.len() > 1)
}

/// Removes repeated branches of `anyOf`, as some differed only by marks that are gone; and the union, if it says nothing.
fn join_equal_branches(map: &mut Map) {
    let members = map.len();
    let Some(Value::Array(branches)) = map.get_mut("anyOf") else { return };
    let mut indexes = HashMap::new();
    let mut moved = Vec::with_capacity(branches.len());
    branches.retain(|branch| {
        let next = indexes.len() as u64;
        let index = *indexes.entry(branch.to_string()).or_insert(next);
        moved.push(index);
        index == next
    });
    let is_open = branches.iter().all(|branch| branch.as_object().is_some_and(Map::is_empty));
    if let Some(Value::Object(discriminator)) = map.get_mut(DISCRIMINATOR) {
        move_indexes(discriminator, &moved);
    }
    let Some(Value::Array(branches)) = map.get_mut("anyOf") else { return };
    if is_open {
        map.shift_remove("anyOf");
        return;
    }
    if let ([Value::Object(only)], 1) = (branches.as_mut_slice(), members) {
        *map = std::mem::take(only);
    }
}

/// Replaces the index of each branch in a discriminator, at any depth of it, by the new one.
fn move_indexes(fields: &mut Map, moved: &[u64]) {
    for value in fields.values_mut() {
        let index = value.as_u64().and_then(|index| moved.get(usize::try_from(index).ok()?));
        match (index, value) {
            (Some(&index), value) => *value = index.into(),
            (None, Value::Object(fields)) => move_indexes(fields, moved),
            (None, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::{DocumentId, NodeId};
    use crate::json::json;

    use super::*;

    #[test]
    fn what_depends_on_a_widened_neighbour_is_dropped() {
        let weak = || Value::Object(Map::from_iter([(WEAK.to_owned(), Value::Bool(true))]));
        for (keyword, neighbour, is_kept) in [
            ("unevaluatedProperties", "allOf", false),
            ("unevaluatedItems", "allOf", false),
            ("unevaluatedItems", "contains", false),
            ("maxContains", "contains", false),
            ("unevaluatedProperties", "properties", true),
            ("unevaluatedProperties", "contains", true),
            ("maxContains", "allOf", true),
        ] {
            let beside = match neighbour {
                "allOf" => Value::Array(vec![weak()]),
                "properties" => Value::Object(Map::from_iter([("a".to_owned(), weak())])),
                _ => weak(),
            };
            let mut map =
                Map::from_iter([(neighbour.to_owned(), beside), (keyword.to_owned(), json!(false))]);
            let (place, sink) = (Place { document: DocumentId(0), node: NodeId(0) }, Sink::new());
            assert!(propagate_weakening(&mut map, &DefinitionNames::default(), &[], place, &sink));
            assert_eq!(map.contains_key(keyword), is_kept, "{keyword} beside {neighbour}");
            assert_eq!(sink.into_diagnostics().is_empty(), is_kept);
        }
    }

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
