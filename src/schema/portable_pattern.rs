//! Portable regular expressions: valid in ECMAScript with the `u` flag and in Python, and without the
//! constructs for which several model APIs refuse the whole request.

use crate::model::Direction;

/// The verdict on a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PatternVerdict {
    /// The pattern is portable.
    Sound,
    /// The pattern is not portable, but this equivalent one is.
    Repaired(String),
    /// The pattern has to be dropped; the reason completes "the pattern …".
    Unsafe(&'static str),
}

/// Maximum length of a pattern that is checked, in bytes.
pub(super) const LONGEST_PATTERN: usize = 10_000;

/// Judges whether a pattern is portable. Patterns are ECMA-262 with the `u` flag (JSON Schema 2020-12 core,
/// section 6.4).
pub(super) fn judge(pattern: &str) -> PatternVerdict {
    if pattern.len() > LONGEST_PATTERN {
        return PatternVerdict::Unsafe("is too long");
    }
    let scan = PatternScan::of(without_delimiters(pattern));
    if let Some(reason) = scan.refused {
        return PatternVerdict::Unsafe(reason);
    }
    if regress::Regex::with_flags(&scan.repaired, "u").is_err() {
        return PatternVerdict::Unsafe("is not valid in ECMAScript");
    }
    if scan.repaired == pattern { PatternVerdict::Sound } else { PatternVerdict::Repaired(scan.repaired) }
}

/// Returns the reason why clients refuse a pattern, which completes "the pattern …".
pub(crate) fn pattern_refusal(pattern: &str, direction: Direction) -> Option<&'static str> {
    if without_delimiters(pattern) != pattern {
        return Some("has slashes around it, and matches no text");
    }
    if direction == Direction::Output && is_refused_by_python(pattern) {
        return Some("is not valid in Python, whose client refuses the call");
    }
    match judge(pattern) {
        // Model APIs do not read output schemas; clients compile them with the `u` flag to validate results.
        PatternVerdict::Unsafe(reason) if direction == Direction::Input => Some(reason),
        PatternVerdict::Unsafe(_) | PatternVerdict::Repaired(_)
            if regress::Regex::with_flags(pattern, "u").is_err() =>
        {
            Some("is not valid in ECMAScript")
        }
        _ => None,
    }
}

/// Returns whether Python refuses a pattern that ECMAScript accepts: properties of Unicode, and its names of groups (Python,
/// "Regular Expression Syntax").
fn is_refused_by_python(pattern: &str) -> bool {
    let mut rest = pattern;
    while let Some(at) = rest.find(['\\', '(']) {
        let after = &rest[at..];
        let has_property = after.starts_with("\\p{") || after.starts_with("\\P{");
        let has_name = after.starts_with("(?<") && !after.starts_with("(?<=") && !after.starts_with("(?<!");
        if has_property || has_name {
            return true;
        }
        // What a backslash escapes begins nothing.
        let skipped = if after.starts_with('\\') { 2 } else { 1 };
        rest = after.char_indices().nth(skipped).map_or("", |(next, _)| &after[next..]);
    }
    false
}

/// Removes the slashes around `/^…$/`, the form of a regular expression in JavaScript and PHP.
///
/// Taken literally it matches nothing, since no character comes before the start of a text. `/…/` alone may
/// be meant literally (`/api/.*/`), and flags change the meaning, so both stay as they are.
fn without_delimiters(pattern: &str) -> &str {
    match pattern.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
        Some(inner) if inner.starts_with('^') && inner.ends_with('$') && !inner.ends_with("\\$") => inner,
        _ => pattern,
    }
}

