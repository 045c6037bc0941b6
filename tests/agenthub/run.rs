//! A valid manifest, and its conversion by the program.

use std::io::Write as _;
use std::process::{Command, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::{Value, json};

/// A valid manifest: one capability without and one with side effects, both over MCP, and a privileged
/// interface.
pub(crate) fn manifest() -> Value {
    json!({
        "schema_version": "0.1",
        "identity": {
            "id": "library-desk", "name": "Library Desk", "version": "2.1.0",
            "description": "Lends and takes back the books of a library.",
            "owner": "library-team", "type": "service", "tags": ["books", "loans"]
        },
        "requirements": {
            "dependencies": [{"name": "catalogue", "version_constraint": ">=1.0.0", "optional": false}],
            "permissions": ["books.read"],
            "secrets": [{"id": "catalogue_token", "secret_ref": "vault://library/catalogue"}],
            "budget": {"currency": "EUR", "per_task_limit": 0.1, "monthly_limit": 20}
        },
        "capabilities": [
            {
                "id": "find-books", "name": "Find Books", "category": "retrieval",
                "description": "Finds books by their title.",
                "input_schema": {
                    "type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]
                },
                "output_schema": {"type": "object", "properties": {"found": {"type": "integer"}}},
                "protocols": ["MCP", "HTTP"], "permissions": ["books.read"],
                "idempotency_key_required": false, "idempotent": true, "side_effect_level": "none",
                "cost": {"mode": "fixed", "estimated_cost": 0.01, "unit": "eur_per_call"}
            },
            {
                "id": "lend-book", "name": "Lend Book", "category": "action",
                "description": "Lends a book to a reader.",
                "input_schema": {"type": "object", "properties": {"isbn": {"type": "string"}}},
                "output_schema": {"type": "object", "properties": {}},
                "protocols": ["MCP"], "permissions": ["loans.write", "books.read"],
                "idempotency_key_required": true, "idempotent": false, "side_effect_level": "low"
            }
        ],
        "interfaces": [
            {"name": "internal", "protocol": "INTERNAL", "auth": "none", "privileged": false},
            {
                "name": "desk", "protocol": "MCP", "endpoint": "https://desk.example.com/mcp",
                "auth": "oauth2", "privileged": false, "rate_limit": {"requests_per_minute": 60}
            },
            {
                "name": "second", "protocol": "MCP", "endpoint": "https://second.example.com/mcp",
                "auth": "oauth2", "privileged": false, "schema_ref": "schema.json"
            },
            {
                "name": "loans", "protocol": "HTTP", "endpoint": "https://loans.example.com",
                "auth": "mTLS", "privileged": true, "permissions": ["loans.write"]
            }
        ],
        "trust": {
            "minimum_trust_score": 0.7,
            "allowed_trust_sources": ["first_party"],
            "policy": {
                "injection_protection": "strict", "pii_handling": "mask", "data_retention_days": 7,
                "high_risk_approval_required": true, "human_approval_actions": ["loans.cancel"]
            },
            "budget_guardrails": {"soft_alert_pct": 80, "reauthorization_pct": 100, "hard_stop_pct": 120},
            "credential_policy": {"short_lived_credentials": true, "max_ttl_minutes": 30}
        },
        "composition": {
            "type": "pipeline", "deterministic": true,
            "steps": [
                {"id": "find", "capability_ref": "find-books", "on_failure": "abort"},
                {"id": "lend", "capability_ref": "lend-book", "on_failure": "retry"}
            ]
        },
        "runtime": {
            "execution_mode": "deterministic_workflow", "sandbox": "container", "max_retries": 2,
            "timeout_seconds": 30, "idempotency_required": true, "replay_safe": true,
            "observability": {
                "log_privileged_actions": true, "emit_cost_metrics": true, "emit_latency_metrics": true
            }
        },
        "provenance": {
            "created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:04:05Z", "source": "partner",
            "source_repo": "https://example.com/library", "commit": "a1b2c3d",
            "maintainer_contact": "library@example.com"
        }
    })
}

/// Returns the manifest with one value replaced or added.
pub(crate) fn with(pointer: &str, value: Value) -> Value {
    also(manifest(), pointer, value)
}

/// Replaces or adds one value in a changed manifest.
pub(crate) fn also(mut manifest: Value, pointer: &str, value: Value) -> Value {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match manifest.pointer_mut(parent).unwrap() {
        Value::Object(map) => {
            map.insert(key.replace("~1", "/"), value);
        }
        Value::Array(list) => match key.parse::<usize>() {
            Ok(index) => list[index] = value,
            Err(_) => list.push(value),
        },
        other => panic!("{parent} is {other}"),
    }
    manifest
}

/// Returns the manifest without one value.
pub(crate) fn without(pointer: &str) -> Value {
    let mut manifest = manifest();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = manifest.pointer_mut(parent).unwrap();
    let gone = match parent {
        Value::Object(map) => map.remove(key),
        Value::Array(list) => Some(list.remove(key.parse().unwrap())),
        _ => None,
    };
    assert!(gone.is_some(), "{pointer}");
    manifest
}

/// The result of a run of the program.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) diagnostics: Vec<Value>,
}

/// Converts a manifest from standard input.
pub(crate) fn convert(manifest: &Value, arguments: &[&str]) -> Done {
    let (code, stdout, stderr) = run(&manifest.to_string(), "-", arguments);
    let diagnostics = stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    Done { code, stdout, diagnostics }
}

/// Converts standard input or a file; diagnostics are JSON unless the arguments set another format.
pub(crate) fn run(stdin: &str, input: &str, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("apimint").unwrap();
    command.args(["convert", input]).args(arguments);
    if !arguments.contains(&"--diagnostics") {
        command.args(["--diagnostics", "json"]);
    }
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(stdin.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

impl Done {
    /// Returns the whole result.
    pub(crate) fn result(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// Returns a value of the result.
    pub(crate) fn get(&self, pointer: &str) -> Option<Value> {
        self.result().pointer(pointer).cloned()
    }

    /// Returns the tool with this name.
    pub(crate) fn tool(&self, name: &str) -> Value {
        let result = self.result();
        let tools = result["tools"].as_array().unwrap();
        tools.iter().find(|tool| tool["name"] == name).unwrap_or_else(|| panic!("no tool {name}")).clone()
    }

    /// Returns the names of the tools.
    pub(crate) fn names(&self) -> Vec<String> {
        let result = self.result();
        let tools = result["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    }

    /// Returns an entry of the result's `_meta`.
    pub(crate) fn meta(&self, key: &str) -> Option<Value> {
        self.result()["_meta"].get(key).cloned()
    }

    /// Returns the JSON Pointers of all diagnostics with this code.
    pub(crate) fn places(&self, code: &str) -> Vec<String> {
        let found = self.diagnostics.iter().filter(|one| one["code"] == code);
        found.map(|one| one["pointer"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Returns whether a diagnostic has this code and contains these words.
    #[track_caller]
    pub(crate) fn says(&self, code: &str, words: &str) {
        let is_it = |one: &Value| one["code"] == code && one["message"].as_str().unwrap().contains(words);
        assert!(self.diagnostics.iter().any(is_it), "{code} {words}: {:#?}", self.diagnostics);
    }

    /// Asserts that no diagnostic has this code.
    #[track_caller]
    pub(crate) fn is_silent_about(&self, code: &str) {
        assert_eq!(self.places(code), Vec::<String>::new(), "{code}");
    }
}
