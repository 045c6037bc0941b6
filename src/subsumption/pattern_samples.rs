//! Samples strings from a pattern: the shortest ones, and some from each alternative, repetition and class of characters.
//!
//! A sample need not match: look-around and references back are passed over. The caller matches each.

use std::iter::Peekable;
use std::str::Chars;

/// Number of samples of each piece of a pattern.
const SAMPLES: usize = 6;
/// Limit on nested groups.
const DEPTH: usize = 8;
/// Length of the longest sample in bytes.
const LONGEST: usize = 100;

/// Characters that a negated class is tried with.
const OTHERS: [char; 8] = ['a', '0', 'A', '-', ' ', '_', '/', 'é'];

/// Returns some strings that a pattern may match.
pub(super) fn pattern_samples(pattern: &str) -> Vec<String> {
    let samples = alternatives(&mut pattern.chars().peekable(), 0);
    let more = samples.iter().flat_map(|text| [format!("{text}a"), format!("{text}0"), format!("a{text}")]);
    samples.iter().cloned().chain(more).collect()
}

/// Samples alternatives up to the end of their group.
fn alternatives(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Vec<String> {
    let mut all = Vec::new();
    let mut sequence = vec![String::new()];
    while let Some(next) = rest.next() {
        let atom = match next {
            ')' => break,
            '|' => {
                all.append(&mut sequence);
                sequence = vec![String::new()];
                continue;
            }
            '(' if depth < DEPTH => group(rest, depth + 1),
            '^' | '$' => continue,
            '[' => one_of(&class(rest)),
            '.' => one_of(&['a', '0', '-']),
            '\\' => one_of(&escaped(rest)),
            literal => one_of(&[literal]),
        };
        sequence = joined(&sequence, &repeated(rest, &atom));
    }
    all.append(&mut sequence);
    all.truncate(SAMPLES * 2);
    all
}

fn group(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Vec<String> {
    let mut is_look_around = false;
    if rest.next_if_eq(&'?').is_some() {
        match rest.next() {
            Some('<') if !matches!(rest.peek(), Some('=' | '!')) => {
                while rest.next().is_some_and(|next| next != '>') {}
            }
            Some(':') | None => {}
            Some(_) => {
                rest.next_if(|next| matches!(next, '=' | '!'));
                is_look_around = true;
            }
        }
    }
    let inside = alternatives(rest, depth);
    if is_look_around { vec![String::new()] } else { inside }
}

fn one_of(characters: &[char]) -> Vec<String> {
    characters.iter().map(char::to_string).collect()
}

/// Samples a class of characters: the ends of its ranges, or characters that a negated one does not have.
fn class(rest: &mut Peekable<Chars<'_>>) -> Vec<char> {
    let is_negated = rest.next_if_eq(&'^').is_some();
    let (mut samples, mut ranges): (Vec<char>, Vec<(char, char)>) = (Vec::new(), Vec::new());
    while let Some(next) = rest.next() {
        let first = match next {
            ']' => break,
            '\\' => escaped(rest),
            literal => vec![literal],
        };
        let last = match (first.as_slice(), rest.peek()) {
            ([_], Some('-')) => {
                rest.next();
                match rest.peek() {
                    Some(']') | None => {
                        samples.push('-');
                        first.clone()
                    }
                    Some(_) => match rest.next() {
                        Some('\\') => escaped(rest),
                        other => other.into_iter().collect(),
                    },
                }
            }
            _ => first.clone(),
        };
        if let (Some(first), Some(last)) = (first.first(), last.last()) {
            ranges.push((*first, *last));
            samples.extend([*first, *last]);
        }
    }
    samples.dedup();
    if is_negated {
        let is_free = |other: &char| !ranges.iter().any(|(first, last)| (first..=last).contains(&other));
        samples = OTHERS.into_iter().filter(is_free).collect();
    }
    samples
}

/// Samples an escape sequence (ECMA-262, sections 22.2.1 and 22.2.2).
fn escaped(rest: &mut Peekable<Chars<'_>>) -> Vec<char> {
    match rest.next() {
        Some('d') => vec!['0', '9'],
        Some('w') => vec!['a', '0', '_'],
        Some('s') => vec![' '],
        Some('D' | 'S') => vec!['a', '-'],
        Some('W') => vec!['-', ' '],
        Some('n') => vec!['\n'],
        Some('t') => vec!['\t'],
        Some('r') => vec!['\r'],
        Some('b' | 'B') | None => Vec::new(),
        Some('x') => code_point(rest, 2),
        Some('u') if rest.peek() != Some(&'{') => code_point(rest, 4),
        Some('p' | 'P' | 'u') => {
            while rest.next().is_some_and(|next| next != '}') {}
            vec!['a', 'A', '0']
        }
        Some(literal) => vec![literal],
    }
}

fn code_point(rest: &mut Peekable<Chars<'_>>, digits: usize) -> Vec<char> {
    let text: String = rest.by_ref().take(digits).collect();
    u32::from_str_radix(&text, 16).ok().and_then(char::from_u32).into_iter().collect()
}

/// Repeats samples as often as the quantifier that follows allows: the fewest times, once, and once more.
fn repeated(rest: &mut Peekable<Chars<'_>>, atom: &[String]) -> Vec<String> {
    let (least, most) = match rest.peek() {
        Some('*') => (0, usize::MAX),
        Some('+') => (1, usize::MAX),
        Some('?') => (0, 1),
        Some('{') => {
            let bounds: String = rest.by_ref().skip(1).take_while(|next| *next != '}').collect();
            let (least, most) = bounds.split_once(',').unwrap_or((&bounds, &bounds));
            let least = least.parse().unwrap_or(0);
            let most = most.parse().unwrap_or(usize::MAX);
            rest.next_if_eq(&'?');
            return times(atom, least, most);
        }
        _ => return atom.to_vec(),
    };
    rest.next();
    rest.next_if_eq(&'?');
    times(atom, least, most)
}

fn times(atom: &[String], least: usize, most: usize) -> Vec<String> {
    let mut counts = vec![least.max(1).min(most), least, least.saturating_add(1).min(most)];
    if most <= LONGEST {
        counts.push(most);
    }
    let mut all: Vec<String> = Vec::new();
    for count in counts {
        for text in atom.iter().take(SAMPLES) {
            let text = text.repeat(count.min(LONGEST));
            if !all.contains(&text) {
                all.push(text);
            }
        }
    }
    // A repetition of different samples, such as a letter and a digit.
    if most > 1 && least <= atom.len() {
        all.push(atom.concat());
    }
    all
}

/// Joins samples of two pieces: each sample of one with one of the other, not all pairs.
fn joined(before: &[String], after: &[String]) -> Vec<String> {
    // All samples of a piece may be too long.
    if before.is_empty() || after.is_empty() {
        return before.to_vec();
    }
    let length = before.len().max(after.len()).min(SAMPLES * 2);
    let pairs = (0..length).filter_map(|index| {
        let (one, other) = (before.get(index % before.len())?, after.get(index % after.len())?);
        Some(format!("{one}{other}"))
    });
    pairs.filter(|text| text.len() <= LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::pattern_samples;

    #[test]
    fn patterns_match_some_of_their_samples() {
        let patterns = [
            "^[A-Z]{2}-\\d{2,4}$",
            "^(?!a)[a-z]+$",
            "^(a|bc)+$",
            "^(?=.*[0-9])[a-z0-9]+$",
            "^[^/]+/x$",
            "^\\u0041?$",
            "^(?<year>\\d{4})-\\d\\d$",
            "^[\\w.-]+@[a-z]+$",
            "^.{3,5}$",
            "^$",
        ];
        for pattern in patterns {
            let engine = regress::Regex::with_flags(pattern, "u").unwrap();
            assert!(pattern_samples(pattern).iter().any(|text| engine.find(text).is_some()), "{pattern}");
        }
        let long = format!("^{}(a|b)$", "x".repeat(5_000));
        for nonsense in [long.as_str(), "(", "[", "\\", "a{", "(?", "[a-", "\\u", ")))", "{}"] {
            let _ = pattern_samples(nonsense);
        }
    }
}
