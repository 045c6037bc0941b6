//! `--overlay`, for every subcommand that converts what is typed.

use std::ffi::OsString;

use clap::{Args, ValueHint};

/// Changes to descriptions that are somebody else's.
#[derive(Debug, Args)]
pub(crate) struct OverlayArguments {
    /// Apply an overlay to the input before it is converted: a file, an http(s) URL, or `-` for standard input
    ///
    /// The OpenAPI Overlay Specification, 1.0 and 1.1: changes to a description that is somebody else's. Given several
    /// times, each is applied to what those before it made of the input.
    #[arg(long, value_name = "OVERLAY", value_hint = ValueHint::AnyPath)]
    pub(crate) overlay: Vec<OsString>,
}
