//! The title and the description of every tool.

use std::borrow::Cow;

use crate::diagnostic::{Code, Sink};
use crate::model::{Catalog, HttpCall, Tool};

use super::phrase::{humanise, phrase};
use super::words::split;
use crate::parallel::each;

/// The note at the end of the description of a deprecated operation.
const DEPRECATED: &str = "This operation is deprecated.";

/// Sets the title and the description of every tool (the rules for titles and descriptions in docs/mapping.md).
/// Descriptions are whole, whatever their length. The texts of the source, which are in them, go.
pub fn descriptions(catalog: &mut Catalog, sink: &Sink) {
    each(&mut catalog.tools, sink, |tool, sink| {
        tool.title = Some(title(tool)).filter(|title| !title.is_empty());
        tool.description = description(tool, sink);
        (tool.summary, tool.source_description) = (None, None);
    });
}

/// Longest summary that is a title, in characters. Some documents keep a whole page there.
const LONGEST_TITLE: usize = 120;

fn title(tool: &Tool) -> String {
    let explicit = tool.explicit_title.as_deref().map(single_line);
    explicit
        .or_else(|| tool.summary.as_deref().and_then(headline))
        .filter(|text| says_something(text))
        .unwrap_or_else(|| from_name(tool))
}

/// A summary as a title: the whole, or its first sentence where the whole is too long for one.
fn headline(summary: &str) -> Option<String> {
    let line = single_line(summary);
    let first = || line.split_once(". ").map(|(first, _)| first.to_owned());
    let fits = |text: &String| text.chars().count() <= LONGEST_TITLE;
    if fits(&line) { Some(line) } else { first().filter(fits) }
}

/// A title from the name that the source gives the operation, else from method and path, else from the tool's own name.
fn from_name(tool: &Tool) -> String {
    let given = tool.source_name.as_deref().or(tool.name_source.given());
    let title = given.map(humanise).unwrap_or_default();
    match (&tool.call, &tool.name) {
        _ if !title.is_empty() => title,
        (Some(call), _) => from_path(call),
        (None, Some(name)) => humanise(name.as_str()),
        (None, None) => title,
    }
}

/// `GET /users/{id}` becomes `Get users by id`.
fn from_path(call: &HttpCall) -> String {
    let method = call.method.as_str().to_lowercase();
    let mut parts = vec![method.as_str()];
    for segment in call.path.split('/') {
        if segment.starts_with('{') {
            parts.push("by");
        }
        parts.extend(split(segment));
    }
    phrase(&parts)
}

/// The text on one line, its white space collapsed.
fn single_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn description(tool: &Tool, sink: &Sink) -> String {
    let explicit = clean(tool.explicit_description.as_deref());
    let mut text = if explicit.is_empty() {
        joined(&clean(tool.summary.as_deref()), &clean(tool.source_description.as_deref()))
    } else {
        explicit.into_owned()
    };
    if text.is_empty() {
        text = undescribed(tool, sink);
    }
    if tool.deprecated && !contains_ignoring_case(&text, "deprecated") {
        text.push_str("\n\n");
        text.push_str(DEPRECATED);
    }
    text
}

/// What stands for a description where there is none.
fn undescribed(tool: &Tool, sink: &Sink) -> String {
    let message = format!("{tool} has neither a summary nor a description");
    sink.report(Code::NoDescription, tool.place, message);
    match &tool.call {
        Some(call) => format!("{} {}", call.method, call.path).trim().to_owned(),
        None => tool.title.clone().unwrap_or_else(|| title(tool)),
    }
}

/// Title and description after invisible text was taken out of them, of which little may be left.
pub(super) fn describe_again(tool: &mut Tool, sink: &Sink) {
    let title = tool.title.as_deref().map(single_line).filter(|title| says_something(title));
    tool.title = Some(title.unwrap_or_else(|| from_name(tool))).filter(|title| !title.is_empty());
    tool.description = clean(Some(&tool.description)).into_owned();
    if tool.description.is_empty() {
        tool.description = undescribed(tool, sink);
    }
}

/// The text without white space at its ends, its lines ended by LF.
fn clean(text: Option<&str>) -> Cow<'_, str> {
    let text = text.unwrap_or_default().trim();
    if text.contains("\r\n") { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) }
}

/// Summary, blank line, description; only the longer one where it begins with the other. A summary or
/// description that says nothing counts as empty.
fn joined(summary: &str, description: &str) -> String {
    if !says_something(summary) || begins_with(description, summary) {
        description.to_owned()
    } else if !says_something(description) || begins_with(summary, description) {
        summary.to_owned()
    } else {
        format!("{summary}\n\n{description}")
    }
}

/// Whether there is a letter or digit in a text: `...` is only a placeholder.
fn says_something(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// Whether a text begins with the words of another, ignoring case, white space and the other's final
/// punctuation. `Get users` does not begin with `Get user`.
fn begins_with(text: &str, beginning: &str) -> bool {
    let beginning = beginning.trim_end_matches(|character: char| !character.is_alphanumeric());
    let mut rest = folded(text);
    folded(beginning).all(|expected| rest.next() == Some(expected))
        && !rest.next().is_some_and(char::is_alphanumeric)
}

/// The characters of a text in lower case, white space collapsed.
fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.split_whitespace()
        .enumerate()
        .flat_map(|(index, word)| (index > 0).then_some(' ').into_iter().chain(word.chars()))
        .flat_map(char::to_lowercase)
}

fn contains_ignoring_case(text: &str, word: &str) -> bool {
    text.as_bytes().windows(word.len()).any(|window| window.eq_ignore_ascii_case(word.as_bytes()))
}

#[cfg(test)]
mod tests;
