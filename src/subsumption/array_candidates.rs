//! Arrays as candidates for counterexamples.

use crate::json::{Value, json};

use super::bounds::count_range;
use super::candidate_values::{both, sizes};
use super::conjunction::SchemaConjunction;
use super::counterexample::CounterexampleSearch;
use super::rooted_schema::RootedSchema;

/// Length of the longest array that is made.
const LONGEST_ARRAY: u64 = 12;

impl CounterexampleSearch<'_> {
    /// Returns arrays of plain items, of equal and of distinct ones, and with one item that `other` refuses, in the lengths at
    /// and around the bounds.
    pub(super) fn arrays(
        &mut self,
        one: &SchemaConjunction<'_>,
        other: Option<&SchemaConjunction<'_>>,
        depth: usize,
    ) -> Vec<Value> {
        let mut found = vec![json!([])];
        let keywords = ["minItems", "maxItems", "minContains", "maxContains"];
        let mut lengths = sizes(both(one, other), &keywords, LONGEST_ARRAY);
        let tuple = one.tuple_length().max(other.map_or(0, SchemaConjunction::tuple_length)).min(6);
        lengths.extend([1, 2, tuple as u64, tuple as u64 + 1, tuple as u64 + 2]);
        let (least, most) = count_range(&one.parts, "minItems", "maxItems");
        lengths.retain(|length| (least..=most).contains(length));
        lengths.sort_unstable();
        lengths.dedup();
        let longest = lengths.last().and_then(|length| usize::try_from(*length).ok()).unwrap_or(0);
        let mut plain: Vec<Vec<Value>> = Vec::new();
        let mut telling: Vec<Option<Value>> = Vec::new();
        for index in 0..longest.min(tuple + 1) {
            let Some(view) = one.item(index) else { break };
            plain.push(self.values(&view, None, depth + 1, 3));
            let theirs = other.map(|other| other.item(index));
            telling.push(match theirs {
                Some(Some(theirs)) => self.find(&view, Some(&theirs), depth + 1),
                _ => None,
            });
        }
        let contained = self.contained(one, other, depth);
        let at = |index: usize| plain.get(index.min(tuple)).map_or(&[] as &[Value], Vec::as_slice);
        for length in lengths.iter().filter_map(|length| usize::try_from(*length).ok()) {
            let first: Option<Vec<Value>> = (0..length).map(|index| at(index).first().cloned()).collect();
            let varied: Option<Vec<Value>> =
                (0..length).map(|index| at(index).get(index % at(index).len().max(1)).cloned()).collect();
            for base in [first, varied].into_iter().flatten() {
                for index in 0..length.min(tuple + 1) {
                    if let Some(Some(item)) = telling.get(index) {
                        let mut list = base.clone();
                        list.get_mut(index).into_iter().for_each(|place| *place = item.clone());
                        found.push(Value::Array(list));
                    }
                }
                for (index, item) in base.iter().enumerate() {
                    // Equal items, in case the items have to be unique.
                    let mut list = base.clone();
                    list.iter_mut().skip(index + 1).take(1).for_each(|place| *place = item.clone());
                    found.push(Value::Array(list));
                }
                for item in &contained {
                    for count in 1..=base.len().min(4) {
                        let mut list = base.clone();
                        list.iter_mut().rev().take(count).for_each(|place| *place = item.clone());
                        found.push(Value::Array(list));
                    }
                }
                found.push(Value::Array(base));
            }
            found.push((0..length).map(|index| json!(index)).collect());
            found.push((0..length).map(|index| json!(index.to_string())).collect());
        }
        found
    }

    /// Returns items that the `contains` of either schema accepts, and items that it refuses.
    fn contained(
        &mut self,
        one: &SchemaConjunction<'_>,
        other: Option<&SchemaConjunction<'_>>,
        depth: usize,
    ) -> Vec<Value> {
        let mut found = Vec::new();
        let schemas: Vec<RootedSchema<'_>> =
            both(one, other).filter_map(|part| part.schema("contains")).collect();
        let Some(view) = one.item(one.tuple_length()).or_else(|| one.item(0)) else { return found };
        let theirs =
            other.into_iter().flat_map(|other| &other.parts).filter_map(|part| part.schema("contains"));
        let theirs: Vec<SchemaConjunction<'_>> =
            theirs.map(|schema| SchemaConjunction::of(&[schema])).collect();
        for contains in schemas {
            let mut case = view.clone();
            case.assume(contains);
            found.extend(self.values(&case, None, depth + 1, 2));
            for theirs in &theirs {
                found.extend(self.find(&case, Some(theirs), depth + 1));
            }
            found.extend(self.find(&view, Some(&SchemaConjunction::of(&[contains])), depth + 1));
        }
        found
    }
}
