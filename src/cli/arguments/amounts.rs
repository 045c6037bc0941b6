//! Numbers with a unit: bytes, and limits by name.

use apimint::Limits;
use apimint::model::SchemaBound;

/// Parses a number of bytes: `1048576`, `1024K`, `1M`.
pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 10),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 20),
        Some(b'g' | b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: u64 =
        digits.parse().map_err(|_| "expected a number of bytes, such as 1048576 or 1M".to_owned())?;
    number.checked_mul(1 << shift).filter(|&bytes| bytes > 0).ok_or_else(|| "out of range".to_owned())
}

/// Parses the bound of a schema: a number of bytes, or `none`.
pub(crate) fn parse_schema_bound(text: &str) -> Result<SchemaBound, String> {
    if text == "none" {
        return Ok(SchemaBound::None);
    }
    let bytes = parse_bytes(text).map_err(|problem| match problem.as_str() {
        "out of range" => problem,
        _ => "expected a number of bytes, such as 8192 or 8K, or `none`".to_owned(),
    })?;
    usize::try_from(bytes).map(SchemaBound::Bytes).map_err(|_| "out of range".to_owned())
}

/// Parses the name of a limit and a value that the limit can have.
pub(crate) fn parse_limit(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=N, such as alias_nodes=5M")?;
    // Both spellings are accepted: `alias-nodes` is how an option would be named.
    let name = name.trim().replace('-', "_");
    let value = parse_bytes(value.trim()).map_err(|_| "expected a number, such as 5000 or 5M".to_owned())?;
    Limits::default().set(&name, value)?;
    Ok((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_with_their_unit() {
        assert_eq!(parse_bytes("1000"), Ok(1000));
        assert_eq!(parse_bytes("2k"), Ok(2048));
        assert_eq!(parse_bytes("512M"), Ok(512 << 20));
        assert_eq!(parse_bytes("1G"), Ok(1 << 30));
        for wrong in ["", "M", "0", "-1", "1.5M", "1T", "99999999999G", "é"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_bound_is_a_number_of_bytes_or_none() {
        assert_eq!(parse_schema_bound("none"), Ok(SchemaBound::None));
        assert_eq!(parse_schema_bound("8K"), Ok(SchemaBound::Bytes(8192)));
        for (wrong, problem) in [("all", "or `none`"), ("0", "out of range"), ("", "or `none`")] {
            assert!(parse_schema_bound(wrong).is_err_and(|message| message.contains(problem)), "{wrong}");
        }
    }

    #[test]
    fn limits_are_read_with_their_name() {
        assert_eq!(parse_limit("alias_nodes=5K"), Ok(("alias_nodes".to_owned(), 5 << 10)));
        assert_eq!(parse_limit("alias-nodes = 7"), Ok(("alias_nodes".to_owned(), 7)));
        for wrong in ["", "depth", "depth=", "depth=x", "depth=0", "depth=129", "=1", "width=1"] {
            assert!(parse_limit(wrong).is_err(), "{wrong}");
        }
    }
}
