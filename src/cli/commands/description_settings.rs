//! The settings with which a subcommand converts a description, if it needs its tools and writes no manifest.

use apimint::Options;
use apimint::diagnostic::Levels;
use apimint::model::Target;
use apimint::options::{Envelope, Protocol};
use apimint::source::{Access, Input, ServerHeader};
use clap::error::ErrorKind;

use super::inputs::overlays;
use super::load_config::load;
use super::server_headers::HeaderServers;
use crate::cli::arguments::{
    ConversionSettings, DescriptionOptions, ReportArguments, WrittenOptions, usage_error,
};
use crate::cli::config::ConfigText;
use crate::cli::exit::Exit;
use crate::cli::reporting::reporter::Reporter;

/// The options of a conversion, and what a configuration says of its diagnostics.
pub(super) struct DescriptionSettings {
    pub(super) options: Options,
    /// The number of tokens that all tools may take.
    pub(super) max_tokens: Option<u64>,
    /// The overlays that were typed.
    pub(super) overlays: Vec<Input>,
    /// The headers of requests for the inputs.
    headers: Vec<ServerHeader>,
    levels: Option<(Levels, ConfigText)>,
}

impl DescriptionSettings {
    /// Reads overlays and the configuration. Of several inputs, the first that a manifest has as source gives the settings. Errors
    /// in the configuration are reported, and end the run.
    pub(super) fn read<'i>(
        arguments: &DescriptionOptions,
        typed: &WrittenOptions,
        inputs: impl IntoIterator<Item = &'i Input> + Clone,
        subcommand: &str,
        report: &ReportArguments,
    ) -> Result<Result<Self, Exit>, clap::Error> {
        let overlays = overlays(&arguments.overlays, inputs.clone(), subcommand)?;
        let (settings, levels) = match &arguments.config {
            None => (ConversionSettings::new(arguments.source.clone(), arguments.list.clone(), None), None),
            Some(file) => match load(file, typed, subcommand, report)? {
                Ok(config) => (config.settings_for_first(inputs.clone()), Some((config.levels, config.text))),
                Err(exit) => return Ok(Err(exit)),
            },
        };
        let ConversionSettings { mut options, max_tokens, headers } = settings;
        let headers = HeaderServers::default()
            .headers(inputs.into_iter().map(|input| (input, headers.as_slice())))
            .map_err(|message| usage_error(subcommand, ErrorKind::InvalidValue, message))?;
        if !overlays.is_empty() {
            options.overlays.clone_from(&overlays);
        }
        // Tools are compared, shown and called in the form of MCP.
        (options.envelope, options.target) = (Envelope::default(), Target::Mcp);
        Ok(Ok(Self { options, max_tokens, overlays, headers, levels }))
    }

    /// Makes the tools those that can be called, in the form of every version of MCP.
    pub(super) fn callable(mut self) -> Self {
        (self.options.http, self.options.protocol) = (true, Protocol::default());
        self
    }

    /// Returns what descriptions may reach.
    pub(super) fn access(&self) -> Access {
        Access {
            outside: self.options.allow_outside,
            network: self.options.allow_net,
            base: None,
            headers: self.headers.clone(),
        }
    }

    /// Adds the levels of the configuration to a reporter.
    pub(super) fn reported_by(&mut self, reporter: Reporter) -> Reporter {
        match self.levels.take() {
            Some((levels, text)) => reporter.with(levels, text),
            None => reporter,
        }
    }
}
