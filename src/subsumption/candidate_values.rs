//! Candidates for counterexamples that hold no other values: listed values, strings, numbers, and names of members.

use std::collections::HashSet;

use crate::json::number::{count, exact};
use crate::json::{Value, json};

use super::bounds::number_range;
use super::conjunction::{Conjunct, SchemaConjunction};
use super::pattern_samples::pattern_samples;
use super::value_union::listed_values;

/// Limit on the listed values of the schema that has to accept the candidate, per keyword.
const OWN_LISTED: usize = 50_000;
/// Limit on the listed values of the schema that has to refuse the candidate, per keyword.
const LISTED: usize = 160;
/// Limit on the branches of one `anyOf` or `oneOf` that are tried.
pub(super) const BRANCHES: usize = 40;
/// Limit on the members of one object that are tried.
const MEMBERS: usize = 40;
/// Length of the longest string that is made.
const LONGEST_STRING: u64 = 300;

/// Returns the conjuncts of both schemas.
pub(super) fn both<'c, 'v>(
    one: &'c SchemaConjunction<'v>,
    other: Option<&'c SchemaConjunction<'v>>,
) -> impl Iterator<Item = &'c Conjunct<'v>> {
    one.parts.iter().chain(other.into_iter().flat_map(|other| &other.parts))
}

/// Returns the values of `enum`, `const`, and branches that list values: all of the first schema, and some of the other.
pub(super) fn listed(one: &SchemaConjunction<'_>, other: Option<&SchemaConjunction<'_>>) -> Vec<Value> {
    let of = |schema: &SchemaConjunction<'_>, most: usize| {
        let mut found: Vec<Value> = Vec::new();
        for part in &schema.parts {
            found.extend(part.list("enum").into_iter().flatten().take(most).cloned());
            found.extend(part.get("const").cloned());
            for branches in ["anyOf", "oneOf"].iter().filter_map(|keyword| part.list(keyword)) {
                found.extend(branches.iter().filter_map(listed_values).flatten().take(most).cloned());
            }
        }
        found
    };
    let mut found = of(one, OWN_LISTED);
    found.extend(other.map(|other| of(other, LISTED)).unwrap_or_default());
    found
}

/// Returns the sizes at the bounds of both schemas, and those one above and one below.
pub(super) fn sizes<'c, 'v: 'c>(
    parts: impl Iterator<Item = &'c Conjunct<'v>>,
    keywords: &[&str],
    most: u64,
) -> Vec<u64> {
    let mut sizes: Vec<u64> = parts
        .flat_map(|part| keywords.iter().filter_map(|keyword| part.map.get(*keyword).and_then(count)))
        .flat_map(|bound| [bound, bound.saturating_add(1), bound.saturating_sub(1)])
        .filter(|size| *size <= most)
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes.truncate(12);
    sizes
}

/// Returns strings of the lengths at and around the bounds, and samples of the patterns.
pub(super) fn strings(one: &SchemaConjunction<'_>, other: Option<&SchemaConjunction<'_>>) -> Vec<Value> {
    let mut texts: Vec<String> = ["text", "a", "", "0", "A", "!", "aa", "zz"].map(str::to_owned).to_vec();
    let sizes = sizes(both(one, other), &["minLength", "maxLength"], LONGEST_STRING);
    let sizes: Vec<usize> = sizes.into_iter().filter_map(|size| usize::try_from(size).ok()).collect();
    texts.extend(sizes.iter().map(|size| "a".repeat(*size)));
    for pattern in both(one, other).filter_map(|part| part.get("pattern")?.as_str()) {
        let samples = pattern_samples(pattern);
        for size in &sizes {
            for sample in samples.iter().take(4) {
                // Often, the last character may be repeated.
                let (length, last) = (sample.chars().count(), sample.chars().last());
                let more =
                    last.into_iter().flat_map(|last| std::iter::repeat_n(last, size.saturating_sub(length)));
                texts.push(sample.chars().take(*size).chain(more).collect());
            }
        }
        texts.extend(samples);
    }
    texts.into_iter().map(Value::from).collect()
}

