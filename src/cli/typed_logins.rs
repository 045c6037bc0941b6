//! User names and passwords in typed URLs, which no message shows, wherever the URL was typed.

use std::borrow::Cow;
use std::env;
use std::sync::LazyLock;

use apimint::source::without_userinfo;

/// Typed URLs with a user name or password, without their schemes, and the same without it; the longest first.
static TYPED: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let typed = env::args_os().filter_map(|argument| argument.into_string().ok());
    let mut with_login: Vec<(String, String)> = typed
        .filter_map(|argument| {
            let typed = argument.get(argument.find("//")?..)?;
            match without_userinfo(typed) {
                Cow::Owned(shown) => Some((typed.to_owned(), shown)),
                Cow::Borrowed(_) => None,
            }
        })
        .collect();
    with_login.sort_by_key(|(typed, _)| std::cmp::Reverse(typed.len()));
    with_login
});

/// Removes them from a text.
pub(crate) fn removed(text: &str) -> Cow<'_, str> {
    TYPED.iter().fold(Cow::Borrowed(text), |text, (typed, shown)| {
        if text.contains(typed.as_str()) { Cow::Owned(text.replace(typed.as_str(), shown)) } else { text }
    })
}
