//! Placeholders with a pattern or a type in them: `{id:[0-9]+}`, `{uuid:id}`.

use std::borrow::Cow;

use foldhash::HashSet;
use heck::ToSnakeCase;

use crate::diagnostic::{Code, brief};
use crate::model::{Argument, ArgumentLocation};
use crate::source::Node;

use super::reader::OpenApiReader;

/// The names of path parameters.
struct DeclaredNames<'a> {
    exactly: HashSet<&'a str>,
    in_snake_case: HashSet<String>,
}

impl<'a> DeclaredNames<'a> {
    fn of(arguments: &'a [Argument]) -> Self {
        let arguments = arguments.iter().filter(|argument| argument.location == ArgumentLocation::Path);
        arguments.map(|argument| &*argument.true_name).collect()
    }

    /// Returns the part of `{first:second}` that is the name of the parameter: the one that is declared, else the first.
    fn parameter_name<'n>(&self, first: &'n str, second: &'n str) -> &'n str {
        let is_declared = |name: &str| self.exactly.contains(name);
        let is_like_declared = |name: &str| self.in_snake_case.contains(&name.to_snake_case());
        let is_second = is_declared(second) || (!is_like_declared(first) && is_like_declared(second));
        if first.is_empty() || (is_second && !is_declared(first)) { second } else { first }
    }
}

impl<'a> FromIterator<&'a str> for DeclaredNames<'a> {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let exactly: HashSet<&str> = names.into_iter().collect();
        let in_snake_case = exactly.iter().map(|name| name.to_snake_case()).filter(|name| !name.is_empty());
        Self { in_snake_case: in_snake_case.collect(), exactly }
    }
}

impl<'s> OpenApiReader<'s> {
    /// Replaces placeholders such as `{id:[0-9]+}` by the name in them. OpenAPI has no such form ("Path Templating"), but
    /// frameworks write their routes into descriptions: Spring and JAX-RS with a pattern after the name, Starlette with a
    /// type after it, Flask-like ones with a type before it.
    pub(super) fn without_patterns<'p>(
        &self,
        path: &'p str,
        operation: Node<'s>,
        arguments: &[Argument],
    ) -> Cow<'p, str> {
        if !path.contains('{') || !path.contains(':') {
            return Cow::Borrowed(path);
        }
        let declared = DeclaredNames::of(arguments);
        let mut plain = String::with_capacity(path.len());
        let mut rest = path;
        while let Some((before, after)) = rest.split_once('{') {
            plain.push_str(before);
            plain.push('{');
            rest = after;
            let Some(end) = closing_brace(after) else { break };
            let written = &after[..end];
            rest = &after[end..];
            let parts = written.split_once(':').filter(|_| !declared.exactly.contains(written));
            let name = parts.map(|(first, second)| declared.parameter_name(first.trim(), second.trim()));
            let Some(name) = name.filter(|name| is_name(name)) else {
                plain.push_str(written);
                continue;
            };
            let message =
                format!("the placeholder `{{{}}}` of the path is read as `{{{name}}}`", brief(written));
            self.sink.report(Code::PlaceholderMatched, operation.place(), message);
            plain.push_str(name);
        }
        plain.push_str(rest);
        Cow::Owned(plain)
    }
}

/// Returns true for a word; other text in braces is not the name of a parameter.
fn is_name(text: &str) -> bool {
    let is_in_name = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.');
    !text.is_empty() && text.chars().all(is_in_name)
}

/// Returns the place of the brace that closes a placeholder, behind its opening one. A pattern can have braces in pairs, and
/// escaped ones.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    let mut is_escaped = false;
    for (index, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declared_part_is_the_name() {
        let declared: DeclaredNames<'_> = ["image_id", "userId"].into_iter().collect();
        for (first, second, expected) in [
            ("id", "[0-9]+", "id"),
            ("uuid", "image_id", "image_id"),
            ("image_id", "userId", "image_id"),
            ("user_id", "image_id", "image_id"),
            ("user_id", "path", "user_id"),
            ("int", "user_id", "user_id"),
            ("", "x", "x"),
        ] {
            assert_eq!(declared.parameter_name(first, second), expected, "{first}:{second}");
        }
    }

    #[test]
    fn braces_of_a_pattern_are_in_pairs() {
        assert_eq!(closing_brace("id:[0-9]{3}}/a"), Some(11));
        assert_eq!(closing_brace(r"id:\}}"), Some(5));
        assert_eq!(closing_brace("id:{3"), None);
    }
}
