//! Matches strings with patterns, within limits on the time that a backtracking engine may take.

use std::collections::HashMap;

use regress::Regex;

/// Length of the longest pattern that is matched. Patterns come from strangers, and a backtracking engine can take exponential
/// time: hence this limit and the next ones.
const PATTERN_BYTES: usize = 200;
/// Length of the longest string that a pattern is matched with.
const TEXT_BYTES: usize = 300;
/// Limit on the ways in which an engine can divide a string among the repetitions of a pattern.
const WAYS: f64 = 1e6;
/// Ways that are tried in about the time of a step: few texts make an engine try all of them.
const WAYS_PER_STEP: usize = 256;
/// Steps for compiling a byte of a pattern.
const STEPS_PER_BYTE: usize = 4;
/// Limit on compiled patterns that are kept.
const KEPT: usize = 1_024;

/// Matches strings, and keeps the patterns that it compiled.
#[derive(Debug, Default)]
pub(crate) struct PatternMatcher {
    compiled: HashMap<String, Option<Regex>>,
}

impl PatternMatcher {
    /// Estimates the steps of [`Self::matches`]; `None` if it could take too long.
    pub(super) fn steps(&self, pattern: &str, text: &str) -> Option<usize> {
        let compiling = if self.compiled.contains_key(pattern) { 0 } else { pattern.len() * STEPS_PER_BYTE };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most `WAYS`")]
        let matching = ways(pattern, text.len())? as usize / WAYS_PER_STEP;
        Some(1 + compiling + matching)
    }

    /// Returns whether a string has a match (ECMA-262 with the `u` flag; JSON Schema Core, section 6.4). `None` if the
    /// pattern is not valid or matching could take too long.
    pub(crate) fn matches(&mut self, pattern: &str, text: &str) -> Option<bool> {
        ways(pattern, text.len())?;
        if self.compiled.len() >= KEPT {
            self.compiled.clear();
        }
        let compiled = match self.compiled.get(pattern) {
            Some(known) => known,
            None => self.compiled.entry(pattern.to_owned()).or_insert(Regex::with_flags(pattern, "u").ok()),
        };
        Some(compiled.as_ref()?.find(text).is_some())
    }
}

/// Estimates the ways that an engine may try; `None` if they are too many. Each repetition can end at each byte; a repeated
/// group can also begin there.
fn ways(pattern: &str, text: usize) -> Option<f64> {
    if pattern.len() > PATTERN_BYTES
        || text > TEXT_BYTES
        || [")}", "){"].iter().any(|end| pattern.contains(end))
    {
        return None;
    }
    let choices = pattern.matches(['*', '+', '?', '{', '|']).count();
    let repeats_group = [")*", ")+"].iter().any(|repeat| pattern.contains(repeat));
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let (choices, text) = (choices as f64, text as f64);
    let ways = if repeats_group { (choices + 1.0).powf(text + 1.0) } else { (text + 1.0).powf(choices) };
    (ways <= WAYS).then_some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_may_take_forever_are_not_tried() {
        let mut matcher = PatternMatcher::default();
        assert_eq!(matcher.matches("^a+$", "aa"), Some(true));
        assert_eq!(matcher.matches("^(a|b)c", "aa"), Some(false));
        assert_eq!(matcher.matches("^(?!a)", "aa"), Some(false));
        let text = "aaaaaaaaaaaa";
        for hostile in ["((((a*)*)*)*)*b", "^(a+)+$", "a*a*a*a*a*a*a*a*a*a*b", "(a|a){9}{9}", "((a|){9}){9}"]
        {
            assert_eq!(matcher.matches(hostile, text), None, "{hostile}");
        }
    }
}
