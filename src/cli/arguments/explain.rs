//! The arguments of `apimint explain`.

use clap::Args;

/// Explains a diagnostic code, and the remedy.
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// A code or its name: `R001` or `dangling-reference`
    #[arg(value_name = "CODE")]
    pub(crate) code: String,
}
