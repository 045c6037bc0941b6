//! `--overlay`, an argument of every subcommand that converts descriptions.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use super::headings::READING;

/// Overlays that are applied to descriptions.
#[derive(Debug, Args)]
pub(crate) struct OverlayArguments {
    /// Apply an overlay to the input before it is converted: a file, an http(s) URL, or `-` for standard input
    ///
    /// Overlays follow the OpenAPI Overlay Specification, 1.0 or 1.1. They change a description without editing it, which
    /// suits descriptions that somebody else maintains. Several overlays are applied in the given order.
    #[arg(long, value_name = "OVERLAY", value_hint = ValueHint::AnyPath, help_heading = READING)]
    pub(crate) overlay: Vec<OsString>,
}
