//! Disjointness: proofs that no value is accepted by two schemas at once.

use super::conjunction::SchemaConjunction;
use super::finite_values::finite;
use super::rooted_schema::RootedSchema;
use super::value_acceptance::{STEPS, accepts};
use crate::json::types::TypeSet;

/// Limit on nested members that are compared.
const DEPTH: usize = 3;

/// Returns `true` if it can prove that no value satisfies both conjunctions.
pub(super) fn are_disjoint(one: &SchemaConjunction<'_>, other: &SchemaConjunction<'_>) -> bool {
    disjoint_from(one, other, 0)
}

fn disjoint_from(one: &SchemaConjunction<'_>, other: &SchemaConjunction<'_>, depth: usize) -> bool {
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
    // Only objects can satisfy both. They cannot if a required member, such as a discriminator, has disjoint schemas.
    types.is_in(TypeSet::OBJECT)
        && depth < DEPTH
        && one.parts.iter().chain(&other.parts).filter_map(|part| part.list("required")).flatten().any(
            |name| match name
                .as_str()
                .map(|name| (one.member(Some(name), false), other.member(Some(name), false)))
            {
                Some((Some(one), Some(other))) => {
                    disjoint_from(&SchemaConjunction::of(&one), &SchemaConjunction::of(&other), depth + 1)
                }
                // The member is required by one, and cannot occur in one.
                Some(_) => true,
                None => false,
            },
        )
}

/// Returns `true` if one conjunction has finitely many values, and the other refuses each of them.
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
