//! Splitting of identifiers into words.

use std::borrow::Cow;

use super::ascii_folding::FoldedText;

/// Returns the words of a folded text in lower case, joined by `_`. The result has only the characters `[a-z0-9_]`; it
/// is empty if the text has neither letter nor digit.
pub(super) fn snake_case(folded: &FoldedText<'_>) -> String {
    let text = close_apostrophes(&folded.text);
    let mut words = String::with_capacity(text.len() + text.len() / 4);
    each_word(&text, |word| {
        if !words.is_empty() {
            words.push('_');
        }
        words.push_str(word);
    });
    words.make_ascii_lowercase();
    words
}

/// Returns the known words in mixed case that begin with a byte. A split by case alone takes them apart (`o_auth2`,
/// `get_i_pv4`, `io_t`).
#[rustfmt::skip]
fn words_with(first: u8) -> &'static [&'static str] {
    match first {
        b'D' => &["DDoS"],
        b'E' => &["ETag", "EBook"],
        b'G' => &["GraphQL", "GitHub", "GitLab"],
        b'I' => &["IPv4", "IPv6", "IoT", "IaaS"],
        b'J' => &["JavaScript"],
        b'M' => &["MySQL"],
        b'N' => &["NoSQL"],
        b'O' => &["OAuth"],
        b'P' => &["PostgreSQL", "PayPal", "PaaS"],
        b'Q' => &["QoS"],
        b'S' => &["SaaS"],
        b'T' => &["TypeScript"],
        b'V' => &["VoIP"],
        b'W' => &["WiFi"],
        b'Y' => &["YouTube"],
        b'e' => &["eBook", "eSIM"],
        b'g' => &["gRPC"],
        b'i' => &["iOS", "iPadOS", "iPhone", "iPad"],
        b'm' => &["mTLS", "macOS"],
        b't' => &["tvOS"],
        b'v' => &["visionOS"],
        b'w' => &["watchOS"],
        b'2' => &["2FA"],
        b'3' => &["3DS", "3D"],
        b'5' => &["5G"],
        _ => &[],
    }
}

/// Removes the apostrophe before the last letter of an English word, so that the `s` of `pet's` does not become a word.
fn close_apostrophes(ascii: &str) -> Cow<'_, str> {
    if !ascii.contains('\'') {
        return ascii.into();
    }
    let text = ascii.as_bytes();
    let closes = |at: usize| {
        before(text, at).is_some_and(|previous| previous.is_ascii_alphabetic())
            && matches!(text.get(at + 1), Some(b's' | b't'))
            && !text.get(at + 2).is_some_and(u8::is_ascii_alphanumeric)
    };
    let kept = ascii.char_indices().filter(|&(at, character)| character != '\'' || !closes(at));
    kept.map(|(_, character)| character).collect::<String>().into()
}

/// Splits an identifier into words, as written. A word ends at a character that is neither letter nor digit, between a
/// lower-case and an upper-case letter (`list|Pets`), and before the last of several upper-case letters that a
/// lower-case letter follows (`HTTP|Server`). Known words in mixed case, plurals of acronyms and versions stay whole.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word));
    words
}

/// Passes each word of [`split`] to a function, without a list of them.
fn each_word<'t>(text: &'t str, mut take: impl FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let mut start = 0;
    let mut at = 0;
    // The case of the last letter of the word. A digit has no case and belongs to the text before it.
    let mut case = LetterCase::None;
    let mut end_word = |start: &mut usize, end: usize, next: usize| {
        if let Some(word) = text.get(*start..end).filter(|word| !word.is_empty()) {
            take(word);
        }
        *start = next;
    };
    while let Some(&byte) = bytes.get(at) {
        // The fast path, for most letters: no known word begins with a lower-case letter after another letter.
        if byte.is_ascii_lowercase()
            && before(bytes, at).is_some_and(|previous| previous.is_ascii_alphabetic())
        {
            case = LetterCase::Lower;
            at += 1;
            continue;
        }
        let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        let whole =
            known_word(bytes, at).or_else(|| plural_acronym(bytes, at)).or_else(|| version(bytes, at));
        if let Some(length) = whole {
            end_word(&mut start, at, at);
            at += length;
            // A lower-case letter belongs to the known word: `OAuth1a`.
            if bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
                case = LetterCase::Lower;
            } else {
                end_word(&mut start, at, at);
                case = LetterCase::None;
            }
            continue;
        }
        let next = at + character.len_utf8();
        if !character.is_alphanumeric() {
            end_word(&mut start, at, next);
            case = LetterCase::None;
        } else if character.is_uppercase() {
            let before_lower =
                text.get(next..).and_then(|rest| rest.chars().next()).is_some_and(char::is_lowercase);
            if case == LetterCase::Lower || case == LetterCase::Upper && before_lower {
                end_word(&mut start, at, at);
            }
            case = LetterCase::Upper;
        } else if character.is_lowercase() {
            case = LetterCase::Lower;
        }
        at = next;
    }
    end_word(&mut start, text.len(), text.len());
}

