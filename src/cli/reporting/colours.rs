//! Whether the text on a stream has colours.

use std::io::{self, IsTerminal};

use anstream::AutoStream;
use anstream::stream::RawStream;
use clap::ColorChoice;

/// Returns true if a stream gets colours. `auto` follows `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR` and `TERM`, in this order, and is
/// otherwise true for a terminal.
pub(crate) fn has_colours<S: RawStream>(choice: ColorChoice, stream: &S) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => AutoStream::choice(stream) != anstream::ColorChoice::Never,
    }
}

/// Returns true if standard error is a terminal that can draw boxes.
pub(super) fn is_drawn_on() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    io::stderr().is_terminal() && !is_dumb
}
