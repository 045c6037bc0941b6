//! Search for a counterexample: a value that one schema accepts and another refuses.
//!
//! Candidates come from the keywords of both schemas: listed values, bounds and their neighbours, and objects and arrays of
//! such values. Only a candidate for which validation decides both ways is a counterexample.

use crate::json::{Map, Value, json};

use super::conjunction::SchemaConjunction;
use super::rooted_schema::RootedSchema;
use super::value_acceptance::accepts;
use crate::json::number::{count, exact};
use crate::json::types::TypeSet;

/// Limit on the nesting of a candidate.
const DEPTH: usize = 6;
/// Limit on the branches of one `anyOf` or `oneOf` that are tried.
const BRANCHES: usize = 40;
/// Limit on the members of one object that are tried.
const MEMBERS: usize = 40;

/// Length of the longest string that is made.
const LONGEST_STRING: u64 = 300;
/// Length of the longest array that is made.
const LONGEST_ARRAY: u64 = 12;

/// Steps that one search may take.
const WORK: usize = 200_000;
/// Steps that all searches of one checker may take together.
pub(super) const ALL_WORK: usize = 4_000_000;

/// Searches for a value that `sub` accepts and `sup` refuses, and takes its steps from those that are left.
pub(super) fn counterexample(
    sub: RootedSchema<'_>,
    sup: RootedSchema<'_>,
    closed: bool,
    left: &mut usize,
) -> Option<Value> {
    let given = WORK.min(*left);
    let mut search = CounterexampleSearch { closed, work: given };
    let found = search.find(&[sub], Some(&[sup]), 0);
    *left -= given - search.work;
    found
}

struct CounterexampleSearch {
    /// `true` if `sub` has no members but those that it describes.
    closed: bool,
    /// Steps left for this search.
    work: usize,
}

