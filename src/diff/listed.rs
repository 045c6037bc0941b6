//! The values of an `enum`, of which there can be many.

use std::collections::HashSet;

use crate::json::Value;
use crate::json::number::{equal, exact};

use super::accept::any;

/// A list of values in which one is found without looking at all.
pub(super) struct Listed<'v> {
    simple: HashSet<Simple<'v>>,
    others: Vec<&'v Value>,
    has_numbers: bool,
}

/// A value that equals those alone that are written or count the same.
#[derive(PartialEq, Eq, Hash)]
enum Simple<'v> {
    Text(&'v str),
    /// The bits of a number that a double says exactly.
    Number(u64),
}

impl<'v> Listed<'v> {
    pub(super) fn of(values: &'v [Value]) -> Self {
        Self {
            simple: values.iter().filter_map(simple).collect(),
            others: values.iter().filter(|value| simple(value).is_none()).collect(),
            has_numbers: values.iter().any(Value::is_number),
        }
    }

    /// Whether a value equals one of the list; `None` where numbers are too long to say.
    pub(super) fn holds(&self, value: &Value) -> Option<bool> {
        let simple = simple(value);
        if simple.as_ref().is_some_and(|simple| self.simple.contains(simple)) {
            return Some(true);
        }
        let among_others = any(self.others.iter().map(|one| equal(one, value)));
        let is_open = simple.is_none() && value.is_number() && self.has_numbers;
        among_others.filter(|found| *found || !is_open)
    }
}

fn simple(value: &Value) -> Option<Simple<'_>> {
    let number = || exact(value).map(|double| Simple::Number(double.to_bits()));
    value.as_str().map(Simple::Text).or_else(number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Listed, Value, any as one_of, equal};
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
            prop_assert_eq!(Listed::of(&list).holds(&value), each);
        }
    }
}
