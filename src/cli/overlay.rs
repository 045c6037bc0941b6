//! `--overlay`: what is applied to descriptions before they are converted.

use apimint::source::Input;
use clap::error::ErrorKind;

use super::arguments::OverlayArguments;
use super::input::input;
use super::usage_error;

/// The overlays that a subcommand was given, in their order. Whatever it reads, overlays included, can stand in standard
/// input once.
pub(super) fn overlays(
    typed: &OverlayArguments,
    inputs: &[Input],
    subcommand: &str,
) -> Result<Vec<Input>, clap::Error> {
    let overlays = typed.overlay.iter().map(|typed| input(typed)).collect::<Result<Vec<_>, _>>();
    let overlays = overlays.map_err(|message| usage_error(subcommand, ErrorKind::InvalidValue, message))?;
    if inputs.iter().chain(&overlays).filter(|input| **input == Input::Stdin).count() > 1 {
        let message = "standard input (`-`) can be read once";
        return Err(usage_error(subcommand, ErrorKind::ArgumentConflict, message));
    }
    Ok(overlays)
}
