//! Proves that no value fits two schemas at once.

use super::conjunction::SchemaConjunction;
use super::finite_values::finite;
use super::rooted_schema::RootedSchema;
use super::value_acceptance::{STEPS, accepts};
use crate::json::types::TypeSet;

/// Members inside one another that are looked at.
const DEPTH: usize = 3;

/// Whether it is proved that nothing fits both.
pub(super) fn are_disjoint(one: &SchemaConjunction<'_>, other: &SchemaConjunction<'_>) -> bool {
    apart(one, other, 0)
}

fn apart(one: &SchemaConjunction<'_>, other: &SchemaConjunction<'_>, depth: usize) -> bool {
    if one.impossible || other.impossible {
        return true;
    }
    let types = one.types().and(other.types());
    if types.is_empty() {
        return true;
    }
    if lists_others(one, other, types) || lists_others(other, one, types) {
        return true;
    }
    // Only objects fit both: a member that one of them requires may tell them apart.
    types.is_in(TypeSet::OBJECT)
        && depth < DEPTH
        && one.parts.iter().chain(&other.parts).filter_map(|part| part.list("required")).flatten().any(
            |name| match name
                .as_str()
                .map(|name| (one.member(Some(name), false), other.member(Some(name), false)))
            {
                Some((Some(one), Some(other))) => {
                    apart(&SchemaConjunction::of(&one), &SchemaConjunction::of(&other), depth + 1)
                }
                // Required, and not allowed.
                Some(_) => true,
                None => false,
            },
        )
}

/// Whether one allows only values that the other refuses.
fn lists_others(one: &SchemaConjunction<'_>, other: &SchemaConjunction<'_>, types: TypeSet) -> bool {
    finite(one, types).is_some_and(|values| {
        values.iter().all(|value| {
            other.parts.iter().any(|part| {
                let schema = crate::json::Value::Object(part.map.clone());
                accepts(RootedSchema { schema: &schema, root: part.root }, value, &mut { STEPS })
                    == Some(false)
            })
        })
    })
}
