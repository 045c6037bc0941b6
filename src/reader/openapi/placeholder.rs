//! Placeholders of a path and the parameters that fill them.

use heck::ToSnakeCase;

use crate::diagnostic::Code;
use crate::json::json;
use crate::model::{Argument, Location, Schema, Serialization, Style};
use crate::source::Node;

use super::Reader;

impl<'s> Reader<'s> {
    /// The path with its placeholders in braces. Several frameworks write `:id`; it is a placeholder where a
    /// path parameter of that name is declared.
    pub(super) fn template(&self, path: &str, arguments: &[Argument]) -> String {
        if !path.contains("/:") && !path.starts_with(':') {
            return path.to_owned();
        }
        let declared = |name: &str| {
            arguments.iter().find(|argument| {
                argument.location == Location::Path
                    && argument.true_name.to_snake_case() == name.to_snake_case()
            })
        };
        let segments = path.split('/').map(|segment| {
            let Some(name) = segment.strip_prefix(':') else { return segment.to_owned() };
            let Some(argument) = declared(name) else { return segment.to_owned() };
            let message =
                format!("the segment `{segment}` of the path is read as the placeholder `{{{name}}}`");
            self.sink.report(Code::PlaceholderMatched, argument.place, message);
            format!("{{{name}}}")
        });
        segments.collect::<Vec<_>>().join("/")
    }

    /// Makes path parameters and placeholders agree: a placeholder that nothing declares becomes a
    /// required string, and a parameter without a place is left out, unless the two differ in spelling only.
    pub(super) fn match_placeholders(&self, path: &str, operation: Node<'s>, arguments: &mut Vec<Argument>) {
        let placeholders = placeholders(path);
        let mut open: Vec<&str> = Vec::new();
        for name in placeholders.iter().copied() {
            let declared = arguments
                .iter()
                .any(|argument| argument.location == Location::Path && argument.true_name == name);
            if !declared && !open.contains(&name) {
                open.push(name);
            }
        }
        arguments.retain_mut(|argument| {
            if argument.location != Location::Path || placeholders.contains(&argument.true_name.as_str()) {
                return true;
            }
            let name = argument.true_name.clone();
            if let Some(index) = open.iter().position(|other| other.to_snake_case() == name.to_snake_case()) {
                let placeholder = open.remove(index);
                let message = format!(
                    "the placeholder `{{{placeholder}}}` and the path parameter `{name}` are taken as one"
                );
                self.sink.report(Code::PlaceholderMatched, argument.place, message);
                placeholder.clone_into(&mut argument.true_name);
                return true;
            }
            let message =
                format!("the path parameter `{name}` has no placeholder in `{path}`; it is left out");
            self.sink.report(Code::ParameterWithoutPlace, argument.place, message);
            false
        });
        for name in open {
            let message =
                format!("no parameter declares the placeholder `{{{name}}}`; a required string is added");
            self.sink.report(Code::UndeclaredPlaceholder, operation.place(), message);
            let mut schema = Schema::any();
            schema.0.insert("type", json!("string"));
            arguments.push(Argument {
                place: operation.place(),
                true_name: name.to_owned(),
                sent_as: None,
                name: None,
                location: Location::Path,
                required: true,
                schema: schema.into(),
                serialization: Serialization::Style {
                    style: Style::Simple,
                    explode: false,
                    allow_reserved: false,
                },
            });
        }
    }
}

/// Names in braces, each once, in order (OpenAPI 3.2, "Path Templating").
fn placeholders(path: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    let mut rest = path;
    while let Some((_, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        if !name.is_empty() && !name.contains('{') && !names.contains(&name) {
            names.push(name);
        }
        rest = after;
    }
    names
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
