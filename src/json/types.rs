//! Sets of JSON types. Integers and fractions are separate members, because `integer` is a subset of `number`.

use crate::json::Value;

use super::number::is_whole;

/// A set of JSON types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TypeSet(u8);

impl TypeSet {
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    pub(crate) const NUMBER: Self = Self(4 | 8);
    pub(crate) const STRING: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);
    pub(crate) const ALL: Self = Self(127);
    /// All values but numbers with a fraction.
    pub(crate) const WITHOUT_FRACTIONS: Self = Self(127 - 8);
    /// The single types, with all numbers as one type.
    pub(crate) const EACH: [Self; 6] =
        [Self::NULL, Self::BOOLEAN, Self::NUMBER, Self::STRING, Self::ARRAY, Self::OBJECT];

    /// Returns the types that the keyword `type` lists; `None` if its value is not valid.
    pub(crate) fn of_keyword(value: &Value) -> Option<Self> {
        match value {
            Value::String(name) => Self::named(name),
            Value::Array(names) => names
                .iter()
                .map(|name| name.as_str().and_then(Self::named))
                .try_fold(Self(0), |all, one| Some(Self(all.0 | one?.0))),
            _ => None,
        }
    }

    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return None,
        })
    }

    /// Returns the type of a value; `None` for a number that is too long to decide if it is an integer.
    pub(crate) fn of_value(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(number) => {
                if is_whole(number)? {
                    Self::INTEGER
                } else {
                    Self(8)
                }
            }
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        })
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    pub(crate) fn is_in(self, other: Self) -> bool {
        self.and(other) == self
    }
}
