//! Ranges of numbers, lengths and counts, and implication between their bounds.

use crate::json::Value;
use crate::json::number::{count, exact, is_multiple};
use crate::json::types::TypeSet;

use super::conjunction::{Conjunct, SchemaConjunction};

/// A bound on numbers: its value, and whether it is excluded.
type NumberBound = (f64, bool);

/// Returns the lower bounds that one schema object sets, with `sign` 1, or the negated upper bounds, with `sign` -1, so that
/// one comparison serves both (JSON Schema Validation, section 6.2).
fn lower_bounds(part: Conjunct<'_>, sign: f64, is_whole: bool) -> impl Iterator<Item = NumberBound> {
    let (inclusive, exclusive) =
        if sign > 0.0 { ("minimum", "exclusiveMinimum") } else { ("maximum", "exclusiveMaximum") };
    // In Draft 04, the exclusive keyword is a boolean.
    let is_excluded = part.get(exclusive) == Some(&Value::Bool(true));
    let bounds = [(part.map.get(inclusive), is_excluded), (part.get(exclusive), true)];
    bounds.into_iter().filter_map(move |(bound, is_excluded)| {
        let bound = exact(bound?)? * sign;
        Some(match (is_whole, is_excluded) {
            (true, true) => (bound.floor() + 1.0, false),
            (true, false) => (bound.ceil(), false),
            (false, excluded) => (bound, excluded),
        })
    })
}

/// Proves that every number of the conjunction satisfies a numeric keyword of a schema object.
pub(super) fn number(
    sub: &SchemaConjunction<'_>,
    types: TypeSet,
    part: Conjunct<'_>,
    keyword: &str,
    wanted: &Value,
) -> bool {
    let is_whole = types.and(TypeSet::NUMBER).is_in(TypeSet::INTEGER);
    if keyword == "multipleOf" {
        let known = |known: &Value| known == wanted || is_multiple(known, wanted) == Some(true);
        return (is_whole && is_multiple(&crate::json::json!(1), wanted) == Some(true))
            || sub.parts.iter().filter_map(|part| part.map.get(keyword)).any(known);
    }
    if wanted.is_boolean() && keyword.starts_with("exclusive") {
        // The schema object has it beside `minimum` or `maximum`, which is proved with it.
        return part.get(keyword).is_some();
    }
    let sign = if matches!(keyword, "minimum" | "exclusiveMinimum") { 1.0 } else { -1.0 };
    let is_implied = |(bound, excluded): NumberBound| {
        let mut known = sub.parts.iter().flat_map(|part| lower_bounds(*part, sign, is_whole));
        known.any(|(known, excludes)| known > bound || (known >= bound && (excludes || !excluded)))
    };
    let mut wanted = lower_bounds(part, sign, is_whole).peekable();
    let same =
        sub.parts.iter().any(|known| known.map.get(keyword) == part.map.get(keyword) && !is_flagged(part));
    same || (part.get(keyword).is_some() && wanted.peek().is_some() && wanted.all(is_implied))
}

/// Returns `true` if a boolean changes the bounds of a schema object.
fn is_flagged(part: Conjunct<'_>) -> bool {
    ["exclusiveMinimum", "exclusiveMaximum"]
        .iter()
        .any(|flag| part.map.get(*flag).is_some_and(Value::is_boolean))
}

/// Returns the least and the greatest number of a conjunction, each with whether it is excluded.
pub(super) fn number_range(parts: &[Conjunct<'_>], is_whole: bool) -> (NumberBound, NumberBound) {
    let tightest = |sign| {
        let bounds = parts.iter().flat_map(|part| lower_bounds(*part, sign, is_whole));
        bounds.fold((f64::NEG_INFINITY, false), |(known, excludes), (bound, excluded)| {
            if bound > known || (bound >= known && excluded) { (bound, excluded) } else { (known, excludes) }
        })
    };
    let (least, most) = (tightest(1.0), tightest(-1.0));
    (least, (-most.0, most.1))
}

/// Returns `true` if no number lies in a range.
pub(super) fn is_empty_range((least, most): (NumberBound, NumberBound)) -> bool {
    least.0 > most.0 || (least.0 >= most.0 && (least.1 || most.1))
}

/// Returns the tightest bounds on a length or count, such as those of `minLength` and `maxLength`.
pub(super) fn count_range(parts: &[Conjunct<'_>], least: &str, most: &str) -> (u64, u64) {
    let bounds = |keyword: &str| {
        let keyword = keyword.to_owned();
        parts.iter().filter_map(move |part| part.map.get(&keyword).and_then(count))
    };
    (bounds(least).max().unwrap_or(0), bounds(most).min().unwrap_or(u64::MAX))
}

/// Proves that a length or count that the conjunction bounds by `least` and `most` satisfies one of these keywords.
pub(super) fn count_in(
    sub: &SchemaConjunction<'_>,
    least: &str,
    most: &str,
    keyword: &str,
    wanted: &Value,
) -> bool {
    let Some(wanted) = count(wanted) else { return false };
    let (known_least, known_most) = count_range(&sub.parts, least, most);
    if keyword == least { known_least >= wanted } else { known_most <= wanted }
}