/// The case of the last letter; `None` after a digit, a separator or nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LetterCase {
    None,
    Lower,
    Upper,
}

/// Returns the byte before a position.
fn before(text: &[u8], at: usize) -> Option<u8> {
    at.checked_sub(1).and_then(|previous| text.get(previous)).copied()
}

/// Counts the bytes from `at` on that satisfy a condition.
fn run(text: &[u8], at: usize, condition: fn(&u8) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().take_while(|&byte| condition(byte)).count()
}

/// Returns the length of the known word at a position, with the number after it (`OAuth2`, `iOS17`).
fn known_word(text: &[u8], at: usize) -> Option<usize> {
    words_with(*text.get(at)?).iter().find_map(|word| occurrence(word.as_bytes(), text, at))
}

/// Returns the length of `word` with the number or plural `s` after it, if it begins at a position and ends where a
/// word can end.
fn occurrence(word: &[u8], text: &[u8], at: usize) -> Option<usize> {
    if !text.get(at..)?.starts_with(word) {
        return None;
    }
    let first = word.first()?;
    let starts = before(text, at).is_none_or(|previous| match first {
        b'a'..=b'z' => !previous.is_ascii_alphabetic(),
        b'0'..=b'9' => !previous.is_ascii_uppercase() && !previous.is_ascii_digit(),
        _ => !previous.is_ascii_uppercase(),
    });
    let digits = run(text, at + word.len(), u8::is_ascii_digit);
    let end = at + word.len() + digits;
    let plural = text.get(end) == Some(&b's') && !text.get(end + 1).is_some_and(u8::is_ascii_lowercase);
    let length = word.len() + digits + usize::from(plural);
    let ends = match text.get(at + length) {
        Some(next) if next.is_ascii_lowercase() => digits > 0,
        // `2FACTOR` does not contain the word `2FA`; `3DSecure` is `3D` and `Secure`.
        Some(next) if next.is_ascii_uppercase() && first.is_ascii_digit() && digits == 0 => {
            text.get(at + length + 1).is_some_and(u8::is_ascii_lowercase)
        }
        _ => true,
    };
    (starts && ends).then_some(length)
}

/// Returns the length of the plural acronym at a position: two or more upper-case letters and a single `s` (`IDs`,
/// `URLs`, `VMs`).
fn plural_acronym(text: &[u8], at: usize) -> Option<usize> {
    if before(text, at).is_some_and(|previous| previous.is_ascii_uppercase()) {
        return None;
    }
    let capitals = run(text, at, u8::is_ascii_uppercase);
    let plural = capitals >= 2
        && text.get(at + capitals) == Some(&b's')
        && !text.get(at + capitals + 1).is_some_and(u8::is_ascii_lowercase);
    plural.then_some(capitals + 1)
}

