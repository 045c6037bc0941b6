//! Options as they are written on the command line or in a configuration, before clap parses them together.

use std::collections::BTreeMap;
use std::ffi::OsString;

use apimint::diagnostic::TextPlace;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::conversion_settings::ConversionSettings;
use super::list_options::ListOptions;
use super::option_keys::{OptionKey, bare};
use super::source_options::SourceOptions;
use super::target_arguments::TargetArguments;

/// The value of an option, and its place in a configuration.
#[derive(Debug, Clone)]
pub(crate) struct WrittenValue {
    pub(crate) text: OsString,
    pub(crate) place: Option<TextPlace>,
}

/// The values of options by the id of their argument. An option with an empty list has its default value.
#[derive(Debug, Clone, Default)]
pub(crate) struct WrittenOptions(BTreeMap<String, Vec<WrittenValue>>);

impl WrittenOptions {
    /// Collects the options that were typed for a subcommand.
    pub(crate) fn typed(matches: &ArgMatches) -> Self {
        let mut options = Self::default();
        for key in OptionKey::of_source().iter().chain(&OptionKey::of_list()) {
            // A subcommand may not have the options for a model API.
            let is_known = matches.try_contains_id(key.id()).is_ok();
            if is_known && matches.value_source(key.id()) == Some(ValueSource::CommandLine) {
                let raw = matches.get_raw(key.id()).into_iter().flatten();
                options
                    .set(key, raw.map(|text| WrittenValue { text: text.to_owned(), place: None }).collect());
            }
        }
        options
    }

    /// Gives an option these values instead of those that it has.
    pub(crate) fn set(&mut self, key: &OptionKey, values: Vec<WrittenValue>) {
        self.0.insert(key.id().to_owned(), values);
    }

    /// Gives an option these values after those that it has.
    pub(crate) fn extend(&mut self, key: &OptionKey, values: Vec<WrittenValue>) {
        self.0.entry(key.id().to_owned()).or_default().extend(values);
    }

    /// Returns these options, with those of `stronger` in place of the same ones here.
    pub(crate) fn overridden_by(&self, stronger: &Self) -> Self {
        let mut options = self.clone();
        options.0.extend(stronger.0.clone());
        options
    }

    /// Parses the options as a command line.
    pub(crate) fn parse(&self) -> Result<ConversionSettings, clap::Error> {
        let command = SourceOptions::augment_args(Command::new("options"));
        let command = TargetArguments::augment_args(ListOptions::augment_args(command));
        let keys = OptionKey::of_source().into_iter().chain(OptionKey::of_list());
        let typed = keys.flat_map(|key| {
            let values = self.0.get(key.id()).into_iter().flatten();
            key.typed(values.map(|value| value.text.as_os_str())).collect::<Vec<_>>()
        });
        let matches = bare(command).try_get_matches_from(typed)?;
        let (mut source, list) =
            (SourceOptions::from_arg_matches(&matches)?, ListOptions::from_arg_matches(&matches)?);
        for (id, rules) in source.rule_lists() {
            let places = self.0.get(id).into_iter().flatten().map(|value| value.place.clone());
            let written = std::mem::take(rules).into_iter().zip(places);
            *rules = written
                .map(|(rule, place)| match place {
                    Some(place) => rule.at(place),
                    None => rule,
                })
                .collect();
        }
        let target = TargetArguments::from_arg_matches(&matches)?;
        Ok(ConversionSettings::new(source, list, Some(target)))
    }
}
