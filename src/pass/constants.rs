//! What the caller's rules set of arguments: descriptions, arguments that a model does not see, and values that every call
//! sends.

mod within;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::Arc;

use crate::credential;
use crate::diagnostic::{Code, Sink};
use crate::json::Value;
use crate::json::pointer::unescaped;
use crate::model::meta::ORIGIN;
use crate::model::{Argument, ArgumentLocation, Catalog, Constant, Definitions, Schema, Tool};
use crate::options::Options;
use crate::rules::{ArgumentRule, ToolRule, diagnostic};
use crate::schema::{PropertyObstacle, misfits_shared, order};

/// Describes, hides and settles arguments, and properties in them, as rules say (docs/configuration.md, "Arguments"). Runs
/// when arguments have their names, so that hiding one changes the name of no other.
pub fn constants(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    if options.rules.iter().all(|rule| rule.arguments.is_empty()) {
        return;
    }
    // Which argument of which rule was found in any tool.
    let mut found: Vec<Vec<bool>> =
        options.rules.iter().map(|rule| vec![false; rule.arguments.len()]).collect();
    let mut matched = vec![false; options.rules.len()];
    for tool in &mut catalog.tools {
        // By the position of the argument, and what leads on from there. What the last rule says counts, key by key.
        let mut settings: BTreeMap<(usize, Vec<String>), ArgumentSetting<'_>> = BTreeMap::new();
        let mut names = None;
        for &number in &tool.rules {
            let (Some(rule), Some(found)) = (options.rules.get(number), found.get_mut(number)) else {
                continue;
            };
            matched[number] = true;
            if rule.arguments.is_empty() {
                continue;
            }
            let names = names.get_or_insert_with(|| FirstArguments::of(&tool.arguments));
            for (one, found) in rule.arguments.iter().zip(found) {
                if let Some(at) = find((&tool.arguments, names), &one.name, &catalog.input_definitions) {
                    *found = true;
                    settings.entry(at).or_default().add(one);
                }
            }
        }
        let (whole, within): (BTreeMap<_, _>, BTreeMap<_, _>) =
            settings.into_iter().partition(|((_, path), _)| path.is_empty());
        let context = ConstantsContext { definitions: &catalog.input_definitions, options, sink };
        let mut inner = Vec::new();
        // What has a property comes before it, so that what is left of an argument is known.
        for ((index, path), setting) in within {
            let around = whole.get(&(index, Vec::new()));
            let is_taken = around.is_some_and(|setting| setting.takes().is_some());
            inner.extend(within::apply(&setting, tool, (index, path), is_taken, &context));
        }
        // From the last on, so that positions stay as they are.
        for ((index, _), setting) in whole.into_iter().rev() {
            setting.apply(tool, index, &context);
        }
        tool.constants.reverse();
        tool.constants.extend(inner);
    }
    let missing = options.rules.iter().zip(found).zip(matched).filter(|(_, matched)| *matched);
    for ((rule, found), _) in missing {
        for (one, _) in rule.arguments.iter().zip(found).filter(|(_, found)| !found) {
            let message = format!("no tool that `{}` matches has an argument `{}`", rule.matches, one.name);
            sink.push(diagnostic(Code::RuleUnmatched, message, written(rule, one), catalog.place));
        }
    }
}

/// What rules are held against.
struct ConstantsContext<'c> {
    definitions: &'c Definitions,
    options: &'c Options,
    sink: &'c Sink,
}

impl ConstantsContext<'_> {
    fn not_applied(&self, rule: &ArgumentRule, tool: &Tool, problem: &dyn Display) {
        let message = format!("the argument `{}` of {tool} {problem}; it stays an argument", rule.name);
        self.sink.push(diagnostic(Code::RuleNotApplied, message, rule.written.as_ref(), tool.place));
    }
}

/// The argument that a rule names, and the names that lead on from there to a property, if the text goes on with them: as
/// a JSON Pointer does (RFC 6901).
fn find(
    (arguments, names): (&[Argument], &FirstArguments),
    name: &str,
    definitions: &Definitions,
) -> Option<(usize, Vec<String>)> {
    if let Some(index) = names.position(name) {
        return Some((index, Vec::new()));
    }
    let mut steps = name.split('/').map(|name| unescaped(name).into_owned());
    let index = names.position(&steps.next()?)?;
    let path: Vec<String> = steps.collect();
    let has_it = within::is_there(arguments.get(index)?, &path, definitions);
    (!path.is_empty() && has_it).then_some((index, path))
}

fn written<'r>(rule: &'r ToolRule, one: &'r ArgumentRule) -> Option<&'r crate::diagnostic::TextPlace> {
    one.written.as_ref().or(rule.written.as_ref())
}

