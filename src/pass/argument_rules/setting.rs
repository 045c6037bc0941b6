//! The settings of one argument from all rules, and their checks.

use std::fmt::Display;
use std::sync::Arc;

use crate::credential;
use crate::diagnostic::{Code, Sink};
use crate::json::Value;
use crate::model::meta::ORIGIN;
use crate::model::{ArgumentLocation, Constant, Definitions, Schema, Tool};
use crate::options::Options;
use crate::rules::{ArgumentRule, diagnostic};
use crate::schema::{PropertyObstacle, misfits_shared, order};

/// The context that rules are applied in.
pub(super) struct RuleContext<'c> {
    pub(super) definitions: &'c Definitions,
    pub(super) options: &'c Options,
    pub(super) sink: &'c Sink,
}

impl RuleContext<'_> {
    /// Reports that a rule is not applied to an argument.
    pub(super) fn not_applied(&self, rule: &ArgumentRule, tool: &Tool, problem: &dyn Display) {
        let message = format!("the argument `{}` of {tool} {problem}; it stays an argument", rule.name);
        self.sink.push(diagnostic(Code::RuleNotApplied, message, rule.written.as_ref(), tool.place));
    }
}

/// The settings of one argument or property, each with the rule that it comes from.
#[derive(Default)]
pub(super) struct ArgumentSetting<'r> {
    hidden: Option<(bool, &'r ArgumentRule)>,
    pub(super) value: Option<(&'r Value, &'r ArgumentRule)>,
    pub(super) description: Option<(&'r str, &'r ArgumentRule)>,
}

impl<'r> ArgumentSetting<'r> {
    /// Overrides the setting by a later rule.
    pub(super) fn add(&mut self, rule: &'r ArgumentRule) {
        self.hidden = rule.hidden.map(|hidden| (hidden, rule)).or(self.hidden);
        self.value = rule.value.as_ref().map(|value| (value, rule)).or(self.value);
        self.description = rule.description.as_deref().map(|text| (text, rule)).or(self.description);
    }

    /// Returns the rule that removes the argument from the input schema, if there is one.
    pub(super) fn removing_rule(&self) -> Option<&'r ArgumentRule> {
        match (self.value, self.hidden) {
            (Some((_, rule)), _) | (None, Some((true, rule))) => Some(rule),
            (None, Some((false, _)) | None) => None,
        }
    }

    /// Applies the setting to an argument as a whole.
    pub(super) fn apply(self, tool: &mut Tool, index: usize, context: &RuleContext<'_>) {
        let Some(argument) = tool.arguments.get_mut(index) else { return };
        if let Some((text, _)) = self.description {
            let schema = &mut Arc::make_mut(&mut argument.schema).0;
            schema.insert("description", Value::String(text.to_owned()));
            order(schema);
        }
        let (is_required, schema) = (argument.required, Arc::clone(&argument.schema));
        let name = argument.true_name.clone();
        let Some(rule) = self.removing_rule() else { return };
        let problem = unusable(tool, &name, self.value.map(|(value, _)| value), context.options);
        let problem = problem.or_else(|| match self.value {
            Some((value, _)) => misfit(&schema, value, context.definitions),
            None => is_required.then(|| PropertyObstacle::Required.to_string()),
        });
        if let Some(problem) = problem {
            return context.not_applied(rule, tool, &problem);
        }
        let argument = tool.arguments.remove(index);
        // The call has no body if the argument that was its body is hidden.
        if let (None, ArgumentLocation::Body, Some(call)) = (self.value, argument.location, &mut tool.call) {
            call.body = call.body.take().filter(|body| body.flattened);
        }
        let constant =
            |(value, _): (&Value, _)| Constant { argument, path: Vec::new(), value: value.clone() };
        tool.constants.extend(self.value.map(constant));
    }
}

/// Returns the reason why no argument of a tool can be removed, or why the manifest cannot hold its constant value.
pub(super) fn unusable(tool: &Tool, name: &str, value: Option<&Value>, options: &Options) -> Option<String> {
    if tool.verbatim.input.is_some() {
        return Some("is part of a schema that is kept as it is".to_owned());
    }
    let value = value?;
    if tool.call.is_some() && !options.http {
        return Some(
            "has a value that no call would send, because the manifest does not describe the HTTP call"
                .to_owned(),
        );
    }
    if tool.call.is_none() && tool.meta.contains_key(ORIGIN) {
        return Some(format!(
            "has a value that the manifest cannot record, because the source sets `{ORIGIN}`"
        ));
    }
    let is_secret = holds_credential(value) || (value.is_string() && credential::is_secret_name(name));
    is_secret.then(|| "has a value that looks like a credential, which no manifest may hold".to_owned())
}

/// Returns the reason why a value does not match its schema.
pub(super) fn misfit(schema: &Schema, value: &Value, definitions: &Definitions) -> Option<String> {
    match misfits_shared(schema, definitions, value) {
        Ok(misfits) => misfits.first().map(|misfit| {
            let at =
                if misfit.pointer.is_empty() { String::new() } else { format!(" at `{}`", misfit.pointer) };
            format!("has a value that does not fit its schema{at}: {}", misfit.reason)
        }),
        Err(unchecked) => Some(format!("has a schema that {unchecked}")),
    }
}

/// Returns true if any text in a value looks like a credential. The parser of the value bounds the recursion.
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
