//! Comparison of numbers, only where it is exact.

use crate::json::{Number, Value};

/// 2^53: not every integer from here on has an exact double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Number of decimal digits that every double preserves.
const DIGITS: usize = 15;

/// Returns the number as a double, if that is exact enough for comparison.
pub(crate) fn exact(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => of(number),
        _ => None,
    }
}

fn of(number: &Number) -> Option<f64> {
    let double = number.as_f64().filter(|double| double.abs() < EXACT)?;
    let text = number.as_str();
    let digits = text.split(['e', 'E']).next()?.bytes().filter(u8::is_ascii_digit).count();
    let is_tiny = double == 0.0 && text.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    (!is_tiny && digits <= DIGITS).then_some(double)
}

/// Returns true if a number in its source spelling has a double near it: clients fail on one beyond their range.
pub(crate) fn fits_double(spelling: &str) -> bool {
    spelling.parse().is_ok_and(f64::is_finite)
}

/// Returns true for an integer; `None` if the number is too long to decide.
pub(crate) fn is_whole(number: &Number) -> Option<bool> {
    if number.as_str().bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        return Some(true);
    }
    of(number).map(|double| double.fract() == 0.0)
}

/// Returns the value of a keyword such as `maxLength`: a non-negative integer.
pub(crate) fn count(value: &Value) -> Option<u64> {
    exact(value).filter(|double| *double >= 0.0 && double.fract() == 0.0)?;
    value.as_u64()
}

/// Returns true if one number is a multiple of another; `None` if doubles are not exact enough to decide.
///
/// Validators divide decimal fractions as doubles or as decimals, so that 0.3 may or may not be a multiple of 0.1. Only what
/// both say counts.
pub(crate) fn is_multiple(number: &Value, of: &Value) -> Option<bool> {
    if let (Some(number), Some(of)) = (number.as_i64(), of.as_i64().filter(|of| *of > 0)) {
        return Some(number.checked_rem(of)? == 0);
    }
    let (double, step) = (exact(number)?, exact(of).filter(|step| *step > 0.0)?);
    let (number, of) = (micros(double)?, micros(step)?);
    let is_multiple = number.checked_rem(of)? == 0;
    (is_multiple == ((double / step).fract() == 0.0)).then_some(is_multiple)
}

/// Returns a number in millionths; `None` if it has more digits after the point.
fn micros(number: f64) -> Option<i64> {
    let scaled = (number * 1e6).round();
    let is_exact = scaled.abs() < EXACT && (scaled / 1e6).total_cmp(&number).is_eq();
    #[expect(clippy::cast_possible_truncation, reason = "it is a whole number below 2^53")]
    is_exact.then_some(scaled as i64)
}

/// Compares two values as JSON Schema does (2020-12 core, section 4.2.2): numbers by their value, however they are written.
/// `None` for numbers whose exponents are too large to compare.
pub(crate) fn equal(one: &Value, other: &Value) -> Option<bool> {
    match (one, other) {
        _ if one == other => Some(true),
        (Value::Number(one), Value::Number(other)) => Some(canonical(one)? == canonical(other)?),
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            all(one.iter().zip(other).map(|(one, other)| equal(one, other)))
        }
        (Value::Object(one), Value::Object(other)) if one.len() == other.len() => all(one
            .iter()
            .map(|(key, value)| other.get(key).map_or(Some(false), |other| equal(value, other)))),
        _ => Some(false),
    }
}

/// Returns the one text that all spellings of a number share, such as `-15e-1` for `-1.50`. `None` if the exponent is too large.
pub(crate) fn canonical(number: &Number) -> Option<String> {
    let text = number.as_str();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i32 = exponent.strip_prefix('+').unwrap_or(exponent).parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let sign = if whole.starts_with('-') { "-" } else { "" };
    let all = format!("{}{fraction}", whole.trim_start_matches('-'));
    let digits = all.trim_end_matches('0');
    let zeros = i64::try_from(all.len() - digits.len()).ok()?;
    let exponent = i64::from(exponent) - i64::try_from(fraction.len()).ok()? + zeros;
    match digits.trim_start_matches('0') {
        "" => Some("0".to_owned()),
        digits => Some(format!("{sign}{digits}e{exponent}")),
    }
}

/// Computes a three-valued conjunction: one false answer decides, otherwise an unknown one does.
pub(crate) fn all(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for answer in answers {
        match answer {
            Some(false) => return Some(false),
            Some(true) => {}
            None => result = None,
        }
    }
    result
}

/// Returns the disjunction of answers: one `true` decides, else one unknown answer makes it unknown.
pub(crate) fn any(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    not(all(answers.into_iter().map(not)))
}

/// Negates an answer; an unknown one stays unknown.
pub(crate) fn not(answer: Option<bool>) -> Option<bool> {
    answer.map(|answer| !answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_equal_by_their_value() {
        let number = |text: &str| serde_json::from_str::<Number>(text).map(Value::Number).ok();
        for (one, other, are_equal) in [
            ("1.034e20", "1034E+17", Some(true)),
            ("100", "1e2", Some(true)),
            ("-1.50", "-15e-1", Some(true)),
            ("0", "-0.0e7", Some(true)),
            ("9007199254740993", "9007199254740992", Some(false)),
            ("0.1", "0.10000000000000001", Some(false)),
            ("1e99999999999", "2e99999999999", None),
        ] {
            assert_eq!(
                number(one).zip(number(other)).and_then(|(one, other)| equal(&one, &other)),
                are_equal,
                "{one}"
            );
        }
    }
}
