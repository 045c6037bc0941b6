//! What the caller's rules set of arguments: descriptions, arguments that a model does not see, and values that every call
//! sends.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::json::Value;

use crate::credential;
use crate::diagnostic::{Code, Sink};
use crate::model::meta::ORIGIN;
use crate::model::{Argument, Catalog, Constant, Definitions, Location, Tool};
use crate::options::Options;
use crate::rules::{ArgumentRule, ToolRule, diagnostic};
use crate::schema::{misfits_shared, order};

/// Describes, hides and settles arguments as rules say (docs/configuration.md, "Arguments"). Runs when arguments have
/// their names, so that hiding one changes the name of no other.
pub fn constants(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    if options.rules.iter().all(|rule| rule.arguments.is_empty()) {
        return;
    }
    // Which argument of which rule was found in any tool.
    let mut found: Vec<Vec<bool>> =
        options.rules.iter().map(|rule| vec![false; rule.arguments.len()]).collect();
    let mut matched = vec![false; options.rules.len()];
    for tool in &mut catalog.tools {
        // By the position of the argument. What the last rule says counts, key by key.
        let mut settings: BTreeMap<usize, Setting<'_>> = BTreeMap::new();
        for &number in &tool.rules {
            let (Some(rule), Some(found)) = (options.rules.get(number), found.get_mut(number)) else {
                continue;
            };
            matched[number] = true;
            for (one, found) in rule.arguments.iter().zip(found) {
                if let Some(index) = position(&tool.arguments, &one.name) {
                    *found = true;
                    settings.entry(index).or_default().add(one);
                }
            }
        }
        // From the last on, so that positions stay as they are.
        for (index, setting) in settings.into_iter().rev() {
            setting.apply(tool, index, &catalog.input_definitions, options, sink);
        }
        tool.constants.reverse();
    }
    let missing = options.rules.iter().zip(found).zip(matched).filter(|(_, matched)| *matched);
    for ((rule, found), _) in missing {
        for (one, _) in rule.arguments.iter().zip(found).filter(|(_, found)| !found) {
            let message = format!("no tool that `{}` matches has an argument `{}`", rule.matches, one.name);
            sink.push(diagnostic(Code::RuleUnmatched, message, written(rule, one), catalog.place));
        }
    }
}

fn written<'r>(rule: &'r ToolRule, one: &'r ArgumentRule) -> Option<&'r crate::diagnostic::TextPlace> {
    one.written.as_ref().or(rule.written.as_ref())
}

/// The argument of this name: as a model knows it, or else as the document does.
fn position(arguments: &[Argument], name: &str) -> Option<usize> {
    let named = |argument: &Argument| argument.name.as_ref().is_some_and(|known| known.as_str() == name);
    let known = |argument: &Argument| argument.true_name == name || argument.name_in_request() == name;
    arguments.iter().position(named).or_else(|| arguments.iter().position(known))
}

/// What rules set of one argument, each with the rule that does.
#[derive(Default)]
struct Setting<'r> {
    hidden: Option<(bool, &'r ArgumentRule)>,
    value: Option<(&'r Value, &'r ArgumentRule)>,
    description: Option<&'r str>,
}

impl<'r> Setting<'r> {
    fn add(&mut self, rule: &'r ArgumentRule) {
        self.hidden = rule.hidden.map(|hidden| (hidden, rule)).or(self.hidden);
        self.value = rule.value.as_ref().map(|value| (value, rule)).or(self.value);
        self.description = rule.description.as_deref().or(self.description);
    }

    fn apply(self, tool: &mut Tool, index: usize, definitions: &Definitions, options: &Options, sink: &Sink) {
        let Some(argument) = tool.arguments.get_mut(index) else { return };
        let (hidden, rule) = match (self.value, self.hidden) {
            (Some((_, rule)), _) => (false, Some(rule)),
            (None, Some((hidden, rule))) => (hidden, Some(rule)),
            (None, None) => (false, None),
        };
        if let Some(text) = self.description {
            let schema = &mut Arc::make_mut(&mut argument.schema).0;
            schema.insert("description".to_owned(), Value::String(text.to_owned()));
            order(schema);
        }
        let Some(rule) = rule.filter(|_| hidden || self.value.is_some()) else { return };
        let problem = match self.value {
            Some((value, _)) => unsettled(tool, index, value, definitions, options),
            None if argument.required => {
                Some("is required, so it cannot be hidden without a value".to_owned())
            }
            None => {
                tool.verbatim.input.is_some().then(|| "stands in a schema that is kept as it is".to_owned())
            }
        };
        if let Some(problem) = problem {
            let message = format!("the argument `{}` of {tool} {problem}; it stays an argument", rule.name);
            sink.push(diagnostic(Code::RuleNotApplied, message, rule.written.as_ref(), tool.place));
            return;
        }
        let argument = tool.arguments.remove(index);
        // A body that nothing makes is none.
        if let (None, Location::Body, Some(call)) = (self.value, argument.location, &mut tool.call) {
            call.body = call.body.take().filter(|body| body.flattened);
        }
        tool.constants.extend(self.value.map(|(value, _)| Constant { argument, value: value.clone() }));
    }
}

/// Why the value of an argument cannot be settled.
fn unsettled(
    tool: &Tool,
    index: usize,
    value: &Value,
    definitions: &Definitions,
    options: &Options,
) -> Option<String> {
    let argument = tool.arguments.get(index)?;
    if tool.verbatim.input.is_some() {
        return Some("stands in a schema that is kept as it is".to_owned());
    }
    if tool.call.is_some() && !options.http {
        return Some(
            "has a value that nobody would send, since the manifest does not say how to call".to_owned(),
        );
    }
    if tool.call.is_none() && tool.meta.contains_key(ORIGIN) {
        return Some(format!("has a value that has no place beside the `{ORIGIN}` of the source"));
    }
    if holds_credential(value) || (value.is_string() && credential::is_secret_name(&argument.true_name)) {
        return Some("has a value that looks like a credential, which no manifest may hold".to_owned());
    }
    match misfits_shared(&argument.schema, definitions, value) {
        Ok(misfits) => misfits.first().map(|misfit| {
            let at =
                if misfit.pointer.is_empty() { String::new() } else { format!(" at `{}`", misfit.pointer) };
            format!("has a value that does not fit its schema{at}: {}", misfit.reason)
        }),
        Err(fault) => Some(format!("has a schema that is not sound: {fault}")),
    }
}

/// Whether a text in a value looks like a credential. Its caller's parser bounds how deep it nests.
fn holds_credential(value: &Value) -> bool {
    match value {
        Value::String(text) => credential::contains(text),
        Value::Array(items) => items.iter().any(holds_credential),
        Value::Object(entries) => {
            entries.iter().any(|(key, value)| credential::contains(key) || holds_credential(value))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests;
