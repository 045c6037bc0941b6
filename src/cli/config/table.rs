//! Tables of a configuration. Each key is read with the type that it must have; keys that are never read are unknown, so
//! that no list of keys is needed.

use std::cell::RefCell;
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

use apimint::diagnostic::nearest;
use apimint::json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::faults::ConfigFaults;

/// A value with its bytes.
pub(super) type SpannedValue<'c> = Spanned<DeValue<'c>>;

/// A table that is being read.
pub(super) struct ConfigTable<'c> {
    entries: &'c DeTable<'c>,
    /// The kind of table, for messages.
    what: &'static str,
    /// The bytes of the table.
    span: Range<usize>,
    faults: &'c ConfigFaults,
    asked: RefCell<Vec<String>>,
}

impl<'c> ConfigTable<'c> {
    pub(super) fn new(
        entries: &'c DeTable<'c>,
        span: Range<usize>,
        what: &'static str,
        faults: &'c ConfigFaults,
    ) -> Self {
        Self { entries, what, span, faults, asked: RefCell::default() }
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    pub(super) fn faults(&self) -> &'c ConfigFaults {
        self.faults
    }

    /// Returns the value of a key, of any type.
    pub(super) fn take(&self, key: &str) -> Option<&'c SpannedValue<'c>> {
        let mut asked = self.asked.borrow_mut();
        if !asked.iter().any(|known| known == key) {
            asked.push(key.to_owned());
        }
        self.entries.get(key)
    }

    /// Returns all entries of a table whose keys are names.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'c str, Range<usize>, &'c SpannedValue<'c>)> {
        self.entries.iter().map(|(key, value)| (&**key.get_ref(), key.span(), value))
    }

    fn expected(&self, key: &str, value: &SpannedValue<'_>, expected: &str) {
        let message = format!("`{key}` is {}; {expected} was expected", kind(value.get_ref()));
        self.faults.report(value.span(), message);
    }

    pub(super) fn text(&self, key: &str) -> Option<&'c str> {
        let value = self.take(key)?;
        let text = value.get_ref().as_str().filter(|text| !text.trim().is_empty());
        if text.is_none() {
            match value.get_ref() {
                DeValue::String(_) => self.faults.report(value.span(), format!("`{key}` is empty")),
                _ => self.expected(key, value, "a string"),
            }
        }
        text
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        let value = self.take(key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.expected(key, value, "`true` or `false`");
        }
        flag
    }

    /// Returns the decimal digits of a whole number.
    pub(super) fn number(&self, key: &str) -> Option<String> {
        let value = self.take(key)?;
        match value.get_ref() {
            DeValue::Integer(_) => digits(key, value, self.faults),
            _ => {
                self.expected(key, value, "a whole number");
                None
            }
        }
    }

    /// Returns a number of bytes or the like: the digits of an integer, or a string that may have a unit.
    pub(super) fn amount(&self, key: &str) -> Option<String> {
        amount(key, self.take(key)?, self.faults)
    }

    /// Parses a string.
    pub(super) fn parsed<T: FromStr<Err: Display>>(&self, key: &str) -> Option<T> {
        let text = self.text(key)?;
        let span = self.entries.get(key).map_or(0..0, Spanned::span);
        parsed(text, &span, self.faults)
    }

    /// Parses the strings of a list; a single string is a list too.
    pub(super) fn list<T: FromStr<Err: Display>>(&self, key: &str) -> Option<Vec<T>> {
        let texts = self.texts(key)?.into_iter();
        Some(texts.filter_map(|(text, span)| parsed(text, &span, self.faults)).collect())
    }

    /// Returns the strings of a list, each with its bytes; a single string is a list too.
    pub(super) fn texts(&self, key: &str) -> Option<Vec<(&'c str, Range<usize>)>> {
        let value = self.take(key)?;
        let items = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            DeValue::String(_) => vec![value],
            _ => {
                self.expected(key, value, "a list of strings");
                return None;
            }
        };
        let item = |item: &'c SpannedValue<'c>| {
            let text = item.get_ref().as_str();
            if text.is_none() {
                let message =
                    format!("an item of `{key}` is {}; a string was expected", kind(item.get_ref()));
                self.faults.report(item.span(), message);
            }
            text.map(|text| (text, item.span()))
        };
        Some(items.into_iter().filter_map(item).collect())
    }

    /// Returns a table in this one.
    pub(super) fn table(&self, key: &str, what: &'static str) -> Option<Self> {
        let value = self.take(key)?;
        let table = self.below(value, what);
        if table.is_none() {
            self.expected(key, value, "a table");
        }
        table
    }

    /// Returns the tables in a list; a single table is a list too.
    pub(super) fn tables(&self, key: &str, what: &'static str) -> Vec<Self> {
        let Some(value) = self.take(key) else { return Vec::new() };
        let items: Vec<&SpannedValue<'_>> = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => vec![value],
        };
        let table = |item: &&'c SpannedValue<'c>| {
            let table = self.below(item, what);
            if table.is_none() {
                self.faults.report(
                    item.span(),
                    format!("`{key}` is {}; a table was expected", kind(item.get_ref())),
                );
            }
            table
        };
        items.iter().filter_map(table).collect()
    }

    pub(super) fn below(&self, value: &'c SpannedValue<'c>, what: &'static str) -> Option<Self> {
        Some(Self::new(value.get_ref().as_table()?, value.span(), what, self.faults))
    }

    /// Reports unknown keys.
    pub(super) fn finish(self) {
        self.finish_below(&[], "");
    }

    /// Reports unknown keys. One of `further` belongs elsewhere, at the place that `around` names.
    pub(super) fn finish_below(self, further: &[String], around: &str) {
        let asked = self.asked.into_inner();
        let is_in = |keys: &[String], key: &str| keys.iter().any(|one| one == key);
        for (key, _) in self.entries {
            let written: &str = key.get_ref();
            if is_in(&asked, written) {
                continue;
            }
            let message = format!("{} has no key `{written}`", self.what);
            let help = match nearest(written, asked.iter().map(String::as_str)) {
                _ if is_in(further, written) => format!("Set it {around}."),
                Some(near) => format!("Did you mean `{near}`?"),
                None => format!("Its keys are {}.", listed(&asked)),
            };
            self.faults.report_with_help(key.span(), message, help);
        }
    }
}

