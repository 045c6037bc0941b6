//! `source` of a manifest: one description, or several whose tools are in one list.

use std::collections::HashSet;
use std::path::Path;

use apimint::source::Input;
use toml::de::DeValue;

use super::options;
use super::rule;
use super::table::{ConfigTable, SpannedValue, kind};
use crate::cli::arguments::{ConversionSettings, InputSource, OptionKey, WrittenOptions, input};

/// The largest number of characters in a prefix, which leaves room for the name.
const LONGEST_PREFIX: usize = 32;

/// The settings of a source that it does not set itself.
pub(super) struct SourceDefaults<'c> {
    /// The options of the manifest.
    pub(super) options: &'c WrittenOptions,
    /// The options on the command line, which take precedence.
    pub(super) typed: &'c WrittenOptions,
    pub(super) settings: &'c ConversionSettings,
}

/// Reads the sources of a manifest. Paths are relative to `directory`.
pub(super) fn read(
    table: &ConfigTable<'_>,
    directory: &Path,
    defaults: &SourceDefaults<'_>,
) -> Vec<InputSource> {
    let Some(written) = table.take("source") else { return Vec::new() };
    let DeValue::Array(items) = written.get_ref() else {
        let input = table.text("source").and_then(|source| read_input(source, written, table, directory));
        let headers = defaults.settings.headers.clone();
        return input.map(|input| InputSource::new(input, headers)).into_iter().collect();
    };
    if items.is_empty() {
        table.faults().report(written.span(), "`source` is empty");
    }
    let mut prefixes = HashSet::new();
    table
        .tables("source", "a source")
        .into_iter()
        .filter_map(|table| one_of_several(table, &mut prefixes, directory, defaults))
        .collect()
}

fn one_of_several<'c>(
    table: ConfigTable<'c>,
    prefixes: &mut HashSet<Option<&'c str>>,
    directory: &Path,
    defaults: &SourceDefaults<'_>,
) -> Option<InputSource> {
    let (span, faults) = (table.span(), table.faults());
    let location = table.text("location");
    let written = table.take("location");
    if written.is_none() {
        faults.report(span.clone(), "a source has no `location`");
    }
    let input = location.zip(written).and_then(|(text, at)| read_input(text, at, &table, directory));
    let prefix = table.text("prefix");
    let at = table.take("prefix").map_or(span, toml::Spanned::span);
    if let Some(problem) = prefix.and_then(wrong_prefix) {
        faults.report(at.clone(), problem);
    }
    if !prefixes.insert(prefix) {
        let help = "Give each source a different `prefix`; one source can have none.";
        faults.report_with_help(at, "two sources have the same prefix", help);
    }
    let written = options::read(&table, &OptionKey::of_source(), defaults.options);
    let ConversionSettings { mut options, headers, .. } = options::settings(&table, &written, defaults.typed);
    options.rules = rule::read(&table);
    options.overlays =
        overlays(&table, directory).unwrap_or_else(|| defaults.settings.options.overlays.clone());
    let of_list: Vec<String> = OptionKey::of_list().iter().map(OptionKey::name).collect();
    table.finish_below(&of_list, "in the table of the manifest, for the whole list");
    Some(InputSource { input: input?, prefix: prefix.map(str::to_owned), options: Some(options), headers })
}

/// Reads the overlays of a table. A single string is a list too.
pub(super) fn overlays(table: &ConfigTable<'_>, directory: &Path) -> Option<Vec<Input>> {
    let written = table.take("overlay")?;
    let items: Vec<&SpannedValue<'_>> = match written.get_ref() {
        DeValue::Array(items) => items.iter().collect(),
        _ => vec![written],
    };
    let overlay = |item: &SpannedValue<'_>| match item.get_ref().as_str() {
        Some(text) => read_input(text, item, table, directory),
        None => {
            let message = format!("an overlay is {}; a string was expected", kind(item.get_ref()));
            table.faults().report(item.span(), message);
            None
        }
    };
    Some(items.into_iter().filter_map(overlay).collect())
}

fn wrong_prefix(prefix: &str) -> Option<String> {
    let is_legal = prefix.starts_with(|first: char| first.is_ascii_lowercase())
        && prefix.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        && prefix.len() <= LONGEST_PREFIX;
    (!is_legal).then(|| {
        format!(
            "the prefix `{prefix}` has to begin with a small letter, hold only such, digits and `_`, and have at most \
             {LONGEST_PREFIX} characters"
        )
    })
}

fn read_input(
    text: &str,
    written: &SpannedValue<'_>,
    table: &ConfigTable<'_>,
    directory: &Path,
) -> Option<Input> {
    let problem = match input(text.as_ref()) {
        Ok(Input::File(path)) => return Some(Input::File(directory.join(path))),
        Ok(Input::Stdin) => "a configuration cannot be built from standard input".to_owned(),
        Ok(other) => return Some(other),
        Err(problem) => problem,
    };
    table.faults().report(written.span(), problem);
    None
}
