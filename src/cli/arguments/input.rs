//! Inputs as they are named on the command line or in a configuration.

use std::ffi::OsStr;

use apimint::source::{Input, without_userinfo};
use apimint::{DescriptionPart, Options};
use url::Url;

use super::header_arguments::HeaderArgument;

/// A description, how it is requested, the prefix of its tools, and options of its own.
#[derive(Debug, Clone)]
pub(crate) struct InputSource {
    pub(crate) input: Input,
    pub(crate) prefix: Option<String>,
    pub(crate) options: Option<Options>,
    /// The headers of requests for the description.
    pub(crate) headers: Vec<HeaderArgument>,
}

impl InputSource {
    /// Returns a description without a prefix and options of its own.
    pub(crate) fn new(input: Input, headers: Vec<HeaderArgument>) -> Self {
        Self { input, prefix: None, options: None, headers }
    }

    /// Returns the description as a part of a conversion.
    pub(crate) fn part(&self) -> DescriptionPart<'_> {
        DescriptionPart { input: &self.input, prefix: self.prefix.as_deref(), options: self.options.as_ref() }
    }
}

/// Parses a file, URL or `-`; the error is a message.
pub(crate) fn input(typed: &OsStr) -> Result<Input, String> {
    if typed == "-" {
        return Ok(Input::Stdin);
    }
    match typed.to_str().filter(|text| is_url(text)) {
        Some(text) => {
            let refused = |error| format!("`{}` is not a URL: {error}", without_userinfo(text));
            Url::parse(text).map(Input::Url).map_err(refused)
        }
        None if typed.is_empty() => Err("an input is empty".to_owned()),
        None => Ok(Input::File(typed.into())),
    }
}

/// Returns true if a text begins like an http(s) URL.
pub(crate) fn is_url(text: &str) -> bool {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
}

/// Returns an input as it was typed, without user name and password.
pub(crate) fn shown(input: &Input) -> String {
    match input {
        Input::File(path) => path.display().to_string(),
        Input::Stdin => "<stdin>".to_owned(),
        Input::Url(url) => without_userinfo(url.as_str()).into_owned(),
        Input::Bytes { name, .. } => name.clone(),
    }
}
