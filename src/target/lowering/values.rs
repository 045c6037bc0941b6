//! `enum` and `const`.

use crate::json::{Map, Value, json};

use super::Lowering;
use super::sentences::Sentences;
use crate::target::rules::{ConstantForm, EnumForm};

impl Lowering<'_> {
    /// Lowers an `enum`, from which null was taken out.
    pub(super) fn enumeration(
        &mut self,
        values: &Value,
        kinds: &[&str],
        lowered: &mut Map,
        sentences: &mut Sentences,
    ) {
        let list = values.as_array().map(Vec::as_slice).unwrap_or_default();
        let rules = self.rules.enums;
        let all = |is: fn(&Value) -> bool| list.iter().all(is);
        let form = match list {
            [] => return,
            _ if all(Value::is_string) => rules.strings,
            _ if all(Value::is_number) => rules.numbers,
            // Both booleans are what the type says already.
            _ if all(Value::is_boolean) && kinds == ["boolean"] && list.len() > 1 => return,
            _ if all(Value::is_boolean) => rules.booleans,
            _ if all(|value| !value.is_object() && !value.is_array()) => rules.mixed,
            _ => EnumForm::Describe,
        };
        match form {
            EnumForm::Keep => {
                lowered.insert("enum", values.clone());
            }
            EnumForm::KeepWithoutEmpty => {
                let is_empty = |value: &Value| value.as_str() == Some("");
                if !list.iter().any(is_empty) {
                    lowered.insert("enum", values.clone());
                } else if self.is_required || list.iter().all(is_empty) {
                    self.describe("enum", values, sentences);
                } else {
                    lowered.insert("enum", list.iter().filter(|value| !is_empty(value)).cloned().collect());
                }
            }
            EnumForm::AsText => {
                lowered.insert("enum", list.iter().map(|value| Value::String(value.to_string())).collect());
                lowered.insert("format", json!("enum"));
            }
            EnumForm::Describe => self.describe("enum", values, sentences),
        }
    }

    /// Lowers a `const`.
    pub(super) fn constant(
        &mut self,
        value: &Value,
        kinds: &[&str],
        lowered: &mut Map,
        sentences: &mut Sentences,
    ) {
        let is_scalar = !value.is_object() && !value.is_array();
        if self.rules.constant == ConstantForm::Keep && is_scalar {
            lowered.insert("const", value.clone());
        } else {
            let values = Value::Array(vec![value.clone()]);
            self.enumeration(&values, kinds, lowered, sentences);
        }
    }
}
