//! The form of a file under `testdata/calls/`, and its check.

use std::fs;
use std::path::Path;

use apimint::call::{
    CallError, CallableTool, CredentialValue, RequestSettings, ServerChoice, answer, request,
};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::CONTENT_TYPE;
use serde_json::{Map, Value, json};

const KEYS: [&str; 14] = [
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
    "response",
    "result",
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
        let subject = case.get("response").unwrap_or(&case["arguments"]);
        case_faults.into_iter().map(|fault| format!("{subject}: {fault}")).collect::<Vec<_>>()
    };
    cases.iter().flat_map(faults).collect()
}

fn case_faults(file: &Value, case: &Value) -> Vec<String> {
    let unknown = case.as_object().unwrap().keys().filter(|key| !KEYS.contains(&key.as_str()));
    let mut faults: Vec<String> = unknown.map(|key| format!("unknown key `{key}`")).collect();
    if let Some(response) = case.get("response") {
        faults.extend(result_faults(file, case, response));
        return faults;
    }
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

/// The faults of the result of a response.
fn result_faults(file: &Value, case: &Value, response: &Value) -> Vec<String> {
    let tool = match tool(file, case) {
        Ok(tool) => tool,
        Err(error) => return vec![error.to_string()],
    };
    let status = response.get("status").map_or(200, |status| status.as_u64().unwrap());
    let media_type = response.get("mediaType").and_then(Value::as_str);
    let headers =
        media_type.map(|media_type| (CONTENT_TYPE, media_type.parse().unwrap())).into_iter().collect();
    let status = u16::try_from(status).unwrap().try_into().unwrap();
    let found =
        answer(&tool, status, &headers, response["body"].as_str().unwrap().as_bytes(), "https://h.example");
    let found = Value::from(&found.to_value());
    let expected = case["result"].as_object().unwrap().iter();
    let wrong = expected.filter(|(member, expected)| found.get(member) != Some(expected));
    wrong.map(|(member, expected)| format!("{member} {} instead of {expected}", found[member])).collect()
}

fn made(file: &Value, case: &Value) -> Result<http::Request<Vec<u8>>, CallError> {
    let tool = tool(file, case)?;
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

fn tool(file: &Value, case: &Value) -> Result<CallableTool, CallError> {
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
    CallableTool::parse(&tool.into())
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
