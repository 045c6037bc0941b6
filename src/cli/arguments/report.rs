//! The arguments for diagnostics, which most subcommands share.

use std::path::PathBuf;

use apimint::diagnostic::{CodeSelector, Level, Levels};
use clap::{Args, ColorChoice, ValueEnum, ValueHint};

use super::headings::DIAGNOSTICS;

/// Arguments for the form and the levels of diagnostics.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReportArguments {
    /// Print diagnostics on standard error in this form
    #[arg(long, value_name = "FORM", default_value = "human", help_heading = DIAGNOSTICS)]
    pub(crate) diagnostics: DiagnosticsArgument,

    /// Also write all diagnostics to this file, including notes
    ///
    /// The extension sets the form: `.sarif` for SARIF 2.1.0, `.json` or `.jsonl` for one JSON object per line, `.txt` for
    /// text, `.xml` for JUnit. A `.json` file with `code-quality` or `code-climate` in its name, such as
    /// `gl-code-quality-report.json`, is a Code Climate list. JUnit has no notes, and Code Climate has them with `-v`.
    /// The option can be given several times.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = DIAGNOSTICS)]
    pub(crate) report: Vec<PathBuf>,

    /// Make these diagnostics errors, so that the exit status is 1
    ///
    /// A value is a code (`J001`), its name (`schema-weakened`), a family (`J` or `schema`), or `warnings` for all
    /// warnings. The most specific value takes precedence; of equally specific ones, `--deny` before `--warn` before
    /// `--allow`.
    #[arg(long, value_name = "CODE", value_delimiter = ',', help_heading = DIAGNOSTICS)]
    pub(crate) deny: Vec<CodeSelector>,

    /// Make these diagnostics warnings
    #[arg(long, value_name = "CODE", value_delimiter = ',', help_heading = DIAGNOSTICS, hide_short_help = true)]
    pub(crate) warn: Vec<CodeSelector>,

    /// Neither show nor count these diagnostics
    #[arg(long, value_name = "CODE", value_delimiter = ',', help_heading = DIAGNOSTICS, hide_short_help = true)]
    pub(crate) allow: Vec<CodeSelector>,

    /// Neither show nor count the warnings and errors that this file has
    ///
    /// A finding is known by its code and its message. `--write-baseline` writes the file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the warnings and errors of this run to the file of `--baseline`
    ///
    /// They are not shown, and later runs with `--baseline` are about new ones only. Findings that are gone are removed from
    /// the file.
    #[arg(long, requires = "baseline")]
    pub(crate) write_baseline: bool,

    /// Show each finding separately, and also notes
    #[arg(short, long, help_heading = DIAGNOSTICS)]
    pub(crate) verbose: bool,

    /// Show errors only
    #[arg(short, long, conflicts_with = "verbose", help_heading = DIAGNOSTICS)]
    pub(crate) quiet: bool,

    /// Use colours on a terminal, always or never
    ///
    /// By default, the environment can decide: no colours with `NO_COLOR`, and colours without a terminal too with
    /// `CLICOLOR_FORCE`.
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = DIAGNOSTICS, hide_short_help = true)]
    pub(crate) color: ColorChoice,
}

impl ReportArguments {
    /// Returns the levels that were typed.
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
    /// Source lines with labels; similar findings in one block
    Human,
    /// One JSON object per line, including notes
    Json,
    /// Workflow commands, which GitHub Actions shows at the source lines
    Github,
    /// SARIF 2.1.0, for code scanning tools
    Sarif,
    /// JUnit XML, for CI servers; errors and warnings are tests that failed
    Junit,
    /// Code Climate JSON, which GitLab shows in merge requests
    CodeClimate,
}
