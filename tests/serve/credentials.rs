//! Credentials: where they come from, and that nobody sees them.

use serde_json::{Value, json};

use super::api::{Api, Received, Reply};
use super::client::{Launch, description, get};

/// Repeats a request, as debugging APIs do.
fn echo(received: &Received) -> Reply {
    let text = format!("{} {:?} {}", received.target, received.headers, received.body);
    match received.target.split(['/', '?']).nth(1) {
        Some("json") => Reply::json(&json!({"echo": {"deep": [text]}}).to_string()),
        Some("fail") => Reply::new(401, "text/plain", text),
        Some("bytes") => Reply::new(200, "application/octet-stream", text),
        Some("away") => {
            Reply::redirect(302, format!("http://other.example/?{text}").replace([' ', '"'], "-"))
        }
        _ => Reply::new(200, "text/plain", text),
    }
}

fn input(url: &str, schemes: &Value) -> String {
    let paths = json!({"/text": get("text"), "/json": get("json"), "/fail": get("fail"), "/bytes": get("bytes"),
        "/away": get("away")});
    let mut input: Value = serde_json::from_str(&description(url, &paths)).unwrap();
    let names = schemes.as_object().unwrap().keys().map(|name| (name.clone(), json!([])));
    input["security"] = json!([names.collect::<serde_json::Map<_, _>>()]);
    input["components"]["securitySchemes"] = schemes.clone();
    input.to_string()
}

#[test]
fn credentials_are_sent_and_never_shown() {
    let schemes = json!({
        "a-key": {"type": "apiKey", "in": "query", "name": "key"},
        "basic": {"type": "http", "scheme": "basic"},
        "session": {"type": "apiKey", "in": "cookie", "name": "sid"}
    });
    let api = Api::start(echo);
    let file = r#"{"a-key": "s3cr/t+key", "basic": "ann:open-sesame", "session": "c00kie-value"}"#;
    let launch = Launch::serving(&input(&api.url(""), &schemes)).file("secrets.json", file);
    let mut client = launch.args(&["--credentials", "secrets.json", "--log"]).connect();
    for tool in ["text", "json", "fail", "bytes", "away"] {
        client.call(tool, json!({}));
    }
    let received = api.received();
    assert_eq!(received.len(), 5);
    assert_eq!(received[0].target, "/text?key=s3cr%2Ft%2Bkey");
    assert_eq!(received[0].header("authorization"), Some("Basic YW5uOm9wZW4tc2VzYW1l"));
    assert_eq!(received[0].header("cookie"), Some("sid=c00kie-value"));
    let mut seen = client.seen.clone();
    seen.push_str(&client.close().1);
    assert!(seen.contains("[removed]"));
    let blob = seen.split(r#""blob":""#).nth(1).unwrap().split('"').next().unwrap();
    let decoded = String::from_utf8(base64_decoded(blob)).unwrap();
    assert!(decoded.contains("[removed]"), "{decoded}");
    seen.push_str(&decoded);
    for secret in ["s3cr/t+key", "s3cr%2Ft%2Bkey", "open-sesame", "YW5uOm9wZW4tc2VzYW1l", "c00kie-value"] {
        assert!(!seen.contains(secret), "{secret} in {seen}");
    }
}

#[test]
fn credentials_are_removed_however_they_are_spelled() {
    let schemes = json!({"a-key": {"type": "apiKey", "in": "query", "name": "key"}});
    let api = Api::start(|received| match received.target.split(['/', '?']).nth(1) {
        Some("json") => {
            Reply::json(r#"{"a": "s3cr\/t\u002bkey", "s3cr/t\u002Bkey": {"s3cr%2ft%2bkey": 271828}}"#)
        }
        Some("text") => Reply::new(200, "text/plain", r#"{"a": "{\"b\": \"s3cr\\/t\\u002bkey\"}"}"#),
        // The bytes end within the credential.
        Some("fail") => Reply::new(401, "text/plain", "s3cr/t%2Bkey ".repeat(6_000)),
        _ => Reply::new(200, "application/pdf", "?key=s3cr&#x2f;t%2bkey"),
    });
    let launch =
        Launch::serving(&input(&api.url(""), &schemes)).file("secrets.json", r#"{"a-key": "s3cr/t+key"}"#);
    let mut client = launch.args(&["--credentials", "secrets.json"]).connect();
    let result = client.call("json", json!({}));
    let expected = json!({"a": "[removed]", "[removed]": {"[removed]": 271_828}});
    assert_eq!(result["structuredContent"], expected);
    assert_eq!(result["content"][0]["text"], expected.to_string());
    assert_eq!(client.call("text", json!({}))["content"][0]["text"], r#"{"a": "{\"b\": \"[removed]\"}"}"#);
    let removed = "[removed] ".repeat(65_537 / "s3cr/t%2Bkey ".len());
    let text = client.call_in_vain("fail", json!({}));
    assert_eq!(text, format!("HTTP 401 Unauthorized\n\n{removed}[removed]\n[the rest is left out]"));
    let blob = client.call("bytes", json!({}))["content"][0]["resource"]["blob"].as_str().unwrap().to_owned();
    assert_eq!(String::from_utf8(base64_decoded(&blob)).unwrap(), "?key=[removed]");
}

#[test]
fn a_number_that_is_a_credential_is_removed_from_json() {
    let schemes = json!({"a-key": {"type": "apiKey", "in": "query", "name": "key"}});
    let api = Api::answering(Reply::json(r#"{"card": 271828, "a": 1}"#));
    let launch =
        Launch::serving(&input(&api.url(""), &schemes)).file("secrets.json", r#"{"a-key": "271828"}"#);
    let result = launch.args(&["--credentials", "secrets.json"]).connect().call("json", json!({}));
    assert_eq!(result["structuredContent"], json!({"card": "[removed]", "a": 1}));
}

/// Decodes base64 without padding rules: a test needs no more.
fn base64_decoded(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for letter in text.bytes().filter(|&letter| letter != b'=') {
        let value = ALPHABET.iter().position(|&known| known == letter).unwrap();
        bits = (bits << 6) | u32::try_from(value).unwrap();
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xFF).unwrap());
        }
    }
    bytes
}

#[test]
fn the_environment_has_credentials_too() {
    let api = Api::answering(Reply::json("{}"));
    let schemes = json!({"my-key": {"type": "apiKey", "in": "header", "name": "X-Key"}});
    let launch = Launch::serving(&input(&api.url(""), &schemes)).env("APIMINT_MY_KEY", "from-outside");
    launch.connect().call("json", json!({}));
    assert_eq!(api.received()[0].header("x-key"), Some("from-outside"));
}

#[test]
fn a_missing_credential_is_an_error_for_the_model() {
    let api = Api::answering(Reply::json("{}"));
    let schemes = json!({"my-key": {"type": "apiKey", "in": "header", "name": "X-Key"}});
    let mut client = Launch::serving(&input(&api.url(""), &schemes)).connect();
    let text = client.call_in_vain("json", json!({}));
    assert!(text.contains("`my-key`"), "{text}");
    assert!(api.received().is_empty());
    let (code, errors) = Launch::serving(&input(&api.url(""), &schemes))
        .file("secrets.json", r#"{"my-key": "open-sesame""#)
        .args(&["--credentials", "secrets.json"])
        .fail();
    assert_eq!(code, Some(2));
    assert!(errors.contains("Q006") && !errors.contains("sesame"), "{errors}");
}
