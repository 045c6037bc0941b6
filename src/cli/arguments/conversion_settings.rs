//! The settings of one conversion.

use apimint::Options;

use super::list_options::ListOptions;
use super::source_options::SourceOptions;

/// The options of a conversion, and the token budget that is checked after it.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConversionSettings {
    pub(crate) options: Options,
    /// The number of tokens above which the list is reported.
    pub(crate) max_tokens: Option<u64>,
}

impl ConversionSettings {
    pub(crate) fn new(source: SourceOptions, list: ListOptions) -> Self {
        let mut settings = Self::default();
        source.set(&mut settings.options);
        list.set(&mut settings.options, &mut settings.max_tokens);
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
