//! Validation of one value, with a third answer: `None` where a keyword is not understood or the work is too much.

use crate::json::{Map, Value};

use super::annotation_keywords::is_annotation;
use super::rooted_schema::RootedSchema;
use crate::json::number::{all, count, equal, exact, is_multiple};
use crate::json::types::TypeSet;

/// Steps for validating one value, and for comparing the keywords of two schemas.
pub(super) const STEPS: usize = 4_000;

/// Limit on nested schemas.
const DEPTH: usize = 48;

/// Length of the longest pattern that is matched. Patterns come from strangers, and a backtracking engine can take exponential
/// time: hence this limit and the next two.
const PATTERN_BYTES: usize = 200;
/// Limit on repetitions and alternatives in a pattern that is matched.
const CHOICES: usize = 8;
/// Length of the longest string that a pattern is matched with.
const TEXT_BYTES: usize = 12;

/// Validates a value, and takes the steps from `work`.
pub(super) fn accepts(at: RootedSchema<'_>, value: &Value, work: &mut usize) -> Option<bool> {
    accepts_nested(at, value, 0, work)
}

fn accepts_nested(at: RootedSchema<'_>, value: &Value, depth: usize, work: &mut usize) -> Option<bool> {
    *work = work.checked_sub(1)?;
    match at.schema {
        Value::Bool(answer) => Some(*answer),
        Value::Object(_) if depth > DEPTH => None,
        Value::Object(map) => all(map
            .iter()
            .map(|(keyword, argument)| keyword_accepts(at, map, keyword, argument, value, depth + 1, work))),
        _ => None,
    }
}

/// Validates a value against one keyword of a schema object.
fn keyword_accepts(
    at: RootedSchema<'_>,
    map: &Map,
    keyword: &str,
    argument: &Value,
    value: &Value,
    depth: usize,
    work: &mut usize,
) -> Option<bool> {
    let mut within = |schema, value: &Value| accepts_nested(at.to(schema), value, depth, work);
    match keyword {
        "$ref" => accepts_nested(at.referred(argument)?, value, depth, work),
        "type" => Some(TypeSet::of_value(value)?.is_in(TypeSet::of_keyword(argument)?)),
        "const" => equal(argument, value),
        "enum" => {
            let listed = argument.as_array()?;
            *work = work.checked_sub(listed.len() / 4)?;
            any(listed.iter().map(|one| equal(one, value)))
        }
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            if value.is_number() { numeric(keyword, argument, value) } else { Some(true) }
        }
        "minLength" | "maxLength" | "pattern" => match value {
            Value::String(text) if keyword == "pattern" => matches(argument.as_str()?, text),
            Value::String(text) => sized(keyword == "minLength", argument, text.chars().count()),
            _ => Some(true),
        },
        "minItems" | "maxItems" | "uniqueItems" | "prefixItems" | "items" => {
            let Value::Array(items) = value else { return Some(true) };
            match keyword {
                "minItems" | "maxItems" => sized(keyword == "minItems", argument, items.len()),
                "uniqueItems" => match argument {
                    Value::Bool(false) => Some(true),
                    _ => all(items.iter().enumerate().flat_map(|(index, one)| {
                        items.iter().take(index).map(move |earlier| not(equal(one, earlier)))
                    })),
                },
                "prefixItems" => {
                    all(argument.as_array()?.iter().zip(items).map(|(schema, item)| within(schema, item)))
                }
                _ => {
                    let first = map.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                    (!argument.is_array()).then_some(())?;
                    all(items.iter().skip(first).map(|item| within(argument, item)))
                }
            }
        }
        "minProperties" | "maxProperties" | "required" | "properties" | "additionalProperties" => {
            let Value::Object(members) = value else { return Some(true) };
            match keyword {
                "minProperties" | "maxProperties" => {
                    sized(keyword == "minProperties", argument, members.len())
                }
                "required" => all(argument
                    .as_array()?
                    .iter()
                    .map(|name| name.as_str().map(|name| members.contains_key(name)))),
                "properties" => all(argument
                    .as_object()?
                    .iter()
                    .filter_map(|(name, schema)| Some(within(schema, members.get(name)?)))),
                _ => {
                    let named = map.get("properties").and_then(Value::as_object);
                    let is_further = |name: &str| named.is_none_or(|named| !named.contains_key(name));
                    let further = members.iter().filter(|(name, _)| is_further(name));
                    let answer = all(further.map(|(_, member)| within(argument, member)));
                    // A member that a pattern matches is not an additional one; patterns are not matched with names here.
                    if map.contains_key("patternProperties") && answer != Some(true) { None } else { answer }
                }
            }
        }
        "allOf" => all(argument.as_array()?.iter().map(|schema| within(schema, value))),
        "anyOf" => not(all(argument.as_array()?.iter().map(|schema| not(within(schema, value))))),
        // Exactly one branch has to accept the value (JSON Schema Core, section 10.2.1.3).
        "oneOf" => {
            let (mut fitting, mut unknown) = (0, false);
            for schema in argument.as_array()? {
                match within(schema, value) {
                    Some(true) => fitting += 1,
                    Some(false) => {}
                    None => unknown = true,
                }
            }
            match (fitting, unknown) {
                (2.., _) => Some(false),
                (_, true) => None,
                (fitting, false) => Some(fitting == 1),
            }
        }
        "not" => not(within(argument, value)),
        other if is_annotation(other) => Some(true),
        _ => None,
    }
}

/// Returns the disjunction of answers: one `true` decides, else one unknown answer makes it unknown.
pub(super) fn any(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    not(all(answers.into_iter().map(not)))
}

/// Negates an answer; an unknown one stays unknown.
fn not(answer: Option<bool>) -> Option<bool> {
    answer.map(|answer| !answer)
}

/// Compares a size with a bound.
fn sized(is_least: bool, bound: &Value, size: usize) -> Option<bool> {
    let (bound, size) = (count(bound)?, size as u64);
    Some(if is_least { size >= bound } else { size <= bound })
}

/// Compares a number with a numeric keyword (JSON Schema Validation, section 6.2).
fn numeric(keyword: &str, bound: &Value, value: &Value) -> Option<bool> {
    if keyword == "multipleOf" {
        return is_multiple(value, bound);
    }
    let (bound, value) = (exact(bound)?, exact(value)?);
    Some(match keyword {
        "minimum" => value >= bound,
        "maximum" => value <= bound,
        "exclusiveMinimum" => value > bound,
        _ => value < bound,
    })
}

/// Matches a short string with a short pattern that repeats no group.
fn matches(pattern: &str, text: &str) -> Option<bool> {
    let is_choice = |character: char| matches!(character, '*' | '+' | '?' | '{' | '|');
    let repeats_group = [")*", ")+", "){"].iter().any(|repeat| pattern.contains(repeat));
    if pattern.len() > PATTERN_BYTES
        || text.len() > TEXT_BYTES
        || repeats_group
        || pattern.matches(is_choice).count() > CHOICES
    {
        return None;
    }
    let pattern = regress::Regex::with_flags(pattern, "u").ok()?;
    Some(pattern.find(text).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_may_take_forever_are_not_tried() {
        assert_eq!(matches("^a+$", "aa"), Some(true));
        assert_eq!(matches("^(a|b)c", "aa"), Some(false));
        for hostile in ["((((a*)*)*)*)*b", "^(a+)+$", "a*a*a*a*a*a*a*a*a*a*b", "(a|a){9}{9}"] {
            assert_eq!(matches(hostile, "aa"), None, "{hostile}");
        }
    }
}
