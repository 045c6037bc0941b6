//! The configuration file `apimint.toml` (docs/configuration.md).

mod config_text;
mod faults;
mod options;
mod rule;
mod source;
mod table;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use apimint::diagnostic::{Code, CodeSelector, Diagnostic, Level, Levels};
use apimint::rules::ToolRule;
use apimint::source::Input;
use clap::ValueEnum;
use toml::de::DeTable;

use crate::cli::arguments::{ConversionSettings, InputSource, OptionKey, SplitArgument, WrittenOptions};
use crate::cli::files::path_identity::same_file;
use crate::cli::files::several_files::SeveralFiles;

pub(super) use config_text::ConfigText;
pub(super) use faults::ConfigFaults;
use source::SourceDefaults;
use table::ConfigTable;

/// The default name of the file.
pub(super) const FILE: &str = "apimint.toml";

/// The largest size of a configuration in bytes.
const MOST_BYTES: u64 = 4 << 20;

/// A configuration.
#[derive(Debug)]
pub(super) struct Config {
    pub(super) manifests: Vec<ManifestConfig>,
    /// The settings at the top of the file, for inputs that no manifest names.
    pub(super) settings: ConversionSettings,
    /// The levels of diagnostics.
    pub(super) levels: Levels,
    /// The text of the file.
    pub(super) text: ConfigText,
}

/// A manifest: its sources, its files and its settings.
#[derive(Debug)]
pub(super) struct ManifestConfig {
    /// One source, or several whose tools are in one list.
    pub(super) sources: Vec<InputSource>,
    pub(super) output: PathBuf,
    pub(super) lock: Option<PathBuf>,
    pub(super) several: SeveralFiles,
    pub(super) settings: ConversionSettings,
}

/// The reason why a configuration cannot be used.
#[derive(Debug)]
pub(super) enum ConfigError {
    /// The file could not be read.
    Unreadable(io::Error),
    /// The file has faults.
    Faulty(Box<ConfigFaults>),
}

impl Config {
    /// Reads a file. Paths in it are relative to its directory. Typed options take precedence over it.
    pub(super) fn read(file: &Path, typed: &WrittenOptions) -> Result<Self, ConfigError> {
        let text = text(file).map_err(ConfigError::Unreadable)?;
        Self::parse(file, text, typed).map_err(|faults| ConfigError::Faulty(Box::new(faults)))
    }

    /// Returns the settings of the manifest that has this source, or those at the top of the file.
    pub(super) fn settings_for(&self, input: &Input) -> ConversionSettings {
        self.settings_for_first([input])
    }

    /// Returns the settings of the manifest that has this output, or is made of this source, or those at the top of the file.
    pub(super) fn settings_for_list(&self, list: &Input) -> ConversionSettings {
        let is_output = |manifest: &&ManifestConfig| match list {
            Input::File(path) => same_file(path, &manifest.output),
            _ => false,
        };
        let manifest = self.manifests.iter().find(is_output);
        manifest.map_or_else(|| self.settings_for(list), |manifest| manifest.settings.clone())
    }

    /// Returns the settings of the first of these sources that a manifest has, or those at the top of the file.
    pub(super) fn settings_for_first<'i>(
        &self,
        inputs: impl IntoIterator<Item = &'i Input>,
    ) -> ConversionSettings {
        let mut found = inputs.into_iter().filter_map(|input| self.settings_of_source(input));
        found.next().unwrap_or_else(|| self.settings.clone())
    }

    fn settings_of_source(&self, input: &Input) -> Option<ConversionSettings> {
        let is_same = |other: &Input| match (input, other) {
            (Input::File(one), Input::File(other)) => same_file(one, other),
            _ => input == other,
        };
        self.manifests.iter().find_map(|manifest| {
            let source = manifest.sources.iter().find(|source| is_same(&source.input))?;
            let mut settings = manifest.settings.clone();
            settings.headers.clone_from(&source.headers);
            Some(match &source.options {
                None => settings,
                Some(own) => settings.for_source(own.clone()),
            })
        })
    }

    fn parse(file: &Path, text: String, typed: &WrittenOptions) -> Result<Self, ConfigFaults> {
        let faults = ConfigFaults::new(file.display().to_string(), text);
        let config = match DeTable::parse(faults.text()) {
            Ok(root) => {
                let table = ConfigTable::new(root.get_ref(), 0..0, "the configuration", &faults);
                Some(root_table(table, file.parent().unwrap_or(Path::new("")), typed))
            }
            Err(error) => {
                faults.report(
                    error.span().unwrap_or_default(),
                    format!("this is not valid TOML: {}", error.message()),
                );
                None
            }
        };
        config.filter(|_| faults.is_empty()).ok_or(faults)
    }
}

