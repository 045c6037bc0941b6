//! Sets the title and description of every tool.

use std::borrow::Cow;

use crate::diagnostic::{Code, Sink};
use crate::model::{Catalog, HttpCall, Tool};

use super::identifier_words::split;
use super::phrase::{humanise, phrase};
use crate::parallel::each;

/// The sentence appended to the description of a deprecated operation.
const DEPRECATED: &str = "This operation is deprecated.";

/// Sets the title and description of every tool (the rules for titles and descriptions in docs/mapping.md).
/// Descriptions are never cut. The summary and description of the source are dropped afterwards to free memory.
pub fn describe_tools(catalog: &mut Catalog, sink: &Sink) {
    each(&mut catalog.tools, sink, |tool, sink| {
        tool.title = Some(title(tool)).filter(|title| !title.is_empty());
        tool.description = description(tool, sink);
        (tool.summary, tool.source_description) = (None, None);
    });
}

/// The longest summary that becomes a title, in characters. Some documents have a whole page as summary.
const LONGEST_TITLE: usize = 120;

/// Returns the explicit title, or else the summary, or else a title made from the name.
fn title(tool: &Tool) -> String {
    let explicit = tool.explicit_title.as_deref().map(single_line);
    explicit
        .or_else(|| tool.summary.as_deref().and_then(headline))
        .filter(|text| has_words(text))
        .unwrap_or_else(|| title_from_name(tool))
}

/// Returns the summary on one line, or its first sentence if the summary is too long for a title.
fn headline(summary: &str) -> Option<String> {
    let line = single_line(summary);
    let first = || line.split_once(". ").map(|(first, _)| first.to_owned());
    let fits = |text: &String| text.chars().count() <= LONGEST_TITLE;
    if fits(&line) { Some(line) } else { first().filter(fits) }
}

/// Makes a title from the name in the source, or else from method and path, or else from the tool's own name.
fn title_from_name(tool: &Tool) -> String {
    let given = tool.source_name.as_deref().or(tool.name_source.given());
    let title = given.map(humanise).unwrap_or_default();
    match (&tool.call, &tool.name) {
        _ if !title.is_empty() => title,
        (Some(call), _) => title_from_path(call),
        (None, Some(name)) => humanise(name.as_str()),
        (None, None) => title,
    }
}

/// Makes a title from method and path: `GET /users/{id}` becomes `Get users by id`.
fn title_from_path(call: &HttpCall) -> String {
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

/// Joins the words of a text by single spaces.
fn single_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the explicit description, or else the summary and description of the source, with the deprecation note.
fn description(tool: &Tool, sink: &Sink) -> String {
    let explicit = clean(tool.explicit_description.as_deref());
    let mut text = if explicit.is_empty() {
        join_texts(&clean(tool.summary.as_deref()), &clean(tool.source_description.as_deref()))
    } else {
        explicit.into_owned()
    };
    if text.is_empty() {
        text = missing_description(tool, sink);
    }
    if tool.deprecated && !contains_ignoring_case(&text, "deprecated") {
        text.push_str("\n\n");
        text.push_str(DEPRECATED);
    }
    text
}

/// Returns method and path, or the title, for a tool without description, and reports it.
fn missing_description(tool: &Tool, sink: &Sink) -> String {
    let message = format!("{tool} has neither a summary nor a description");
    sink.report(Code::NoDescription, tool.place, message);
    match &tool.call {
        Some(call) => format!("{} {}", call.method, call.path).trim().to_owned(),
        None => tool.title.clone().unwrap_or_else(|| title(tool)),
    }
}

/// Restores title and description after removal of invisible text, which can leave them empty.
pub(super) fn restore_description(tool: &mut Tool, sink: &Sink) {
    let title = tool.title.as_deref().map(single_line).filter(|title| has_words(title));
    tool.title = Some(title.unwrap_or_else(|| title_from_name(tool))).filter(|title| !title.is_empty());
    tool.description = clean(Some(&tool.description)).into_owned();
    if tool.description.is_empty() {
        tool.description = missing_description(tool, sink);
    }
}

/// Trims a text and replaces CRLF by LF.
fn clean(text: Option<&str>) -> Cow<'_, str> {
    let text = text.unwrap_or_default().trim();
    if text.contains("\r\n") { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) }
}

/// Joins summary and description by a blank line. If one begins with the other, only the longer one is kept. A text
/// without letter or digit counts as empty.
fn join_texts(summary: &str, description: &str) -> String {
    if !has_words(summary) || begins_with(description, summary) {
        description.to_owned()
    } else if !has_words(description) || begins_with(summary, description) {
        summary.to_owned()
    } else {
        format!("{summary}\n\n{description}")
    }
}

/// Returns true if a text has a letter or digit. A text like `...` is only a placeholder.
fn has_words(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// Returns true if a text begins with the words of another, ignoring case, white space and final punctuation of the
/// other. `Get users` does not begin with `Get user`.
fn begins_with(text: &str, beginning: &str) -> bool {
    let beginning = beginning.trim_end_matches(|character: char| !character.is_alphanumeric());
    let mut rest = folded(text);
    folded(beginning).all(|expected| rest.next() == Some(expected))
        && !rest.next().is_some_and(char::is_alphanumeric)
}

/// Iterates over the characters of a text in lower case, with white space collapsed.
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
