//! An index of the listed values in the branches of a union, so that time does not grow with values times branches.

use crate::json::Value;

use super::annotation_keywords::is_annotation;
use super::enum_values::EnumValues;
use crate::json::types::TypeSet;

/// The branches of a union: those that list values (`const`, `enum`) in one index, and the others.
#[derive(Debug)]
pub(super) struct ValueUnion {
    listed: EnumValues,
    /// Indexes of the branches that are not in the index.
    pub(super) others: Vec<usize>,
}

impl ValueUnion {
    /// Indexes the branches of a union. A value of two branches keeps the later branch out of the index, so that `oneOf`
    /// still counts it.
    pub(super) fn of(branches: &[Value]) -> Self {
        let mut union = Self { listed: EnumValues::of(&[]), others: Vec::new() };
        for (index, branch) in branches.iter().enumerate() {
            match listed_values(branch) {
                Some(values) if values.iter().all(|value| union.listed.holds(value) == Some(false)) => {
                    for value in values {
                        union.listed.add(value);
                    }
                }
                _ => union.others.push(index),
            }
        }
        union
    }

    /// Returns whether an indexed branch accepts a value.
    pub(super) fn holds(&self, value: &Value) -> Option<bool> {
        self.listed.holds(value)
    }
}

/// Returns the values of a schema that only lists values, with their type at most.
pub(super) fn listed_values(schema: &Value) -> Option<Vec<&Value>> {
    let map = schema.as_object()?;
    if !map
        .keys()
        .all(|keyword| matches!(keyword.as_str(), "const" | "enum" | "type") || is_annotation(keyword))
    {
        return None;
    }
    let values: Vec<&Value> = match (map.get("const"), map.get("enum")) {
        (Some(one), None) => vec![one],
        (None, Some(Value::Array(all))) => all.iter().collect(),
        _ => return None,
    };
    let types = map.get("type").map_or(Some(TypeSet::ALL), TypeSet::of_keyword)?;
    values
        .iter()
        .map(|value| TypeSet::of_value(value).map(|of| of.is_in(types)))
        .collect::<Option<Vec<bool>>>()
        .map(|fits| values.into_iter().zip(fits).filter(|(_, fits)| *fits).map(|(value, _)| value).collect())
}
