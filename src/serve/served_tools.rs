//! The tools of a server: what clients see of each, and what a call needs.

use std::collections::HashMap;

use rmcp::model::{Implementation, Tool};

use crate::call::{CallError, CallableTool, CredentialValue, Credentials};
use crate::json::Value;
use crate::model::meta::{OWN_PREFIX, SERVER_INFO, TAGS};

/// A tool that can be called.
#[derive(Debug)]
pub(super) struct ServedTool {
    /// The tool as clients see it.
    pub(super) listed: Tool,
    pub(super) callable: CallableTool,
    pub(super) output_schema: Option<Value>,
    /// The credentials that are there.
    pub(super) credentials: Credentials,
    /// The tags of the operation.
    pub(super) tags: Vec<String>,
}

impl ServedTool {
    pub(super) fn name(&self) -> &str {
        &self.listed.name
    }

    /// Returns true if the tool is known to change nothing.
    pub(super) fn is_read_only(&self) -> bool {
        self.hint(|hints| hints.read_only_hint) == Some(true)
    }

    /// Returns one of the four hints, if the tool has it.
    pub(super) fn hint(
        &self,
        hint: impl FnOnce(&rmcp::model::ToolAnnotations) -> Option<bool>,
    ) -> Option<bool> {
        self.listed.annotations.as_ref().and_then(hint)
    }
}

/// The tools of a manifest that can be called, in its order.
#[derive(Debug, Default)]
pub struct ServedTools {
    tools: Vec<ServedTool>,
    by_name: HashMap<String, usize>,
    /// The name and version of the server.
    identity: Option<Implementation>,
    /// The tools that cannot be called, each with the reason.
    unusable: Vec<(String, CallError)>,
}

impl ServedTools {
    /// Takes the tools of a manifest, and the `_meta` of its result. `credentials` returns those that are there for a tool.
    pub fn new(
        tools: impl IntoIterator<Item = Value>,
        result_meta: &Value,
        credentials: &dyn Fn(&CallableTool) -> Credentials,
    ) -> Self {
        let identity = result_meta.get(SERVER_INFO).map(serde_json::Value::from);
        let identity = identity.and_then(|identity| serde_json::from_value(identity).ok());
        let mut served = Self { identity, ..Self::default() };
        for mut tool in tools {
            let name = tool.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            let parsed = CallableTool::parse(&tool).and_then(|callable| {
                let tags = tags(&tool);
                hide_own_meta(&mut tool);
                let malformed =
                    |_| CallError::Malformed { pointer: String::new(), expected: "a tool of MCP" };
                let listed = serde_json::from_value(serde_json::Value::from(&tool)).map_err(malformed)?;
                let output_schema = tool.get("outputSchema").cloned();
                let credentials = credentials(&callable);
                Ok(ServedTool { listed, callable, output_schema, credentials, tags })
            });
            match parsed {
                Ok(tool) => {
                    served.by_name.entry(name).or_insert(served.tools.len());
                    served.tools.push(tool);
                }
                Err(error) => served.unusable.push((name, error)),
            }
        }
        served
    }

    /// Returns the number of tools that can be called.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Returns true if no tool can be called.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// Returns the number of tools whose `readOnlyHint` is true.
    pub fn read_only_count(&self) -> usize {
        self.tools.iter().filter(|tool| tool.is_read_only()).count()
    }

    /// Returns the names of the tools that cannot be called, each with the reason.
    pub fn unusable(&self) -> &[(String, CallError)] {
        &self.unusable
    }

    pub(super) fn all(&self) -> &[ServedTool] {
        &self.tools
    }

    pub(super) fn at(&self, position: usize) -> Option<&ServedTool> {
        self.tools.get(position)
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Returns the server's name and version.
    pub(super) fn identity(&self) -> Implementation {
        self.identity.clone().unwrap_or_else(|| Implementation::new("apimint", env!("CARGO_PKG_VERSION")))
    }

    /// Returns every secret that a request can contain.
    pub(super) fn secrets(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().flat_map(|tool| {
            let schemes = tool.callable.security_schemes().into_iter().flatten();
            let names = schemes.chain(tool.callable.runtime_cookies().map(|(name, _)| name));
            names.filter_map(|name| match tool.credentials.get(name)? {
                CredentialValue::Secret(secret) => Some(secret.as_str()),
                CredentialValue::Placeholder(_) => None,
            })
        })
    }
}

fn tags(tool: &Value) -> Vec<String> {
    let tags = tool.get("_meta").and_then(|meta| meta.get(TAGS)).and_then(Value::as_array);
    tags.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Removes our own keys from `_meta`: they are for runtimes, and name paths and servers that a model does not need.
fn hide_own_meta(tool: &mut Value) {
    let Some(tool) = tool.as_object_mut() else { return };
    let Some(meta) = tool.get_mut("_meta").and_then(Value::as_object_mut) else { return };
    meta.retain(|key, _| !key.starts_with(OWN_PREFIX));
    if meta.is_empty() {
        tool.shift_remove("_meta");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::json;

    #[test]
    fn own_keys_of_meta_are_hidden() {
        let call = json!({"method": "GET", "path": "/a", "servers": [{"url": "https://h.example"}]});
        let call = serde_json::Value::from(&call);
        let tool = |name: &str, other: bool| {
            let mut meta = serde_json::json!({"dev.apimint/http": call, "dev.apimint/tags": ["pets"]});
            if other {
                meta["com.example/key"] = serde_json::json!(1);
            }
            json!({"name": name, "inputSchema": {"type": "object"}, "_meta": meta})
        };
        let uncalled = json!({"name": "c", "inputSchema": {"type": "object"}});
        let meta = json!({SERVER_INFO: {"name": "pets", "version": "1"}});
        let tools = ServedTools::new([tool("a", false), tool("b", true), uncalled], &meta, &|_| {
            Credentials::default()
        });
        let listed: Vec<serde_json::Value> =
            tools.all().iter().map(|tool| serde_json::to_value(&tool.listed).unwrap()).collect();
        assert_eq!(listed[0], serde_json::json!({"name": "a", "inputSchema": {"type": "object"}}));
        assert_eq!(listed[1]["_meta"], serde_json::json!({"com.example/key": 1}));
        assert_eq!(tools.at(0).unwrap().tags, ["pets"]);
        assert_eq!(tools.identity().name, "pets");
        assert_eq!(tools.unusable(), [("c".to_owned(), CallError::NoCall)]);
    }
}