/// Returns whether the quantifier that begins here counts beyond 65,535, which is the limit of some engines.
fn has_large_count(rest: impl Iterator<Item = char>) -> bool {
    let inside: String = rest.take_while(|&character| character != '}').take(40).collect();
    inside.split(',').any(|count| count.len() > 5 && count.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns whether the digits of `\\u` name half of a surrogate pair. ECMAScript joins two halves, Python does not, and Rust
/// refuses them.
fn is_surrogate(mut digits: impl Iterator<Item = char>) -> bool {
    matches!(digits.next(), Some('d' | 'D'))
        && matches!(digits.next(), Some('8' | '9' | 'a'..='f' | 'A'..='F'))
}

/// A scan of a pattern that removes needless escapes and finds constructs that clients refuse.
struct PatternScan {
    repaired: String,
    refused: Option<&'static str>,
}

impl PatternScan {
    fn of(pattern: &str) -> Self {
        let mut scan = Self { repaired: String::with_capacity(pattern.len()), refused: None };
        let mut rest = pattern.chars().peekable();
        let mut in_class = false;
        let mut class_start = false;
        while let Some(character) = rest.next() {
            let first_in_class = std::mem::take(&mut class_start);
            match character {
                '\\' => match rest.next() {
                    Some('u') if is_surrogate(rest.clone()) => {
                        scan.refuse("names half of a surrogate pair, which engines read differently");
                    }
                    Some(escaped) => scan.escape(escaped, rest.peek().copied(), in_class),
                    None => scan.refuse("ends in a backslash"),
                },
                '[' if !in_class => {
                    in_class = true;
                    scan.repaired.push('[');
                    if rest.peek() == Some(&'^') {
                        rest.next();
                        scan.repaired.push('^');
                    }
                    class_start = true;
                }
                // Python reads `]` right after `[` or `[^` as a member of the class, ECMAScript as its end.
                ']' if in_class && first_in_class => {
                    scan.refuse("has an empty character class, which Python does not support");
                }
                ']' if in_class => {
                    in_class = false;
                    scan.repaired.push(']');
                }
                '(' if !in_class && rest.peek() == Some(&'?') => {
                    rest.next();
                    match rest.peek() {
                        Some(':') => scan.repaired.push_str("(?"),
                        Some('=' | '!') => scan.refuse("uses look-around, which some model APIs refuse"),
                        Some('<') => {
                            rest.next();
                            match rest.peek() {
                                Some('=' | '!') => {
                                    scan.refuse("uses look-around, which some model APIs refuse");
                                }
                                _ => scan.named_group(&mut rest),
                            }
                        }
                        Some('P') => {
                            rest.next();
                            if rest.peek() == Some(&'<') {
                                rest.next();
                                scan.named_group(&mut rest);
                            } else {
                                scan.refuse("uses a Python group that ECMAScript does not support");
                            }
                        }
                        _ => scan.refuse("uses inline flags or groups that not every engine supports"),
                    }
                }
                '{' if !in_class && has_large_count(rest.clone()) => {
                    scan.refuse("has a repetition count that some engines refuse");
                }
                '{' if !in_class && rest.peek() == Some(&',') => {
                    scan.refuse("uses `{,n}`, which engines read differently");
                }
                _ => scan.repaired.push(character),
            }
        }
        scan
    }

    /// Removes the name of a group, which no schema uses; the group itself means the same in every engine.
    fn named_group(&mut self, rest: &mut std::iter::Peekable<std::str::Chars<'_>>) {
        for character in rest.by_ref() {
            if character == '>' {
                self.repaired.push('(');
                return;
            }
        }
        self.refuse("has an unterminated group name");
    }

    fn escape(&mut self, escaped: char, next: Option<char>, in_class: bool) {
        match escaped {
            'p' | 'P' => self.refuse("uses Unicode property classes, which some model APIs refuse"),
            'A' if !in_class => self.repaired.push('^'),
            'z' | 'Z' if !in_class => self.repaired.push('$'),
            'k' => self.refuse("refers to a named group"),
            'c' => self.refuse("uses a control escape, which Python does not support"),
            // Escapes that both engines know, and syntax characters.
            'd' | 'D' | 'w' | 'W' | 's' | 'S' | 'n' | 'r' | 't' | 'v' | 'f' | 'x' => self.keep(escaped),
            'u' if next == Some('{') => self.refuse("uses `\\u{…}`, which Python does not support"),
            'u' => self.keep(escaped),
            'b' | 'B' if !in_class => self.keep(escaped),
            'b' => self.keep(escaped),
            '0' if !next.is_some_and(|next| next.is_ascii_digit()) => self.keep(escaped),
            '0'..='9' => self.refuse("uses a backreference, which not every engine supports"),
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/' => {
                self.keep(escaped);
            }
            '-' if in_class => self.keep(escaped),
            'a'..='z' | 'A'..='Z' => self.refuse("uses an escape that not every engine supports"),
            // With the `u` flag a needless escape is an error; the character alone means the same.
            other => self.repaired.push(other),
        }
    }

    fn keep(&mut self, escaped: char) {
        self.repaired.push('\\');
        self.repaired.push(escaped);
    }

    fn refuse(&mut self, reason: &'static str) {
        self.refused.get_or_insert(reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_patterns_stay() {
        for pattern in ["^[a-z]+$", r"^\d{4}-\d{2}$", r"^[\w\-.]+$", "^(?:a|b)$", r"^\/a\/b$", "", "[^]a]x"] {
            if pattern == "[^]a]x" {
                assert!(matches!(judge(pattern), PatternVerdict::Unsafe(_)), "{pattern}");
            } else {
                assert_eq!(judge(pattern), PatternVerdict::Sound, "{pattern}");
            }
        }
    }

    #[test]
    fn needless_escapes_go() {
        assert_eq!(judge(r"^a\-b\_c\@d$"), PatternVerdict::Repaired("^a-b_c@d$".to_owned()));
        assert_eq!(judge(r"\A[0-9]+\z"), PatternVerdict::Repaired("^[0-9]+$".to_owned()));
        assert_eq!(judge(r"^(?P<year>\d+)$"), PatternVerdict::Repaired(r"^(\d+)$".to_owned()));
    }

    #[test]
    fn slashes_around_a_whole_pattern_go() {
        assert_eq!(judge("/^[a-z0-9]$/"), PatternVerdict::Repaired("^[a-z0-9]$".to_owned()));
        assert_eq!(judge("/^a\\-b$/"), PatternVerdict::Repaired("^a-b$".to_owned()));
        for pattern in ["/api/[a-z]+/", "/^", "/", "//", "/^a$", "^/a$/", "/^a\\$/", "/^a/"] {
            assert_eq!(judge(pattern), PatternVerdict::Sound, "{pattern}");
        }
    }

    #[test]
    fn what_clients_refuse_is_unsafe() {
        for pattern in [
            r"^(?!a)b",
            "(?<=a)b",
            r"^\p{L}+$",
            "(?i)abc",
            r"(?P=name)",
            "(",
            r"\h",
            r"a\",
            "[a-",
            "a{,3}",
            r"^\u{1F600}$",
            r"^\uD83D$",
            r"[\ud800-\udbff]",
            r"(a)\1",
            "x{1,99999999999}",
            "(?:a){4294967296}",
        ] {
            assert!(matches!(judge(pattern), PatternVerdict::Unsafe(_)), "{pattern}");
        }
    }
}
