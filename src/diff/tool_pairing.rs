//! Which tool of the new manifest is which of the old one.

use std::collections::HashMap;

use crate::json::Value;
use crate::model::meta::HTTP;

/// One tool, or one of each manifest.
#[derive(Debug, Clone, Copy)]
pub(super) enum ToolPairing<'v> {
    /// Only in the new one.
    Added(&'v Value),
    /// Only in the old one.
    Removed(&'v Value),
    /// In both.
    Both(&'v Value, &'v Value),
}

/// Pairs tools by name; what is left by method and path, and then by operationId, where exactly one on each side has
/// them. In the order of the new manifest, then of the old one.
pub(super) fn pairs<'v>(old: &'v [Value], new: &'v [Value]) -> Vec<ToolPairing<'v>> {
    let mut partner: Vec<Option<usize>> = vec![None; new.len()];
    let mut is_taken = vec![false; old.len()];
    for identity in [by_name as ToolIdentity, by_call, by_operation] {
        let left = old.iter().enumerate().filter(|(index, _)| is_taken.get(*index) == Some(&false));
        let mut by_identity = unique(left, identity);
        let left: Vec<usize> =
            partner.iter().enumerate().filter(|(_, known)| known.is_none()).map(|(index, _)| index).collect();
        let theirs = unique(left.iter().filter_map(|index| Some((*index, new.get(*index)?))), identity);
        for index in left {
            let key =
                new.get(index).and_then(identity).filter(|key| matches!(theirs.get(key), Some(Some(_))));
            let Some(found) = key.and_then(|key| by_identity.remove(&key)).flatten() else { continue };
            if let (Some(partner), Some(taken)) = (partner.get_mut(index), is_taken.get_mut(found)) {
                (*partner, *taken) = (Some(found), true);
            }
        }
    }
    let mut pairs: Vec<ToolPairing<'_>> = new
        .iter()
        .zip(&partner)
        .map(|(tool, partner)| match partner.and_then(|index| old.get(index)) {
            Some(old) => ToolPairing::Both(old, tool),
            None => ToolPairing::Added(tool),
        })
        .collect();
    pairs.extend(
        old.iter().zip(is_taken).filter(|(_, taken)| !taken).map(|(tool, _)| ToolPairing::Removed(tool)),
    );
    pairs
}

type ToolIdentity = fn(&Value) -> Option<String>;

/// The tools by what identifies them; `None` where several have the same.
fn unique<'v>(
    tools: impl Iterator<Item = (usize, &'v Value)>,
    identity: ToolIdentity,
) -> HashMap<String, Option<usize>> {
    let mut found = HashMap::new();
    for (index, tool) in tools {
        if let Some(key) = identity(tool) {
            found.entry(key).and_modify(|known| *known = None).or_insert(Some(index));
        }
    }
    found
}

fn by_name(tool: &Value) -> Option<String> {
    Some(tool.get("name")?.as_str()?.to_owned())
}

fn by_call(tool: &Value) -> Option<String> {
    let call = call(tool)?;
    Some(format!("{} {}", call.get("method")?.as_str()?, call.get("path")?.as_str()?))
}

fn by_operation(tool: &Value) -> Option<String> {
    Some(call(tool)?.get("operationId")?.as_str()?.to_owned())
}

/// How a tool is called, if it is an HTTP operation.
pub(super) fn call(tool: &Value) -> Option<&Value> {
    tool.get("_meta")?.get(HTTP)
}
