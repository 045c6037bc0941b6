//! Keywords that only add a constraint to those of the other keywords.

use crate::json::Map;

/// Keywords that evaluate members or items, with the keywords whose meaning depends on that (JSON Schema 2020-12 core,
/// sections 10.3 and 11): a new one may then let more values pass.
const EVALUATING: [(&str, &[&str]); 5] = [
    ("patternProperties", &["additionalProperties", "unevaluatedProperties"]),
    ("dependentSchemas", &["unevaluatedProperties", "unevaluatedItems"]),
    ("dependencies", &["unevaluatedProperties", "unevaluatedItems"]),
    ("if", &["unevaluatedProperties", "unevaluatedItems"]),
    // A minimum of 0 makes `contains` accept everything, and without `contains` both bounds do.
    ("contains", &["minContains", "maxContains", "unevaluatedItems"]),
];

/// Keywords that constrain values whatever stands beside them.
const ALONE: [&str; 5] =
    ["not", "propertyNames", "dependentRequired", "unevaluatedProperties", "unevaluatedItems"];

/// Returns `true` if a keyword only adds a constraint to these two schema objects: where it is new, fewer values are accepted.
pub(super) fn stands_alone(keyword: &str, old: &Map, new: &Map) -> bool {
    let has = |keyword: &&str| old.contains_key(*keyword) || new.contains_key(*keyword);
    ALONE.contains(&keyword)
        || EVALUATING.iter().any(|(name, changed)| *name == keyword && !changed.iter().any(has))
}