/// The first argument of each name.
#[derive(Default)]
struct FirstArguments {
    /// As a model knows them.
    given: HashMap<String, usize>,
    /// As the document does.
    true_names: HashMap<String, usize>,
}

impl FirstArguments {
    fn of(arguments: &[Argument]) -> Self {
        let mut names = Self::default();
        for (index, argument) in arguments.iter().enumerate() {
            if let Some(name) = &argument.name {
                names.given.entry(name.as_str().to_owned()).or_insert(index);
            }
            for name in [argument.true_name.as_str(), argument.name_in_request()] {
                names.true_names.entry(name.to_owned()).or_insert(index);
            }
        }
        names
    }

    /// The argument of this name: as a model knows it, or else as the document does.
    fn position(&self, name: &str) -> Option<usize> {
        self.given.get(name).or_else(|| self.true_names.get(name)).copied()
    }
}

/// What rules set of one argument, each with the rule that does.
#[derive(Default)]
struct ArgumentSetting<'r> {
    hidden: Option<(bool, &'r ArgumentRule)>,
    value: Option<(&'r Value, &'r ArgumentRule)>,
    description: Option<(&'r str, &'r ArgumentRule)>,
}

impl<'r> ArgumentSetting<'r> {
    fn add(&mut self, rule: &'r ArgumentRule) {
        self.hidden = rule.hidden.map(|hidden| (hidden, rule)).or(self.hidden);
        self.value = rule.value.as_ref().map(|value| (value, rule)).or(self.value);
        self.description = rule.description.as_deref().map(|text| (text, rule)).or(self.description);
    }

    /// The rule that takes the argument from the model, if one does.
    fn takes(&self) -> Option<&'r ArgumentRule> {
        match (self.value, self.hidden) {
            (Some((_, rule)), _) | (None, Some((true, rule))) => Some(rule),
            (None, Some((false, _)) | None) => None,
        }
    }

    fn apply(self, tool: &mut Tool, index: usize, context: &ConstantsContext<'_>) {
        let Some(argument) = tool.arguments.get_mut(index) else { return };
        if let Some((text, _)) = self.description {
            let schema = &mut Arc::make_mut(&mut argument.schema).0;
            schema.insert("description", Value::String(text.to_owned()));
            order(schema);
        }
        let (is_required, schema) = (argument.required, Arc::clone(&argument.schema));
        let name = argument.true_name.clone();
        let Some(rule) = self.takes() else { return };
        let problem = unusable(tool, &name, self.value.map(|(value, _)| value), context.options);
        let problem = problem.or_else(|| match self.value {
            Some((value, _)) => misfit(&schema, value, context.definitions),
            None => is_required.then(|| PropertyObstacle::Required.to_string()),
        });
        if let Some(problem) = problem {
            return context.not_applied(rule, tool, &problem);
        }
        let argument = tool.arguments.remove(index);
        // A body that nothing makes is none.
        if let (None, ArgumentLocation::Body, Some(call)) = (self.value, argument.location, &mut tool.call) {
            call.body = call.body.take().filter(|body| body.flattened);
        }
        let constant =
            |(value, _): (&Value, _)| Constant { argument, path: Vec::new(), value: value.clone() };
        tool.constants.extend(self.value.map(constant));
    }
}

/// Why nothing can leave the arguments of a tool, or why the value that it would have cannot stand in the manifest.
fn unusable(tool: &Tool, name: &str, value: Option<&Value>, options: &Options) -> Option<String> {
    if tool.verbatim.input.is_some() {
        return Some("stands in a schema that is kept as it is".to_owned());
    }
    let value = value?;
    if tool.call.is_some() && !options.http {
        return Some(
            "has a value that nobody would send, since the manifest does not say how to call".to_owned(),
        );
    }
    if tool.call.is_none() && tool.meta.contains_key(ORIGIN) {
        return Some(format!("has a value that has no place beside the `{ORIGIN}` of the source"));
    }
    let is_secret = holds_credential(value) || (value.is_string() && credential::is_secret_name(name));
    is_secret.then(|| "has a value that looks like a credential, which no manifest may hold".to_owned())
}

/// Why a value does not fit the schema that it is for.
fn misfit(schema: &Schema, value: &Value, definitions: &Definitions) -> Option<String> {
    match misfits_shared(schema, definitions, value) {
        Ok(misfits) => misfits.first().map(|misfit| {
            let at =
                if misfit.pointer.is_empty() { String::new() } else { format!(" at `{}`", misfit.pointer) };
            format!("has a value that does not fit its schema{at}: {}", misfit.reason)
        }),
        Err(unchecked) => Some(format!("has a schema that {unchecked}")),
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
