//! The form of a file under `testdata/calls/`, and its check.

use std::fs;
use std::path::Path;

use apimint::call::{CallError, CallableTool, CredentialValue, RequestSettings, ServerChoice, request};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

const KEYS: [&str; 12] = [
    "arguments",
    "credentials",
    "server",
    "variables",
    "base",
    "validate",
    "call",
    "method",
    "url",
    "headers",
    "body",
    "error",
];

/// The faults of all calls in a file.
pub(super) fn faults_of(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let file: Value = match yaml_serde::from_str(&text) {
        Ok(file) => file,
        Err(error) => return vec![error.to_string()],
    };
    let cases = file["cases"].as_array().cloned().unwrap_or_default();
    if cases.is_empty() {
        return vec!["no calls".to_owned()];
    }
    let faults = |case: &Value| {
        let case_faults = case_faults(&file, case);
        case_faults.into_iter().map(|fault| format!("{}: {fault}", case["arguments"])).collect::<Vec<_>>()
    };
    cases.iter().flat_map(faults).collect()
}

fn case_faults(file: &Value, case: &Value) -> Vec<String> {
    let unknown = case.as_object().unwrap().keys().filter(|key| !KEYS.contains(&key.as_str()));
    let mut faults: Vec<String> = unknown.map(|key| format!("unknown key `{key}`")).collect();
    let found = made(file, case);
    match (&found, case["error"].as_str()) {
        (Err(error), Some(expected)) if error.to_string().contains(expected) => return faults,
        (Err(error), _) => {
            faults.push(error.to_string());
            return faults;
        }
        (Ok(request), Some(_)) => {
            faults.push(format!("{} instead of an error", request.uri()));
            return faults;
        }
        (Ok(_), None) => {}
    }
    let Ok(request) = found else { return faults };
    let mut compare = |what: &str, found: Value, expected: &Value| {
        if found != *expected {
            faults.push(format!("{what} {found} instead of {expected}"));
        }
    };
    if let Some(method) = case.get("method") {
        compare("method", json!(request.method().as_str()), method);
    }
    if let Some(url) = case.get("url") {
        compare("url", json!(request.uri().to_string()), url);
    }
    let header = |name: &str| {
        let value = request.headers().get(name).map(|value| std::str::from_utf8(value.as_bytes()).unwrap());
        value.map_or(Value::Null, |value| json!(without_boundary(value)))
    };
    for (name, expected) in case.get("headers").and_then(Value::as_object).into_iter().flatten() {
        compare(name, header(name), expected);
    }
    if let Some(body) = case.get("body") {
        let has_body = request.headers().contains_key("content-type");
        let found = match std::str::from_utf8(request.body()) {
            Ok(_) if !has_body => Value::Null,
            Ok(text) if body.get("base64").is_none() => json!(without_boundary(text).replace("\r\n", "\n")),
            _ => json!({"base64": STANDARD.encode(request.body())}),
        };
        compare("body", found, body);
    }
    faults
}

fn made(file: &Value, case: &Value) -> Result<http::Request<Vec<u8>>, CallError> {
    let mut call = Map::new();
    call.insert("method".to_owned(), json!("GET"));
    call.insert("path".to_owned(), json!("/"));
    call.insert("servers".to_owned(), json!([{"url": "https://h.example"}]));
    for part in [file.get("call"), case.get("call")] {
        for (key, value) in part.and_then(Value::as_object).into_iter().flatten() {
            call.insert(key.clone(), value.clone());
        }
    }
    let input = file.get("input").cloned().unwrap_or_else(|| json!({"type": "object"}));
    let tool = json!({"name": "t", "inputSchema": input, "_meta": {"dev.apimint/http": call}});
    let tool = CallableTool::parse(&tool.into())?;
    let texts = |key: &str| {
        let members = case.get(key).and_then(Value::as_object).cloned().unwrap_or_default();
        members.into_iter().map(|(name, value)| (name, value.as_str().unwrap().to_owned()))
    };
    let settings = RequestSettings {
        credentials: texts("credentials").map(|(name, text)| (name, CredentialValue::Secret(text))).collect(),
        server: match case.get("server") {
            Some(Value::String(url)) => ServerChoice::Url(url.clone()),
            Some(number) => ServerChoice::Number(usize::try_from(number.as_u64().unwrap()).unwrap()),
            None => ServerChoice::First,
        },
        server_variables: texts("variables").collect(),
        base: case.get("base").and_then(Value::as_str).map(|base| base.parse().unwrap()),
        validate: case.get("validate") != Some(&json!(false)),
    };
    let arguments = case.get("arguments").cloned().unwrap_or_else(|| json!({}));
    request(&tool, &arguments.into(), &settings)
}

fn without_boundary(text: &str) -> String {
    let Some(start) = text.find("apimint-") else { return text.to_owned() };
    let boundary: String =
        text[start..].chars().take_while(|&letter| letter.is_ascii_alphanumeric() || letter == '-').collect();
    // The closing delimiter has two more dashes.
    let boundary = boundary.trim_end_matches('-');
    let text = text.replace(boundary, "BOUNDARY");
    if text.contains("apimint-") { without_boundary(&text) } else { text }
}
