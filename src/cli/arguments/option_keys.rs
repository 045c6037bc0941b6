//! The keys of a configuration that set options: their names, types and values come from the arguments of clap.

use std::any::TypeId;
use std::error::Error;
use std::ffi::OsString;

use apimint::model::SchemaBound;
use clap::{Arg, ArgAction, Args, Command};

use super::list_options::ListOptions;
use super::source_options::SourceOptions;
use super::target_arguments::TargetArguments;

/// An argument of the command line as a key of a configuration.
#[derive(Debug, Clone)]
pub(crate) struct OptionKey {
    pub(crate) argument: Arg,
}

/// The type of a key's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OptionType {
    Boolean,
    /// A whole number.
    Number,
    /// A whole number, or a string of one with a unit.
    Amount,
    /// An amount, or `none`.
    AmountOrNone,
    /// One of these strings.
    Word(Vec<String>),
    String,
    Strings,
    /// A table of amounts by name.
    AmountsByName,
}

impl OptionKey {
    /// Returns the options that each source of a manifest can have.
    pub(crate) fn of_source() -> Vec<Self> {
        Self::all(SourceOptions::augment_args)
    }

    /// Returns the options that only a list as a whole can have.
    pub(crate) fn of_list() -> Vec<Self> {
        Self::all(|command| TargetArguments::augment_args(ListOptions::augment_args(command)))
    }

    fn all(augment: fn(Command) -> Command) -> Vec<Self> {
        augment(Command::new("options")).get_arguments().map(|one| Self { argument: one.clone() }).collect()
    }

    /// Returns the id of the argument, which is the name of the field.
    pub(crate) fn id(&self) -> &str {
        self.argument.get_id().as_str()
    }

    /// Returns the key in a configuration.
    pub(crate) fn name(&self) -> String {
        self.id().replace('_', "-")
    }

    /// Returns the value that a boolean has if its flag is typed.
    pub(crate) fn flag_value(&self) -> Option<bool> {
        match self.argument.get_action() {
            ArgAction::SetTrue => Some(true),
            ArgAction::SetFalse => Some(false),
            _ => None,
        }
    }

    /// Returns the only values that the argument accepts, if it lists them.
    pub(crate) fn words(&self) -> Vec<String> {
        self.argument.get_possible_values().iter().map(|word| word.get_name().to_owned()).collect()
    }

    pub(crate) fn value_type(&self) -> OptionType {
        let parser = self.argument.get_value_parser();
        let is_one_of = |types: &[TypeId]| types.iter().any(|one| parser.type_id() == *one);
        if self.flag_value().is_some() {
            return OptionType::Boolean;
        }
        if is_one_of(&[TypeId::of::<(String, u64)>()]) {
            return OptionType::AmountsByName;
        }
        if is_one_of(&[TypeId::of::<SchemaBound>()]) {
            return OptionType::AmountOrNone;
        }
        if matches!(self.argument.get_action(), ArgAction::Append) {
            return OptionType::Strings;
        }
        let words = self.words();
        let are_numbers = words.iter().all(|word| word.parse::<u64>().is_ok());
        match words.is_empty() {
            false if are_numbers => OptionType::Number,
            false => OptionType::Word(words),
            true if !is_one_of(&[TypeId::of::<u64>(), TypeId::of::<usize>()]) => OptionType::String,
            true if self.check("1K").is_ok() => OptionType::Amount,
            true => OptionType::Number,
        }
    }

    /// Returns the arguments of a command line that give the option these values.
    pub(super) fn typed<'v>(
        &self,
        values: impl Iterator<Item = &'v std::ffi::OsStr>,
    ) -> impl Iterator<Item = OsString> {
        let mut flag = OsString::from("--");
        flag.push(self.argument.get_long().unwrap_or_default());
        let is_boolean = self.flag_value().is_some();
        values.map(move |value| {
            let mut typed = flag.clone();
            if !is_boolean {
                typed.push("=");
                typed.push(value);
            }
            typed
        })
    }

    /// Parses a value as on the command line, and returns the reason if the argument does not accept it.
    pub(crate) fn check(&self, value: &str) -> Result<(), String> {
        let command = bare(Command::new("option").arg(self.argument.clone()));
        match command.try_get_matches_from(self.typed(std::iter::once(value.as_ref()))) {
            Ok(_) => Ok(()),
            Err(error) => {
                Err(error.source().map_or_else(|| "it is not accepted".to_owned(), ToString::to_string))
            }
        }
    }
}

/// Makes a command accept nothing but its own arguments.
pub(super) fn bare(command: Command) -> Command {
    command.no_binary_name(true).disable_help_flag(true).disable_version_flag(true)
}
