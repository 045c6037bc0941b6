//! The laws: what is planted is searched in every channel.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::channels::{Channel, channels, unreadable};
use super::credentials::{PlantedCredential, credential};
use super::planting::{DOCUMENTS, planted, prose_spots, read, text_spots};

/// Bytes of a credential that are searched for at least, so that half of one is found too.
const PIECE: usize = 12;

/// Returns the pieces of credentials that a text has.
fn leaked<'c>(text: &str, credentials: &'c [PlantedCredential]) -> Vec<&'c str> {
    let windows = |secret: &'c str| (0..=secret.len() - PIECE).map(move |at| &secret[at..at + PIECE]);
    let pieces: HashSet<&str> = credentials.iter().flat_map(|one| windows(&one.secret)).collect();
    let found = |at| text.get(at..at + PIECE).and_then(|piece| pieces.get(piece).copied());
    (0..text.len().saturating_sub(PIECE - 1)).filter_map(found).collect()
}

fn config() -> ProptestConfig {
    // Each case runs the program some forty times. `PROPTEST_CASES` asks for more.
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(20);
    ProptestConfig { cases, max_shrink_iters: 0, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_credential_leaves_through_no_channel(
        document in select(DOCUMENTS),
        credentials in vec(credential(), 16),
        seed in any::<u64>(),
    ) {
        let mut value = read(document);
        let spots = text_spots(&value, seed);
        let mut places = Vec::new();
        for (spot, one) in spots.iter().zip(&credentials) {
            let text = spot.of(&mut value);
            *text = if one.is_alone { one.text.clone() } else { format!("{text} {} and more.", one.text) };
            places.push((spot.pointer.clone(), one));
        }
        let directory = planted(document, &value);
        for Channel { name, text } in channels(directory.path()).into_iter().chain(unreadable(directory.path())) {
            let found = leaked(&text, &credentials);
            prop_assert!(found.is_empty(), "{document}, {name}: {found:?} of {places:#?}\n{text}");
        }
    }

    #[test]
    fn a_hidden_character_leaves_through_no_channel(
        document in select(DOCUMENTS),
        hidden in ignorable(),
        count in 1_usize..6,
        seed in any::<u64>(),
    ) {
        let mut value = read(document);
        let mut places = Vec::new();
        for spot in prose_spots(&value, seed).iter().take(16) {
            let text = spot.of(&mut value);
            let middle = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
            text.insert_str(middle, &hidden.to_string().repeat(count));
            places.push(spot.pointer.clone());
        }
        let directory = planted(document, &value);
        // As JSON escapes it.
        let units = hidden.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect::<Vec<_>>();
        let escaped = units.concat();
        for Channel { name, text } in channels(directory.path()).into_iter().chain(unreadable(directory.path())) {
            let is_list = is_list(&name);
            let found = text.contains(hidden) || is_list && text.to_lowercase().contains(&escaped);
            prop_assert!(!found, "{document}, {name}: {hidden:?} at {places:#?}\n{text}");
        }
    }
}

proptest! {
    #![proptest_config(config())]

    /// Data keep their characters in lists; nothing that people read shows them as they are.
    #[test]
    fn a_hidden_character_of_data_is_written_out_in_reports(
        document in select(DOCUMENTS),
        hidden in ignorable(),
        seed in any::<u64>(),
    ) {
        let mut value = read(document);
        for spot in text_spots(&value, seed).iter().take(16) {
            spot.of(&mut value).push(hidden);
        }
        let directory = planted(document, &value);
        for Channel { name, text } in channels(directory.path()).into_iter().chain(unreadable(directory.path())) {
            let is_list = is_list(&name);
            prop_assert!(is_list || !text.contains(hidden), "{document}, {name}: {hidden:?}\n{text}");
        }
    }
}

/// Returns true for a channel that is a list of tools, in which data stay as they are.
fn is_list(channel: &str) -> bool {
    let extension = Path::new(channel).extension();
    extension.is_some_and(|extension| extension == "json")
        || ["`convert", "`serve"].iter().any(|command| channel.contains(&format!("output of {command}")))
}

/// Generates a character that belongs to the spelling of no text: none of the joiners, selectors and tags that scripts and
/// emoji need, which have tests of their own.
fn ignorable() -> impl Strategy<Value = char> {
    const RANGES: &[RangeInclusive<char>] = &[
        '\u{1}'..='\u{8}',
        '\u{E}'..='\u{1F}',
        '\u{80}'..='\u{9F}',
        '\u{34F}'..='\u{34F}',
        '\u{61C}'..='\u{61C}',
        '\u{115F}'..='\u{1160}',
        '\u{200B}'..='\u{200B}',
        '\u{202A}'..='\u{202E}',
        '\u{2060}'..='\u{206F}',
        '\u{3164}'..='\u{3164}',
        '\u{FE00}'..='\u{FE0D}',
        '\u{FFA0}'..='\u{FFA0}',
        '\u{1D173}'..='\u{1D17A}',
        '\u{E0001}'..='\u{E0001}',
        '\u{E0080}'..='\u{E0FFF}',
    ];
    proptest::char::ranges(RANGES.into())
}
