//! Applies what the caller's rules set for tools: names, titles, descriptions and hints.

use crate::diagnostic::{Code, Sink};
use crate::model::{Catalog, NameSource, Tool};
use crate::options::Options;
use crate::rules::{ToolRule, diagnostic};

/// Overrides the document with the values that rules set. Later passes treat them like values that the author of the
/// document sets.
pub fn apply_tool_rules(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    if options.rules.is_empty() {
        return;
    }
    // For each rule, the tools that it names.
    let mut named: Vec<Vec<usize>> = vec![Vec::new(); options.rules.len()];
    for (index, tool) in catalog.tools.iter_mut().enumerate() {
        let rules = std::mem::take(&mut tool.rules);
        let mut naming = None;
        for &number in &rules {
            let Some(rule) = options.rules.get(number) else { continue };
            set_texts_and_hints(tool, rule);
            naming = rule.name.as_ref().map(|_| number).or(naming);
        }
        tool.rules = rules;
        if let Some(tools) = naming.and_then(|number| named.get_mut(number)) {
            tools.push(index);
        }
    }
    for (rule, tools) in options.rules.iter().zip(named) {
        let Some(name) = &rule.name else { continue };
        match tools.as_slice() {
            [] => {}
            [one] => {
                if let Some(tool) = catalog.tools.get_mut(*one) {
                    rename(tool, name);
                }
            }
            several => {
                let message = format!(
                    "the rule `{}` gives {} tools the name `{name}`; names are unique, so the tools keep their own",
                    rule.matches,
                    several.len()
                );
                sink.push(diagnostic(Code::RuleNotApplied, message, rule.written.as_ref(), catalog.place));
            }
        }
    }
}

/// Sets title, description and hints of a tool.
fn set_texts_and_hints(tool: &mut Tool, rule: &ToolRule) {
    if let Some(title) = &rule.title {
        tool.explicit_title = Some(title.clone());
    }
    if let Some(description) = &rule.description {
        tool.explicit_description = Some(description.clone());
    }
    for (hint, value) in rule.hints.iter() {
        tool.hint_overrides.set(hint, value);
    }
}

/// Gives a tool an explicit name. `source_name` keeps the name in the source, which a runtime may need for the call.
fn rename(tool: &mut Tool, name: &str) {
    if !matches!(tool.name_source, NameSource::Operation { .. } | NameSource::Explicit(_)) {
        let given = tool.name_source.given().map(str::to_owned);
        tool.source_name = tool.source_name.take().or(given);
    }
    tool.name_source = NameSource::Explicit(name.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Hint;
    use crate::pass::fixture::{catalog, raised, tool};

    fn rule(matches: &str) -> ToolRule {
        ToolRule::new(matches.parse().unwrap())
    }

    fn named(name: &str) -> ToolRule {
        ToolRule { name: Some(name.to_owned()), ..rule("id:*") }
    }

    fn overridden(rules: Vec<ToolRule>, matching: &[&[usize]]) -> (Catalog, Vec<Code>) {
        let tools =
            matching.iter().map(|rules| Tool { rules: rules.to_vec(), ..tool("GET", "/", Some("a")) });
        let mut catalog = catalog(tools.collect());
        let sink = Sink::new();
        apply_tool_rules(&mut catalog, &Options { rules, ..Options::default() }, &sink);
        let codes = raised(sink).into_iter().map(|(code, _)| code).collect();
        (catalog, codes)
    }

    #[test]
    fn later_rules_count_more_key_by_key() {
        let mut first =
            ToolRule { title: Some("A".to_owned()), description: Some("B".to_owned()), ..rule("id:a") };
        first.hints.set(Hint::ReadOnly, true);
        let mut second = ToolRule { title: Some("C".to_owned()), ..rule("id:a") };
        second.hints.set(Hint::Destructive, true);
        let (catalog, raised) = overridden(vec![first, second], &[&[0, 1], &[]]);
        let tool = &catalog.tools[0];
        assert_eq!(tool.explicit_title.as_deref(), Some("C"));
        assert_eq!(tool.explicit_description.as_deref(), Some("B"));
        assert_eq!(tool.hint_overrides.iter().count(), 2);
        assert!(catalog.tools[1].explicit_title.is_none() && catalog.tools[1].hint_overrides.is_empty());
        assert_eq!(raised, []);
    }

    #[test]
    fn a_name_belongs_to_one_tool() {
        let names = |catalog: &Catalog| -> Vec<String> {
            let name = |tool: &Tool| tool.name_source.given().unwrap_or_default().to_owned();
            catalog.tools.iter().map(name).collect()
        };
        let (catalog, raised) = overridden(vec![named("b")], &[&[0], &[]]);
        assert_eq!((names(&catalog), raised), (vec!["b".to_owned(), "a".to_owned()], vec![]));
        let (catalog, raised) = overridden(vec![named("b")], &[&[0], &[0]]);
        assert_eq!(names(&catalog), ["a", "a"]);
        assert_eq!(raised, [Code::RuleNotApplied]);
        // A later rule that names a tool replaces the name of an earlier rule.
        let (catalog, raised) = overridden(vec![named("b"), named("c")], &[&[0], &[0, 1]]);
        assert_eq!((names(&catalog), raised), (vec!["b".to_owned(), "c".to_owned()], vec![]));
    }
}
