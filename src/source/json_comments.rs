//! Comments in JSON, which JSON does not have (RFC 8259, section 2) and editors accept.

/// Returns a text with spaces in place of its comments (`//` to the end of the line, and `/* */`), so that everything else is
/// where it was. `None` if it has none, or one that does not end.
pub(super) fn without_comments(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let length = match from.as_bytes() {
            [b'"', ..] => {
                let end = string_length(from)?;
                plain.push_str(&from[..end]);
                rest = &from[end..];
                continue;
            }
            [b'/', b'/', ..] => from.find('\n').unwrap_or(from.len()),
            [b'/', b'*', ..] => 2 + from[2..].find("*/")? + 2,
            _ => return None,
        };
        plain.extend(from[..length].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        rest = &from[length..];
    }
    if rest.len() == text.len() || plain == text[..plain.len()] {
        return None;
    }
    plain.push_str(rest);
    Some(plain)
}

/// Returns the length in bytes of the string that a text begins with, quotes included.
fn string_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_become_spaces() {
        let text = "{ // é\n\"a\": \"// no \\\" comment\", /* x\ny */ \"b\": 1}\n// end";
        let plain = without_comments(text).unwrap();
        assert_eq!(plain.len(), text.len());
        assert_eq!(plain.split_whitespace().collect::<String>(), "{\"a\":\"//no\\\"comment\",\"b\":1}");
        assert_eq!(plain.find("\"b\""), text.find("\"b\""));
        assert_eq!(plain.matches('\n').count(), text.matches('\n').count());
    }

    #[test]
    fn other_texts_have_none() {
        for text in ["{\"a\": \"//\"}", "{}", "{\"a\": 1 / 2}", "{ /* ", "{\"a", "{\"a\\"] {
            assert_eq!(without_comments(text), None, "{text}");
        }
    }
}
