//! Tests of `mcpRouting`: the HTTP call of a tool.

use apimint::Options;
use apimint::options::BodyMode;
use serde_json::{Value, json};

use super::run::{definition, with_options};

/// Returns the call of a tool with three arguments and this routing.
#[track_caller]
fn call(routing: &Value) -> Value {
    let schema = json!({"id": "string", "units": "string", "note": {"type": "string", "optional": true}});
    let done = definition(json!({"schema": schema, "mcpRouting": routing}));
    done.tool()["_meta"]["dev.apimint/http"].clone()
}

#[test]
fn an_absolute_endpoint_is_server_and_path() {
    let call = call(&json!({"endpoint": "https://api.example.com/v1/{id}", "method": "get"}));
    assert_eq!(call["servers"], json!([{"url": "https://api.example.com"}]));
    assert_eq!((&call["method"], &call["path"]), (&json!("GET"), &json!("/v1/{id}")));
}

#[test]
fn arguments_without_an_entry_go_by_placeholder_and_method() {
    for method in ["GET", "HEAD", "DELETE"] {
        let call = call(&json!({"endpoint": "https://example.com/{id}", "method": method}));
        assert_eq!(
            call["arguments"],
            json!({
                "id": {"name": "id", "in": "path", "style": "simple", "explode": false},
                "units": {"name": "units", "in": "query", "style": "form", "explode": true},
                "note": {"name": "note", "in": "query", "style": "form", "explode": true},
            })
        );
        assert!(call.get("body").is_none(), "{method}");
    }
    for method in ["POST", "PUT", "PATCH"] {
        let call = call(&json!({"endpoint": "https://example.com/{id}", "method": method}));
        assert_eq!(call["arguments"].as_object().map(serde_json::Map::len), Some(1), "{method}");
        let body =
            json!({"arguments": {"units": "units", "note": "note"}, "contentType": "application/json"});
        assert_eq!(call["body"], body, "{method}");
    }
}

#[test]
fn an_entry_says_where_and_by_what_name() {
    let call = call(&json!({
        "endpoint": "https://example.com/things/{thing}", "method": "POST",
        "paramMap": {"id": {"path": "thing"}, "units": {"query": "u"}, "note": {"body": "text"}},
    }));
    assert_eq!(call["arguments"]["id"]["name"], "thing");
    assert_eq!(
        (&call["arguments"]["units"]["name"], &call["arguments"]["units"]["in"]),
        (&json!("u"), &json!("query"))
    );
    assert_eq!(call["body"]["arguments"], json!({"note": "text"}));
}

#[test]
fn authentication_is_named_and_no_secret_is_written() {
    let security = |auth: Value| {
        call(&json!({"endpoint": "https://example.com/{id}", "method": "GET", "auth": auth}))["security"]
            .clone()
    };
    assert_eq!(security(json!("bearer")), json!([{"bearer": {"type": "http", "scheme": "bearer"}}]));
    assert_eq!(security(json!("WEATHER_API_KEY")), json!([{"WEATHER_API_KEY": {}}]));
    assert_eq!(
        security(json!({"type": "bearer", "name": "user", "token": "x"})),
        json!([{"user": {"type": "http", "scheme": "bearer"}}])
    );
    assert_eq!(
        security(json!({"type": "apiKey", "in": "header", "name": "X-Key"})),
        json!([{"X-Key": {"type": "apiKey", "in": "header", "name": "X-Key"}}])
    );
    for nothing in [json!("none"), json!(false), json!(null)] {
        assert_eq!(security(nothing), json!([]));
    }
    for secret in ["Bearer abcdef", "ghp_0123456789abcdefghijABCDEFGHIJ012345", "user:password"] {
        let call = call(&json!({"endpoint": "https://example.com/{id}", "method": "GET", "auth": secret}));
        assert!(!call.to_string().contains(secret), "{call}");
    }
}

#[test]
fn an_optional_argument_in_the_path_is_required() {
    let done = definition(json!({
        "schema": {"id": {"type": "string", "optional": true}},
        "mcpRouting": {"endpoint": "https://example.com/{id}", "method": "GET"},
    }));
    assert_eq!(done.tool()["inputSchema"]["required"], json!(["id"]));
    assert_eq!(done.codes(), ["A012"]);
}

#[test]
fn what_does_not_fit_together_is_reported() {
    let done = definition(json!({
        "schema": {"a": "string"},
        "mcpRouting": {
            "endpoint": "https://example.com/{b}", "method": "GET",
            "paramMap": {"a": {"path": "c"}, "d": {"query": "d"}, "e": "query"},
        },
    }));
    assert_eq!(
        done.pointers_of("D006"),
        ["/mcpRouting/paramMap/e", "/mcpRouting/paramMap/a", "/mcpRouting/paramMap/d", "/mcpRouting"]
    );
    let done = definition(json!({"mcpRouting": {"endpoint": "https://example.com"}}));
    assert_eq!((done.codes(), done.tool().get("_meta")), (vec!["D006".to_owned()], None));
    let done = definition(json!({"mcpRouting": {"endpoint": "/a", "method": "GET"}}));
    assert_eq!(done.codes(), ["O014"]);
}

#[test]
fn options_for_bodies_and_calls_keep_their_meaning() {
    let document = json!({
        "name": "a", "description": "A.", "schema": {"x": "string"},
        "mcpRouting": {"endpoint": "https://example.com/a", "method": "POST"},
    });
    let flat = Options { body: BodyMode::Flattened, ..Options::default() };
    let done = with_options(&document, &flat);
    assert_eq!(done.manifest, with_options(&document, &Options::default()).manifest);
    assert!(done.codes().is_empty());
    let silent = Options { http: false, ..Options::default() };
    assert!(with_options(&document, &silent).tool().get("_meta").is_none());
}
