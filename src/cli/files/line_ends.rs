//! CR LF at the ends of lines, which git writes for some of its users, is no difference between a file and a manifest.

use std::io::{self, BufRead, Read};
use std::path::Path;

use apimint::diagnostic::{Code, Diagnostic};

/// A file whose lines all end with LF: CR before LF is left out.
pub(super) struct UnixLines<R> {
    file: R,
    /// True if CR was left out.
    are_converted: bool,
}

impl<R: BufRead> UnixLines<R> {
    pub(super) fn of(file: R) -> Self {
        Self { file, are_converted: false }
    }

    /// Returns true if a line that was read ended with CR LF.
    pub(super) fn are_converted(&self) -> bool {
        self.are_converted
    }
}

impl<R: BufRead> Read for UnixLines<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let Some(first) = out.first_mut() else { return Ok(0) };
        if self.file.fill_buf()?.first() == Some(&b'\r') {
            self.file.consume(1);
            if self.file.fill_buf()?.first() != Some(&b'\n') {
                *first = b'\r';
                return Ok(1);
            }
            self.are_converted = true;
        }
        let rest = self.file.fill_buf()?;
        let line =
            rest.iter().position(|&byte| byte == b'\r').and_then(|end| rest.get(..end)).unwrap_or(rest);
        let read = (&line[..]).read(out)?;
        self.file.consume(read);
        Ok(read)
    }
}

/// Returns the note about a file that is as it would be written, but for its line ends.
pub(super) fn other_line_ends(path: &Path) -> Diagnostic {
    let file = path.display().to_string();
    let message = format!("`{file}` has CR LF at the ends of lines, not LF; nothing else differs");
    Diagnostic::new(Code::LineEnds, message).in_text(file, None, None)
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// The size of the buffer decides where a line end is cut.
    #[test]
    fn only_cr_before_lf_is_left_out() {
        for (text, expected, are_converted) in [
            ("a\r\nb\r\n", "a\nb\n", true),
            ("a\nb\n", "a\nb\n", false),
            ("\r\r\n\r", "\r\n\r", true),
            ("a\rb", "a\rb", false),
            ("", "", false),
        ] {
            for capacity in 1..6 {
                let mut lines = UnixLines::of(BufReader::with_capacity(capacity, text.as_bytes()));
                let mut read = String::new();
                lines.read_to_string(&mut read).unwrap();
                assert_eq!((read.as_str(), lines.are_converted()), (expected, are_converted), "{text:?}");
            }
        }
    }
}
