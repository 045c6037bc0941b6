use super::*;
use crate::credential::CredentialSample;
use crate::credential::tests::{samples, token};
use crate::diagnostic::Code;
use crate::json::json;
use crate::model::{Definition, Server, ServerVariable};
use crate::pass::fixture::{argument, catalog, dump, place, planted, raised, schema, tool};

/// Returns the cleaned schema of an argument and the number of diagnostics.
fn cleaned(name: &str, value: Value) -> (Value, usize) {
    let mut one = tool("GET", "/pets", None);
    one.arguments.push(argument(name, value));
    let mut all = catalog(vec![one]);
    let sink = Sink::new();
    remove_secrets(&mut all, &sink);
    let schema = all.tools.remove(0).arguments.remove(0).schema;
    (Value::Object(schema.0.clone()), raised(sink).len())
}

#[test]
fn no_shape_is_left_anywhere() {
    for CredentialSample { text: sample, secret } in samples() {
        let mut all = planted(&sample);
        all.tools[0].call.as_mut().unwrap().path = format!("/hooks/{sample}").into();
        let sink = Sink::new();
        remove_secrets(&mut all, &sink);
        let text = dump(&all);
        assert!(!text.contains(&secret), "{sample}: {text}");
        let messages = raised(sink);
        assert!(messages.len() > 20);
        for (code, message) in messages {
            assert!(matches!(code, Code::SecretRemoved | Code::Weakened), "{code}");
            assert!(!message.contains(&secret), "{message}");
        }
    }
}

#[test]
fn prose_keeps_what_stands_around() {
    let mut all = planted(&token());
    remove_secrets(&mut all, &Sink::new());
    assert_eq!(all.tools[0].description, "Before [removed] after.");
    let mut all = planted("https://admin:hunter2@db.example.com/x");
    remove_secrets(&mut all, &Sink::new());
    assert_eq!(all.tools[0].description, "Before https://[removed]@db.example.com/x after.");
}

#[test]
fn values_go_and_what_is_empty_goes_with_them() {
    let token = &token();
    for (before, after) in [
        (json!({"type": "string", "default": token}), json!({"type": "string"})),
        (json!({"const": token}), json!({})),
        (json!({"enum": ["a", token]}), json!({"enum": ["a"]})),
        (json!({"enum": [token]}), json!({})),
        (json!({"required": [token]}), json!({})),
        (json!({"examples": [token]}), json!({})),
        (json!({"examples": [{"a": 1, "t": token}, 2]}), json!({"examples": [{"a": 1}, 2]})),
        (json!({"examples": [{"t": [token]}]}), json!({})),
        (json!({"default": {"list": [1, format!("Bearer {token}")]}}), json!({"default": {"list": [1]}})),
        (json!({"examples": [{}, []]}), json!({"examples": [{}, []]})),
    ] {
        let removed = usize::from(before != after);
        assert_eq!(cleaned("a", before.clone()), (after, removed), "{before}");
    }
}

#[test]
fn fields_by_name() {
    let string = json!({"type": "string", "default": "x", "examples": ["y", null]});
    let left = json!({"type": "string", "examples": [null]});
    for name in ["password", "clientSecret", "X-API-Key", "refresh_token", "smtp_password", "dbPassword"] {
        assert_eq!(cleaned(name, string.clone()), (left.clone(), 2), "{name}");
    }
    for name in ["token_type", "password_policy", "secret_name", "name"] {
        assert_eq!(cleaned(name, string.clone()), (string.clone(), 0), "{name}");
    }
    let nested =
        cleaned("body", json!({"properties": {"apiKey": {"type": ["string", "null"], "default": "x"}}}));
    assert_eq!(nested.0, json!({"properties": {"apiKey": {"type": ["string", "null"]}}}));
    let union = cleaned("password", json!({"anyOf": [{"type": "string", "default": "x"}, {"type": "null"}]}));
    assert_eq!(union.0, json!({"anyOf": [{"type": "string"}, {"type": "null"}]}));
}

#[test]
fn fields_that_only_sound_like_it() {
    for value in [
        json!({"type": "object", "default": {"name": "x"}}),
        json!({"type": "boolean", "default": true}),
        json!({"type": "integer", "examples": [3]}),
        json!({"type": "string", "default": ""}),
        json!({"type": ["string", "null"], "default": null}),
    ] {
        assert_eq!(cleaned("secret", value.clone()), (value, 0));
    }
    let token_type =
        json!({"properties": {"token_type": {"type": "string", "enum": ["bearer"], "default": "bearer"}}});
    assert_eq!(cleaned("body", token_type.clone()), (token_type, 0));
}