fn text(file: &Path) -> io::Result<String> {
    use io::Read;
    let mut text = String::new();
    let read = fs::File::open(file)?.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if read as u64 > MOST_BYTES {
        return Err(io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
    }
    Ok(text)
}

fn root_table(table: ConfigTable<'_>, directory: &Path, typed: &WrittenOptions) -> Config {
    let faults = table.faults();
    let keys = [OptionKey::of_source(), OptionKey::of_list()].concat();
    let options = options::read(&table, &keys, &WrittenOptions::default());
    let mut settings = options::settings(&table, &options, typed);
    if let Some(written) = table.take("header") {
        let help = "Write it in the `[[manifest]]` or `[[manifest.source]]` whose server asks for it.";
        faults.report_with_help(
            written.span(),
            "at the top of the file, `header` would be for every server",
            help,
        );
    }
    settings.options.rules = rule::read(&table);
    let levels = table.table("levels", "`levels`").map(levels).unwrap_or_default();
    let tables = table.tables("manifest", "a manifest");
    let names_none = tables.is_empty();
    let manifest = |table| manifest(table, directory, typed, &options, &settings.options.rules);
    let manifests: Vec<ManifestConfig> = tables.into_iter().filter_map(manifest).collect();
    table.finish();
    // If there are unknown keys, one may be a misspelt `manifest`.
    if names_none && faults.is_empty() {
        let help = "Add `[[manifest]]` with `source` and `output`.";
        faults.report_with_help(0..0, "the configuration has no manifest", help);
    }
    Config { manifests, settings, levels, text: faults.config_text() }
}

fn levels(table: ConfigTable<'_>) -> Levels {
    let lists = [("deny", Level::Deny), ("warn", Level::Warn), ("allow", Level::Allow)];
    let rules: Vec<(CodeSelector, Level)> = lists
        .into_iter()
        .flat_map(|(key, level)| table.list(key).unwrap_or_default().into_iter().map(move |one| (one, level)))
        .collect();
    table.finish();
    Levels::new(rules)
}

fn manifest(
    table: ConfigTable<'_>,
    directory: &Path,
    typed: &WrittenOptions,
    outer: &WrittenOptions,
    outer_rules: &[ToolRule],
) -> Option<ManifestConfig> {
    let (span, faults) = (table.span(), table.faults());
    let keys = [OptionKey::of_source(), OptionKey::of_list()].concat();
    let options = options::read(&table, &keys, outer);
    let mut settings = options::settings(&table, &options, typed);
    // Later rules take precedence, so those of the manifest follow those of the file.
    settings.options.rules = [outer_rules, &rule::read(&table)].concat();
    settings.options.overlays = source::overlays(&table, directory).unwrap_or_default();
    let outer = SourceDefaults { options: &options, typed, settings: &settings };
    let mut sources = source::read(&table, directory, &outer);
    if let [source] = sources.as_mut_slice()
        && let Some(own) = source.options.take()
    {
        // The options of a single source apply to the whole manifest.
        settings = settings.for_source(own);
    }
    let path = |key| {
        let text = table.text(key)?;
        let names_no_file = text == "-" || text.ends_with(std::path::is_separator) || text.ends_with("..");
        if let Some(written) = table.take(key).filter(|_| names_no_file) {
            faults.report(written.span(), format!("`{key}` has to name a file, and `{text}` does not"));
        }
        Some(directory.join(text))
    };
    let (output, lock) = (path("output"), path("lock"));
    for key in ["source", "output"] {
        if table.take(key).is_none() {
            faults.report(span.clone(), format!("a manifest has no `{key}`"));
        }
    }
    let split_by = table.text("split-by").and_then(|text| {
        let parsed = SplitArgument::from_str(text, false).ok();
        if parsed.is_none() {
            let span = table.take("split-by").map_or(0..0, toml::Spanned::span);
            faults.report(span, format!("`split-by` cannot be `{text}` (There is `tag`.)"));
        }
        parsed
    });
    let page_size = table.number("page-size").and_then(|digits| {
        let parsed = digits.parse().ok();
        let span = table.take("page-size").map_or(0..0, toml::Spanned::span);
        if parsed.is_none() {
            faults.report(span, "`page-size` is a number of tools, at least 1".to_owned());
        } else if settings.options.envelope.has_no_cursor() {
            faults.report(span, "`page-size` needs the envelope `result` or `jsonrpc`".to_owned());
        }
        parsed
    });
    if let Some(problem) = settings.options.target_problem(page_size.is_some(), split_by.is_some()) {
        faults.report(span, problem);
    }
    table.finish();
    let several = SeveralFiles { page_size, split_by };
    Some(ManifestConfig { sources, output: output?, lock, several, settings })
}

/// Returns the diagnostic for a file that could not be read.
pub(super) fn unreadable(file: &Path, error: &io::Error) -> Diagnostic {
    let name = file.display().to_string();
    if error.kind() == io::ErrorKind::InvalidData {
        let message = format!("`{name}` is not UTF-8, which TOML requires");
        return Diagnostic::new(Code::NotText, message).in_text(name, None, None);
    }
    let message = format!("`{name}` could not be read: {error}");
    Diagnostic::new(Code::Unreadable, message).in_text(name, None, None)
}

#[cfg(test)]
mod tests;
