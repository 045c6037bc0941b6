//! Comparison of numbers, only where it is exact.

use std::cmp::Ordering;

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

/// Compares two values as JSON Schema does (2020-12 core, section 4.2.2); `None` for numbers that are too long to
/// compare.
pub(crate) fn equal(one: &Value, other: &Value) -> Option<bool> {
    match (one, other) {
        _ if one == other => Some(true),
        (Value::Number(_), Value::Number(_)) => exact(one)?.partial_cmp(&exact(other)?).map(Ordering::is_eq),
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            all(one.iter().zip(other).map(|(one, other)| equal(one, other)))
        }
        (Value::Object(one), Value::Object(other)) if one.len() == other.len() => all(one
            .iter()
            .map(|(key, value)| other.get(key).map_or(Some(false), |other| equal(value, other)))),
        _ => Some(false),
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