#[test]
fn passwords() {
    let before =
        json!({"type": "string", "format": "password", "default": "x", "enum": ["x"], "examples": ["x"]});
    assert_eq!(cleaned("a", before).0, json!({"type": "string", "format": "password"}));
    // What the schema lists is public, unless it is a password.
    let listed = json!({"type": "string", "default": "x", "enum": ["x", "y"], "examples": ["y"]});
    assert_eq!(cleaned("authorization", listed.clone()), (listed, 0));
}

#[test]
fn members_of_examples_by_name() {
    let (after, removed) = cleaned(
        "body",
        json!({"examples": [{"user": "u", "password": "hunter2", "secret": {"name": "s"}, "token_type": "bearer"}]}),
    );
    let left = json!({"examples": [{"user": "u", "secret": {"name": "s"}, "token_type": "bearer"}]});
    assert_eq!((after, removed), (left, 1));
}

#[test]
fn examples_may_show_placeholders() {
    let kept = json!({"type": "string", "examples": ["********", "YOUR_PASSWORD", {"password": "xxxx"}]});
    assert_eq!(cleaned("password", kept.clone()), (kept, 0));
    let default = json!({"type": "string", "default": "********"});
    assert_eq!(cleaned("password", default), (json!({"type": "string"}), 1));
}

#[test]
fn fields_that_refer_to_a_shared_schema() {
    let mut one = tool("GET", "/pets", None);
    one.arguments.push(argument("password", json!({"$ref": "#/$defs/A"})));
    let mut all = catalog(vec![one]);
    for (name, value) in [
        ("A", json!({"$ref": "#/$defs/B"})),
        ("B", json!({"type": "string", "default": "hunter2"})),
        ("C", json!({"type": "string", "default": "kept"})),
        ("D", json!({"properties": {"secret": {"$ref": "#/$defs/E"}, "name": {"$ref": "#/$defs/C"}}})),
        ("E", json!({"type": "string", "examples": ["hunter3"], "anyOf": [{"$ref": "#/$defs/A"}]})),
    ] {
        all.input_definitions.insert(Definition {
            name: name.to_owned(),
            schema: schema(value),
            place: place(4),
        });
    }
    remove_secrets(&mut all, &Sink::new());
    let text = dump(&all);
    assert!(!text.contains("hunter") && text.contains("kept"), "{text}");
}

#[test]
fn a_call_goes_with_its_method() {
    let mut all = catalog(vec![tool(&token(), "/pets", None), tool("COPY", "/pets", None)]);
    let sink = Sink::new();
    remove_secrets(&mut all, &sink);
    assert!(all.tools[0].call.is_none() && all.tools[1].call.is_some());
    assert_eq!(raised(sink).len(), 1);
}

#[test]
fn servers_stay_usable() {
    let mut one = tool("GET", "/pets", None);
    one.call.as_mut().unwrap().servers = [Server {
        url: "https://user:pass@{host}.example.com:8443/v1".to_owned(),
        name: None,
        description: None,
        variables: [("host", "api"), ("password", "hunter2")]
            .map(|(name, default)| ServerVariable {
                name: name.to_owned(),
                default: Some(default.to_owned()),
                values: Vec::new(),
                description: None,
            })
            .to_vec(),
    }]
    .into();
    let mut all = catalog(vec![one]);
    remove_secrets(&mut all, &Sink::new());
    let server = &all.tools[0].call.as_ref().unwrap().servers[0];
    assert_eq!(server.url, "https://{host}.example.com:8443/v1");
    assert_eq!(server.variables[0].default.as_deref(), Some("api"));
    assert_eq!(server.variables[1].default, None);
}

#[test]
fn the_report_names_the_path() {
    let mut one = tool("GET", "/pets", None);
    one.arguments.push(argument("body", json!({"properties": {"a/b": {"default": token()}}})));
    let mut all = catalog(vec![one]);
    let sink = Sink::new();
    remove_secrets(&mut all, &sink);
    assert_eq!(
        raised(sink)[0].1,
        "removed a credential from `/properties/a~1b/default` of the argument `body`"
    );
}

#[test]
fn keywords_and_names_with_a_credential_go() {
    let token = &token();
    let (left, raised) = cleaned(
        "body",
        json!({
            "type": "object",
            "properties": {token: {"description": token}, "a": {"type": "string", "pattern": token}},
            "required": ["a", token],
            "dependentRequired": {"a": [token, "a"], token: ["a"]},
        }),
    );
    let expected = json!({
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "required": ["a"],
        "dependentRequired": {"a": ["a"]},
    });
    assert_eq!((left, raised), (expected, 4));
}

#[test]
fn ordinary_catalogues_are_untouched() {
    let mut all = planted(
        "an ordinary text, with https://example.com/a@b and a UUID 5f2b9c1e-0d3a-4b7c-8e6f-1a2b3c4d5e6f",
    );
    let before = dump(&all);
    let sink = Sink::new();
    remove_secrets(&mut all, &sink);
    assert_eq!((dump(&all), raised(sink)), (before, vec![]));
}
