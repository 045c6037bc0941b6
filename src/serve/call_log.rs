//! The log of calls on standard error, without the values of arguments, answers or credentials.

use std::io::{self, Write};
use std::time::Duration;

use http::StatusCode;

use crate::diagnostic::escape;

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallOutcome {
    /// With a response of the API: its status, and the bytes of its body.
    Answered(StatusCode, usize),
    /// The request was shown and not sent.
    Shown,
    /// The call was refused before a request was sent.
    Refused,
    /// There was no response.
    Failed,
    /// The client gave the call up.
    Cancelled,
}

/// Writes a line about a call. A failure to write it cannot be reported.
pub(super) fn log(tool: &str, outcome: CallOutcome, time: Duration) {
    let outcome = match outcome {
        CallOutcome::Answered(status, bytes) => format!("HTTP {}, {bytes} bytes", status.as_u16()),
        CallOutcome::Shown => "dry run".to_owned(),
        CallOutcome::Refused => "refused".to_owned(),
        CallOutcome::Failed => "no response".to_owned(),
        CallOutcome::Cancelled => "cancelled".to_owned(),
    };
    let _ = writeln!(io::stderr().lock(), "call {}: {outcome}, {} ms", escape(tool), time.as_millis());
}
