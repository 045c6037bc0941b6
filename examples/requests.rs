//! Makes the HTTP requests of calls, as a runtime does, and prints them.
//!
//! Run it with `cargo run --example requests MANIFEST [URL] <CALLS`. A line of standard input is a call: a JSON object with
//! `tool`, `arguments`, and, if wanted, `credentials` by security scheme and `server`, a URL. A relative server is resolved
//! against the URL of the command line. A line of standard output is a request: a JSON object with `method`, `url`, `headers` as pairs, and `body` as
//! base64; or an object with `error`. Arguments are not checked against `inputSchema`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};

use apimint::call::{CallableTool, CredentialValue, RequestSettings, ServerChoice, request};
use apimint::json::Value;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1);
    let manifest = fs::read(words.next().ok_or("which manifest?")?)?;
    let base = words.next().map(|url| url.to_string_lossy().parse()).transpose()?;
    let settings = RequestSettings { base, validate: false, ..RequestSettings::default() };

    let manifest: Value = serde_json::from_slice(&manifest)?;
    let listed = manifest.get("tools").and_then(Value::as_array).ok_or("the manifest has no tools")?;
    let name = |tool: &Value| tool.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let tools: BTreeMap<String, &Value> = listed.iter().map(|tool| (name(tool), tool)).collect();

    let mut out = io::stdout().lock();
    for line in BufReader::new(io::stdin()).lines() {
        let made = serde_json::from_str(&line?)
            .map_err(|error| error.to_string())
            .and_then(|call: Value| made(&tools, &call, settings.clone()));
        writeln!(out, "{}", made.unwrap_or_else(|error| json!({ "error": error })))?;
    }
    Ok(())
}

/// Makes the request of one call.
fn made(
    tools: &BTreeMap<String, &Value>,
    call: &Value,
    mut settings: RequestSettings,
) -> Result<serde_json::Value, String> {
    let name = call.get("tool").and_then(Value::as_str).ok_or("`tool` is missing")?;
    let tool = tools.get(name).ok_or("there is no such tool")?;
    let tool = CallableTool::parse(tool).map_err(|error| error.to_string())?;
    let arguments = call.get("arguments").ok_or("`arguments` is missing")?;
    for (scheme, secret) in call.get("credentials").and_then(Value::as_object).into_iter().flatten() {
        let secret = secret.as_str().ok_or("a credential is not a string")?;
        settings.credentials.insert(scheme.as_str(), CredentialValue::Secret(secret.to_owned()));
    }
    if let Some(server) = call.get("server").and_then(Value::as_str) {
        settings.server = ServerChoice::Url(server.to_owned());
    }
    let request = request(&tool, arguments, &settings).map_err(|error| error.to_string())?;
    let headers: Vec<_> = request
        .headers()
        .iter()
        .map(|(name, value)| json!([name.as_str(), String::from_utf8_lossy(value.as_bytes())]))
        .collect();
    Ok(json!({
        "method": request.method().as_str(),
        "url": request.uri().to_string(),
        "headers": headers,
        "body": STANDARD.encode(request.body()),
    }))
}
