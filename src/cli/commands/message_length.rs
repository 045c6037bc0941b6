//! The length of a list of tools as one message.

use apimint::client_limits::MESSAGE_BYTES;
use apimint::diagnostic::{Code, Diagnostic};

/// Returns a warning if `what`, a list or the longest of its pages, is too long for one message. The length is known only
/// after writing.
pub(crate) fn too_long(what: &str, bytes: u64) -> Option<Diagnostic> {
    let limits: Vec<&str> =
        MESSAGE_BYTES.iter().filter(|(limit, _)| bytes > *limit).map(|(_, client)| *client).collect();
    (!limits.is_empty()).then(|| {
        let message = format!("{what} has {bytes} bytes; as one message, {}", limits.join(", and "));
        Diagnostic::new(Code::LongList, message)
    })
}
