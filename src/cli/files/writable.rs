//! The kinds of output: manifests, locks, results and texts.

use std::io::{self, Write};

use apimint::{CallResult, Lock, Manifest};

/// Output that can be written.
pub(crate) trait Writable {
    /// Returns the kind of output, for messages.
    fn what(&self) -> &'static str;

    /// Returns true for text, which ends with a newline.
    fn is_text(&self) -> bool {
        true
    }

    /// Writes the output.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl Writable for Manifest {
    fn what(&self) -> &'static str {
        "manifest"
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        Self::write(self, out)
    }
}

impl Writable for Lock {
    fn what(&self) -> &'static str {
        "lock"
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        Self::write(self, out)
    }
}

impl Writable for CallResult {
    fn what(&self) -> &'static str {
        "result"
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        Self::write(self, out)
    }
}

/// A text in memory.
pub(crate) struct WholeText {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
}

impl Writable for WholeText {
    fn what(&self) -> &'static str {
        self.name
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.bytes)
    }
}

/// Bytes in memory that must not change, such as a message with a length in it.
pub(crate) struct ExactBytes {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
}

impl Writable for ExactBytes {
    fn what(&self) -> &'static str {
        self.name
    }

    fn is_text(&self) -> bool {
        false
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.bytes)
    }
}
