//! Escaping of untrusted text for HTML.

use std::fmt::{self, Write};

use crate::diagnostic::escape;

/// A text between tags, or in a quoted attribute. Control and invisible characters are escaped, except line ends and
/// tabs.
pub(super) struct HtmlText<'a>(pub(super) &'a str);

impl fmt::Display for HtmlText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in self.0.split_inclusive(['\n', '\t']) {
            let body = piece.trim_end_matches(['\n', '\t']);
            // Lines may end with CR LF.
            let line = if piece.ends_with('\n') { body.trim_end_matches('\r') } else { body };
            push(f, &escape(line))?;
            f.write_str(piece.get(body.len()..).unwrap_or_default())?;
        }
        Ok(())
    }
}

fn push(out: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\'', '`']) {
        let (before, from) = rest.split_at(at);
        out.write_str(before)?;
        let mut characters = from.chars();
        out.write_str(match characters.next() {
            Some('&') => "&amp;",
            Some('<') => "&lt;",
            Some('>') => "&gt;",
            Some('"') => "&quot;",
            Some('\'') => "&#39;",
            _ => "&#96;",
        })?;
        rest = characters.as_str();
    }
    out.write_str(rest)
}

/// A number with commas between thousands.
pub(super) struct HtmlNumber(pub(super) u64);

impl fmt::Display for HtmlNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                f.write_char(',')?;
            }
            f.write_char(digit)?;
        }
        Ok(())
    }
}

/// Formats a count with its noun: `1 tool`, `2 tools`.
pub(super) fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", HtmlNumber(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text() {
        assert_eq!(
            HtmlText("</script><script>alert('1')</script>&amp;\"`").to_string(),
            "&lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;&quot;&#96;"
        );
        assert_eq!(HtmlText("").to_string(), "");
        assert_eq!(HtmlText("plain é").to_string(), "plain é");
    }

    #[test]
    fn lines_stay_and_control_characters_are_written_out() {
        assert_eq!(HtmlText("a\r\nb\n\n\tc\rd\u{0}\u{202e}").to_string(), "a\nb\n\n\tc\\rd\\u{0}\\u{202e}");
    }

    #[test]
    fn thousands_are_told_apart() {
        let numbers = [0, 999, 1_000, 12_345, 1_234_567];
        assert_eq!(
            numbers.map(|number| HtmlNumber(number).to_string()),
            ["0", "999", "1,000", "12,345", "1,234,567"]
        );
        assert_eq!(counted(1, "tool"), "1 tool");
        assert_eq!(counted(1_000, "tool"), "1,000 tools");
    }
}
