//! The lengths of the strings that a pattern can match, as its syntax shows them (ECMA-262, section 22.2.1, with the `u` flag).

use std::iter::Peekable;
use std::str::Chars;

/// Limit on nested groups.
const DEPTH: usize = 8;

/// The fewest and the most code points of what a pattern or a piece of it matches. `u64::MAX` is no bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LengthRange {
    pub(super) least: u64,
    pub(super) most: u64,
}

impl LengthRange {
    const NOTHING: Self = Self { least: 0, most: 0 };
    const ONE: Self = Self { least: 1, most: 1 };

    fn then(self, other: Self) -> Self {
        let most = self.most.saturating_add(other.most);
        Self { least: self.least.saturating_add(other.least), most }
    }

    fn or(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    fn times(self, (least, most): (u64, u64)) -> Self {
        Self { least: self.least.saturating_mul(least), most: self.most.saturating_mul(most) }
    }
}

/// Returns the lengths of the strings that match a valid pattern; `None` if its syntax is not understood.
pub(super) fn pattern_lengths(pattern: &str) -> Option<LengthRange> {
    let mut rest = pattern.chars().peekable();
    let matched = alternatives(&mut rest, 0)?;
    rest.next().is_none().then_some(())?;
    // What is around a match has any length.
    Some(if is_anchored(pattern) { matched } else { LengthRange { most: u64::MAX, ..matched } })
}

/// Returns `true` if every match is the whole string: the pattern is `^…$`, without alternatives.
fn is_anchored(pattern: &str) -> bool {
    let inside = pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix('$'));
    inside.is_some_and(|inside| {
        let escapes = inside.chars().rev().take_while(|last| *last == '\\').count();
        escapes % 2 == 0 && !inside.contains('|')
    })
}

/// Reads alternatives up to the end of their group.
fn alternatives(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Option<LengthRange> {
    let (mut all, mut sequence): (Option<LengthRange>, _) = (None, LengthRange::NOTHING);
    while let Some(next) = rest.next_if(|next| *next != ')') {
        let piece = match next {
            '|' => {
                all = Some(all.map_or(sequence, |all| all.or(sequence)));
                sequence = LengthRange::NOTHING;
                continue;
            }
            '^' | '$' => LengthRange::NOTHING,
            '(' => group(rest, depth + 1)?,
            '[' => class(rest)?,
            '\\' => escaped(rest)?,
            _ => LengthRange::ONE,
        };
        sequence = sequence.then(piece.times(quantifier(rest)?));
    }
    Some(all.map_or(sequence, |all| all.or(sequence)))
}

fn group(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Option<LengthRange> {
    let mut looks_around = false;
    if rest.next_if_eq(&'?').is_some() {
        match rest.next()? {
            ':' => {}
            '=' | '!' => looks_around = true,
            '<' if rest.next_if(|next| matches!(next, '=' | '!')).is_some() => looks_around = true,
            '<' => rest.find(|next| *next == '>').map(drop)?,
            _ => return None,
        }
    }
    let inside = if depth < DEPTH { alternatives(rest, depth)? } else { return None };
    rest.next_if_eq(&')')?;
    Some(if looks_around { LengthRange::NOTHING } else { inside })
}

/// Reads a class of characters, which matches one of them.
fn class(rest: &mut Peekable<Chars<'_>>) -> Option<LengthRange> {
    loop {
        match rest.next()? {
            ']' => return Some(LengthRange::ONE),
            '\\' => drop(rest.next()?),
            _ => {}
        }
    }
}

fn escaped(rest: &mut Peekable<Chars<'_>>) -> Option<LengthRange> {
    match rest.next()? {
        'b' | 'B' => return Some(LengthRange::NOTHING),
        // A reference back matches what its group has matched.
        'k' | '1'..='9' => return None,
        'p' | 'P' => rest.find(|next| *next == '}').map(drop)?,
        'u' if rest.peek() == Some(&'{') => rest.find(|next| *next == '}').map(drop)?,
        'u' => {
            let digits: String = rest.by_ref().take(4).collect();
            // The first half of a pair; the second one counts.
            if matches!(u32::from_str_radix(&digits, 16).ok()?, 0xD800..0xDC00) {
                return Some(LengthRange::NOTHING);
            }
        }
        'x' => drop(rest.nth(1)?),
        'c' => drop(rest.next()?),
        _ => {}
    }
    Some(LengthRange::ONE)
}

/// Reads how often a piece is repeated, at least and at most.
fn quantifier(rest: &mut Peekable<Chars<'_>>) -> Option<(u64, u64)> {
    let times = match rest.peek() {
        Some('*') => (0, u64::MAX),
        Some('+') => (1, u64::MAX),
        Some('?') => (0, 1),
        Some('{') => {
            let bounds: String = rest.by_ref().skip(1).take_while(|next| *next != '}').collect();
            rest.next_if_eq(&'?');
            return match bounds.split_once(',') {
                None => bounds.parse().ok().map(|count| (count, count)),
                Some((least, "")) => Some((least.parse().ok()?, u64::MAX)),
                Some((least, most)) => Some((least.parse().ok()?, most.parse().ok()?)),
            };
        }
        _ => return Some((1, 1)),
    };
    rest.next();
    rest.next_if_eq(&'?');
    Some(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_follow_from_the_syntax() {
        const ANY: u64 = u64::MAX;
        for (pattern, least, most) in [
            ("^[a-z]+$", 1, ANY),
            ("^[A-Z]{2}-\\d{2,4}$", 5, 7),
            ("[A-Z]{2}", 2, ANY),
            ("^a|bc$", 1, ANY),
            ("^(a|bc)?$", 0, ANY),
            ("^(?:ab?){3}$", 3, 6),
            ("^(?=.*[0-9])(?<n>[a-z0-9]){8,}?$", 8, ANY),
            ("^[\\]x]\\$$", 2, 2),
            ("^ab\\$", 3, ANY),
            ("^\\u{1F600}\\p{L}\\x41\\cA\\b$", 4, 4),
            ("^\\ud83d\\ude00$", 1, 1),
            ("", 0, ANY),
        ] {
            assert_eq!(pattern_lengths(pattern), Some(LengthRange { least, most }), "{pattern}");
        }
        for unknown in ["^(a)\\1$", "^(?i:a)$", "(", "a)", "[a", "a{", "\\", &"(".repeat(9)] {
            assert_eq!(pattern_lengths(unknown), None, "{unknown}");
        }
    }
}
