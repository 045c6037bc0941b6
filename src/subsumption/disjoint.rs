//! Disjointness: proofs that no value is accepted by two schemas at once, or by one.

use super::bounds::{count_range, is_empty_range, number_range};
use super::conjunction::{Conjunct, SchemaConjunction};
use super::finite_values::finite;
use super::member_schemas::MemberClass;
use super::value_validator::ValueValidator;
use crate::json::types::TypeSet;

/// Limit on nested members that are compared.
const DEPTH: usize = 3;

/// Returns `true` if it can prove that no value satisfies both conjunctions.
pub(super) fn are_disjoint(
    one: &SchemaConjunction<'_>,
    other: &SchemaConjunction<'_>,
    validator: &mut ValueValidator,
) -> bool {
    disjoint_from(one, other, TypeSet::ALL, validator, 0)
}

/// Returns the types of which some value may satisfy a conjunction.
pub(super) fn possible_types(
    sub: &SchemaConjunction<'_>,
    types: TypeSet,
    validator: &mut ValueValidator,
) -> TypeSet {
    let types = types.and(sub.types());
    if sub.impossible { types.without(TypeSet::ALL) } else { possible(sub, types, validator, 0) }
}

fn disjoint_from(
    one: &SchemaConjunction<'_>,
    other: &SchemaConjunction<'_>,
    types: TypeSet,
    validator: &mut ValueValidator,
    depth: usize,
) -> bool {
    if one.impossible || other.impossible {
        return true;
    }
    // Who has no steps left proves nothing.
    if !validator.budget.take(1 + one.parts.len() + other.parts.len()) {
        return false;
    }
    let types = types.and(one.types()).and(other.types());
    if types.is_empty()
        || lists_others(one, other, types, validator)
        || lists_others(other, one, types, validator)
    {
        return true;
    }
    let mut both = one.clone();
    both.parts.extend(other.parts.iter().copied());
    both.refused.extend(other.refused.iter().copied());
    both.present.extend(other.present.iter().copied());
    possible(&both, types, validator, depth).is_empty()
}

/// Removes the types of which no value can satisfy a conjunction.
fn possible(
    sub: &SchemaConjunction<'_>,
    types: TypeSet,
    validator: &mut ValueValidator,
    depth: usize,
) -> TypeSet {
    if !validator.budget.take(1 + sub.parts.len()) {
        return types;
    }
    let mut left = types;
    let parts: &[Conjunct<'_>] = &sub.parts;
    let is_whole = types.and(TypeSet::NUMBER).is_in(TypeSet::INTEGER);
    if types.meets(TypeSet::NUMBER) && is_empty_range(number_range(parts, is_whole)) {
        left = left.without(TypeSet::NUMBER);
    }
    let no_size = |least: &str, most: &str| {
        let (least, most) = count_range(parts, least, most);
        least > most
    };
    if no_size("minLength", "maxLength") {
        left = left.without(TypeSet::STRING);
    }
    if types.meets(TypeSet::ARRAY) {
        let (least, most) = count_range(parts, "minItems", "maxItems");
        let first_impossible = (0..least.min(8)).any(|index| {
            let view = usize::try_from(index).map(|index| sub.item(index));
            view.is_ok_and(|view| view.is_none_or(|view| is_impossible(&view, validator, depth)))
        });
        if least > most || first_impossible {
            left = left.without(TypeSet::ARRAY);
        }
    }
    if types.meets(TypeSet::OBJECT) {
        // A required member, such as a discriminator, that has no value leaves no object.
        let mut required: Vec<&str> = sub.required().into_iter().collect();
        required.sort_unstable();
        let lacks = required.into_iter().any(|name| {
            let view = sub.member(MemberClass::Named(name), false, validator);
            view.is_none_or(|view| is_impossible(&view, validator, depth))
        });
        if lacks || no_size("minProperties", "maxProperties") {
            left = left.without(TypeSet::OBJECT);
        }
    }
    left
}

/// Returns `true` if it can prove that no value satisfies a conjunction.
fn is_impossible(view: &SchemaConjunction<'_>, validator: &mut ValueValidator, depth: usize) -> bool {
    let types = view.types();
    view.impossible
        || types.is_empty()
        || (depth < DEPTH
            && (finite(view, types, validator).is_some_and(|values| values.is_empty())
                || possible(view, types, validator, depth + 1).is_empty()))
}

/// Returns `true` if one conjunction has finitely many values, and the other refuses each of them.
fn lists_others(
    one: &SchemaConjunction<'_>,
    other: &SchemaConjunction<'_>,
    types: TypeSet,
    validator: &mut ValueValidator,
) -> bool {
    finite(one, types, validator).is_some_and(|values| {
        values.iter().all(|value| {
            other.parts.iter().any(|part| validator.conjunct_accepts(*part, value) == Some(false))
                || other.refused().any(|refused| validator.accepts_in_steps(refused, value) == Some(true))
        })
    })
}
