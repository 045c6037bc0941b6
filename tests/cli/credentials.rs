//! Credentials in places that are easily forgotten: none reaches the manifest, a report or a message.

use serde_json::{Value, json};

use super::run::Run;

/// Put together here, so that no scanner takes this file for a leak.
fn tokens() -> [String; 2] {
    let body = "q3Xv7Lm2Kp9Wd4Rt8Yb6Nc1Hf5Jg0SaTe";
    [["123456789:AA", body].concat(), ["ghp_A1", body].concat()]
}

/// What of a token must not be found anywhere, in whatever case.
const CORE: &str = "xv7lm2kp9wd4rt8yb6nc1hf5jg0sa";

fn check(run: Run) {
    let done = run.done();
    for text in [&done.stdout, &done.stderr] {
        assert!(!text.to_ascii_lowercase().contains(CORE), "{text}");
    }
}

#[test]
fn names_media_types_and_keys_are_looked_at() {
    for token in tokens() {
        let document = format!(
            "openapi: 3.2.0
info: {{title: 'Shop {token}', version: '1'}}
servers: [{{url: 'https://x.example.com', variables: {{'{token}': {{default: a}}}}}}]
paths:
  /a:
    post:
      summary: A.
      parameters: [{{name: q, in: query, content: {{'{token}': {{schema: {{type: string}}}}}}}}]
      requestBody: {{content: {{application/json: {{schema: {{properties: {{a: {{$ref: '#here'}}}}}}}}}}}}
      responses: {{}}
    additionalOperations: {{'{token}': {{summary: B., responses: {{}}}}}}
components:
  schemas:
    S: {{$defs: {{'{token}': {{$anchor: here, type: object, properties: {{b: {{$ref: '#here'}}}}}}}}}}
"
        );
        check(Run::converting(&document).args(&["-v"]));
        let list = format!(
            "{{\"tools\":[{{\"name\":\"a\",\"description\":\"A.\",\"inputSchema\":{{\"type\":\"object\"}},\
             \"annotations\":{{\"{token}\":true}},\"_meta\":{{\"x/{token}\":{{\"a\":1}}}}}}],\"_meta\":{{\"{token}\":{{\"a\":1}}}}}}"
        );
        check(Run::converting(&list).args(&["-v"]));
        check(Run::converting(&format!("openapi: '{token}'\ninfo: {{}}\npaths: {{}}\n")));
        check(Run::converting(&format!("'{token}': 1\n")));
        let config = format!(
            "'{token}' = 1\n[[manifest]]\nsource = \"pets.yaml\"\noutput = \"b.json\"\nbody = \"{token}\"\n"
        );
        check(Run::new("build").file("apimint.toml", &config));
    }
}

/// An excerpt shows a part of a long line; a credential that it cuts is known by what is not shown.
#[test]
fn excerpts_cut_no_credential_into_something_unknown() {
    for token in tokens() {
        for distance in (0..200).step_by(3) {
            let space = "x".repeat(distance);
            for (before, after) in [(token.as_str(), ""), ("", token.as_str())] {
                let document = format!(
                    "{{\"openapi\":\"3.1.0\",\"info\":{{\"title\":\"a\",\"version\":\"1\"}},\"paths\":{{\"/a\":{{\"get\":{{\"summary\":\"s\",\
                     \"x-a\":\"{before} {space}\",\"unknown\":1,\"x-b\":\"{space} {after}\",\"responses\":{{}}}}}}}}}}"
                );
                check(Run::converting(&document));
            }
        }
    }
}

/// Each optional credential would double what a call may send.
#[test]
fn an_optional_credential_that_is_one_too_many_is_told() {
    let names = 0..70;
    let parameters: Vec<_> =
        names.clone().map(|at| json!({"name": format!("h{at}"), "in": "header", "schema": {}})).collect();
    let schemes: serde_json::Map<String, Value> = names
        .map(|at| (format!("s{at}"), json!({"type": "apiKey", "in": "header", "name": format!("h{at}")})))
        .collect();
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "servers": [{"url": "https://example.com"}],
        "paths": {"/pets": {"get": {"parameters": parameters, "responses": {"204": {"description": "none"}}}}},
        "components": {"securitySchemes": schemes},
    });
    let done = Run::converting(&document.to_string()).json().done().exits(0);
    let count = |text: &str| done.stderr.matches(text).count();
    let (sent, left) =
        (count("and the call sends it as an API key where the runtime has it"), count("and is never sent"));
    assert_eq!(sent + left, 70);
    let security = &done.manifest()["tools"][0]["_meta"]["dev.apimint/http"]["security"];
    assert_eq!(security.as_array().map(Vec::len), Some(1 << sent));
    assert!(left > 0);
}
