//! Implication between bounds on numbers, lengths and counts.

use crate::json::Value;

use super::conjunction::SchemaConjunction;
use crate::json::number::{count, exact, is_multiple};
use crate::json::types::TypeSet;

/// Proves that every number of the conjunction satisfies a numeric keyword (JSON Schema Validation, section 6.2).
pub(super) fn number(sub: &SchemaConjunction<'_>, types: TypeSet, keyword: &str, wanted: &Value) -> bool {
    let is_whole = types.and(TypeSet::NUMBER).is_in(TypeSet::INTEGER);
    let known = |keyword: &str| {
        let keyword = keyword.to_owned();
        sub.parts.iter().filter_map(move |part| part.map.get(&keyword))
    };
    if known(keyword).any(|known| known == wanted) {
        return true;
    }
    if keyword == "multipleOf" {
        return (is_whole && wanted.as_i64() == Some(1))
            || known(keyword).any(|known| is_multiple(known, wanted) == Some(true));
    }
    // Negating all numbers turns an upper bound into a lower one, so that one comparison serves both.
    let (sign, inclusive, exclusive) = match keyword {
        "minimum" | "exclusiveMinimum" => (1.0, "minimum", "exclusiveMinimum"),
        _ => (-1.0, "maximum", "exclusiveMaximum"),
    };
    let lower = |value: &Value, excluded: bool| {
        let bound = exact(value)? * sign;
        Some(match (is_whole, excluded) {
            (true, true) => (bound.floor() + 1.0, false),
            (true, false) => (bound.ceil(), false),
            (false, excluded) => (bound, excluded),
        })
    };
    let Some((bound, is_excluded)) = lower(wanted, keyword == exclusive) else { return false };
    let mut tighter = known(inclusive)
        .filter_map(|value| lower(value, false))
        .chain(known(exclusive).filter_map(|value| lower(value, true)));
    tighter.any(|(known, excludes)| known > bound || (known >= bound && (excludes || !is_excluded)))
}

/// Proves that every value of the conjunction satisfies a bound on a length or count, such as `minLength` or `maxItems`.
pub(super) fn length(sub: &SchemaConjunction<'_>, keyword: &str, wanted: &Value) -> bool {
    let Some(wanted) = count(wanted) else { return false };
    let mut known = sub.parts.iter().filter_map(|part| part.map.get(keyword).and_then(count));
    if keyword.starts_with("min") {
        wanted == 0 || known.any(|known| known >= wanted)
    } else {
        known.any(|known| known <= wanted)
    }
}
