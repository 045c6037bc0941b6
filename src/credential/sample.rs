//! Samples of credentials. They are invented at random, so that no text in the repository looks like a credential to a
//! secret scanner.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::kind::CredentialKind;

/// A text with a credential in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialSample {
    /// The text.
    pub text: String,
    /// The part of the credential that must not be left anywhere.
    pub secret: String,
}

impl CredentialKind {
    /// Returns one text for each form of the kind, filled at random. The same number gives the same texts.
    #[must_use]
    pub fn samples(&self, seed: u64) -> Vec<CredentialSample> {
        let mut filling = Filling::Random(seed);
        self.samples.iter().map(|template| filling.fill(template)).collect()
    }

    /// Returns a text of each form that says that it stands for a credential of the kind.
    #[must_use]
    pub fn placeholders(&self) -> Vec<String> {
        self.samples.iter().map(|template| Filling::Repeated.fill(template).text).collect()
    }
}

/// The characters that gaps are filled with.
enum Filling {
    /// Random ones; the number is the state of the generator.
    Random(u64),
    /// The first one of the alphabet, again and again.
    Repeated,
}

/// Letters and digits. No alphabet has an `x` but as its first character, so that no random text says `xxxx`, nor a `y`, so
/// that none says `your`.
const ALPHANUMERIC: &str = "xABCDEFGHJKLMNPQRSTUVWZabcdefghjkmnpqrstuvwz23456789";

impl Filling {
    /// Fills the gaps of a template: `<36>` takes 36 letters and digits, `<x32>` hexadecimal digits, `<d9>` decimal ones,
    /// `<l9>` letters, `<A9>` capitals and digits, `<a9>` small letters and digits, `<H9>` characters of Bech32, `<b12>` the
    /// Base64 of nine letters and digits, and `<u>` a UUID.
    fn fill(&mut self, template: &str) -> CredentialSample {
        let (mut text, mut secret) = (String::new(), String::new());
        let mut rest = template;
        while let Some((before, (gap, after))) =
            rest.split_once('<').and_then(|(before, gap)| Some((before, gap.split_once('>')?)))
        {
            let length = gap.trim_start_matches(char::is_alphabetic).parse().unwrap_or(0);
            let filled = match gap.chars().next() {
                Some('u') => [8, 4, 4, 4, 12].map(|length| self.hexadecimal(length)).join("-"),
                Some('x') => self.hexadecimal(length),
                Some('d') => self.characters("0123456789", length),
                Some('l') => self.characters("XABCDEFGHJKLMNPQRSTUVWZabcdefghjkmnpqrstuvwz", length),
                Some('A') => self.characters("XABCDEFGHJKLMNPQRSTUVWZ234567", length),
                Some('a') => self.characters("xabcdefghjkmnpqrstuvwz23456789", length),
                Some('H') => self.characters("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", length),
                Some('b') => STANDARD.encode(self.alphanumeric(length / 4 * 3)),
                _ => self.alphanumeric(length),
            };
            text.extend([before, &filled]);
            if filled.len() > secret.len() {
                secret = filled;
            }
            rest = after;
        }
        text.push_str(rest);
        CredentialSample { text, secret }
    }

    fn hexadecimal(&mut self, length: usize) -> String {
        self.characters("0123456789abcdef", length)
    }

    /// Returns random letters and digits, with two digits at least: a long real token has as many.
    fn alphanumeric(&mut self, length: usize) -> String {
        let mut filled = self.characters(ALPHANUMERIC, length);
        if matches!(self, Self::Random(_)) && length > 4 {
            filled.replace_range(2..4, "73");
        }
        filled
    }

    fn characters(&mut self, alphabet: &str, length: usize) -> String {
        let bytes = alphabet.as_bytes();
        let others = bytes.len() as u64 - 1;
        let next = |_| match self {
            Self::Random(state) => usize::try_from(1 + split_mix(state) % others).unwrap_or(0),
            Self::Repeated => 0,
        };
        (0..length).map(next).map(|index| char::from(bytes[index])).collect()
    }
}

/// Returns the next number of the generator `SplitMix64` (<https://prng.di.unimi.it/splitmix64.c>).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
