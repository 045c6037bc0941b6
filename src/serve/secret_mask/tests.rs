use percent_encoding::percent_decode;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::json::json;

#[test]
fn each_spelling_of_a_credential_is_removed() {
    let mask = SecretMask::new(["se/cr\"et", "ann:open/säsame now", "key😀<3", "abc"]);
    for text in [
        "se/cr\"et",
        r#"se/cr\"et"#,
        r#"se\/cr\"et"#,
        r"se\/cr\u0022et",
        r"se\u002Fcr\u0022et",
        r#"\u0073e\u002fcr"et"#,
        r#"se\\\/cr\\\"et"#,
        r"se\\u002fcr\\u0022et",
        r#"se\\\\u002fcr\\"et"#,
        "se%2Fcr%22et",
        "se%2fcr%22et",
        "se/cr%22et",
        "%73%65%2F%63%72%22%65%74",
        "se%252Fcr%252522et",
        "se%26%2347;cr%22et",
        "se&#47;cr&quot;et",
        "se&#x2F;cr&#34;et",
        "se&#X002f;cr&#034et",
        "se&amp;#x2F;cr&amp;quot;et",
        r"se&#92;u002Fcr\u0026quot;et",
        "ann:open/säsame now",
        "open%2Fs%C3%A4same+now",
        "open/s%c3%A4same%20now",
        r"open\/s\u00E4same\u0020now",
        r"open&#x2F;s&#228;same+now",
        "YW5uOm9wZW4vc8Okc2FtZSBub3c=",
        "YW5uOm9wZW4vc8Okc2FtZSBub3c%3D",
        r"key\uD83D\ude00\u003c3",
        "key%F0%9F%98%80%3c3",
        "key&#x1F600;&lt;3",
    ] {
        assert_eq!(mask.text(text), REMOVED, "{text}");
        let between = format!("{{\"a\": \"{text}\"}}");
        assert_eq!(mask.text(&between), format!("{{\"a\": \"{REMOVED}\"}}"), "{text}");
        let bytes = [b"\xff", text.as_bytes(), b"\xff"].concat();
        assert_eq!(mask.bytes(bytes, false), [b"\xff", REMOVED.as_bytes(), b"\xff"].concat(), "{text}");
    }
    for text in [
        "abc",
        "se/cr",
        r"se\u002Ecr\u0022et",
        "se%2Gcr%22et",
        "se%2Ecr\"et",
        "se&#x2E;cr\"et",
        "%",
        "\\u00",
        "&#",
    ] {
        assert_eq!(mask.text(text), text);
        assert_eq!(mask.bytes(text.as_bytes().to_vec(), false), text.as_bytes());
    }
}

#[test]
fn credentials_that_overlap_are_removed_together() {
    let mask = SecretMask::new(["abcdef", "efghij", "cdef"]);
    assert_eq!(mask.text("(abcdefghij)"), "([removed])");
    assert_eq!(mask.text("(abcdefefghij)"), "([removed][removed])");
}

#[test]
fn the_beginning_of_a_credential_is_removed_where_a_text_is_cut() {
    let mask = SecretMask::new(["se/cret"]);
    let cut = |text: &str| String::from_utf8(mask.bytes(text.as_bytes().to_vec(), true)).unwrap();
    for text in ["a se/cret", "a se/cre", "a se", r"a se\u00", "a se%2", "a se%2Fcre", "a se&#x2"] {
        assert_eq!(cut(text), "a [removed]", "{text}");
    }
    for text in ["a se/cru", "a", ""] {
        assert_eq!(cut(text), text);
    }
    assert_eq!(mask.text("a se/cre"), "a se/cre");
}

#[test]
fn every_part_of_a_value_is_searched() {
    let mask = SecretMask::new(["c4rd/of+ann", "271828"]);
    let mut value = json!({
        "a": ["x", "is c4rd/of+ann"],
        "c4rd/of+ann": {"c4rd%2Fof%2bann": null, "b": true},
        "n": 12_718_281,
        "m": 5
    });
    mask.value(&mut value);
    let expected = json!({
        "a": ["x", "is [removed]"],
        "[removed]": {"[removed]": null, "b": true},
        "n": "1[removed]1",
        "m": 5
    });
    assert_eq!(value, expected);
}

#[test]
fn escapes_take_little_time() {
    let mask = SecretMask::new(["\\\\%%&& password", "c4rd/of+ann", "ann:open/sesame"]);
    for text in ["\\", "%25", "&amp;", "\\u005c", "&#", "\\\\\\\""] {
        let started = std::time::Instant::now();
        let long = text.repeat(20_000 / text.len());
        assert_eq!(mask.text(&long), long.as_str(), "{text}");
        assert!(started.elapsed().as_secs() < 20, "{text}");
    }
}

/// Spells a character in the first way, the characters of that in the second, and so on.
fn spelled(character: char, ways: &[u8]) -> String {
    let Some((way, deeper)) = ways.split_first() else { return character.to_string() };
    let hexadecimal = |number: u32, width: usize| {
        if way & 1 == 1 { format!("{number:0width$X}") } else { format!("{number:0width$x}") }
    };
    let code = u32::from(character);
    let text = match way / 2 {
        0 => {
            let mut units = [0; 2];
            let units = character.encode_utf16(&mut units).iter().map(|&unit| hexadecimal(unit.into(), 4));
            format!("\\u{}", units.collect::<Vec<_>>().join("\\u"))
        }
        1 => {
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).bytes().map(|byte| hexadecimal(byte.into(), 2));
            format!("%{}", bytes.collect::<Vec<_>>().join("%"))
        }
        2 => format!("&#x{};", hexadecimal(code, 1)),
        3 => format!("&#{code};"),
        4 if character == ' ' => "+".to_owned(),
        4 => match NAMES.iter().find(|(_, named)| *named == character) {
            Some((name, _)) => (*name).to_owned(),
            None => character.to_string(),
        },
        _ => character.to_string(),
    };
    text.chars().map(|character| spelled(character, deeper)).collect()
}

