//! The schemas that the MCP project publishes, one per version. They are read from the directory that `APIMINT_MCP_SCHEMAS` names, or from
//! `../shared/mcp-schema`. Where neither is present, lists are checked by hand only; a directory that is named has to exist.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::{env, fs};

use apimint::options::Protocol;
use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// Name of the environment variable with the directory of the schemas.
const DIRECTORY: &str = "APIMINT_MCP_SCHEMAS";

/// The versions, and the definition of the response to `tools/list` in each; the result is checked separately where a
/// response has any result.
const VERSIONS: [(&str, &str); 5] = [
    ("2024-11-05", "JSONRPCResponse"),
    ("2025-03-26", "JSONRPCResponse"),
    ("2025-06-18", "JSONRPCResponse"),
    ("2025-11-25", "JSONRPCResultResponse"),
    ("2026-07-28", "ListToolsResultResponse"),
];

/// The validators of one version.
struct OfficialSchema {
    version: &'static str,
    result: Validator,
    tool: Validator,
    response: Validator,
    call_result: Validator,
}

static SCHEMAS: LazyLock<Vec<OfficialSchema>> = LazyLock::new(|| {
    let named = env::var_os(DIRECTORY).map(PathBuf::from);
    let is_named = named.is_some();
    let folder =
        named.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/mcp-schema"));
    if !folder.is_dir() {
        assert!(!is_named, "{DIRECTORY} names {}, which is not a directory", folder.display());
        eprintln!("LEFT OUT: there is no {}: lists are not validated by MCP's own schemas", folder.display());
        return Vec::new();
    }
    VERSIONS
        .into_iter()
        .map(|(version, response)| {
            let file = folder.join(format!("{version}.json"));
            let text =
                fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let schema: Value = serde_json::from_str(&text).unwrap();
            OfficialSchema {
                version,
                result: validator(&schema, "ListToolsResult"),
                tool: validator(&schema, "Tool"),
                response: validator(&schema, response),
                call_result: validator(&schema, "CallToolResult"),
            }
        })
        .collect()
});

/// Compiles one definition. Formats are asserted too, though 2020-12 leaves that open.
fn validator(schema: &Value, definition: &str) -> Validator {
    let keyword = if schema.get("$defs").is_some() { "$defs" } else { "definitions" };
    let mut root = Map::new();
    root.insert("$schema".to_owned(), schema["$schema"].clone());
    root.insert("$ref".to_owned(), json!(format!("#/{keyword}/{definition}")));
    root.insert(keyword.to_owned(), schema[keyword].clone());
    let options = jsonschema::options().should_validate_formats(true);
    options.build(&Value::Object(root)).unwrap_or_else(|error| panic!("{definition}: {error}"))
}

/// The versions whose shape is claimed by a list that is written for this protocol.
fn claimed(protocol: Protocol) -> impl Iterator<Item = &'static OfficialSchema> {
    SCHEMAS.iter().filter(move |schema| match protocol {
        Protocol::Any => true,
        Protocol::V2025_06_18 => schema.version == "2025-06-18",
        Protocol::V2025_11_25 => schema.version == "2025-11-25",
        Protocol::V2026_07_28 => schema.version == "2026-07-28",
    })
}

fn faults(
    value: &Value,
    protocol: Protocol,
    validator: impl Fn(&OfficialSchema) -> &Validator,
) -> Vec<String> {
    let schemas = claimed(protocol).map(|schema| (schema.version, validator(schema)));
    let found = schemas.filter_map(|(version, validator)| {
        let error = validator.iter_errors(value).next()?;
        Some(format!("{version}: {}: {error}", error.instance_path()))
    });
    found.collect()
}

/// Returns what the schemas of MCP find in a result of `tools/list`.
pub(super) fn result_faults(result: &Value, protocol: Protocol) -> Vec<String> {
    faults(result, protocol, |schema| &schema.result)
}

/// Returns what they find in one tool.
pub(super) fn tool_faults(tool: &Value, protocol: Protocol) -> Vec<String> {
    faults(tool, protocol, |schema| &schema.tool)
}

/// Returns what they find in a JSON-RPC response and its result.
pub(super) fn response_faults(response: &Value, protocol: Protocol) -> Vec<String> {
    let mut found = faults(response, protocol, |schema| &schema.response);
    found.extend(result_faults(&response["result"], protocol));
    found
}

/// Returns what they find in the result of a call.
pub(super) fn call_result_faults(result: &Value, protocol: Protocol) -> Vec<String> {
    faults(result, protocol, |schema| &schema.call_result)
}