fn parsed<T: FromStr<Err: Display>>(text: &str, span: &Range<usize>, faults: &ConfigFaults) -> Option<T> {
    text.parse().map_err(|error: T::Err| faults.report(span.clone(), error.to_string())).ok()
}

/// Returns the digits of an integer, or a string that may have a unit.
pub(super) fn amount(key: &str, value: &SpannedValue<'_>, faults: &ConfigFaults) -> Option<String> {
    match value.get_ref() {
        DeValue::Integer(_) => digits(key, value, faults),
        DeValue::String(text) => Some(text.to_string()),
        other => {
            let message =
                format!("`{key}` is {}; a number was expected, such as 5000 or \"5M\"", kind(other));
            faults.report(value.span(), message);
            None
        }
    }
}

pub(super) fn listed<T: AsRef<str>>(words: &[T]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{}`", word.as_ref())).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.join(""),
    }
}

/// Returns the type of a value, for messages.
pub(super) fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Converts a value to JSON. A date or time becomes a string. The error is a message.
pub(super) fn json(value: &DeValue<'_>) -> Result<Value, String> {
    Ok(match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(_) => Value::Number(integer(value).ok_or("the number is too large")?),
        DeValue::Float(float) => {
            let number: f64 = float.as_str().parse().map_err(|_| "the number is too large")?;
            Value::Number(Number::from_f64(number).ok_or("JSON has no such number")?)
        }
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Datetime(moment) => Value::String(moment.to_string()),
        DeValue::Array(items) => items.iter().map(|item| json(item.get_ref())).collect::<Result<_, _>>()?,
        // The parser limits the depth of tables.
        DeValue::Table(table) => {
            let entries =
                table.iter().map(|(key, value)| Ok((key.get_ref().to_string(), json(value.get_ref())?)));
            Value::Object(entries.collect::<Result<Map, String>>()?)
        }
    })
}

/// Returns an integer in decimal.
fn digits(key: &str, value: &SpannedValue<'_>, faults: &ConfigFaults) -> Option<String> {
    let number = integer(value.get_ref());
    if number.is_none() {
        faults.report(value.span(), format!("`{key}` is too large"));
    }
    number.map(|number| number.to_string())
}

fn integer(value: &DeValue<'_>) -> Option<Number> {
    let integer = value.as_integer()?;
    let (digits, radix) = (integer.as_str(), integer.radix());
    let signed = || i64::from_str_radix(digits, radix).ok().map(Number::from);
    u64::from_str_radix(digits, radix).ok().map(Number::from).or_else(signed)
}
