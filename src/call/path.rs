//! Path templates (OpenAPI 3.2, section "Path Templating").

use std::ops::Range;

use super::error::CallError;
use super::percent::{decoded, literal};

/// The encoded text of a path argument.
#[derive(Debug)]
pub(super) struct PathText<'c> {
    /// The argument, for errors.
    pub(super) argument: &'c str,
    /// The name in the template, without braces.
    pub(super) placeholder: &'c str,
    pub(super) text: String,
}

/// A template whose placeholders are replaced.
#[derive(Debug, Default)]
pub(super) struct ExpandedPath {
    pub(super) path: String,
    /// The fields of the query that the template has, encoded.
    pub(super) query: Vec<String>,
}

/// Replaces the placeholders of a path template. Its other characters are literal; those that no URL can hold are encoded. What
/// follows `#` is never sent (RFC 9110, section 4.2.5).
pub(super) fn expand_path(template: &str, values: &[PathText<'_>]) -> Result<ExpandedPath, CallError> {
    let mut written = String::with_capacity(template.len());
    let mut filled: Vec<(Range<usize>, &str)> = Vec::new();
    // The template's own `?`: an encoded value has none.
    let mut query = None;
    let mut rest = template;
    while let Some(next) = rest.find(['{', '?', '#']) {
        written.push_str(&literal(&rest[..next]));
        let after = &rest[next + 1..];
        match rest.as_bytes()[next] {
            b'#' => {
                rest = "";
                break;
            }
            b'?' => {
                written.push('?');
                query.get_or_insert(written.len());
                rest = after;
            }
            _ => match placeholder(after, values) {
                Some(value) => {
                    filled.push((written.len()..written.len() + value.text.len(), value.argument));
                    written.push_str(&value.text);
                    rest = &after[value.placeholder.len() + 1..];
                }
                None => {
                    written.push_str("%7B");
                    rest = after;
                }
            },
        }
    }
    written.push_str(&literal(rest));
    let (path, query) = match query {
        Some(start) => (&written[..start - 1], &written[start..]),
        None => (written.as_str(), ""),
    };
    refuse_dot_segments(path, &filled)?;
    let fields = query.split('&').filter(|field| !field.is_empty()).map(str::to_owned);
    Ok(ExpandedPath { query: fields.collect(), path: path.to_owned() })
}

/// Returns the value of the placeholder that begins after a brace.
fn placeholder<'v, 'c>(after: &str, values: &'v [PathText<'c>]) -> Option<&'v PathText<'c>> {
    let is_next = |value: &&PathText<'_>| {
        after.strip_prefix(value.placeholder).is_some_and(|after| after.starts_with('}'))
    };
    values.iter().find(is_next)
}

/// Refuses a value that makes a segment `.` or `..`. Clients and servers remove such segments, encoded or not (RFC 3986, section
/// 5.2.4; URL standard, "double-dot path segment"), so that the request would go to another path than the tool's.
fn refuse_dot_segments(path: &str, filled: &[(Range<usize>, &str)]) -> Result<(), CallError> {
    let mut start = 0;
    for segment in path.split('/') {
        let end = start + segment.len();
        if matches!(&*decoded(segment), "." | "..") {
            let touches = |range: &Range<usize>| range.start <= end && range.end >= start;
            if let Some((_, argument)) = filled.iter().find(|(range, _)| touches(range)) {
                let reason = "makes a segment `.` or `..` of the path, which leads to another path";
                return Err(CallError::argument(argument, reason));
            }
        }
        start = end + 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expand(template: &str, text: &str) -> Result<(String, String), CallError> {
        let values = [PathText { argument: "a", placeholder: "id", text: text.to_owned() }];
        expand_path(template, &values).map(|path| (path.path, path.query.join("&")))
    }

    #[test]
    fn literals_are_encoded_where_they_must_be() {
        for (template, path, query) in [
            ("/a/{id}/{id}", "/a/7/7", ""),
            ("/OData('{id}')", "/OData('7')", ""),
            ("/a b/ü%20/{id}", "/a%20b/%C3%BC%20/7", ""),
            ("/{other}/{id", "/%7Bother%7D/%7Bid", ""),
            ("/q?x={id}&y=1#z", "/q", "x=7&y=1"),
            ("/q#{id}", "/q", ""),
        ] {
            assert_eq!(expand(template, "7"), Ok((path.to_owned(), query.to_owned())), "{template}");
        }
    }

    #[test]
    fn a_value_never_leaves_the_path() {
        for (template, text) in
            [("/a/{id}", ".."), ("/a/{id}/b", "%2E%2e"), ("/a/.{id}", "."), ("/{id}", "x/../y")]
        {
            assert!(expand(template, text).is_err(), "{template} {text}");
        }
        assert!(expand("/a/./{id}", "..b").is_ok());
    }
}
