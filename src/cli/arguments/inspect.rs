//! What was typed for `apimint inspect`.

use std::ffi::OsString;
use std::path::PathBuf;

use apimint::inspect::{Tokenizer, ToolOrder};
use clap::{Args, ValueEnum, ValueHint};

use super::overlays::OverlayArguments;
use super::report::ReportArguments;

/// Shows what a model sees of a manifest, and what it costs in tokens.
///
/// The input is a manifest or any description that `convert` reads; it is converted with the default options, and the
/// manifest is looked at. A table of its tools goes to standard output: hints, arguments, bytes, estimated tokens, and
/// totals.
///
/// Exit status: 0 if all went well; 1 if the total is above `--max-tokens`, or the conversion lost something that should
/// not be lost (a diagnostic of level error); 2 if an input or argument cannot be used: then nothing is written.
#[derive(Debug, Args)]
pub(crate) struct InspectArguments {
    /// A file, an http(s) URL, or `-` for standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub(crate) input: OsString,

    #[command(flatten)]
    pub(crate) overlays: OverlayArguments,

    /// The order of the tools
    ///
    /// By default that of the description; with `--top`, the largest first.
    #[arg(long, value_name = "ORDER")]
    pub(crate) sort: Option<SortArgument>,

    /// Show only the first N tools of the order
    ///
    /// Totals count all of them.
    #[arg(long, value_name = "N")]
    pub(crate) top: Option<usize>,

    /// Write one JSON object instead of the table
    #[arg(long)]
    pub(crate) json: bool,

    /// Fail with exit status 1 if all tools together take more tokens than this
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u64>,

    /// Count tokens as this tokenizer does
    ///
    /// By default four bytes count as a token. Only a build with the feature `token-count` has tokenizers.
    #[arg(long, value_name = "NAME", conflicts_with = "html")]
    pub(crate) tokenizer: Option<TokenizerArgument>,

    /// Write a page for browsers to this file as well
    ///
    /// One file that needs no network: what an agent sees of each tool, searchable, a chart of where tokens go, and the
    /// diagnostics beside the source lines they point to.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

impl InspectArguments {
    /// The order that was asked for, or the one that is expected.
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
    /// OpenAI's for GPT-4o and later models
    #[value(name = "o200k_base")]
    O200kBase,
    /// OpenAI's for GPT-4 and GPT-3.5
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
    /// The largest first
    Tokens,
    /// Most arguments first
    Arguments,
    /// As in the description
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
