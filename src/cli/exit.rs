//! The exit status of the program.

use std::process::ExitCode;

/// The outcome of a run, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Exit {
    /// Success.
    #[default]
    Done,
    /// Output was written, but a diagnostic is an error.
    Flawed,
    /// An input or argument is unusable, or the output could not be written.
    Unusable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::SUCCESS,
            Exit::Flawed => Self::from(1),
            Exit::Unusable => Self::from(2),
        }
    }
}