/// Returns the bounds of both schemas, numbers beside them, and multiples.
pub(super) fn numbers(one: &SchemaConjunction<'_>, other: Option<&SchemaConjunction<'_>>) -> Vec<Value> {
    let mut found = vec![json!(0), json!(1), json!(-1), json!(0.5)];
    let keywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
    let ((least, _), (most, _)) = number_range(&one.parts, false);
    for part in both(one, other) {
        for (keyword, bound) in
            keywords.iter().filter_map(|keyword| Some((*keyword, part.map.get(*keyword)?)))
        {
            found.push(bound.clone());
            let Some(exact) = exact(bound) else { continue };
            let beside = [exact + 1.0, exact - 1.0, exact + 0.5, exact - 0.5];
            found.extend(beside.into_iter().map(number));
            if keyword == "multipleOf" && exact > 0.0 {
                let (lowest, highest) = ((least / exact).ceil() * exact, (most / exact).floor() * exact);
                let near = [lowest, highest].into_iter().filter(|number| number.is_finite());
                let near = near.flat_map(|near| {
                    [near, near + exact, near - exact, near + exact * 2.0, near + exact * 3.0]
                });
                let few = [exact * 2.0, exact * 3.0, exact * 5.0, -exact, exact / 2.0, exact + exact / 2.0];
                found.extend(near.chain(few).map(number));
            }
        }
    }
    // Between two bounds there may be no whole number.
    if least.is_finite() && most.is_finite() {
        found.push(number(f64::midpoint(least, most)));
    }
    found
}

/// Writes a whole number without a point.
fn number(double: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if double.fract() == 0.0 && double.abs() < EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "it is a whole number below 2^53")]
        let whole = double as i64;
        return json!(whole);
    }
    json!(double)
}

/// Returns the names of members that both schemas say something about, and some that neither names.
pub(super) fn member_names(
    one: &SchemaConjunction<'_>,
    other: Option<&SchemaConjunction<'_>>,
) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut patterns: Vec<&str> = one.name_patterns();
    patterns.extend(other.map(SchemaConjunction::name_patterns).unwrap_or_default());
    for part in both(one, other) {
        names.extend(
            part.members("properties").into_iter().flatten().map(|(name, _)| name.as_str().to_owned()),
        );
        let required = part.list("required").into_iter().flatten();
        names.extend(required.filter_map(Value::as_str).map(str::to_owned));
        for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
            names.extend(
                part.members(keyword).into_iter().flatten().map(|(name, _)| name.as_str().to_owned()),
            );
        }
        names.extend(conditional_names(*part));
        if let Some(rule) = part.get("propertyNames") {
            patterns.extend(rule.get("pattern").and_then(Value::as_str));
            let listed = rule.get("enum").and_then(Value::as_array).into_iter().flatten();
            names.extend(listed.filter_map(Value::as_str).map(str::to_owned));
        }
    }
    names.extend(["other", "A", "aa", "0"].map(str::to_owned));
    names.extend(patterns.into_iter().flat_map(|pattern| pattern_samples(pattern).into_iter().take(8)));
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names.truncate(MEMBERS);
    names
}

/// Returns the names in schemas that apply to the same object under a condition.
fn conditional_names(part: Conjunct<'_>) -> Vec<String> {
    let branches = ["anyOf", "oneOf"].iter().filter_map(|keyword| part.list(keyword)).flatten();
    let conditional = ["if", "then", "else", "not"].iter().filter_map(|keyword| part.map.get(*keyword));
    let mut names = Vec::new();
    for schema in branches.take(BRANCHES).chain(conditional) {
        let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        names.extend(properties.map(|(name, _)| name.as_str().to_owned()));
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        names.extend(required.filter_map(Value::as_str).map(str::to_owned));
    }
    names
}
