//! Lists as they are written, and what is wrong with them.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::{LazyLock, Mutex};

use apimint::diagnostic::{Diagnostic, Sink};
use apimint::model::Target;
use apimint::options::{Envelope, Protocol};
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, convert};
use serde_json::{Value, json};

use super::{mcp_shape, model_shape, official, sound};

pub(super) const PROTOCOLS: [Protocol; 4] =
    [Protocol::Any, Protocol::V2025_06_18, Protocol::V2025_11_25, Protocol::V2026_07_28];

/// The envelopes of MCP lists; those of model APIs also have a side table.
pub(super) const ENVELOPES: [Envelope; 4] =
    [Envelope::Result, Envelope::JsonRpc, Envelope::Array, Envelope::Ndjson];

/// What one conversion gave.
pub(super) struct WrittenList {
    /// The list, or nothing where the input was refused.
    pub(super) text: Option<String>,
    /// The same in two pages, in JSON-RPC responses only.
    pub(super) pages: Vec<String>,
    pub(super) tools: usize,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl WrittenList {
    pub(super) fn of(input: &Input, options: &Options) -> Self {
        let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
        match convert(&sources, input, options, &sink) {
            Ok(manifest) => {
                let text = |write: &dyn Fn(&mut Vec<u8>)| {
                    let mut bytes = Vec::new();
                    write(&mut bytes);
                    String::from_utf8(bytes).expect("a list is text")
                };
                let half = NonZeroUsize::new(manifest.tool_count().div_ceil(2)).unwrap_or(NonZeroUsize::MIN);
                let is_paged = options.envelope == Envelope::JsonRpc;
                let pages = if is_paged { manifest.pages(half) } else { Vec::new() };
                Self {
                    text: Some(text(&|out| manifest.write(out).expect("memory takes every byte"))),
                    pages: pages
                        .iter()
                        .map(|page| text(&|out| page.write(out).expect("memory takes every byte")))
                        .collect(),
                    tools: manifest.tool_count(),
                    diagnostics: sink.into_diagnostics(),
                }
            }
            Err(fatal) => {
                let mut diagnostics = sink.into_diagnostics();
                diagnostics.push(*fatal);
                Self { text: None, pages: Vec::new(), tools: 0, diagnostics }
            }
        }
    }

    /// Returns whether a diagnostic with this text was raised here too.
    pub(super) fn says(&self, diagnostic: &Diagnostic) -> bool {
        self.diagnostics.iter().any(|own| own.code == diagnostic.code && own.message == diagnostic.message)
    }

    /// What is wrong with the list and its pages.
    pub(super) fn faults(&self, options: &Options) -> Vec<String> {
        let Some(text) = &self.text else {
            let is_said = self.diagnostics.last().is_some_and(|last| !last.message.is_empty());
            return if is_said { Vec::new() } else { vec!["refused without a word".to_owned()] };
        };
        let mut found = text_faults(text, options);
        let last = self.pages.len();
        for (index, page) in self.pages.iter().enumerate() {
            found.extend(text_faults(page, options));
            if options.target == Target::Mcp && !options.envelope.has_no_cursor() {
                let page: Value = serde_json::from_str(page).unwrap_or_default();
                let result = page.get("result").unwrap_or(&page);
                if result.get("nextCursor").is_some() == (index + 1 == last) {
                    found.push(format!(
                        "page {} of {last} has the cursor {}",
                        index + 1,
                        result["nextCursor"]
                    ));
                }
            }
        }
        found
    }
}

/// What is wrong with a list in its envelope.
fn text_faults(text: &str, options: &Options) -> Vec<String> {
    let parsed: Result<Vec<Value>, _> = match options.envelope {
        Envelope::Ndjson => text.lines().map(serde_json::from_str).collect(),
        _ => serde_json::from_str(text).map(|value| vec![value]),
    };
    let values = match parsed {
        Ok(values) => values,
        Err(error) => return vec![format!("not JSON: {error}")],
    };
    if options.target != Target::Mcp {
        return model_shape::faults(&values, options);
    }
    let protocol = options.protocol;
    let (mut found, tools) = match (options.envelope, values.as_slice()) {
        (Envelope::Array, [Value::Array(tools)]) => (Vec::new(), tools.clone()),
        (Envelope::Ndjson, tools) => (Vec::new(), tools.to_vec()),
        (Envelope::JsonRpc, [response]) => {
            let mut found = official::response_faults(response, protocol);
            found.extend(mcp_shape::result_faults(&response["result"], protocol));
            let is_id = response["id"].is_string() || response["id"].is_u64();
            if response["jsonrpc"] != "2.0" || !is_id || response.as_object().is_none_or(|all| all.len() != 3)
            {
                found.push("not a JSON-RPC response".to_owned());
            }
            (found, response["result"]["tools"].as_array().cloned().unwrap_or_default())
        }
        (_, [result]) => {
            let mut found = official::result_faults(result, protocol);
            found.extend(mcp_shape::result_faults(result, protocol));
            (found, result["tools"].as_array().cloned().unwrap_or_default())
        }
        _ => return vec!["not in its envelope".to_owned()],
    };
    for tool in &tools {
        if matches!(options.envelope, Envelope::Array | Envelope::Ndjson) {
            found.extend(official::tool_faults(tool, protocol));
            found.extend(mcp_shape::tool_faults(tool, protocol));
        }
    }
    if !options.exact {
        found.extend(tools.iter().flat_map(|tool| schema_faults(tool, options)));
        let names: HashSet<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
        if names.len() < tools.len() {
            found.push("two tools have one name".to_owned());
        }
    }
    found
}

/// What is wrong with the schemas of a tool. Most mutants have the same ones, and compiling them takes long.
fn schema_faults(tool: &Value, options: &Options) -> Vec<String> {
    static SOUND: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);
    let kept = json!({"name": tool["name"], "inputSchema": tool["inputSchema"], "outputSchema": tool["outputSchema"]});
    let has_any_root = options.protocol == Protocol::V2026_07_28;
    let key = format!("{:?} {has_any_root} {kept}", options.dialect);
    if SOUND.lock().is_ok_and(|sound| sound.contains(&key)) {
        return Vec::new();
    }
    let mut found = sound::broken(&json!({"tools": [tool]}), options.dialect);
    // The root of an output may be of any type in this version.
    if has_any_root {
        found.retain(|fault| !fault.ends_with("outputSchema: the root is no object"));
    }
    if found.is_empty() {
        SOUND.lock().expect("no test panics here").insert(key);
    }
    found
}