const NAMES: [(&str, char); 8] = [
    ("&amp;", '&'),
    ("&lt;", '<'),
    ("&gt;", '>'),
    ("&quot;", '"'),
    ("&apos;", '\''),
    ("\\\\", '\\'),
    ("\\/", '/'),
    ("\\\"", '"'),
];

/// Decodes every escape of a text once, of all kinds.
fn decoded(text: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::new();
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let found = one_name(rest).or_else(|| one_number(rest)).or_else(|| one_unit(rest));
        if let Some((character, length)) = found {
            decoded.extend_from_slice(character.to_string().as_bytes());
            rest = &rest[length..];
        } else {
            let triplet = rest.get(..3).map(|triplet| percent_decode(triplet).collect::<Vec<u8>>());
            match triplet.as_deref() {
                Some([byte]) => {
                    decoded.push(*byte);
                    rest = &rest[3..];
                }
                _ => {
                    decoded.push(first);
                    rest = after;
                }
            }
        }
    }
    decoded
}

fn one_name(rest: &[u8]) -> Option<(char, usize)> {
    let (name, character) = NAMES.iter().find(|(name, _)| rest.starts_with(name.as_bytes()))?;
    Some((*character, name.len()))
}

fn one_number(rest: &[u8]) -> Option<(char, usize)> {
    let end = rest.iter().take(12).position(|&byte| byte == b';')?;
    let number = std::str::from_utf8(&rest[..end]).ok()?.strip_prefix("&#")?;
    let code = match number.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    Some((char::from_u32(code)?, end + 1))
}

fn one_unit(rest: &[u8]) -> Option<(char, usize)> {
    let unit = |from: usize| {
        let digits = std::str::from_utf8(rest.get(from..from + 6)?).ok()?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let units: Vec<u16> = [unit(0), unit(6)].into_iter().flatten().collect();
    let first = char::decode_utf16(units).next()?.ok()?;
    unit(0).map(|_| (first, first.len_utf16() * 6))
}

/// Returns true if the text has the secret, decoded as often as it can be. `+` may be a blank.
fn holds(text: &[u8], secret: &str) -> bool {
    let blanks = |text: &[u8]| -> Vec<u8> {
        text.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect()
    };
    let secret = blanks(secret.as_bytes());
    let mut text = text.to_vec();
    loop {
        if blanks(&text).windows(secret.len()).any(|part| part == secret) {
            return true;
        }
        let next = decoded(&text);
        if next == text {
            return false;
        }
        text = next;
    }
}

fn characters(all: &'static str, length: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    vec(select(all.chars().collect::<Vec<_>>()), length).prop_map(String::from_iter)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_credential_is_never_left_however_it_is_spelled(
        secret in characters("abc019/\"'<>&+ =-äß€😀", 4..12),
        ways in vec(vec(0_u8..16, 0..3), 12),
        before in characters("xyz_{}[]:,.\n", 0..8),
        after in characters("xyz_{}[]:,.\n", 0..8),
    ) {
        let written: String =
            secret.chars().zip(&ways).map(|(character, ways)| spelled(character, ways)).collect();
        prop_assert!(holds(written.as_bytes(), &secret), "{} is no spelling of {}", written, secret);
        let text = format!("{before}{written}{after}");
        let mask = SecretMask::new([secret.as_str()]);
        let masked = mask.text(&text).into_owned();
        prop_assert!(!holds(masked.as_bytes(), &secret), "{} became {}", text, masked);
        prop_assert_eq!(masked, format!("{before}[removed]{after}"), "{}", text);
        for end in before.len()..text.len() {
            let cut = mask.bytes(text.as_bytes()[..end].to_vec(), true);
            prop_assert!(!holds(&cut, &secret), "{} became {:?}", text, String::from_utf8_lossy(&cut));
            let expected = if end == before.len() { before.clone() } else { format!("{before}[removed]") };
            if end < before.len() + written.len() {
                prop_assert_eq!(String::from_utf8_lossy(&cut), expected, "{}", text);
            }
        }
    }

    #[test]
    fn credentials_with_escapes_in_them_are_never_left(
        secret in characters("a\\u0025%26&#;", 4..10),
        ways in vec(vec(0_u8..16, 0..2), 10),
        before in characters("xyz {}", 0..8),
        after in characters("xyz {}", 0..8),
    ) {
        let written: String =
            secret.chars().zip(&ways).map(|(character, ways)| spelled(character, ways)).collect();
        let masked = SecretMask::new([secret.as_str()]).text(&format!("{before}{written}{after}")).into_owned();
        prop_assert_eq!(masked, format!("{before}[removed]{after}"), "{}", written);
    }

    #[test]
    fn a_text_without_the_credential_is_unchanged(
        secret in characters("abc/\"+ ä😀", 4..6),
        pieces in vec(prop_oneof![
            characters("abc/\"+ ä😀\\%&#;u0123456789ef", 1..9),
            (characters("abc/\"+ ä😀", 1..4), 0_u8..16).prop_map(|(text, way)| {
                text.chars().map(|character| spelled(character, &[way])).collect::<String>()
            }),
        ], 0..8),
    ) {
        let text = pieces.concat();
        let mask = SecretMask::new([secret.as_str()]);
        if !holds(text.as_bytes(), &secret) {
            prop_assert_eq!(mask.text(&text), text.as_str());
        }
    }
}
