//! Pairing of the tools of two manifests.

use std::collections::HashMap;

use crate::json::Value;
use crate::model::meta::HTTP;

/// A pair of tools, or a tool that has no partner, by their positions.
#[derive(Debug, Clone, Copy)]
pub(super) enum ToolPairing {
    /// A tool of the new manifest only.
    Added(usize),
    /// A tool of the old manifest only.
    Removed(usize),
    /// The old and the new form of one tool.
    Both(usize, usize),
}

/// The identities by which two forms of a tool are paired.
#[derive(Debug, Clone, Default)]
pub(super) struct ToolIdentity {
    /// Its name.
    pub(super) name: Option<String>,
    /// Method and path of its HTTP call.
    call: Option<String>,
    /// The `operationId`.
    operation: Option<String>,
}

impl ToolIdentity {
    /// Returns the identity of a tool.
    pub(super) fn of(tool: &Value) -> Self {
        let call = http_call(tool);
        let text = |key| call.and_then(|call| call.get(key)).and_then(Value::as_str);
        Self {
            name: tool.get("name").and_then(Value::as_str).map(str::to_owned),
            call: text("method").zip(text("path")).map(|(method, path)| format!("{method} {path}")),
            operation: text("operationId").map(str::to_owned),
        }
    }
}

/// Pairs tools by name, the rest by HTTP method and path, and the rest of those by `operationId`. Tools of one name are paired
/// in their order, like tools without a name; any other identity that several tools of one side share pairs none. The result
/// is in the order of the new manifest, then of the old one.
pub(super) fn pair_tools(old: &[ToolIdentity], new: &[ToolIdentity]) -> Vec<ToolPairing> {
    let by_name: HashMap<(&str, usize), usize> =
        occurrences(old).enumerate().map(|(index, name)| (name, index)).collect();
    let mut partner: Vec<Option<usize>> = occurrences(new).map(|name| by_name.get(&name).copied()).collect();
    let mut is_taken = vec![false; old.len()];
    partner.iter().flatten().for_each(|&found| is_taken[found] = true);
    let identities: [fn(&ToolIdentity) -> Option<&str>; 2] =
        [|tool| tool.call.as_deref(), |tool| tool.operation.as_deref()];
    for identity in identities {
        let left = old.iter().enumerate().filter(|(index, _)| !is_taken[*index]);
        let mut by_identity = unique(left, identity);
        let left: Vec<usize> =
            partner.iter().enumerate().filter(|(_, known)| known.is_none()).map(|(index, _)| index).collect();
        let theirs = unique(left.iter().map(|&index| (index, &new[index])), identity);
        for index in left {
            let key = identity(&new[index]).filter(|key| matches!(theirs.get(key), Some(Some(_))));
            let Some(found) = key.and_then(|key| by_identity.remove(key)).flatten() else { continue };
            (partner[index], is_taken[found]) = (Some(found), true);
        }
    }
    let pairs = partner.iter().enumerate().map(|(index, partner)| match partner {
        Some(old) => ToolPairing::Both(*old, index),
        None => ToolPairing::Added(index),
    });
    let gone = is_taken.iter().enumerate().filter(|(_, taken)| !**taken);
    pairs.chain(gone.map(|(index, _)| ToolPairing::Removed(index))).collect()
}

/// Returns the name of each tool, with the number of tools before it that have the same name. Without one, it is empty.
fn occurrences(tools: &[ToolIdentity]) -> impl Iterator<Item = (&str, usize)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    tools.iter().map(move |tool| {
        let name = tool.name.as_deref().unwrap_or_default();
        let count = counts.entry(name).or_default();
        *count += 1;
        (name, *count)
    })
}

/// Indexes tools by identity; `None` for one that several share.
fn unique<'t>(
    tools: impl Iterator<Item = (usize, &'t ToolIdentity)>,
    identity: fn(&ToolIdentity) -> Option<&str>,
) -> HashMap<&'t str, Option<usize>> {
    let mut found = HashMap::new();
    for (index, tool) in tools {
        if let Some(key) = identity(tool) {
            found.entry(key).and_modify(|known| *known = None).or_insert(Some(index));
        }
    }
    found
}

/// Returns the HTTP call of a tool, if it has one.
pub(super) fn http_call(tool: &Value) -> Option<&Value> {
    tool.get("_meta")?.get(HTTP)
}
