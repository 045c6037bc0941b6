//! User names and passwords in URLs (RFC 3986, section 3.2.1): they are sent to the server, and shown nowhere.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use url::{Origin, Url};

/// User name and password of one server, for HTTP Basic (RFC 7617).
#[derive(Clone)]
pub(super) struct Login {
    origin: Origin,
    /// The value of the header `Authorization`.
    header: String,
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Login")
    }
}

impl Login {
    /// Removes user name and password from a URL, and returns them.
    pub(super) fn take(url: &mut Url) -> Option<Self> {
        if url.username().is_empty() && url.password().is_none() {
            return None;
        }
        let decoded = |text: &str| percent_decode_str(text).collect::<Vec<u8>>();
        let mut pair = decoded(url.username());
        pair.push(b':');
        pair.extend(decoded(url.password().unwrap_or_default()));
        let header = format!("Basic {}", STANDARD.encode(pair));
        strip_userinfo(url);
        Some(Self { origin: url.origin(), header })
    }

    /// Returns the value of the header `Authorization` for a URL; there is none for other servers.
    pub(super) fn header(&self, url: &Url) -> Option<&str> {
        (self.origin == url.origin()).then_some(self.header.as_str())
    }
}

/// Removes user name and password from a URL.
pub fn strip_userinfo(url: &mut Url) {
    // Both fail only for URLs that cannot have them.
    let _ = url.set_username("");
    let _ = url.set_password(None);
}

/// Removes user names and passwords from the URLs in a text, which need not be well-formed.
pub fn without_userinfo(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut from = 0;
    while let Some(found) = userinfo(text, from) {
        kept.push_str(&text[from..found.start]);
        from = found.end;
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    kept.push_str(&text[from..]);
    Cow::Owned(kept)
}

/// Finds the next user name and password, with the `@` behind them.
fn userinfo(text: &str, from: usize) -> Option<Range<usize>> {
    let mut at = from;
    loop {
        let start = at + text.get(at..)?.find("//")? + 2;
        let authority = text[start..]
            .find(|end: char| matches!(end, '/' | '\\' | '?' | '#' | '`' | '"' | '\'') || end.is_whitespace())
            .map_or(text.len(), |length| start + length);
        if let Some(end) = text[start..authority].rfind('@') {
            return Some(start..start + end + 1);
        }
        at = start;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_for_its_server_only() {
        let mut url = Url::parse("https://ann:a%40b@example.com/a").unwrap();
        let login = Login::take(&mut url).unwrap();
        assert_eq!(url.as_str(), "https://example.com/a");
        // ann:a@b
        assert_eq!(login.header(&url), Some("Basic YW5uOmFAYg=="));
        for other in ["http://example.com/a", "https://example.com:444/", "https://a.example.com/"] {
            assert_eq!(login.header(&Url::parse(other).unwrap()), None, "{other}");
        }
        assert!(!format!("{login:?}").contains("YW5u"));
        assert!(Login::take(&mut url).is_none());
        let mut nameless = Url::parse("https://:b@example.com/").unwrap();
        assert!(Login::take(&mut nameless).is_some());
    }

    #[test]
    fn userinfo_leaves_texts() {
        for (text, expected) in [
            ("`http://ann:pw@:/x` is not a URL", "`http://:/x` is not a URL"),
            ("//a:b@c@host/p@q and https://d@e?f@g", "//host/p@q and https://e?f@g"),
            ("ftp://ann:pw@host", "ftp://host"),
            ("https://example.com/a@b//c", "https://example.com/a@b//c"),
            ("a // b@c", "a // b@c"),
            ("////a@b", "////b"),
            ("ann@example.com", "ann@example.com"),
        ] {
            assert_eq!(without_userinfo(text), expected);
        }
    }
}
