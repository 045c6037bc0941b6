//! The length of a list of tools as one message.

use apimint::diagnostic::{Code, Diagnostic, Sink};

/// Message sizes in bytes: above the first, the TypeScript client 2.x closes the connection; above the second, the Rust
/// client's transport for child processes drops the message.
const MESSAGE: [(u64, &str); 2] =
    [(10_000_000, "the TypeScript client 2.x takes 10 MB at most"), (16 << 20, "the Rust client 16 MiB")];

/// Reports a list, or the longest of its pages, that is too long for one message. The length is known only after writing.
pub(crate) fn report_length(bytes: u64, has_pages: bool, sink: &Sink) {
    let limits: Vec<&str> =
        MESSAGE.iter().filter(|(limit, _)| bytes > *limit).map(|(_, client)| *client).collect();
    if !limits.is_empty() {
        let what = if has_pages { "the longest page" } else { "the list" };
        let message = format!("{what} has {bytes} bytes; as one message, {}", limits.join(", and "));
        sink.push(Diagnostic::new(Code::LongList, message));
    }
}