impl CounterexampleSearch {
    /// Searches for a value that all of `sub` accept and one of `sup` refuses; without `sup`, for one that all of `sub`
    /// accept.
    fn find(
        &mut self,
        sub: &[RootedSchema<'_>],
        sup: Option<&[RootedSchema<'_>]>,
        depth: usize,
    ) -> Option<Value> {
        self.work = self.work.checked_sub(1).filter(|_| depth < DEPTH)?;
        let mut found = Vec::new();
        let (one, other) = (SchemaConjunction::of(sub), SchemaConjunction::of(sup.unwrap_or_default()));
        if one.impossible {
            return None;
        }
        listed_values(&one, &mut found);
        listed_values(&other, &mut found);
        let types = one.types();
        if types.meets(TypeSet::NULL) {
            found.push(Value::Null);
        }
        if types.meets(TypeSet::BOOLEAN) {
            found.extend([json!(true), json!(false)]);
        }
        if types.meets(TypeSet::STRING) {
            strings(&one, &other, &mut found);
        }
        if types.meets(TypeSet::NUMBER) {
            numbers(&one, &other, &mut found);
        }
        if types.meets(TypeSet::ARRAY) {
            self.arrays(&one, sup.map(|_| &other), depth, &mut found);
        }
        if types.meets(TypeSet::OBJECT) {
            self.objects(&one, sup.map(|_| &other), depth, &mut found);
        }
        for part in &one.parts {
            for keyword in ["anyOf", "oneOf"] {
                for branch in part.list(keyword).into_iter().flatten().take(BRANCHES) {
                    let mut all = sub.to_vec();
                    all.retain(|at| !at.schema.get(keyword).is_some_and(Value::is_array));
                    all.push(part.at(branch));
                    let value = self.find(&all, sup, depth + 1);
                    found.extend(value);
                }
            }
        }
        found.into_iter().find(|value| {
            sub.iter().all(|at| accepts(*at, value, &mut self.work) == Some(true))
                && sup
                    .is_none_or(|sup| sup.iter().any(|at| accepts(*at, value, &mut self.work) == Some(false)))
        })
    }

    /// Adds arrays of equal items and of distinct ones, in the lengths at and around the bounds.
    fn arrays(
        &mut self,
        one: &SchemaConjunction<'_>,
        other: Option<&SchemaConjunction<'_>>,
        depth: usize,
        found: &mut Vec<Value>,
    ) {
        found.push(json!([]));
        let Some(view) = one.item(Some(0)) else { return };
        let theirs = other.and_then(|other| other.item(Some(0)));
        let telling = theirs.and_then(|theirs| self.find(&view, Some(&theirs), depth + 1));
        let plain = self.find(&view, None, depth + 1);
        for item in [telling, plain].into_iter().flatten() {
            found.extend([json!([item]), json!([item, item])]);
            for size in sizes([Some(one), other], ["minItems", "maxItems"], LONGEST_ARRAY) {
                let Ok(size) = usize::try_from(size) else { continue };
                found.push(Value::Array(vec![item.clone(); size]));
                if item.as_i64().is_some() || item.is_string() {
                    let kind = if item.as_i64().is_some() {
                        |n: usize| json!(n)
                    } else {
                        |n: usize| json!(n.to_string())
                    };
                    found.push(Value::Array((0..size).map(kind).collect()));
                }
            }
        }
    }

    /// Adds the smallest object that has all required members, and that object with one more member.
    fn objects(
        &mut self,
        one: &SchemaConjunction<'_>,
        other: Option<&SchemaConjunction<'_>>,
        depth: usize,
        found: &mut Vec<Value>,
    ) {
        let mut base = Map::new();
        let required = one.parts.iter().filter_map(|part| part.list("required")).flatten();
        for name in required.filter_map(Value::as_str) {
            let Some(view) = one.member(Some(name), self.closed) else { return };
            match self.find(&view, None, depth + 1) {
                Some(value) => base.insert(name.to_owned(), value),
                // Without a value for a required member there is no object.
                None => return,
            };
        }
        found.push(Value::Object(base.clone()));
        let Some(other) = other else { return };
        let parts = one.parts.iter().chain(&other.parts);
        let named =
            parts.filter_map(|part| part.members("properties")).flatten().map(|(name, _)| name.as_str());
        for name in named.chain(["other"]).take(MEMBERS) {
            let Some(view) = one.member(Some(name), self.closed) else { continue };
            let member = match other.member(Some(name), false) {
                Some(theirs) => self.find(&view, Some(&theirs), depth + 1),
                None => self.find(&view, None, depth + 1),
            };
            if let Some(member) = member {
                let mut object = base.clone();
                object.insert(name.to_owned(), member);
                found.push(Value::Object(object));
            }
        }
    }
}

/// Adds the values of `enum` and `const`.
fn listed_values(schema: &SchemaConjunction<'_>, found: &mut Vec<Value>) {
    for part in &schema.parts {
        found.extend(part.list("enum").into_iter().flatten().take(MEMBERS * 4).cloned());
        found.extend(part.map.get("const").cloned());
    }
}

/// Returns the sizes at the bounds of both schemas, and those one above and one below.
fn sizes(both: [Option<&SchemaConjunction<'_>>; 2], keywords: [&str; 2], most: u64) -> Vec<u64> {
    let parts = both.into_iter().flatten().flat_map(|schema| &schema.parts);
    let bounds = parts.flat_map(|part| keywords.map(|keyword| part.map.get(keyword).and_then(count)));
    let mut sizes: Vec<u64> = bounds
        .flatten()
        .flat_map(|bound| [bound, bound.saturating_add(1), bound.saturating_sub(1)])
        .filter(|size| *size <= most)
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes.truncate(12);
    sizes
}

/// Adds strings of the lengths at and around the bounds.
fn strings(one: &SchemaConjunction<'_>, other: &SchemaConjunction<'_>, found: &mut Vec<Value>) {
    found.extend(["", "a", "0", "A", "!", "text"].map(Value::from));
    for size in sizes([Some(one), Some(other)], ["minLength", "maxLength"], LONGEST_STRING) {
        let Ok(size) = usize::try_from(size) else { continue };
        found.push(Value::from("a".repeat(size)));
    }
}

/// Adds the bounds of both schemas, and numbers beside them.
fn numbers(one: &SchemaConjunction<'_>, other: &SchemaConjunction<'_>, found: &mut Vec<Value>) {
    found.extend([json!(0), json!(1), json!(-1), json!(0.5)]);
    let keywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
    for part in one.parts.iter().chain(&other.parts) {
        for bound in keywords.iter().filter_map(|keyword| part.map.get(*keyword)) {
            found.push(bound.clone());
            match (bound.as_i64(), exact(bound)) {
                (Some(bound), Some(_)) => found.extend([json!(bound + 1), json!(bound - 1)]),
                (None, Some(bound)) => found.extend([json!(bound + 0.5), json!(bound - 0.5)]),
                _ => {}
            }
        }
    }
}
