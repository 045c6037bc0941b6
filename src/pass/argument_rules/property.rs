//! Applies rules to a property inside an argument.

use std::sync::Arc;

use crate::model::{Argument, Constant, Definitions, Tool};
use crate::schema::{PropertyChange, change_property};

use super::setting::{ArgumentSetting, RuleContext, misfit, unusable};

/// Returns true if the schema of an argument has a property at a path. An obstacle on the path, such as a list, counts
/// as well: [`apply`] reports it.
pub(super) fn exists(argument: &Argument, path: &[String], definitions: &Definitions) -> bool {
    let found = change_property(&argument.schema, path, PropertyChange::Describe(""), definitions);
    !matches!(found, Ok(None))
}

/// Describes the property at a path, hides it, or replaces it by a constant, which is returned. The schema is changed
/// for this tool only.
pub(super) fn apply(
    setting: &ArgumentSetting<'_>,
    tool: &mut Tool,
    (index, path): (usize, Vec<String>),
    is_removed: bool,
    context: &RuleContext<'_>,
) -> Option<Constant> {
    let argument = tool.arguments.get(index)?;
    let is_always_present = argument.required;
    let mut schema = Arc::clone(&argument.schema);
    if let Some((text, rule)) = setting.description {
        match change_property(&schema, &path, PropertyChange::Describe(text), context.definitions) {
            Ok(changed) => schema = changed.map_or(schema, |changed| Arc::new(changed.schema)),
            Err(obstacle) => context.not_applied(rule, tool, &obstacle),
        }
    }
    let mut constant = None;
    if let Some(rule) = setting.removing_rule() {
        let value = setting.value.map(|(value, _)| value);
        let name = path.last().map_or("", String::as_str);
        let problem = unusable(tool, name, value, context.options);
        let how = match value {
            Some(_) => PropertyChange::SetConstant { is_always_present },
            None => PropertyChange::Hide,
        };
        let changed = match (problem, change_property(&schema, &path, how, context.definitions)) {
            (Some(problem), _) => Err(problem),
            (None, Err(obstacle)) => Err(obstacle.to_string()),
            (None, Ok(found)) => match found.filter(|_| !is_removed) {
                None => Err("is inside a value that another rule sets or hides".to_owned()),
                Some(changed) => {
                    let misfit = |value| {
                        changed.property.iter().find_map(|schema| misfit(schema, value, context.definitions))
                    };
                    value.and_then(misfit).map_or(Ok(changed), Err)
                }
            },
        };
        match changed {
            Ok(changed) => {
                schema = Arc::new(changed.schema);
                constant = value.cloned();
            }
            Err(problem) => context.not_applied(rule, tool, &problem),
        }
    }
    let argument = tool.arguments.get_mut(index)?;
    argument.schema = schema;
    let argument = argument.clone();
    constant.map(|value| Constant { argument, path, value })
}
