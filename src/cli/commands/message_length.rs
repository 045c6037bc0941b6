//! The length of a list of tools as one message.

use apimint::client_limits::MESSAGE_BYTES;
use apimint::diagnostic::{Code, Diagnostic, Sink};

/// Reports a list, or the longest of its pages, that is too long for one message. The length is known only after writing.
pub(crate) fn report_length(bytes: u64, has_pages: bool, sink: &Sink) {
    let limits: Vec<&str> =
        MESSAGE_BYTES.iter().filter(|(limit, _)| bytes > *limit).map(|(_, client)| *client).collect();
    if !limits.is_empty() {
        let what = if has_pages { "the longest page" } else { "the list" };
        let message = format!("{what} has {bytes} bytes; as one message, {}", limits.join(", and "));
        sink.push(Diagnostic::new(Code::LongList, message));
    }
}
