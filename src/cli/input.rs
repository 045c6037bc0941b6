//! What is named as an input, typed or written in a configuration.

use std::ffi::OsStr;

use spec2mcp::source::Input;
use url::Url;

/// A description, and what stands before the names of its tools.
#[derive(Debug, Clone)]
pub(super) struct Source {
    pub(super) input: Input,
    pub(super) prefix: Option<String>,
}

/// What was typed as an input, or why it is none.
pub(super) fn input(typed: &OsStr) -> Result<Input, String> {
    if typed == "-" {
        return Ok(Input::Stdin);
    }
    let is_url = |text: &&str| {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        scheme
            .is_some_and(|scheme| scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
    };
    match typed.to_str().filter(is_url) {
        Some(text) => {
            Url::parse(text).map(Input::Url).map_err(|error| format!("`{text}` is not a URL: {error}"))
        }
        None if typed.is_empty() => Err("an input is empty".to_owned()),
        None => Ok(Input::File(typed.into())),
    }
}
