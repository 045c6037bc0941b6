//! User names and passwords in typed URLs, and values of `--header`, which no message shows.

use std::borrow::Cow;
use std::env;
use std::sync::LazyLock;

use apimint::source::without_userinfo;

/// The text that messages show in place of a header's value.
const HIDDEN: &str = "…";

/// The fewest bytes of a header that may be a secret. Shorter texts occur in messages by chance.
const SECRET: usize = 6;

/// A typed text, and what is shown in its place.
type Replacement = (String, String);

/// Typed URLs with a user name or password, from the `//` on; the longest first.
static URLS: LazyLock<Vec<Replacement>> = LazyLock::new(|| {
    let urls = typed().filter_map(|argument| {
        let url = argument.get(argument.find("//")?..)?;
        match without_userinfo(url) {
            Cow::Owned(shown) => Some((url.to_owned(), shown)),
            Cow::Borrowed(_) => None,
        }
    });
    longest_first(urls.collect())
});

fn typed() -> impl Iterator<Item = String> {
    env::args_os().filter_map(|argument| argument.into_string().ok())
}

fn longest_first(mut replacements: Vec<Replacement>) -> Vec<Replacement> {
    replacements.sort_by_key(|(typed, _)| std::cmp::Reverse(typed.len()));
    replacements
}

fn replaced<'t>(text: &'t str, replacements: &[Replacement]) -> Cow<'t, str> {
    replacements.iter().fold(Cow::Borrowed(text), |text, (typed, shown)| {
        if text.contains(typed.as_str()) { Cow::Owned(text.replace(typed.as_str(), shown)) } else { text }
    })
}

/// Returns true if a URL with a user name or password was typed.
pub(crate) fn are_there() -> bool {
    !URLS.is_empty()
}

/// Removes user names and passwords of typed URLs from a text.
pub(crate) fn removed(text: &str) -> Cow<'_, str> {
    replaced(text, &URLS)
}

/// Removes user names and passwords, and what was typed for `--header`, from an error in the arguments: it repeats an argument
/// that cannot be parsed.
pub(crate) fn removed_from_error(text: &str) -> Cow<'_, str> {
    let typed: Vec<String> = typed().collect();
    let after = typed.windows(2).filter(|pair| pair[0] == "--header").map(|pair| pair[1].as_str());
    let joined = typed.iter().filter_map(|argument| argument.strip_prefix("--header="));
    let is_secret = |argument: &&str| argument.len() >= SECRET && !argument.contains('$');
    let headers = after.chain(joined).filter(is_secret).map(|header| (header.to_owned(), HIDDEN.to_owned()));
    match replaced(text, &longest_first(headers.collect())) {
        Cow::Borrowed(text) => removed(text),
        Cow::Owned(text) => Cow::Owned(removed(&text).into_owned()),
    }
}
