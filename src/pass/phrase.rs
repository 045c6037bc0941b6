//! Turns identifiers into phrases for people.

use super::identifier_words::split;

/// Turns an identifier into a phrase: `listPets` becomes `List pets`. Acronyms keep their capitals. The result is empty
/// for an identifier without letter or digit.
pub(super) fn humanise(identifier: &str) -> String {
    phrase(&split(identifier))
}

/// Joins words to a phrase that begins with a capital.
pub(super) fn phrase(words: &[&str]) -> String {
    let all_upper_case = words.iter().all(|word| !word.chars().any(char::is_lowercase));
    let mut text = String::new();
    for word in words {
        let keeps_capitals = !all_upper_case && has_inner_capital(word);
        let mut characters = word.chars();
        if !text.is_empty() {
            text.push(' ');
        } else if !keeps_capitals {
            text.extend(characters.next().into_iter().flat_map(char::to_uppercase));
        }
        let rest = characters.as_str();
        if keeps_capitals { text.push_str(rest) } else { text.push_str(&rest.to_lowercase()) }
    }
    text
}

/// Returns true for acronyms and words in mixed case: `URL`, `PRs`, `OAuth2`, `iOS`.
fn has_inner_capital(word: &str) -> bool {
    word.chars().skip(1).any(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_for_people() {
        for (identifier, expected) in [
            ("listPets", "List pets"),
            ("repos/delete", "Repos delete"),
            ("getURL", "Get URL"),
            ("listIPv6ForGitHub", "List IPv6 for GitHub"),
            ("iOSApps", "iOS apps"),
            ("V1beta1Job", "V1beta1 job"),
            ("LIST_ALL_PETS", "List all pets"),
            ("VirtualMachines_Delete", "Virtual machines delete"),
            ("获取用户", "获取用户"),
            ("--", ""),
        ] {
            assert_eq!(humanise(identifier), expected);
        }
    }
}
