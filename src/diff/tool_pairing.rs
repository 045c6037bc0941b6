//! Pairing of the tools of two manifests.

use std::collections::HashMap;

use crate::json::Value;
use crate::model::meta::HTTP;

/// A pair of tools, or a tool that has no partner.
#[derive(Debug, Clone, Copy)]
pub(super) enum ToolPairing<'v> {
    /// A tool of the new manifest only.
    Added(&'v Value),
    /// A tool of the old manifest only.
    Removed(&'v Value),
    /// The old and the new form of one tool.
    Both(&'v Value, &'v Value),
}

/// Pairs tools by name, the rest by HTTP method and path, and the rest of those by `operationId`. An identity that several
/// tools of one side share pairs none. The result is in the order of the new manifest, then of the old one.
pub(super) fn pair_tools<'v>(old: &'v [Value], new: &'v [Value]) -> Vec<ToolPairing<'v>> {
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

/// A function that returns the identity of a tool, if it has one.
type ToolIdentity = fn(&Value) -> Option<String>;

/// Indexes tools by identity; `None` for one that several share.
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
    let call = http_call(tool)?;
    Some(format!("{} {}", call.get("method")?.as_str()?, call.get("path")?.as_str()?))
}

fn by_operation(tool: &Value) -> Option<String> {
    Some(http_call(tool)?.get("operationId")?.as_str()?.to_owned())
}

/// Returns the HTTP call of a tool, if it has one.
pub(super) fn http_call(tool: &Value) -> Option<&Value> {
    tool.get("_meta")?.get(HTTP)
}
