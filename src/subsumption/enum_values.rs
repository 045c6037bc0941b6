//! The values of an `enum`, of which there can be many.

use std::collections::HashSet;

use crate::json::number::{equal, exact};
use crate::json::{Key, Value};

use super::value_acceptance::any;

/// A list of values in which one is found without looking at all.
pub(crate) struct EnumValues<'v> {
    all: &'v [Value],
    /// Those that equal no other than what has the same form.
    forms: HashSet<String>,
    /// Those that hold numbers which are too long to compare.
    others: Vec<&'v Value>,
}

impl<'v> EnumValues<'v> {
    pub(crate) fn of(values: &'v [Value]) -> Self {
        Self {
            all: values,
            forms: values.iter().filter_map(form).collect(),
            others: values.iter().filter(|value| form(value).is_none()).collect(),
        }
    }

    /// Whether a value equals one of the list; `None` where numbers are too long to say.
    pub(crate) fn holds(&self, value: &Value) -> Option<bool> {
        match form(value) {
            Some(form) if self.forms.contains(&form) => Some(true),
            Some(_) => any(self.others.iter().map(|one| equal(one, value))),
            None => any(self.all.iter().map(|one| equal(one, value))),
        }
    }
}

/// A text that equal values have in common, and no others; `None` where a number is too long to compare.
fn form(value: &Value) -> Option<String> {
    Some(match value {
        Value::Number(_) => format!("{:x}", exact(value)?.to_bits()),
        Value::Array(list) => format!("[{}]", list.iter().map(form).collect::<Option<Vec<_>>>()?.join(",")),
        Value::Object(map) => {
            let member = |(key, value): (&Key, &Value)| {
                Some(format!("{}:{}", Value::from(key.as_str()), form(value)?))
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
            prop_assert_eq!(EnumValues::of(&list).holds(&value), each);
        }
    }
}