/// Returns the length of the version at a position that upper-case letters follow, as in Kubernetes'
/// `CoreV1APIResources`.
fn version(text: &[u8], at: usize) -> Option<usize> {
    if text.get(at) != Some(&b'V') || before(text, at).is_some_and(|previous| previous.is_ascii_uppercase()) {
        return None;
    }
    let digits = run(text, at + 1, u8::is_ascii_digit);
    let splits = digits > 0 && text.get(at + 1 + digits).is_some_and(u8::is_ascii_uppercase);
    splits.then_some(1 + digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::ascii_folding::fold;

    fn words(text: &str) -> String {
        snake_case(&fold(text))
    }

    /// Identifiers that a split by case alone takes apart wrongly.
    #[test]
    fn splits_as_a_reader_would() {
        for (text, expected) in [
            ("getHTTPResponse", "get_http_response"),
            ("listV2Items", "list_v2_items"),
            ("repos/list-for-org", "repos_list_for_org"),
            ("GET /pets/{petId}", "get_pets_pet_id"),
            ("OAuth2Token", "oauth2_token"),
            ("userIDs", "user_ids"),
            ("IDs", "ids"),
            ("getIPv4Address", "get_ipv4_address"),
            ("get2FA", "get_2fa"),
            ("2fa-enable", "2fa_enable"),
            ("_private", "private"),
            ("__init__", "init"),
            ("getPet-1", "get_pet_1"),
            ("getPet_1", "get_pet_1"),
            ("日本語のAPI", "api"),
            ("ünïcodeName", "unicode_name"),
            ("e\u{301}cole", "ecole"),
            ("---", ""),
            ("!!!", ""),
            ("", ""),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }

    #[test]
    fn words_end_at_separators_and_capitals() {
        for (identifier, expected) in [
            ("listPets", vec!["list", "Pets"]),
            ("repos/delete-a_b.c", vec!["repos", "delete", "a", "b", "c"]),
            ("getHTTPServer", vec!["get", "HTTP", "Server"]),
            ("listPRs", vec!["list", "PRs"]),
            ("listPRsByURLs2", vec!["list", "PRs", "By", "URLs", "2"]),
            ("createOAuth2Token", vec!["create", "OAuth2", "Token"]),
            ("readV2beta1Pod", vec!["read", "V2beta1", "Pod"]),
            ("_", vec![]),
            ("стопВсё", vec!["стоп", "Всё"]),
        ] {
            assert_eq!(split(identifier), expected, "{identifier}");
        }
    }

    #[test]
    fn knows_words_in_mixed_case() {
        for (text, expected) in [
            ("getOAuthToken", "get_oauth_token"),
            ("OAuth1aFlow", "oauth1a_flow"),
            ("NOAuthority", "no_authority"),
            ("OAuthorize", "o_authorize"),
            ("listIPv6", "list_ipv6"),
            ("runGraphQLQuery", "run_graphql_query"),
            ("GraphQLAPI", "graphql_api"),
            ("iOSApp", "ios_app"),
            ("get_macOS_devices", "get_macos_devices"),
            ("enable2FAForUser", "enable_2fa_for_user"),
            ("enable2FACTOR", "enable2_factor"),
            ("start3DSecure", "start_3d_secure"),
            ("3DS2Info", "3ds2_info"),
            ("sha256Hash", "sha256_hash"),
            ("syncGitHubRepo", "sync_github_repo"),
            ("IoTHub", "iot_hub"),
            ("managedEBooksList", "managed_ebooks_list"),
            ("query5GVnGroup", "query_5g_vn_group"),
            ("GitHubs", "githubs"),
            ("setMFA", "set_mfa"),
            ("K8sCluster", "k8s_cluster"),
            ("listEC2Instances", "list_ec2_instances"),
            ("getCoreV1APIResources", "get_core_v1_api_resources"),
            ("readCoreV1NamespacedPodStatus", "read_core_v1_namespaced_pod_status"),
            ("createV1beta1Job", "create_v1beta1_job"),
            ("users.user.ListUser", "users_user_list_user"),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }

    #[test]
    fn keeps_plural_acronyms_whole() {
        for (text, expected) in [
            ("listURLs", "list_urls"),
            ("URIsOfPage", "uris_of_page"),
            ("getAPIs2", "get_apis_2"),
            ("VMs_list", "vms_list"),
            ("mergePDFsNow", "merge_pdfs_now"),
            ("DNSsettings", "dn_ssettings"),
            ("AsUser", "as_user"),
            ("listAs", "list_as"),
            ("API's", "apis"),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }

    #[test]
    fn folds_letters_that_have_an_ascii_form() {
        for (text, expected) in [
            ("größe", "grosse"),
            ("Ærø", "aero"),
            ("đường", "duong"),
            ("Łódź", "lodz"),
            ("Þing", "thing"),
            ("ＡＰＩ２", "api2"),
            ("ﬁle", "file"),
            ("l’été", "l_ete"),
            ("the pet’s owner", "the_pets_owner"),
            ("pe\u{ad}t\u{200b}s", "pets"),
            ("a–b", "a_b"),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }
}
