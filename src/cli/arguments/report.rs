//! The arguments for diagnostics, which most subcommands share.

use std::path::PathBuf;

use apimint::diagnostic::{CodeSelector, Level, Levels};
use clap::{Args, ValueEnum, ValueHint};

/// How diagnostics are shown, and which of them count.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// The form of diagnostics on standard error
    #[arg(long, value_name = "FORM", default_value = "human")]
    pub(crate) diagnostics: DiagnosticsArgument,

    /// Write the diagnostics to this file as well, all of them, notes included
    ///
    /// The name says the form: `.sarif` for SARIF 2.1.0, `.json` or `.jsonl` for one JSON object a line, `.txt` for text.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    /// Make these diagnostics errors, so that the exit status is 1
    ///
    /// A code (`J001`), its name (`schema-weakened`), a family (`J` or `schema`), or `warnings` for all of them. What is
    /// more precise wins; of equals, `--deny` wins over `--warn`, and that over `--allow`.
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<CodeSelector>,

    /// Make these diagnostics warnings
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) warn: Vec<CodeSelector>,

    /// Neither show nor count these diagnostics
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) allow: Vec<CodeSelector>,

    /// Show each finding by itself, and notes as well
    #[arg(short, long)]
    pub(crate) verbose: bool,

    /// Show errors only
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
}

impl ReportArguments {
    /// What was said of codes and families.
    pub(crate) fn levels(&self) -> Levels {
        let rules = [(&self.deny, Level::Deny), (&self.warn, Level::Warn), (&self.allow, Level::Allow)];
        Levels::new(
            rules.into_iter().flat_map(|(list, level)| list.iter().map(move |&selector| (selector, level))),
        )
    }
}

/// `--diagnostics`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagnosticsArgument {
    /// Source lines with labels; many findings of one kind in one block
    Human,
    /// One JSON object a line, all findings, notes included
    Json,
    /// Workflow commands, which GitHub Actions shows at their lines
    Github,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}
