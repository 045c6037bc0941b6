//! Resolution of plain YAML scalars by the core schema (YAML 1.2.2, section 10.3.2), spelled as in JSON.

use std::borrow::Cow;

/// Type and value of a plain scalar.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Scalar<'a> {
    Null,
    Boolean(bool),
    /// A number in a spelling that JSON's grammar allows; the source spelling if possible.
    Number(Cow<'a, str>),
    String,
}

/// Resolves a plain scalar.
///
/// It deviates from the core schema in two points. Digits with a leading zero (`010`, `090`) are strings: they are
/// codes and postal codes, and YAML 1.1 and 1.2 disagree about their value. `.inf` and `.nan` are strings, since JSON
/// has no such numbers.
pub(super) fn resolve(text: &str) -> Scalar<'_> {
    let Some(first) = text.bytes().next() else {
        return Scalar::Null;
    };
    match first {
        b'0'..=b'9' | b'-' | b'+' | b'.' => number(text).map_or(Scalar::String, Scalar::Number),
        b'~' | b'n' | b'N' if matches!(text, "~" | "null" | "Null" | "NULL") => Scalar::Null,
        b't' | b'T' if matches!(text, "true" | "True" | "TRUE") => Scalar::Boolean(true),
        b'f' | b'F' if matches!(text, "false" | "False" | "FALSE") => Scalar::Boolean(false),
        _ => Scalar::String,
    }
}

fn number(text: &str) -> Option<Cow<'_, str>> {
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, rest) = split_digits(unsigned);
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => {
            let (fraction, rest) = split_digits(rest);
            (Some(fraction), rest)
        }
        None => (None, rest),
    };
    if whole.is_empty() && fraction.is_none_or(str::is_empty) {
        return None;
    }
    let exponent = match rest.strip_prefix(['e', 'E']) {
        Some(power) => {
            let digits = power.strip_prefix(['-', '+']).unwrap_or(power);
            let (digits, end) = split_digits(digits);
            if digits.is_empty() || !end.is_empty() {
                return None;
            }
            rest
        }
        None if rest.is_empty() => "",
        None => return None,
    };
    let zeros = whole.len() > 1 && whole.starts_with('0');
    if zeros && fraction.is_none() {
        return None;
    }
    if !text.starts_with('+') && !zeros && !whole.is_empty() && fraction != Some("") {
        return Some(Cow::Borrowed(text));
    }
    let mut spelling = String::with_capacity(text.len() + 2);
    if text.starts_with('-') {
        spelling.push('-');
    }
    let significant = whole.trim_start_matches('0');
    spelling.push_str(if significant.is_empty() { "0" } else { significant });
    if let Some(fraction) = fraction {
        spelling.push('.');
        spelling.push_str(if fraction.is_empty() { "0" } else { fraction });
    }
    spelling.push_str(exponent);
    Some(Cow::Owned(spelling))
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at(end)
}

/// Converts hexadecimal or octal digits. A number of more than 128 bits is a hash or key rather than a quantity, and
/// stays a string.
fn radix(digits: &str, radix: u32) -> Option<Cow<'_, str>> {
    if digits.starts_with('+') {
        return None;
    }
    let value = u128::from_str_radix(digits, radix).ok()?;
    Some(Cow::Owned(value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str) -> Option<String> {
        match resolve(text) {
            Scalar::Number(number) => Some(number.into_owned()),
            _ => None,
        }
    }

    #[test]
    fn numbers_follow_the_grammar_of_json() {
        for (text, expected) in [
            ("0", "0"),
            ("-0", "-0"),
            ("12", "12"),
            ("+12", "12"),
            ("-12", "-12"),
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("+.5e3", "0.5e3"),
            ("5.", "5.0"),
            ("5.e3", "5.0e3"),
            ("01.50", "1.50"),
            ("00.5", "0.5"),
            ("1.10", "1.10"),
            ("1e400", "1e400"),
            ("1E+05", "1E+05"),
            ("18446744073709551616", "18446744073709551616"),
            ("0x1F", "31"),
            ("0o17", "15"),
        ] {
            assert_eq!(spelled(text).as_deref(), Some(expected), "{text}");
            assert!(serde_json::from_str::<crate::json::Number>(expected).is_ok());
        }
    }

    #[test]
    fn what_looks_like_a_number_may_be_text() {
        for text in [
            "010",
            "090",
            "-010",
            "00",
            "1_000",
            "0b11",
            "0x",
            "0o8",
            "0x+1",
            "0xfffffffffffffffffffffffffffffffff",
            ".",
            "-",
            "+",
            "..",
            ".e5",
            "1e",
            "1e+",
            "1.2.3",
            "2024-01-31",
            "12:30:45",
            "1 2",
            ".inf",
            "-.INF",
            ".nan",
            "- 1",
            "+-1",
            "0X1F",
            "1.5f",
            "٣",
        ] {
            assert_eq!(resolve(text), Scalar::String, "{text}");
        }
    }

    #[test]
    fn only_the_words_of_the_core_schema_are_not_text() {
        for text in ["no", "off", "on", "yes", "y", "n", "N", "NO", "tRUE", "nULL", "<<", "=", "nullable"] {
            assert_eq!(resolve(text), Scalar::String, "{text}");
        }
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(resolve(text), Scalar::Null, "{text}");
        }
        assert_eq!(resolve("True"), Scalar::Boolean(true));
        assert_eq!(resolve("FALSE"), Scalar::Boolean(false));
    }
}
