//! Reads the options in a table of a configuration. The arguments of the command line define their keys and values.

use std::ops::Range;

use super::table::{ConfigTable, amount, listed};
use crate::cli::arguments::{ConversionSettings, OptionKey, OptionType, WrittenOptions, WrittenValue};
use apimint::diagnostic::nearest;

/// Reads the options of a table. An option that the table does not set stays as in `outer`.
pub(super) fn read(table: &ConfigTable<'_>, keys: &[OptionKey], outer: &WrittenOptions) -> WrittenOptions {
    let mut options = outer.clone();
    for key in keys {
        let name = key.name();
        match key.value_type() {
            OptionType::Boolean => {
                if let Some(value) = table.flag(&name) {
                    let is_typed = key.flag_value() == Some(value);
                    let values = is_typed.then(|| WrittenValue { text: "".into(), place: None });
                    options.set(key, values.into_iter().collect());
                }
            }
            OptionType::Number => set(&mut options, table, key, table.number(&name)),
            OptionType::Amount | OptionType::AmountOrNone => {
                set(&mut options, table, key, table.amount(&name));
            }
            OptionType::Word(_) | OptionType::String => {
                set(&mut options, table, key, table.text(&name).map(str::to_owned));
            }
            OptionType::Strings => {
                if let Some(texts) = table.texts(&name) {
                    let value = |(text, span)| checked(table, key, text, span, |problem| problem);
                    options.set(key, texts.into_iter().filter_map(value).collect());
                }
            }
            OptionType::AmountsByName => {
                if let Some(amounts) = table.table(&name, "a table of amounts") {
                    read_amounts(&amounts, key, keys, &mut options);
                }
            }
        }
    }
    options
}

/// Parses options, of which those that were typed take precedence.
pub(super) fn settings(
    table: &ConfigTable<'_>,
    options: &WrittenOptions,
    typed: &WrittenOptions,
) -> ConversionSettings {
    options.overridden_by(typed).parse().unwrap_or_else(|error| {
        // Each value was checked separately, so that only their combination can be wrong.
        table.faults().report(table.span(), error.to_string());
        ConversionSettings::default()
    })
}

fn set(options: &mut WrittenOptions, table: &ConfigTable<'_>, key: &OptionKey, text: Option<String>) {
    let name = key.name();
    let (Some(text), Some(span)) = (text, table.take(&name).map(toml::Spanned::span)) else { return };
    let words = key.words();
    if words.is_empty() {
        let message = |problem| format!("`{name}` cannot be `{text}`: {problem}");
        options.set(key, checked(table, key, &text, span, message).into_iter().collect());
    } else if words.contains(&text) {
        options.set(key, vec![WrittenValue { text: text.into(), place: None }]);
    } else {
        let help = match nearest(&text, words.iter().map(String::as_str)) {
            Some(near) if key.value_type() != OptionType::Number => {
                format!("Did you mean `{near}`? There are {}.", listed(&words))
            }
            _ => format!("There are {}.", listed(&words)),
        };
        table.faults().report_with_help(span, format!("`{name}` cannot be `{text}`"), help);
    }
}

/// Returns a value with its place, or reports that the argument does not accept it.
fn checked(
    table: &ConfigTable<'_>,
    key: &OptionKey,
    text: &str,
    span: Range<usize>,
    message: impl FnOnce(String) -> String,
) -> Option<WrittenValue> {
    match key.check(text) {
        Ok(()) => Some(WrittenValue { text: text.into(), place: Some(table.faults().place(span.start)) }),
        Err(problem) => {
            table.faults().report(span, message(problem));
            None
        }
    }
}

/// Reads amounts by name as the values `NAME=N` of an option.
fn read_amounts(table: &ConfigTable<'_>, key: &OptionKey, keys: &[OptionKey], options: &mut WrittenOptions) {
    for (name, span, value) in table.entries() {
        let Some(number) = amount(name, value, table.faults()) else { continue };
        // Both spellings are accepted.
        let name = name.replace('-', "_");
        let Some(value) = checked(table, key, &format!("{name}={number}"), span, |problem| problem) else {
            continue;
        };
        // A limit with an option of its own is set there, so that an inner `max-bytes` replaces an outer `limits.bytes`.
        match keys.iter().find(|key| name == "bytes" && key.id() == "max_bytes") {
            Some(own) => options.set(own, vec![WrittenValue { text: number.into(), place: None }]),
            None => options.extend(key, vec![value]),
        }
    }
}
