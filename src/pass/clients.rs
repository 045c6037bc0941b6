//! Warnings about lists that only some clients take.

use crate::client_limits::{
    description_excess, exceeded_tool_count, gemini_arguments_warning, has_root_map, qualified_name_excess,
    qualified_names_warning, root_map_warning, takes_gemini_argument,
};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::model::{ArgumentName, Catalog, Tool, list_remedies};

/// Warns of what only some clients take (the table of client limits): many tools, long names and descriptions.
/// Nothing is changed. Runs when tools are selected and described.
pub fn clients(catalog: &Catalog, sink: &Sink) {
    let count = catalog.tools.len();
    if let Some(limit) = exceeded_tool_count(count) {
        let message = format!("{count} tools; some clients take no more than {limit}");
        let help = list_remedies(catalog.tools.iter(), limit);
        sink.push(Diagnostic::new(Code::ManyTools, message).help(help));
    }
    qualified_names(catalog, sink);
    gemini_names(catalog, sink);
    for tool in &catalog.tools {
        if let Some(input) = tool.input.as_ref().filter(|input| has_root_map(&input.schema.0)) {
            sink.report(Code::RootMap, input.place, root_map_warning(&tool.to_string()));
        }
        if let Some(length) = description_excess(&tool.description) {
            let message =
                format!("a description of {length} characters; some clients keep 1,024, others 2,048");
            let diagnostic = Diagnostic::new(Code::LongDescription, message).at(tool.place);
            sink.push(diagnostic.below(["description"]));
        }
    }
}

/// Warns once of names that are too long with the server's in front.
fn qualified_names(catalog: &Catalog, sink: &Sink) {
    let Some(server) = &catalog.server else { return };
    let excess = |tool: &Tool| qualified_name_excess(&server.name, tool.name.as_ref()?.as_str());
    let long = catalog.tools.iter().filter_map(|tool| Some((tool, excess(tool)?)));
    let Some((longest, length)) = long.clone().max_by_key(|(_, length)| *length) else { return };
    let message = qualified_names_warning(long.count(), &server.name, length);
    sink.report(Code::LongQualifiedName, longest.place, message);
}

/// Notes once the arguments whose names the Gemini API refuses.
fn gemini_names(catalog: &Catalog, sink: &Sink) {
    let refused = |tool: &Tool| {
        let names = tool.arguments.iter().filter_map(|argument| argument.name.as_ref());
        names.map(ArgumentName::as_str).find(|name| !takes_gemini_argument(name)).map(str::to_owned)
    };
    let mut tools = catalog.tools.iter().filter_map(|tool| Some((tool, refused(tool)?)));
    let Some((first, name)) = tools.next() else { return };
    let message = gemini_arguments_warning(1 + tools.count(), &name, &first.to_string());
    sink.report(Code::GeminiArgumentName, first.place, message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Argument;
    use crate::model::{ServerIdentity, ToolName};
    use crate::pass::fixture::{argument, catalog, raised, tool};

    fn with(count: usize, description: &str) -> Vec<(Code, String)> {
        let mut one = tool("GET", "/pets", None);
        description.clone_into(&mut one.description);
        let sink = Sink::new();
        clients(&catalog(vec![one; count]), &sink);
        raised(sink)
    }

    #[test]
    fn many_tools_are_counted_once() {
        assert_eq!(with(40, ""), vec![]);
        for (count, limit) in [(41, 40), (100, 40), (101, 100), (128, 100), (135, 128)] {
            let message = format!("{count} tools; some clients take no more than {limit}");
            assert_eq!(with(count, ""), vec![(Code::ManyTools, message)]);
        }
    }

    #[test]
    fn names_are_measured_with_the_server_in_front() {
        let of = |length: usize| {
            let mut one = tool("GET", "/pets", None);
            one.name = ToolName::new(&"a".repeat(length), 64);
            let mut all = catalog(vec![one]);
            let (name, version) = ("pets".to_owned(), "1".to_owned());
            all.server = Some(ServerIdentity { name, version, title: None, description: None });
            let sink = Sink::new();
            clients(&all, &sink);
            raised(sink).len()
        };
        assert_eq!((of(56), of(57)), (0, 1));
    }

    #[test]
    fn long_descriptions_are_measured_in_characters() {
        assert_eq!(with(1, &"ä".repeat(1_024)), vec![]);
        let message = "a description of 1025 characters; some clients keep 1,024, others 2,048";
        assert_eq!(with(1, &"ä".repeat(1_025)), vec![(Code::LongDescription, message.to_owned())]);
    }

    #[test]
    fn names_that_gemini_refuses_are_noted_once() {
        let of = |names: &[&str]| {
            let named = |name: &&str| {
                let mut one = tool("GET", "/pets", None);
                let name = ArgumentName::new(name);
                one.arguments = vec![Argument { name, ..argument("a", crate::json::Value::Null) }];
                one
            };
            let sink = Sink::new();
            clients(&catalog(names.iter().map(named).collect()), &sink);
            raised(sink)
        };
        assert_eq!(of(&["page_size", "_a1"]), vec![]);
        let noted = of(&["page-size", "ok", "2nd"]);
        assert_eq!(noted.len(), 1);
        assert_eq!(noted[0].0, Code::GeminiArgumentName);
        assert!(
            noted[0].1.contains("arguments of 2 tools") && noted[0].1.contains("`page-size`"),
            "{}",
            noted[0].1
        );
    }
}
