//! An index of the values of an `enum`, so that time does not grow with the product of two long lists.

use std::collections::HashSet;

use crate::json::number::{all, any, canonical, equal, not};
use crate::json::{Key, Value};

/// An index of the values of an `enum`.
#[derive(Debug, Default)]
pub(crate) struct EnumValues {
    /// The canonical texts of those values that have one.
    texts: HashSet<String>,
    /// The values without a canonical text.
    others: Vec<Value>,
}

impl EnumValues {
    /// Indexes a list of values.
    pub(crate) fn of(values: &[Value]) -> Self {
        let mut index = Self::default();
        for value in values {
            index.add(value);
        }
        index
    }

    /// Adds a value.
    pub(super) fn add(&mut self, value: &Value) {
        match canonical_text(value) {
            Some(text) => drop(self.texts.insert(text)),
            None => self.others.push(value.clone()),
        }
    }

    /// Returns whether the list has an equal value (JSON Schema Core, section 4.2.2); `None` if the exponents of numbers
    /// are too large to be compared.
    pub(crate) fn holds(&self, value: &Value) -> Option<bool> {
        let text = canonical_text(value);
        if text.as_ref().is_some_and(|text| self.texts.contains(text)) {
            return Some(true);
        }
        let is_among_others = any(self.others.iter().map(|one| equal(one, value)));
        is_among_others.filter(|holds| *holds || text.is_some() || self.texts.is_empty())
    }

    /// Returns whether no two values of a list are equal; `None` if the exponents of numbers are too large.
    pub(super) fn are_distinct(values: &[Value]) -> Option<bool> {
        let mut earlier = Self::default();
        all(values.iter().map(|value| {
            let is_new = not(earlier.holds(value));
            earlier.add(value);
            is_new
        }))
    }
}

/// Returns the canonical text of a value: equal values have the same, unequal values do not. `None` if the exponent of a number
/// is too large to be compared.
fn canonical_text(value: &Value) -> Option<String> {
    Some(match value {
        Value::Number(number) => canonical(number)?,
        Value::Array(list) => {
            format!("[{}]", list.iter().map(canonical_text).collect::<Option<Vec<_>>>()?.join(","))
        }
        Value::Object(map) => {
            let member = |(key, value): (&Key, &Value)| {
                Some(format!("{}:{}", Value::from(key.as_str()), canonical_text(value)?))
            };
            let mut members = map.iter().map(member).collect::<Option<Vec<_>>>()?;
            members.sort_unstable();
            format!("{{{}}}", members.join(","))
        }
        other => other.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{EnumValues, Value, any as one_of, equal};
    use crate::json::json;

    fn value() -> impl Strategy<Value = Value> {
        proptest::sample::select(vec![
            json!("a"),
            json!("1"),
            json!(1),
            json!(1.0),
            json!(1.5),
            json!(12_345_678_901_234_567_890_u64),
            json!(12_345_678_901_234_567_891_u64),
            json!([1]),
            json!([1.0]),
            json!({"a": 1}),
            json!(null),
            json!(true),
        ])
    }

    proptest! {
        #[test]
        fn a_list_says_what_comparing_with_each_says(list in proptest::collection::vec(value(), 0..6), value in value()) {
            let each = one_of(list.iter().map(|one| equal(one, &value)));
            let holds = EnumValues::of(&list).holds(&value);
            // A number with too many digits is not compared with others.
            prop_assert!(holds == each || (holds.is_none() && each == Some(false) && !value.is_string()), "{holds:?} {each:?}");
        }
    }
}
