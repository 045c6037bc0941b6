//! Names that clients and model APIs take.

use crate::model::ToolName;

/// Maximum length of a tool's name, in characters, that claude.ai, Amazon Bedrock and `OpenAI`'s Chat
/// Completions accept.
pub const TOOL_NAME_CHARACTERS: usize = 64;

/// Returns the reason for which a client or model API refuses a tool for its name; none if all take it. A name that begins
/// with `_` or `-` is taken.
pub fn tool_name_refusal(name: &str) -> Option<&'static str> {
    let rest = name.strip_prefix(['_', '-']).unwrap_or(name);
    let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    if name.is_empty() {
        Some("it is empty")
    } else if !name.chars().all(is_plain) {
        Some("model APIs accept letters, digits, `_` and `-` only")
    } else if name.len() > TOOL_NAME_CHARACTERS {
        Some("several clients accept at most 64 characters")
    } else if ToolName::new(name, TOOL_NAME_CHARACTERS).is_none() && !rest.is_empty() {
        Some("some clients accept only names that begin with a letter")
    } else {
        None
    }
}

/// Maximum length of a server's name and a tool's name together, in characters, that Cursor shows.
pub const QUALIFIED_NAME_CHARACTERS: usize = 60;

/// Returns the length of a tool's name with the server's in front, if it is longer than Cursor shows.
pub fn qualified_name_excess(server: &str, tool: &str) -> Option<usize> {
    let length = server.chars().count() + tool.chars().count();
    (length > QUALIFIED_NAME_CHARACTERS).then_some(length)
}

/// Returns a warning of `count` tools whose names are too long with the server's in front; the longest has `length`
/// characters.
pub fn qualified_names_warning(count: usize, server: &str, length: usize) -> String {
    let whose = match count {
        1 => "one tool has a name that is".to_owned(),
        several => format!("{several} tools have names that are"),
    };
    format!(
        "{whose} longer than {QUALIFIED_NAME_CHARACTERS} characters with `{server}` in front (the longest has {length}); some \
         clients do not show it"
    )
}

/// Maximum length of an argument's name that the Gemini API takes, in characters.
pub const GEMINI_ARGUMENT_CHARACTERS: usize = 64;

/// Returns true if the Gemini API takes a name for an argument: an identifier (Gemini API, `Schema`, `properties`; observed).
pub fn takes_gemini_argument(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(begins_identifier)
        && characters.all(is_identifier)
        && name.len() <= GEMINI_ARGUMENT_CHARACTERS
}

/// Returns a warning of the arguments of `count` tools whose names the Gemini API refuses, with the first of them.
pub fn gemini_arguments_warning(count: usize, name: &str, tool: &str) -> String {
    let whose = match count {
        1 => "an argument has a name".to_owned(),
        several => format!("arguments of {several} tools have names"),
    };
    format!("{whose} that the Gemini API refuses: `{name}` of {tool}")
}

/// Returns true for letters and `_`.
pub fn begins_identifier(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

/// Returns true for letters, digits and `_`.
pub fn is_identifier(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}
