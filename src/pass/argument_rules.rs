//! Applies what the caller's rules set for arguments: descriptions, hidden arguments, and constant values.

mod property;
mod setting;

use std::collections::{BTreeMap, HashMap};

use crate::diagnostic::{Code, Sink, TextPlace};
use crate::json::pointer::unescaped;
use crate::model::{Argument, Catalog, Definitions};
use crate::options::Options;
use crate::rules::{ArgumentRule, ToolRule, diagnostic};

use self::setting::{ArgumentSetting, RuleContext};

/// Describes arguments, hides them, and replaces them by constants, as rules say (docs/configuration.md, "Arguments").
/// A rule can also name a property inside an argument. Runs after [`super::name_arguments`], so that hiding an argument
/// does not change the name of another.
pub fn apply_argument_rules(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    if options.rules.iter().all(|rule| rule.arguments.is_empty()) {
        return;
    }
    // For each argument of each rule: true once a tool has it.
    let mut found: Vec<Vec<bool>> =
        options.rules.iter().map(|rule| vec![false; rule.arguments.len()]).collect();
    let mut matched = vec![false; options.rules.len()];
    for tool in &mut catalog.tools {
        // Settings by index of the argument and path to the property. A later rule overrides an earlier one, key by
        // key.
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
        let (of_arguments, of_properties): (BTreeMap<_, _>, BTreeMap<_, _>) =
            settings.into_iter().partition(|((_, path), _)| path.is_empty());
        let context = RuleContext { definitions: &catalog.input_definitions, options, sink };
        let mut property_constants = Vec::new();
        // An outer path sorts before the paths inside it, so that the rule for an inner property sees the result of the
        // outer rule.
        for ((index, path), setting) in of_properties {
            let whole = of_arguments.get(&(index, Vec::new()));
            let is_removed = whole.is_some_and(|setting| setting.removing_rule().is_some());
            property_constants.extend(property::apply(&setting, tool, (index, path), is_removed, &context));
        }
        // The last argument first, so that removing one does not change the index of another.
        for ((index, _), setting) in of_arguments.into_iter().rev() {
            setting.apply(tool, index, &context);
        }
        tool.constants.reverse();
        tool.constants.extend(property_constants);
    }
    let missing = options.rules.iter().zip(found).zip(matched).filter(|(_, matched)| *matched);
    for ((rule, found), _) in missing {
        for (one, _) in rule.arguments.iter().zip(found).filter(|(_, found)| !found) {
            let message = format!("no tool that `{}` matches has an argument `{}`", rule.matches, one.name);
            sink.push(diagnostic(Code::RuleUnmatched, message, written(rule, one), catalog.place));
        }
    }
}

/// Returns the index of the argument that a rule names and, for a name like `body/user/locale`, the path from the
/// argument to the property, written as in a JSON Pointer (RFC 6901).
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
    let exists = property::exists(arguments.get(index)?, &path, definitions);
    (!path.is_empty() && exists).then_some((index, path))
}

fn written<'r>(rule: &'r ToolRule, one: &'r ArgumentRule) -> Option<&'r TextPlace> {
    one.written.as_ref().or(rule.written.as_ref())
}

/// The index of the first argument with each name.
#[derive(Default)]
struct FirstArguments {
    /// By the name in the manifest.
    names: HashMap<String, usize>,
    /// By the name in the source, and by the name in the request.
    true_names: HashMap<String, usize>,
}

impl FirstArguments {
    fn of(arguments: &[Argument]) -> Self {
        let mut first = Self::default();
        for (index, argument) in arguments.iter().enumerate() {
            if let Some(name) = &argument.name {
                first.names.entry(name.as_str().to_owned()).or_insert(index);
            }
            for name in [&*argument.true_name, argument.name_in_request()] {
                first.true_names.entry(name.to_owned()).or_insert(index);
            }
        }
        first
    }

    /// Returns the index of the argument with this name: its name in the manifest, or else in the document.
    fn position(&self, name: &str) -> Option<usize> {
        self.names.get(name).or_else(|| self.true_names.get(name)).copied()
    }
}

#[cfg(test)]
mod tests;
