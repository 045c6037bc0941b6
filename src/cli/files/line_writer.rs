//! Writes lines up to a number of bytes.

use std::io::{self, BufWriter, ErrorKind, Write};

use super::writable::Writable;

/// Writes lines with one newline at the end, or bytes as they are, and returns the writer.
pub(super) fn write_line<W: Write>(what: &impl Writable, out: W, most: u64) -> io::Result<(W, u64)> {
    let mut out = CountingWriter { out: BufWriter::with_capacity(64 << 10, out), last: None, bytes: 0, most };
    what.write(&mut out)?;
    if what.is_text() && out.last.is_some_and(|last| last != b'\n') {
        out.write_all(b"\n")?;
    }
    // `drop` would ignore the error of a full disk. The second flush is needed because standard output has a buffer of its
    // own.
    let bytes = out.bytes;
    let mut out = out.out.into_inner().map_err(io::IntoInnerError::into_error)?;
    out.flush()?;
    Ok((out, bytes))
}

/// The error for the program's own limit, as opposed to one of the system.
#[derive(Debug, thiserror::Error)]
#[error("it would have more than {0} bytes")]
pub(super) struct SizeLimitReached(u64);

impl SizeLimitReached {
    pub(super) fn is(error: &io::Error) -> bool {
        error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Self>)
    }
}

/// A writer that counts bytes up to a limit, and remembers the last one.
struct CountingWriter<W> {
    out: W,
    last: Option<u8>,
    bytes: u64,
    most: u64,
}

impl<W: Write> Write for CountingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        if let Some(&last) = bytes[..written].last() {
            self.last = Some(last);
        }
        self.bytes += written as u64;
        if self.bytes > self.most {
            return Err(io::Error::new(ErrorKind::FileTooLarge, SizeLimitReached(self.most)));
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
