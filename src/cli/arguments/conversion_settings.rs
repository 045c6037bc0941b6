//! The settings of one conversion.

use apimint::Options;

use super::header_arguments::HeaderArgument;
use super::list_options::ListOptions;
use super::source_options::SourceOptions;
use super::target_arguments::TargetArguments;

/// The options of a conversion, the token budget that is checked after it, and the headers of requests for the source.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConversionSettings {
    pub(crate) options: Options,
    /// The number of tokens above which the list is reported.
    pub(crate) max_tokens: Option<u64>,
    pub(crate) headers: Vec<HeaderArgument>,
}

impl ConversionSettings {
    /// Makes settings of the options on a command line; without `target`, tools are for MCP clients.
    pub(crate) fn new(source: SourceOptions, list: ListOptions, target: Option<TargetArguments>) -> Self {
        let mut settings = Self::default();
        source.set(&mut settings.options, &mut settings.headers);
        list.set(&mut settings.options, &mut settings.max_tokens);
        if let Some(target) = target {
            target.set(&mut settings.options);
        }
        settings
    }

    /// Returns the settings for one of several sources, given its own options. Its rules follow those of the manifest.
    pub(crate) fn for_source(mut self, own: Options) -> Self {
        let shared = std::mem::take(&mut self.options.rules);
        self.options = own;
        self.options.rules.splice(0..0, shared);
        self
    }
}
