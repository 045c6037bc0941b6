//! Arguments that were only renamed.

use std::collections::HashMap;

use super::tool_pairing::http_call;
use crate::json::{Map, Value};

/// Returns the old and new names of arguments that were only renamed: the HTTP call has them in the same place under the
/// same parameter name.
pub(super) fn renamed_arguments<'m>(old: &'m Value, new: &'m Value) -> Vec<(&'m str, &'m str)> {
    let (Some(was), Some(is)) = (entries(old), entries(new)) else { return Vec::new() };
    // Arguments that only the new call has, by their place in it; `None` for a place that several share.
    let mut new_names: HashMap<(&str, &str), Option<&str>> = HashMap::new();
    for (name, parameter) in is.iter().filter(|(name, _)| !was.contains_key(*name)) {
        if let Some(place) = place(parameter) {
            new_names.entry(place).and_modify(|name| *name = None).or_insert(Some(name));
        }
    }
    was.iter()
        .filter(|(name, _)| !is.contains_key(*name))
        .filter_map(|(name, parameter)| Some((&**name, (*new_names.get(&place(parameter)?)?)?)))
        .collect()
}

fn entries(tool: &Value) -> Option<&Map> {
    http_call(tool)?.get("arguments")?.as_object()
}

/// Returns the location of an argument in the call (`in`) and its parameter name.
fn place(parameter: &Value) -> Option<(&str, &str)> {
    Some((parameter.get("in")?.as_str()?, parameter.get("name")?.as_str()?))
}
