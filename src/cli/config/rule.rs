//! `[[rule]]`: settings of tools and arguments.

use std::ops::Range;

use apimint::model::{Annotations, Hint};
use apimint::rules::{ArgumentRule, ToolRule};

use super::faults::ConfigFaults;
use super::table::{ConfigTable, json, kind};
use crate::cli::arguments::parse_schema_bound;

/// Reads the rules of a table, in the order of the file.
pub(super) fn read(table: &ConfigTable<'_>) -> Vec<ToolRule> {
    table.tables("rule", "a rule").into_iter().filter_map(rule).collect()
}

fn rule(table: ConfigTable<'_>) -> Option<ToolRule> {
    let (span, faults) = (table.span(), table.faults());
    let matches = table.parsed("match");
    let is_matched = table.take("match").is_some();
    let text = |key| table.text(key).map(str::to_owned);
    let (name, title, description) = (text("name"), text("title"), text("description"));
    let hints = table.table("hints", "`hints`").map(hints);
    let bound = |key| {
        let text = table.amount(key)?;
        let span = table.take(key).map_or(0..0, toml::Spanned::span);
        let problem = |problem| faults.report(span, format!("`{key}` cannot be `{text}`: {problem}"));
        parse_schema_bound(&text).map_err(problem).ok()
    };
    let (max_input_schema, max_output_schema) = (bound("max-input-schema"), bound("max-output-schema"));
    let arguments = table.table("arguments", "`arguments`").map(|table| arguments(&table));
    table.finish();
    if !is_matched {
        let help = "Add `match`, such as `match = \"tag:pets+method:get\"`.";
        faults.report_with_help(span.clone(), "a rule has no `match`", help);
    }
    let is_bounded = max_input_schema.is_some() || max_output_schema.is_some();
    let describes = name.is_some() || title.is_some() || description.is_some();
    let sets_nothing = !describes && !is_bounded && hints.is_none() && arguments.is_none();
    if sets_nothing && faults.is_empty() {
        let help = "Set `name`, `title`, `description`, `hints`, `arguments`, `max-input-schema` or `max-output-schema`, or remove the rule.";
        faults.report_with_help(span.clone(), "a rule sets nothing", help);
    }
    Some(ToolRule {
        name,
        title,
        description,
        hints: hints.unwrap_or_default(),
        max_input_schema,
        max_output_schema,
        arguments: arguments.unwrap_or_default(),
        written: Some(faults.place(span.start)),
        ..ToolRule::new(matches?)
    })
}

fn hints(table: ConfigTable<'_>) -> Annotations {
    let mut hints = Annotations::default();
    for (hint, key) in [
        (Hint::ReadOnly, "read-only"),
        (Hint::Destructive, "destructive"),
        (Hint::Idempotent, "idempotent"),
        (Hint::OpenWorld, "open-world"),
    ] {
        if let Some(value) = table.flag(key) {
            hints.set(hint, value);
        }
    }
    table.finish();
    hints
}

fn arguments(table: &ConfigTable<'_>) -> Vec<ArgumentRule> {
    let argument = |(name, span, value)| {
        let Some(below) = table.below(value, "an argument") else {
            let message = format!("the argument `{name}` is {}; a table was expected", kind(value.get_ref()));
            let help = format!("Write `{name} = {{ value = … }}` or `{name} = {{ hidden = true }}`.");
            table.faults().report_with_help(value.span(), message, help);
            return None;
        };
        Some(argument(name, span, below))
    };
    table.entries().filter_map(argument).collect()
}

fn argument(name: &str, span: Range<usize>, table: ConfigTable<'_>) -> ArgumentRule {
    let faults: &ConfigFaults = table.faults();
    let hidden = table.flag("hidden");
    let value = table.take("value").and_then(|value| {
        let problem =
            |problem| faults.report(value.span(), format!("`value` cannot be written as JSON: {problem}"));
        json(value.get_ref()).map_err(problem).ok()
    });
    let description = table.text("description").map(str::to_owned);
    table.finish();
    ArgumentRule {
        name: name.to_owned(),
        hidden,
        value,
        description,
        written: Some(faults.place(span.start)),
    }
}
