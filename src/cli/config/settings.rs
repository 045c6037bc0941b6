//! The options of a conversion as a configuration spells them: as the flags of `convert`, without the dashes.

use apimint::Options;
use apimint::limits::Limits;
use apimint::options::Slim;
use clap::parser::ValueSource;
use clap::{ArgMatches, Id};
use toml::de::DeTable;

use super::faults::ConfigFaults;
use super::table::{ConfigTable, amount};
use crate::cli::arguments::{
    BodyArgument, DialectArgument, EnvelopeArgument, InputFormatArgument, OutputSchemaArgument,
    ProtocolArgument, ReferencesArgument, parse_bytes,
};

/// What a configuration settles of one conversion.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct ConversionSettings {
    pub(in crate::cli) options: Options,
    /// Tokens that a model is to read at most.
    pub(in crate::cli) max_tokens: Option<u64>,
}

impl ConversionSettings {
    /// Those for one of several sources, given its own options: its rules stand behind those of all.
    pub(super) fn narrowed(mut self, own: Options) -> Self {
        let all = std::mem::take(&mut self.options.rules);
        self.options = own;
        self.options.rules.splice(0..0, all);
        self
    }
}

/// The options that were typed, which count more than a configuration.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct TypedOptions(Vec<String>);

impl TypedOptions {
    /// Those of a subcommand.
    pub(in crate::cli) fn of(matches: &ArgMatches) -> Self {
        let is_typed = |id: &&Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        Self(matches.ids().filter(is_typed).map(|id| id.as_str().replace('_', "-")).collect())
    }

    pub(super) fn has(&self, flag: &str) -> bool {
        self.0.iter().any(|typed| typed == flag)
    }
}

/// Sets what a table has at a key, if nothing was typed that counts more. Each key is asked for, so that it is known and
/// checked, whether it counts or not.
macro_rules! set {
    ($typed:ident, $key:literal, $flag:literal, $value:expr, $set:expr) => {
        if let Some(value) = $value.filter(|_| !$typed.has($flag)) {
            $set(value);
        }
    };
    ($typed:ident, $table:ident, $key:literal, $read:ident, $set:expr) => {
        set!($typed, $key, $key, $table.$read($key), $set)
    };
}

/// Reads the options that a table has into `settings`. What was typed stays.
#[rustfmt::skip]
pub(super) fn read(table: &ConfigTable<'_>, typed: &TypedOptions, settings: &mut ConversionSettings) {
    read_of_source(table, typed, &mut settings.options);
    let options = &mut settings.options;
    set!(typed, "name-max", "name-max", table.number("name-max", 16..=128), |number| {
        options.name_max = usize::try_from(number).unwrap_or(options.name_max);
    });
    set!(typed, table, "server-name", text, |text: &str| options.server_name = Some(text.to_owned()));
    set!(typed, table, "server-version", text, |text: &str| options.server_version = Some(text.to_owned()));
    set!(typed, "http", "no-http", table.flag("http"), |flag| options.http = flag);
    set!(typed, "max-tools", "max-tools", table.number("max-tools", 1..=u64::from(u32::MAX)), |most| {
        options.selection.max_tools = usize::try_from(most).ok();
    });
    set!(typed, "max-tokens", "max-tokens", table.number("max-tokens", 0..=u64::MAX), |most| settings.max_tokens = Some(most));
    set!(typed, table, "exact", flag, |flag| options.exact = flag);
    set!(typed, "protocol", "protocol", table.word::<ProtocolArgument>("protocol"), |word: ProtocolArgument| options.protocol = word.into());
    set!(typed, "envelope", "envelope", table.word::<EnvelopeArgument>("envelope"), |word: EnvelopeArgument| options.envelope = word.into());
    set!(typed, "dialect", "dialect", table.word::<DialectArgument>("dialect"), |word: DialectArgument| options.dialect = word.into());
    set!(typed, "refs", "refs", table.word::<ReferencesArgument>("refs"), |word: ReferencesArgument| options.references = word.into());
    set!(typed, "slim", "slim", table.number("slim", 1..=2), |level| {
        options.slim = if level == 1 { Slim::Redundant } else { Slim::Brief };
    });
    set!(typed, table, "lint", flag, |flag| options.lint = flag);
    set!(typed, table, "allow-outside", flag, |flag| options.allow_outside = flag);
    set!(typed, table, "allow-net", flag, |flag| options.allow_net = flag);
    set!(typed, "max-bytes", "max-bytes", table.amount("max-bytes", parse_bytes), |bytes| options.limits.bytes = bytes);
    if let Some(limits) = table.table("limits", "`limits`") {
        read_limits(&limits, typed, &mut options.limits);
    }
}

/// Reads those options that one of several sources can have for itself: what says how it is read, and which of its tools
/// stand in the list.
#[rustfmt::skip]
pub(super) fn read_of_source(table: &ConfigTable<'_>, typed: &TypedOptions, options: &mut Options) {
    set!(typed, "from", "from", table.word::<InputFormatArgument>("from"), |word: InputFormatArgument| options.from = Some(word.into()));
    set!(typed, "body", "body", table.word::<BodyArgument>("body"), |word: BodyArgument| options.body = word.into());
    set!(typed, table, "cookies", flag, |flag| options.cookies = flag);
    set!(typed, table, "include", rules, |rules| options.selection.include = rules);
    set!(typed, table, "exclude", rules, |rules| options.selection.exclude = rules);
    set!(typed, table, "read-only", flag, |flag| options.selection.read_only = flag);
    set!(typed, table, "skip-deprecated", flag, |flag| options.skip_deprecated = flag);
    set!(typed, table, "only-mcp", flag, |flag| options.only_mcp = flag);
    set!(typed, "output-schema", "output-schema", table.word::<OutputSchemaArgument>("output-schema"), |word| {
        options.output_schema = word == OutputSchemaArgument::Keep;
    });
    set!(typed, table, "output-formats", flag, |flag| options.output_formats = flag);
}

/// The keys that [`read`] knows.
pub(super) fn keys() -> Vec<&'static str> {
    let (nothing, faults) = (DeTable::new(), ConfigFaults::new(String::new(), String::new()));
    let table = ConfigTable::new(&nothing, 0..0, "", &faults);
    read(&table, &TypedOptions::default(), &mut ConversionSettings::default());
    table.asked()
}

/// Bounds by their names, which are those of `--limit`.
fn read_limits(table: &ConfigTable<'_>, typed: &TypedOptions, limits: &mut Limits) {
    for (name, span, value) in table.entries() {
        let faults = table.faults();
        // Names are written with either.
        let field = name.replace('-', "_");
        let Some(number) = amount(name, value, parse_bytes, faults) else { continue };
        let mut changed = limits.clone();
        match changed.set(&field, number) {
            Ok(()) if !typed.has("limit") => *limits = changed,
            Ok(()) => {}
            Err(problem) => faults.report(span, problem),
        }
    }
}
