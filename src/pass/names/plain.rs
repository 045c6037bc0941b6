//! The name that an operation has while no other wants it: from its operationId, or from method and path.

use crate::diagnostic::Code;
use crate::model::{NameSource, Tool};
use crate::pass::fingerprint::fingerprint;
use crate::pass::words::fold;

/// A name in the making.
#[derive(Debug)]
pub(super) struct NameDraft<'a> {
    /// The name in full, of any length: words in lower case, the first begins with a letter.
    pub(super) base: String,
    /// The operationId, without blanks around it; may be empty.
    pub(super) id: &'a str,
    /// The HTTP method, as a word.
    pub(super) method: String,
    /// The path template.
    pub(super) path: &'a str,
    /// What there is to say about the way from the source to `base`.
    pub(super) codes: Vec<Code>,
}

impl<'a> NameDraft<'a> {
    /// The draft of a tool that has no explicit name.
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
            let words = folded.words();
            if id.chars().any(|character| !is_ordinary(character)) {
                codes.push(Code::NameRewritten);
            }
            // A leading dash means something (`-1` beside `+1`), although no word keeps it.
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
        Some(Self { base, id, method, path, codes })
    }
}

/// Whether a character of an operationId is kept, or only parts words, which nobody needs to be told.
fn is_ordinary(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.' | '/' | ' ')
}

/// The method in lower case. Any token can be one (`additionalOperations`), so some have no word.
fn method_word(method: &str) -> String {
    let word = fold(method).words();
    if word.starts_with(|first: char| first.is_ascii_alphabetic()) { word } else { "call".to_owned() }
}

/// `GET /users/{id}` → `get_users_by_id`. What follows `?` or `#` in a path takes part: some documents
/// tell operations apart by it.
fn from_path(method: &str, path: &str) -> String {
    let mut name = method.to_owned();
    for part in parts(path) {
        let words = fold(part.text()).words();
        if !words.is_empty() {
            name.push_str(if part.is_placeholder() { "_by_" } else { "_" });
            name.push_str(&words);
        }
    }
    if name.len() > method.len() {
        return name;
    }
    // Nothing but separators is the root; a path in another script is not.
    if fold(path).lost == 0 { format!("{method}_root") } else { format!("{method}_{}", fingerprint(&[path])) }
}

/// The names of a path's placeholders, as words.
pub(super) fn placeholders(path: &str) -> Vec<String> {
    parts(path)
        .into_iter()
        .filter(|part| part.is_placeholder())
        .map(|part| fold(part.text()).words())
        .filter(|words| !words.is_empty())
        .collect()
}

/// The segments of a path, as words.
pub(super) fn segments(path: &str) -> Vec<String> {
    path.split(['/', '?', '#', '&'])
        .map(|segment| fold(segment).words())
        .filter(|words| !words.is_empty())
        .collect()
}

/// A piece of a path template.
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

/// Splits a path template at its braces; a brace without its partner belongs to the text.
fn parts(path: &str) -> Vec<TemplatePart<'_>> {
    let mut parts = Vec::new();
    let mut rest = path;
    while let Some((literal, after)) = rest.split_once('{') {
        let Some((placeholder, after)) = after.split_once('}') else {
            break;
        };
        parts.push(TemplatePart::Literal(literal));
        // Some frameworks write a constraint behind the name: `{id:[0-9]+}`.
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
