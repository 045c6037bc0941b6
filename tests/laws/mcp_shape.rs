//! What the schemas of MCP demand of a list of tools, written by hand for each version (MCP specification, `schema.json`,
//! `ListToolsResult`), shared by the tests of validity and the fuzz targets (`fuzz/`). Stricter than MCP in one point: a list
//! has no members but those that MCP names, since SDKs strip others.

use apimint::options::Protocol;
use serde_json::{Map, Value};

/// Key in `_meta` of a result for the identity of the server (2026-07-28, `ResultMetaObject`).
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// Members of a tool in every version that has annotations; later versions add `icons`.
const TOOL_MEMBERS: [&str; 8] =
    ["name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "_meta"];

const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// Returns what is wrong with the result of `tools/list` in the shape of this version.
pub(crate) fn result_faults(result: &Value, protocol: Protocol) -> Vec<String> {
    let mut found = ShapeFaults::default();
    let Some(members) = found.object(result, "result") else { return found.0 };
    let has_cache = matches!(protocol, Protocol::Any | Protocol::V2026_07_28);
    found.known(members, "result", |key| match key {
        "tools" | "_meta" | "nextCursor" => true,
        "resultType" | "ttlMs" | "cacheScope" => has_cache,
        _ => false,
    });
    if has_cache {
        found.hold(result["resultType"] == "complete", "resultType", &result["resultType"]);
        found.hold(result["ttlMs"].is_u64(), "ttlMs", &result["ttlMs"]);
        let scope = &result["cacheScope"];
        found.hold(scope == "private" || scope == "public", "cacheScope", scope);
    }
    found.texts(members, &["nextCursor"], "result");
    if let Some(meta) = members.get("_meta") {
        found.meta(meta, "_meta");
        if let Some(info) = meta.get(SERVER_INFO) {
            found.server_info(info);
        }
    }
    match result["tools"].as_array() {
        Some(tools) => tools.iter().for_each(|tool| found.0.extend(tool_faults(tool, protocol))),
        None => found.hold(false, "tools", &result["tools"]),
    }
    found.0
}

/// Returns what is wrong with one tool in the shape of this version.
pub(crate) fn tool_faults(tool: &Value, protocol: Protocol) -> Vec<String> {
    let mut found = ShapeFaults::default();
    let Some(members) = found.object(tool, "tool") else { return found.0 };
    found.known(members, "tool", |key| {
        TOOL_MEMBERS.contains(&key) && (key != "icons" || protocol != Protocol::V2025_06_18)
    });
    found.hold(tool["name"].as_str().is_some_and(|name| !name.is_empty()), "name", &tool["name"]);
    found.texts(members, &["title", "description"], "tool");
    found.schema(&tool["inputSchema"], "inputSchema", true);
    if let Some(output) = members.get("outputSchema") {
        found.schema(output, "outputSchema", protocol != Protocol::V2026_07_28);
    }
    if let Some(annotations) = members.get("annotations")
        && let Some(annotations) = found.object(annotations, "annotations")
    {
        for hint in HINTS {
            if let Some(value) = annotations.get(hint) {
                found.hold(value.is_boolean(), hint, value);
            }
        }
        found.texts(annotations, &["title"], "annotations");
    }
    if let Some(icons) = members.get("icons") {
        found.icons(icons, "icons");
    }
    if let Some(meta) = members.get("_meta") {
        found.meta(meta, "_meta of the tool");
    }
    found.0
}

/// The faults that were found.
#[derive(Default)]
struct ShapeFaults(Vec<String>);

impl ShapeFaults {
    fn hold(&mut self, holds: bool, what: &str, value: &Value) {
        if !holds {
            self.0.push(format!("{what} is {value}"));
        }
    }

    fn object<'v>(&mut self, value: &'v Value, what: &str) -> Option<&'v Map<String, Value>> {
        self.hold(value.is_object(), what, value);
        value.as_object()
    }

    fn known(&mut self, members: &Map<String, Value>, what: &str, is_known: impl Fn(&str) -> bool) {
        for (key, value) in members.iter().filter(|(key, _)| !is_known(key)) {
            self.hold(false, &format!("the unknown member {key:?} of {what}"), value);
        }
    }

    /// Members that are strings where they are present.
    fn texts(&mut self, members: &Map<String, Value>, keys: &[&str], what: &str) {
        for (key, value) in members.iter().filter(|(key, _)| keys.contains(&key.as_str())) {
            self.hold(value.is_string(), &format!("{key} of {what}"), value);
        }
    }

    /// A schema of a tool. Until 2025-11-25, its properties are objects; the root of an output may be of any type since
    /// 2026-07-28.
    fn schema(&mut self, schema: &Value, what: &str, has_object_root: bool) {
        let Some(members) = self.object(schema, what) else { return };
        self.texts(members, &["$schema"], what);
        if !has_object_root {
            return;
        }
        self.hold(schema["type"] == "object", &format!("the type of {what}"), &schema["type"]);
        if let Some(properties) = members.get("properties") {
            let are_objects = properties.as_object().is_some_and(|all| all.values().all(Value::is_object));
            self.hold(are_objects, &format!("the properties of {what}"), properties);
        }
        if let Some(required) = members.get("required") {
            let are_names = required.as_array().is_some_and(|names| names.iter().all(Value::is_string));
            self.hold(are_names, &format!("required of {what}"), required);
        }
    }

    fn icons(&mut self, icons: &Value, what: &str) {
        self.hold(icons.is_array(), what, icons);
        for icon in icons.as_array().into_iter().flatten() {
            let Some(members) = self.object(icon, what) else { continue };
            let source = icon["src"].as_str();
            self.hold(source.is_some_and(is_uri), &format!("src of {what}"), &icon["src"]);
            self.texts(members, &["mimeType"], what);
            if let Some(sizes) = members.get("sizes") {
                let are_texts = sizes.as_array().is_some_and(|sizes| sizes.iter().all(Value::is_string));
                self.hold(are_texts, &format!("sizes of {what}"), sizes);
            }
            if let Some(theme) = members.get("theme") {
                self.hold(theme == "dark" || theme == "light", &format!("theme of {what}"), theme);
            }
        }
    }

    /// The identity of a server (`Implementation`).
    fn server_info(&mut self, info: &Value) {
        let Some(members) = self.object(info, "serverInfo") else { return };
        for required in ["name", "version"] {
            self.hold(info[required].is_string(), &format!("{required} of serverInfo"), &info[required]);
        }
        self.texts(members, &["title", "description"], "serverInfo");
        if let Some(site) = members.get("websiteUrl") {
            self.hold(site.as_str().is_some_and(is_uri), "websiteUrl of serverInfo", site);
        }
        if let Some(icons) = members.get("icons") {
            self.icons(icons, "icons of serverInfo");
        }
    }

    /// `_meta`, an object. Its keys are constants of this program, or those of the input, which are kept as they are.
    fn meta(&mut self, meta: &Value, what: &str) {
        self.object(meta, what);
    }
}

/// Returns whether a text is an absolute URI, as `format: uri` demands; roughly, since this is checked of a few texts only.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    let is_allowed = |byte: u8| {
        byte.is_ascii_graphic()
            && !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
    };
    is_scheme && rest.bytes().all(is_allowed)
}
