//! Splitting identifiers into words.

/// The words of an identifier, as written. A word ends at anything that is no letter or digit, before a
/// capital that follows a small letter or digit (`list|Pets`), and before the last capital of several
/// (`HTTP|Server`), but not inside plurals of acronyms (`listPRs`).
pub(super) fn words(text: &str) -> Vec<&str> {
    text.split(|character: char| !character.is_alphanumeric()).flat_map(split_case).collect()
}

fn split_case(chunk: &str) -> Vec<&str> {
    let characters: Vec<(usize, char)> = chunk.char_indices().collect();
    let is_upper = |at: usize| characters.get(at).is_some_and(|(_, c)| c.is_uppercase());
    let is_small = |at: usize| characters.get(at).is_some_and(|(_, c)| c.is_lowercase());
    let mut found = Vec::new();
    let mut start = 0;
    for (index, &(offset, _)) in characters.iter().enumerate().skip(1) {
        let after_small = is_upper(index) && !is_upper(index - 1);
        let plural_acronym =
            characters.get(index + 1).is_some_and(|&(_, c)| c == 's') && !is_small(index + 2);
        let after_acronym = is_upper(index) && is_upper(index - 1) && is_small(index + 1) && !plural_acronym;
        // `OAuth` is one word, whatever its capitals say.
        let in_oauth = chunk[start..offset] == *"O" && chunk[offset..].starts_with("Auth");
        if (after_small || after_acronym) && !in_oauth {
            found.push(&chunk[start..offset]);
            start = offset;
        }
    }
    if start < chunk.len() {
        found.push(&chunk[start..]);
    }
    found
}

/// An identifier as a phrase for people: `listPets` becomes `List pets`. Acronyms keep their capitals.
/// Empty when there is no letter or digit in it.
pub(super) fn humanise(identifier: &str) -> String {
    phrase(&words(identifier))
}

/// Words as a phrase that begins with a capital.
pub(super) fn phrase(words: &[&str]) -> String {
    let shouting = words.iter().all(|word| !word.chars().any(char::is_lowercase));
    let mut text = String::new();
    for word in words {
        if text.is_empty() {
            let mut characters = word.chars();
            text.extend(characters.next().into_iter().flat_map(char::to_uppercase));
            push_word(&mut text, characters.as_str(), shouting || !is_acronym(word));
        } else {
            text.push(' ');
            push_word(&mut text, word, shouting || !is_acronym(word));
        }
    }
    text
}

fn push_word(text: &mut String, word: &str, lower: bool) {
    if lower {
        text.push_str(&word.to_lowercase());
    } else {
        text.push_str(word);
    }
}

/// `URL`, `PRs`, `OAuth2`: two capitals at the beginning.
fn is_acronym(word: &str) -> bool {
    word.chars().take(2).filter(|character| character.is_uppercase()).count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_separators_and_capitals() {
        for (identifier, expected) in [
            ("listPets", vec!["list", "Pets"]),
            ("repos/delete-a_b.c", vec!["repos", "delete", "a", "b", "c"]),
            ("getHTTPServer", vec!["get", "HTTP", "Server"]),
            ("listPRs", vec!["list", "PRs"]),
            ("listPRsByURLs2", vec!["list", "PRs", "By", "URLs2"]),
            ("createOAuth2Token", vec!["create", "OAuth2", "Token"]),
            ("readV2beta1Pod", vec!["read", "V2beta1", "Pod"]),
            ("_", vec![]),
            ("стопВсё", vec!["стоп", "Всё"]),
        ] {
            assert_eq!(words(identifier), expected, "{identifier}");
        }
    }

    #[test]
    fn phrases_are_for_people() {
        for (identifier, expected) in [
            ("listPets", "List pets"),
            ("repos/delete", "Repos delete"),
            ("getURL", "Get URL"),
            ("LIST_ALL_PETS", "List all pets"),
            ("VirtualMachines_Delete", "Virtual machines delete"),
            ("获取用户", "获取用户"),
            ("--", ""),
        ] {
            assert_eq!(humanise(identifier), expected);
        }
    }
}
