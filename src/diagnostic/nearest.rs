//! Suggestions for misspelled codes and words.

use super::code::Code;

/// Maximum number of codes suggested for one text.
const PROPOSALS: usize = 3;

impl Code {
    /// Returns the codes with the most similar name or number, best first; none if no code is similar.
    pub fn nearest(text: &str) -> Vec<Self> {
        let wanted = text.to_lowercase();
        let far = (wanted.chars().count() / 3).max(1);
        // A text that is much longer than every name matches none.
        if far > LONGEST {
            return Vec::new();
        }
        let mut near: Vec<(usize, Self)> = Self::ALL
            .iter()
            .filter_map(|&code| {
                let name = code.name();
                let spelled =
                    distance(&wanted, name).min(distance(&wanted, &code.to_string().to_lowercase()));
                // A text that the name contains counts as almost equal.
                let is_word = wanted.len() > 3 && name.contains(&wanted);
                let distance = if is_word { spelled.min(1) } else { spelled };
                (distance <= far).then_some((distance, code))
            })
            .collect();
        near.sort_by_key(|&(distance, _)| distance);
        near.truncate(PROPOSALS);
        near.into_iter().map(|(_, code)| code).collect()
    }
}

/// Returns the word that is most similar to a text, if any is similar.
pub fn nearest<'w>(text: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let wanted = text.to_lowercase();
    let far = (wanted.chars().count() / 3).max(1);
    if far > LONGEST {
        return None;
    }
    let near = words.into_iter().map(|word| (distance(&wanted, word), word));
    near.filter(|&(distance, _)| distance <= far).min_by_key(|&(distance, _)| distance).map(|(_, word)| word)
}

/// Length of the longest name, in characters. A test compares it with the catalogue.
const LONGEST: usize = 40;

/// Computes the Levenshtein distance: the number of characters to insert, delete or replace to turn one text into the
/// other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, left) in one.chars().enumerate() {
        let mut diagonal = line;
        row[0] = line + 1;
        for (column, &right) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_found() {
        assert_eq!(Code::nearest("dangling-refrence").first(), Some(&Code::DanglingReference));
        assert_eq!(Code::nearest("dangling").first(), Some(&Code::DanglingReference));
        assert!(Code::nearest("R0001").contains(&Code::DanglingReference));
        assert_eq!(Code::nearest("xyzzy"), []);
        assert_eq!(Code::nearest(&"a".repeat(1 << 20)), []);
    }

    #[test]
    fn a_code_is_nearest_to_itself() {
        for &code in Code::ALL {
            assert_eq!(Code::nearest(code.name()).first(), Some(&code));
            assert_eq!(Code::nearest(&code.to_string()).first(), Some(&code));
            assert!(code.name().chars().count() <= LONGEST);
        }
    }

    #[test]
    fn the_nearest_word_is_found() {
        let words = ["name", "name-max", "server-name"];
        assert_eq!(nearest("name-mx", words), Some("name-max"));
        assert_eq!(nearest("Name_Max", words), Some("name-max"));
        assert_eq!(nearest("output", words), None);
        assert_eq!(nearest("x", []), None);
        assert_eq!(nearest(&"a".repeat(1 << 20), words), None);
    }

    #[test]
    fn distances_count_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}
