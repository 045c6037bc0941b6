//! Text of any script → ASCII, and an identifier → its words.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text folded to ASCII.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FoldedText<'t> {
    /// What is left; a space stands where something could not be folded.
    pub(super) text: Cow<'t, str>,
    /// Letters of the source that are still there.
    pub(super) kept: usize,
    /// Letters of the source that have no ASCII form.
    pub(super) lost: usize,
}

impl FoldedText<'_> {
    /// Whether the text still says what it said: at least one ASCII letter, and no more letters lost
    /// than kept. A `v2` that is left of a sentence in Japanese names nothing.
    pub(super) fn is_readable(&self) -> bool {
        self.kept > 0 && self.kept >= self.lost
    }

    /// Its words in lower case, joined by `_`. Holds only `[a-z0-9_]`; empty where the text has neither
    /// letter nor digit.
    pub(super) fn words(&self) -> String {
        let text = close_apostrophes(&self.text);
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
}

/// Folds accents and compatibility forms (NFKD, the naming rules in docs/mapping.md) and the Latin
/// letters that NFKD leaves alone.
pub(super) fn fold(text: &str) -> FoldedText<'_> {
    if text.is_ascii() {
        let kept = text.bytes().filter(u8::is_ascii_alphabetic).count();
        return FoldedText { text: text.into(), kept, lost: 0 };
    }
    let mut ascii = String::with_capacity(text.len());
    let (mut kept, mut lost) = (0, 0);
    // Composed first, so that a letter counts once however it is written.
    for composed in text.nfc() {
        let before = ascii.len();
        for character in std::iter::once(composed).nfkd() {
            if character.is_ascii() {
                ascii.push(character);
            } else if let Some(latin) = latin(character) {
                ascii.push_str(latin);
            } else if !is_combining_mark(character) && !is_invisible(character) {
                ascii.push(' ');
            }
        }
        if composed.is_alphabetic() {
            let added = ascii.get(before..).unwrap_or_default();
            if added.bytes().any(|byte| byte.is_ascii_alphabetic()) {
                kept += 1;
            } else {
                lost += 1;
            }
        }
    }
    FoldedText { text: ascii.into(), kept, lost }
}

/// Letters (and the typographic apostrophe) that have no decomposition in Unicode, in the spelling that
/// the languages using them fall back to (CLDR's `Latin-ASCII` transform has the same).
fn latin(character: char) -> Option<&'static str> {
    Some(match character {
        'ß' => "ss",
        'ẞ' => "SS",
        'æ' => "ae",
        'Æ' => "Ae",
        'œ' => "oe",
        'Œ' => "Oe",
        'ø' => "o",
        'Ø' => "O",
        'đ' | 'ð' | 'ɖ' => "d",
        'Đ' | 'Ð' | 'Ɖ' => "D",
        'þ' => "th",
        'Þ' => "Th",
        'ł' => "l",
        'Ł' => "L",
        'ħ' => "h",
        'Ħ' => "H",
        'ı' => "i",
        'ȷ' => "j",
        'ĸ' => "k",
        'ŋ' => "n",
        'Ŋ' => "N",
        'ŧ' => "t",
        'Ŧ' => "T",
        'ə' => "e",
        'Ə' => "E",
        'ƒ' => "f",
        '\u{2019}' | '\u{02bc}' => "'",
        _ => return None,
    })
}

/// Characters that no reader sees and that therefore part no words.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Words in mixed case that a split by case alone takes apart (`o_auth2`, `get_i_pv4`, `io_t`), by their first byte.
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

/// Takes out the apostrophe before the last letter of an English word: the `s` of `pet's` is no word.
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

/// The words of an identifier, as written. A word ends at anything that is no letter or digit, between a
/// small letter and a capital (`list|Pets`), and before the last capital of several that a small letter
/// follows (`HTTP|Server`); words in mixed case, plurals of acronyms and versions stay whole.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word));
    words
}

/// Hands on each word of [`split`].
fn each_word<'t>(text: &'t str, mut take: impl FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let mut start = 0;
    let mut at = 0;
    // The case of the last letter of the word: a digit has none, and belongs to what stands before it.
    let mut case = LetterCase::None;
    let mut end_word = |start: &mut usize, end: usize, next: usize| {
        if let Some(word) = text.get(*start..end).filter(|word| !word.is_empty()) {
            take(word);
        }
        *start = next;
    };
    while let Some(&byte) = bytes.get(at) {
        // Most letters: nothing that stays whole begins with a small letter behind another letter.
        if byte.is_ascii_lowercase()
            && before(bytes, at).is_some_and(|previous| previous.is_ascii_alphabetic())
        {
            case = LetterCase::Small;
            at += 1;
            continue;
        }
        let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        let whole =
            known_word(bytes, at).or_else(|| plural_acronym(bytes, at)).or_else(|| version(bytes, at));
        if let Some(length) = whole {
            end_word(&mut start, at, at);
            at += length;
            // `OAuth1a` is one word.
            if bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
                case = LetterCase::Small;
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
            let before_small =
                text.get(next..).and_then(|rest| rest.chars().next()).is_some_and(char::is_lowercase);
            if case == LetterCase::Small || case == LetterCase::Capital && before_small {
                end_word(&mut start, at, at);
            }
            case = LetterCase::Capital;
        } else if character.is_lowercase() {
            case = LetterCase::Small;
        }
        at = next;
    }
    end_word(&mut start, text.len(), text.len());
}

/// The case of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LetterCase {
    None,
    Small,
    Capital,
}

fn before(text: &[u8], at: usize) -> Option<u8> {
    at.checked_sub(1).and_then(|previous| text.get(previous)).copied()
}

/// Length of the run of bytes from `at` that satisfy a condition.
fn run(text: &[u8], at: usize, condition: fn(&u8) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().take_while(|&byte| condition(byte)).count()
}

/// Length of the known word that starts here, with a number behind it (`OAuth2`, `iOS17`).
fn known_word(text: &[u8], at: usize) -> Option<usize> {
    words_with(*text.get(at)?).iter().find_map(|word| occurrence(word.as_bytes(), text, at))
}

/// Length of this word with a number or a plural `s` behind it, if it starts here and ends where a word
/// may end.
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
        // `2FACTOR` is another word, `3DSecure` is `3D` and one more.
        Some(next) if next.is_ascii_uppercase() && first.is_ascii_digit() && digits == 0 => {
            text.get(at + length + 1).is_some_and(u8::is_ascii_lowercase)
        }
        _ => true,
    };
    (starts && ends).then_some(length)
}

/// Length of the acronym in the plural that starts here: two capitals or more and a single `s` (`IDs`,
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

/// Length of the version that starts here and has capitals behind it: Kubernetes' `CoreV1APIResources`.
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

    fn words(text: &str) -> String {
        fold(text).words()
    }

    /// Where a split by case alone surprises, and what is made of it.
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

    #[test]
    fn readable_means_at_least_half_of_the_letters() {
        for (text, readable) in [
            ("listPets", true),
            ("ünïcode", true),
            ("한국어 list", true),
            ("日本語のAPI", false),
            ("日本語 v2", false),
            ("펫 조회", false),
            ("123", false),
            ("---", false),
            ("", false),
        ] {
            assert_eq!(fold(text).is_readable(), readable, "{text:?}");
        }
        let hangul = fold("펫");
        assert_eq!((hangul.kept, hangul.lost), (0, 1), "a syllable is one letter");
    }
}
