//! User names and passwords in typed URLs, and values of `--header`, which no message shows.

use std::borrow::Cow;
use std::env;
use std::sync::LazyLock;

use apimint::source::without_userinfo;

/// What stands in messages for the value of a header.
const HIDDEN: &str = "…";

/// The fewest bytes of a value that may be a secret. Shorter ones, such as versions, occur in messages by chance.
const SECRET: usize = 8;

/// Typed texts that are shown differently: URLs with a user name or password, from the `//` on, and headers. The longest first.
static TYPED: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let typed: Vec<String> = env::args_os().filter_map(|argument| argument.into_string().ok()).collect();
    shown_differently(&typed)
});

fn shown_differently(typed: &[String]) -> Vec<(String, String)> {
    let urls = typed.iter().filter_map(|argument| {
        let url = argument.get(argument.find("//")?..)?;
        match without_userinfo(url) {
            Cow::Owned(shown) => Some((url.to_owned(), shown)),
            Cow::Borrowed(_) => None,
        }
    });
    let after = typed.windows(2).filter(|pair| pair[0] == "--header").map(|pair| pair[1].as_str());
    let joined = typed.iter().filter_map(|argument| argument.strip_prefix("--header="));
    let headers = after.chain(joined).flat_map(|header| {
        let value = header.split_once(['=', ':']).map(|(_, value)| value.trim());
        let last = value.and_then(|value| value.rsplit(char::is_whitespace).next());
        // What was taken for the name may be a value too, if the name is missing.
        [Some(header), value, last].into_iter().flatten().map(|secret| (secret.to_owned(), HIDDEN.to_owned()))
    });
    let headers = headers.filter(|(secret, _)| secret.len() >= SECRET && !secret.starts_with('$'));
    let mut all: Vec<(String, String)> = urls.chain(headers).collect();
    all.sort_by_key(|(typed, _)| std::cmp::Reverse(typed.len()));
    all
}

/// Removes them from a text.
pub(crate) fn removed(text: &str) -> Cow<'_, str> {
    TYPED.iter().fold(Cow::Borrowed(text), |text, (typed, shown)| {
        if text.contains(typed.as_str()) { Cow::Owned(text.replace(typed.as_str(), shown)) } else { text }
    })
}
