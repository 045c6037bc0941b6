//! The draft of an operation's name, before collisions and the limit: from the operationId, or from method and path.

use crate::diagnostic::Code;
use crate::model::fingerprint::fingerprint;
use crate::model::{NameSource, Tool};
use crate::pass::ascii_folding::fold;
use crate::pass::identifier_words::snake_case;

use super::copied::respelled;

/// The draft of an operation's name.
#[derive(Debug)]
pub(super) struct NameDraft<'a> {
    /// The name, of any length: words in lower case, of which the first begins with a letter.
    pub(super) base: String,
    /// The operationId, trimmed; may be empty.
    pub(super) id: &'a str,
    /// The HTTP method, as a word.
    pub(super) method: String,
    /// The path template.
    pub(super) path: &'a str,
    /// Further text that tells it from others with the same method and path; may be empty.
    pub(super) content: &'a str,
    /// The codes of the diagnostics to report about `base`.
    pub(super) codes: Vec<Code>,
}

impl<'a> NameDraft<'a> {
    /// Drafts a name for a tool that is an operation without explicit name.
    pub(super) fn new(tool: &'a Tool) -> Option<Self> {
        let NameSource::Operation { operation_id, method, path } = &tool.name_source else {
            return None;
        };
        let method = method_word(method.as_str());
        let mut codes = Vec::new();
        let id = operation_id.as_deref().unwrap_or_default().trim();
        let folded = fold(id);
        let base = if id.is_empty() {
            codes.push(Code::NameFromPath);
            from_path(&method, path)
        } else if folded.is_readable() {
            let words = snake_case(&folded);
            if id.chars().any(|character| !is_ordinary(character)) {
                codes.push(Code::NameRewritten);
            }
            // A leading dash has a meaning (`-1` beside `+1`) that words do not keep.
            if id.starts_with('-') || !words.starts_with(|first: char| first.is_ascii_alphabetic()) {
                codes.push(Code::NamePrefixed);
                format!("{method}_{words}")
            } else {
                words
            }
        } else {
            codes.push(Code::NameUnreadable);
            from_path(&method, path)
        };
        let base = match &tool.prefix {
            Some(prefix) => format!("{prefix}{base}"),
            None => base,
        };
        Some(Self { base, id, method, path, content: "", codes })
    }

    /// Drafts a name for a tool whose source name, `words`, is that of another tool as well. Without an HTTP call only the
    /// description tells the two apart.
    pub(super) fn repeated(tool: &'a Tool, words: &'a str) -> Self {
        let call = tool.call.as_ref();
        Self {
            base: respelled(words),
            id: words,
            method: call.map(|call| method_word(call.method.as_str())).unwrap_or_default(),
            path: call.map_or("", |call| &*call.path),
            content: tool.source_description.as_deref().unwrap_or(&tool.description),
            codes: Vec::new(),
        }
    }
}

/// Returns true for a character of an operationId that is kept or that is a usual separator. Only others are reported.
fn is_ordinary(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.' | '/' | ' ')
}

/// Returns the method as a word. In `additionalOperations` (OpenAPI 3.2) a method is any token (RFC 9110, section
/// 5.6.2), so that some have no word.
fn method_word(method: &str) -> String {
    let word = snake_case(&fold(method));
    if word.starts_with(|first: char| first.is_ascii_alphabetic()) { word } else { "call".to_owned() }
}

/// Makes a name from method and path: `GET /users/{id}` becomes `get_users_by_id`. The text after `?` or `#` counts as
/// well, since some documents have several operations that differ only there.
fn from_path(method: &str, path: &str) -> String {
    let mut name = method.to_owned();
    for part in parts(path) {
        let words = snake_case(&fold(part.text()));
        if !words.is_empty() {
            name.push_str(if part.is_placeholder() { "_by_" } else { "_" });
            name.push_str(&words);
        }
    }
    if name.len() > method.len() {
        return name;
    }
    // A path of separators only is the root; a path in another script is not.
    if fold(path).letters_lost == 0 {
        format!("{method}_root")
    } else {
        format!("{method}_{}", fingerprint(&[path]))
    }
}

/// Returns the names of a path's placeholders in `snake_case`.
pub(super) fn placeholders(path: &str) -> Vec<String> {
    parts(path)
        .into_iter()
        .filter(|part| part.is_placeholder())
        .map(|part| snake_case(&fold(part.text())))
        .filter(|words| !words.is_empty())
        .collect()
}

/// Returns the segments of a path in `snake_case`.
pub(super) fn segments(path: &str) -> Vec<String> {
    path.split(['/', '?', '#', '&'])
        .map(|segment| snake_case(&fold(segment)))
        .filter(|words| !words.is_empty())
        .collect()
}

/// A part of a path template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TemplatePart<'a> {
    Literal(&'a str),
    Placeholder(&'a str),
}

impl<'a> TemplatePart<'a> {
    fn text(self) -> &'a str {
        match self {
            Self::Literal(text) | Self::Placeholder(text) => text,
        }
    }

    fn is_placeholder(self) -> bool {
        matches!(self, Self::Placeholder(_))
    }
}

/// Splits a path template at its braces. A brace without counterpart is literal text.
fn parts(path: &str) -> Vec<TemplatePart<'_>> {
    let mut parts = Vec::new();
    let mut rest = path;
    while let Some((literal, after)) = rest.split_once('{') {
        let Some((placeholder, after)) = after.split_once('}') else {
            break;
        };
        parts.push(TemplatePart::Literal(literal));
        // Some frameworks write a constraint after the name: `{id:[0-9]+}`.
        let name = placeholder.split_once(':').map_or(placeholder, |(name, _)| name);
        parts.push(TemplatePart::Placeholder(name));
        rest = after;
    }
    parts.push(TemplatePart::Literal(rest));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_a_path() {
        for (path, expected) in [
            ("/", "get_root"),
            ("", "get_root"),
            ("/users/{id}", "get_users_by_id"),
            ("/a/{x}/b/{y}", "get_a_by_x_b_by_y"),
            ("/repos/{base}...{head}", "get_repos_by_base_by_head"),
            ("/users/{userId}:activate", "get_users_by_user_id_activate"),
            ("/files/{id:[0-9]+}.json", "get_files_by_id_json"),
            ("/#X-Amz-Target=DynamoDB.GetItem", "get_x_amz_target_dynamo_db_get_item"),
            ("/files/{id}#classifications", "get_files_by_id_classifications"),
            ("/search?type=user", "get_search_type_user"),
            ("/open{brace", "get_open_brace"),
            ("/{}", "get_root"),
        ] {
            assert_eq!(from_path("get", path), expected, "{path}");
        }
        let japanese = from_path("get", "/ペット");
        assert_eq!(japanese, format!("get_{}", fingerprint(&["/ペット"])));
    }

    #[test]
    fn methods_are_words() {
        assert_eq!(method_word("GET"), "get");
        assert_eq!(method_word("M-SEARCH"), "m_search");
        assert_eq!(method_word("!"), "call");
        assert_eq!(method_word("2nd"), "call");
    }
}
