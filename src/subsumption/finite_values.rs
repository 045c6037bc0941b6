//! Schemas that accept finitely many values: those with `enum` or `const`, unions of them, those of booleans and `null`, and
//! short ranges of integers.

use crate::json::Value;

use super::bounds::number_range;
use super::conjunction::SchemaConjunction;
use super::value_union::listed_values;
use super::value_validator::ValueValidator;
use crate::json::types::TypeSet;

/// Length of the longest range of integers that is counted out.
const RANGE: f64 = 32.0;

/// Returns the values that a conjunction can accept, or `None` if they are not known to be finitely many. Values that it
/// refuses may be among them, if that could not be decided.
pub(super) fn finite(
    sub: &SchemaConjunction<'_>,
    types: TypeSet,
    validator: &mut ValueValidator,
) -> Option<Vec<Value>> {
    let mut values = listed(sub).or_else(|| unlisted(sub, types))?;
    values.retain(|value| {
        TypeSet::of_value(value).is_none_or(|of| of.is_in(types))
            && sub.parts.iter().all(|part| validator.conjunct_accepts(*part, value) != Some(false))
            && sub.refused().all(|refused| validator.accepts_in_steps(refused, value) != Some(true))
    });
    Some(values)
}

/// Returns the values that one conjunct lists.
fn listed(sub: &SchemaConjunction<'_>) -> Option<Vec<Value>> {
    sub.parts.iter().find_map(|part| match (part.get("const"), part.list("enum")) {
        (Some(one), _) => Some(vec![one.clone()]),
        (None, Some(values)) => Some(values.clone()),
        (None, None) => ["anyOf", "oneOf"].iter().find_map(|keyword| {
            let branches: Option<Vec<Vec<&Value>>> = part.list(keyword)?.iter().map(listed_values).collect();
            Some(branches?.into_iter().flatten().cloned().collect())
        }),
    })
}

/// Returns the values of types that have few.
fn unlisted(sub: &SchemaConjunction<'_>, types: TypeSet) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    let few = [(TypeSet::NULL, vec![Value::Null]), (TypeSet::BOOLEAN, vec![false.into(), true.into()])];
    let mut rest = types;
    for (one, all) in few {
        if types.meets(one) {
            values.extend(all);
            rest = rest.without(one);
        }
    }
    if rest.is_in(TypeSet::INTEGER) && !rest.is_empty() {
        let ((least, _), (most, _)) = number_range(&sub.parts, true);
        if !least.is_finite() || most - least >= RANGE {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "`exact` gives whole numbers below 2^53")]
        values.extend((least as i64..=most as i64).map(Value::from));
        rest = rest.without(TypeSet::INTEGER);
    }
    rest.is_empty().then_some(values)
}
