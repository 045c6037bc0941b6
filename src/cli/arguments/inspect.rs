//! The arguments of `apimint inspect`.

use std::ffi::OsString;
use std::path::PathBuf;

use apimint::inspect::{Tokenizer, ToolOrder};
use clap::{Args, ValueEnum, ValueHint};

use super::description_options::DescriptionOptions;
use super::report::ReportArguments;

/// Shows the parts of a manifest that a model sees, and their cost in tokens.
///
/// The input is a list of tools, which is shown as it stands with what `check` says of it, or any description that `convert`
/// reads, which is converted with the options of `convert`: what is shown is what `convert` writes with the same options. A table on
/// standard output lists the hints, arguments, bytes and estimated tokens of each tool, and totals.
///
/// Exit status: 0 on success; 1 if the total is above `--max-tokens`, or a diagnostic is an error; 2 if
/// an input or argument cannot be used, and nothing was written.
#[derive(Debug, Args)]
pub(crate) struct InspectArguments {
    /// A file, an http(s) URL, or `-` for standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub(crate) input: OsString,

    /// Sort the tools in this order
    ///
    /// The default is the order of the description; with `--top`, the largest tools come first.
    #[arg(long, value_name = "ORDER")]
    pub(crate) sort: Option<SortArgument>,

    /// Show only the first N tools
    ///
    /// Totals include all tools.
    #[arg(long, value_name = "N")]
    pub(crate) top: Option<usize>,

    /// Write one JSON object instead of the table
    #[arg(long)]
    pub(crate) json: bool,

    /// Count tokens with this tokenizer
    ///
    /// By default, four bytes count as one token. Only a build with the feature `token-count` has tokenizers.
    #[arg(long, value_name = "NAME", conflicts_with = "html")]
    pub(crate) tokenizer: Option<TokenizerArgument>,

    /// Also write a page for browsers to this file
    ///
    /// The page needs no network. It shows each tool as an agent sees it, with its diagnostics and their source lines, a chart
    /// of tokens, a search field and filters. Rules for the tools that are selected there can be copied.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) description: DescriptionOptions,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

impl InspectArguments {
    /// Returns the order that was typed, or the default.
    pub(crate) fn order(&self) -> ToolOrder {
        match self.sort {
            Some(sort) => sort.into(),
            None if self.top.is_some() => ToolOrder::Tokens,
            None => ToolOrder::Source,
        }
    }
}

/// `--tokenizer`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TokenizerArgument {
    /// The tokenizer of GPT-4o and later OpenAI models
    #[value(name = "o200k_base")]
    O200kBase,
    /// The tokenizer of GPT-4 and GPT-3.5
    #[value(name = "cl100k_base")]
    Cl100kBase,
}

impl From<TokenizerArgument> for Tokenizer {
    fn from(argument: TokenizerArgument) -> Self {
        match argument {
            TokenizerArgument::O200kBase => Self::O200kBase,
            TokenizerArgument::Cl100kBase => Self::Cl100kBase,
        }
    }
}

/// `--sort`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SortArgument {
    /// By name
    Name,
    /// By tokens, the largest first
    Tokens,
    /// By number of arguments, the most first
    Arguments,
    /// In the order of the description
    Source,
}

impl From<SortArgument> for ToolOrder {
    fn from(argument: SortArgument) -> Self {
        match argument {
            SortArgument::Name => Self::Name,
            SortArgument::Tokens => Self::Tokens,
            SortArgument::Arguments => Self::Arguments,
            SortArgument::Source => Self::Source,
        }
    }
}
