//! Placeholders of a path, and the path parameters that replace them.

use std::borrow::Cow;

use foldhash::fast::RandomState;
use foldhash::{HashMap, HashSet};
use heck::ToSnakeCase;
use indexmap::{IndexMap, IndexSet};

use crate::diagnostic::{Code, brief};
use crate::json::json;
use crate::model::{Argument, ArgumentLocation, ParameterStyle, Schema, Serialization, StyleSerialization};
use crate::source::Node;

use super::reader::OpenApiReader;

impl<'s> OpenApiReader<'s> {
    /// Returns the path with its placeholders in braces. `:id`, the form of several frameworks, is a placeholder if a path
    /// parameter of that name is declared.
    pub(super) fn template(&self, path: &str, operation: Node<'s>, arguments: &[Argument]) -> String {
        let path = &*self.without_patterns(path, operation, arguments);
        let path = &*self.without_declared_query(path, arguments);
        if !path.contains("/:") && !path.starts_with(':') {
            return path.to_owned();
        }
        let mut declared: HashMap<String, &Argument> = HashMap::default();
        for argument in arguments.iter().filter(|argument| argument.location == ArgumentLocation::Path) {
            declared.entry(argument.true_name.to_snake_case()).or_insert(argument);
        }
        let segments = path.split('/').map(|segment| {
            let Some(name) = segment.strip_prefix(':') else { return segment.to_owned() };
            let Some(argument) = declared.get(&name.to_snake_case()) else { return segment.to_owned() };
            let message =
                format!("the segment `{segment}` of the path is read as the placeholder `{{{name}}}`");
            self.sink.report(Code::PlaceholderMatched, argument.place, message);
            format!("{{{name}}}")
        });
        segments.collect::<Vec<_>>().join("/")
    }

    /// Removes fields of a query in the path that query parameters declare too: with `/a?b={b}` and a query parameter `b`, a
    /// call would send `b` twice. OpenAPI does not allow a query in a path (OpenAPI 3.2, "Paths Object"), but documents have
    /// them.
    fn without_declared_query<'p>(&self, path: &'p str, arguments: &[Argument]) -> Cow<'p, str> {
        let Some((before, query)) = path.split_once('?') else { return Cow::Borrowed(path) };
        let declared: HashMap<&str, &Argument> = arguments
            .iter()
            .filter(|argument| argument.location == ArgumentLocation::Query)
            .map(|argument| (&*argument.true_name, argument))
            .collect();
        let stands_for = |field: &str| {
            let (name, value) = field.split_once('=').unwrap_or_default();
            let is_placeholder = value.starts_with('{') && value.ends_with('}');
            declared.get(name).filter(|_| is_placeholder)
        };
        let (mut kept, mut twice) = (Vec::new(), Vec::new());
        for field in query.split('&') {
            match stands_for(field) {
                Some(argument) => twice.push((field, argument)),
                None => kept.push(field),
            }
        }
        for (field, argument) in &twice {
            let message = format!(
                "`{field}` in the path and the query parameter `{}` are treated as one",
                argument.true_name
            );
            self.sink.report(Code::PlaceholderMatched, argument.place, message);
        }
        match (twice.is_empty(), kept.is_empty()) {
            (true, _) => Cow::Borrowed(path),
            (false, true) => Cow::Borrowed(before),
            (false, false) => Cow::Owned(format!("{before}?{}", kept.join("&"))),
        }
    }

    /// Matches path parameters and placeholders. A placeholder that no parameter declares becomes a required string, and a
    /// parameter without a placeholder is left out, unless the two differ only in case or separators.
    pub(super) fn match_placeholders(&self, path: &str, operation: Node<'s>, arguments: &mut Vec<Argument>) {
        let placeholders = placeholders(path);
        let declared: HashSet<&str> = arguments
            .iter()
            .filter(|argument| argument.location == ArgumentLocation::Path)
            .map(|argument| &*argument.true_name)
            .collect();
        // Placeholders without a parameter of exactly that name, by their name in snake_case.
        let mut open: IndexMap<String, Vec<&str>, RandomState> = IndexMap::default();
        for name in placeholders.iter().copied().filter(|name| !declared.contains(name)) {
            open.entry(name.to_snake_case()).or_default().push(name);
        }
        let placeholders: HashSet<&str> = placeholders.into_iter().collect();
        arguments.retain_mut(|argument| {
            if argument.location != ArgumentLocation::Path || placeholders.contains(&*argument.true_name) {
                return true;
            }
            let name = argument.true_name.clone();
            let alike = open.get_mut(&name.to_snake_case()).filter(|alike| !alike.is_empty());
            if let Some(placeholder) = alike.map(|alike| alike.remove(0)) {
                let message = format!(
                    "the placeholder `{{{placeholder}}}` and the path parameter `{name}` are treated as one"
                );
                self.sink.report(Code::PlaceholderMatched, argument.place, message);
                argument.true_name = placeholder.into();
                return true;
            }
            let message = format!(
                "the path parameter `{name}` has no placeholder in `{}`; it is left out",
                brief(path)
            );
            self.sink.report(Code::ParameterWithoutPlace, argument.place, message);
            false
        });
        for name in open.into_values().flatten() {
            let message =
                format!("no parameter declares the placeholder `{{{name}}}`; a required string is added");
            self.sink.report(Code::UndeclaredPlaceholder, operation.place(), message);
            let mut schema = Schema::any();
            schema.0.insert("type", json!("string"));
            arguments.push(Argument {
                place: operation.place(),
                true_name: name.into(),
                sent_as: None,
                name: None,
                location: ArgumentLocation::Path,
                required: true,
                schema: schema.into(),
                serialization: Serialization::Style(StyleSerialization::new(ParameterStyle::Simple, false)),
            });
        }
        for argument in arguments.iter_mut().filter(|one| one.location == ArgumentLocation::Path) {
            if let Serialization::Style(written) = &mut argument.serialization {
                written.keep_slashes = takes_slashes(&argument.true_name);
            }
        }
    }
}

/// Returns true for a placeholder that frameworks let take several segments: `{proxy+}` (Amazon API Gateway), `{name*}`
/// (Undertow and others), `{+name}` (RFC 6570, section 3.2.3).
fn takes_slashes(placeholder: &str) -> bool {
    placeholder.starts_with(['+', '*']) || placeholder.ends_with(['+', '*'])
}

/// Returns the names in braces, each once, in order (OpenAPI 3.2, "Path Templating").
pub(super) fn placeholders(path: &str) -> Vec<&str> {
    let mut names: IndexSet<&str, RandomState> = IndexSet::default();
    let mut rest = path;
    while let Some((_, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        if !name.is_empty() && !name.contains('{') {
            names.insert(name);
        }
        rest = after;
    }
    names.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::placeholders;

    #[test]
    fn each_placeholder_once_in_order() {
        assert_eq!(placeholders("/a/{id}/b/{x-y}/{id}"), ["id", "x-y"]);
        assert_eq!(placeholders("/a({id})/b?c={d}"), ["id", "d"]);
        assert_eq!(placeholders("/a/{"), Vec::<&str>::new());
        assert_eq!(placeholders("/a/{}/b"), Vec::<&str>::new());
    }
}
