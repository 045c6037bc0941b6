//! The inputs and overlays that a subcommand was given.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use apimint::source::Input;
use clap::error::ErrorKind;

use crate::cli::arguments::{OverlayArguments, input, usage_error};
use crate::cli::files::path_identity::path_key;
use crate::cli::streams::{StandardStream, was_closed};

/// Parses a file, URL or `-`; the error is a message.
pub(crate) fn typed_input(typed: &OsStr) -> Result<Input, String> {
    if typed == "-" { standard_input() } else { input(typed) }
}

/// Returns standard input; the error is a message.
pub(crate) fn standard_input() -> Result<Input, String> {
    if was_closed(StandardStream::Input) {
        return Err("`-` is standard input, which is closed".to_owned());
    }
    Ok(Input::Stdin)
}

/// Parses the overlays of a subcommand. At most one of all inputs and overlays can be standard input.
pub(crate) fn overlays<'i>(
    typed: &OverlayArguments,
    inputs: impl IntoIterator<Item = &'i Input>,
    subcommand: &str,
) -> Result<Vec<Input>, clap::Error> {
    let overlays = typed.overlay.iter().map(|typed| typed_input(typed)).collect::<Result<Vec<_>, _>>();
    let overlays = overlays.map_err(|message| usage_error(subcommand, ErrorKind::InvalidValue, message))?;
    let is_stdin = |input: &&Input| **input == Input::Stdin;
    if inputs.into_iter().filter(is_stdin).count() + overlays.iter().filter(is_stdin).count() > 1 {
        let message = "standard input (`-`) can be read only once";
        return Err(usage_error(subcommand, ErrorKind::ArgumentConflict, message));
    }
    Ok(overlays)
}

/// Parses the inputs of a subcommand, and removes duplicates.
pub(crate) fn inputs(typed: &[OsString], subcommand: &str) -> Result<Vec<Input>, clap::Error> {
    let mut seen = HashSet::new();
    let mut inputs = Vec::with_capacity(typed.len());
    for typed in typed {
        let input = typed_input(typed)
            .map_err(|message| usage_error(subcommand, ErrorKind::InvalidValue, message))?;
        let key = match &input {
            Input::File(path) => path_key(path),
            Input::Url(url) => PathBuf::from(url.as_str()),
            Input::Stdin | Input::Bytes { .. } => PathBuf::from("-"),
        };
        if seen.insert(key) {
            inputs.push(input);
        }
    }
    Ok(inputs)
}
