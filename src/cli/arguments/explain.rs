//! The arguments of `apimint explain`.

use clap::Args;

/// Says what a diagnostic code means and what to do about it.
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// A code or its name: `R001` or `dangling-reference`
    #[arg(value_name = "CODE")]
    pub(crate) code: String,
}
