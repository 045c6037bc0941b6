//! What diagnostics say is true, and their advice ends the matter.

use serde_json::{Value, json};

use super::run::{Done, Run, codes, diagnostics};

/// A description of one operation, `GET /pets`, with these fields besides its name and summary.
fn description(version: &str, fields: &Value) -> Value {
    let mut operation = json!({"operationId": "listPets", "summary": "Lists the pets."});
    for (key, value) in fields.as_object().unwrap() {
        operation[key] = value.clone();
    }
    json!({
        "openapi": version,
        "info": {"title": "Pets", "version": "1"},
        "servers": [{"url": "https://example.com"}],
        "paths": {"/pets": {"get": operation}},
    })
}

/// The same with one argument, and nothing to return.
fn argument(version: &str, schema: &Value) -> Value {
    let parameter = json!({"name": "a", "in": "query", "schema": schema});
    description(version, &json!({"parameters": [parameter], "responses": {"204": {"description": "Done."}}}))
}

fn converted(description: &Value) -> Done {
    Run::converting(&description.to_string()).json().done()
}

/// Codes and messages.
fn said(description: &Value) -> Vec<(String, String)> {
    let lines = diagnostics(&converted(description).stderr);
    let text = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
    lines.iter().map(|line| (text(line, "code"), text(line, "message"))).collect()
}

/// The one message that is said, with its code in front.
#[track_caller]
fn only(description: &Value) -> String {
    let said = said(description);
    let [(code, message)] = &said[..] else { panic!("{said:#?}") };
    format!("{code} {message}")
}

#[test]
fn a_sequence_is_told_from_what_is_no_json() {
    let answer = |media_type: &str, media: Value| {
        description(
            "3.2.0",
            &json!({"responses": {"200": {"description": "Pets.", "content": {media_type: media}}}}),
        )
    };
    let item = json!({"type": "object", "properties": {}});
    for media_type in
        ["application/x-ndjson", "application/json-seq", "text/event-stream", "application/geo+json-seq"]
    {
        for key in ["schema", "itemSchema"] {
            assert_eq!(
                only(&answer(media_type, json!({key: item}))),
                format!("P007 the response is {media_type}, a sequence of items; it gets no output schema")
            );
        }
        assert_eq!(said(&answer(media_type, json!({"schema": item, "itemSchema": item}))).len(), 1);
    }
    let beside = answer("application/json", json!({"schema": item, "itemSchema": item}));
    assert_eq!(
        only(&beside),
        "P007 `itemSchema` beside `schema` describes items that arrive one by one; it is dropped"
    );
    assert!(converted(&beside).manifest()["tools"][0]["outputSchema"].is_object());
    assert_eq!(
        only(&answer("text/csv", json!({"schema": {"type": "string"}}))),
        "P008 the response is text/csv, not JSON; it gets no output schema"
    );
}

#[test]
fn responses_need_not_be_declared_from_3_1_on() {
    assert_eq!(
        only(&description("3.0.3", &json!({}))),
        "P006 the operation declares no response; the tool gets no output schema"
    );
    assert!(said(&description("3.1.0", &json!({}))).is_empty());
    assert_eq!(
        only(&description("3.1.0", &json!({"responses": []}))),
        "P006 `responses` is an array, not an object; the tool gets no output schema"
    );
    assert_eq!(
        only(&description("3.1.0", &json!({"responses": {"200": "Pets."}}))),
        "P005 the response `200` is a string, not an object; it is read as a response without a body"
    );
}

#[test]
fn what_is_too_much_of_a_value_is_named() {
    let deep = (0..31).fold(json!(1), |inner, _| json!([inner]));
    assert_eq!(
        only(&argument("3.1.0", &json!({"type": "array", "items": {}, "default": deep}))),
        "J020 `default` nests more than 30 levels deep; it is dropped"
    );
    let text = argument("3.1.0", &json!({"type": "number", "default": "LARGE"})).to_string();
    let done = Run::converting(&text.replace("\"LARGE\"", "1e999")).json().done();
    let message = done.only_diagnostic("J020")["message"].clone();
    assert_eq!(message, "`default` contains 1e999, which is too large for a double; it is dropped");
}

#[test]
fn a_boolean_required_is_reported_wherever_it_stands() {
    let dropped = "J009 `required: true` is not on a property; it is dropped";
    for schema in [
        json!({"type": "string", "required": true}),
        json!({"type": "array", "items": {"type": "string", "required": true}}),
        json!({"type": "object", "properties": {}, "additionalProperties": {"type": "string", "required": true}}),
    ] {
        assert_eq!(only(&argument("3.0.3", &schema)), dropped);
        assert_eq!(only(&argument("3.1.0", &schema)), dropped);
    }
    // On a property its object answers for it, however deep it stands.
    let property = json!({"type": "object", "properties": {"b": {"type": "string", "required": true}}});
    let moved = "J009 `required: true` on the property `b` is moved to the object's list";
    assert_eq!(only(&argument("3.1.0", &property)), moved);
    let deep = (0..14).fold(property, |inner, _| json!({"type": "object", "properties": {"c": inner}}));
    let said: Vec<String> = said(&argument("3.1.0", &deep))
        .into_iter()
        .filter(|(code, _)| code == "J009")
        .map(|(_, text)| text)
        .collect();
    assert_eq!(said, [&moved[5..]]);
    // A parameter's own is no part of a schema.
    let swagger = json!({
        "swagger": "2.0", "info": {"title": "Pets", "version": "1"}, "host": "example.com",
        "paths": {"/pets": {"get": {"operationId": "listPets", "summary": "Lists the pets.",
            "parameters": [{"name": "a", "in": "query", "type": "string", "required": true}],
            "responses": {"204": {"description": "Done."}}}}},
    });
    assert_eq!(converted(&swagger).stderr, "");
}

#[test]
fn a_dialect_that_is_no_text_is_described() {
    assert_eq!(
        only(&argument("3.1.0", &json!({"$schema": ["draft-07"], "type": "string"}))),
        "J022 `$schema` is an array, not the URI of a dialect; schemas are read as JSON Schema 2020-12"
    );
}

#[test]
fn nullable_is_reported_where_it_changes_something() {
    for schema in [
        json!({"nullable": true}),
        json!({"nullable": true, "description": "Anything."}),
        json!({"type": ["string", "null"], "nullable": true}),
    ] {
        assert!(said(&argument("3.1.0", &schema)).is_empty(), "{schema}");
    }
    for schema in [
        json!({"type": "string", "nullable": true}),
        json!({"enum": ["a"], "nullable": true}),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}], "nullable": true}),
    ] {
        assert!(only(&argument("3.1.0", &schema)).starts_with("J013"), "{schema}");
    }
}

#[test]
fn advice_on_hints_ends_the_matter() {
    for (path, method, id, code) in [
        ("/orders/cancel", "post", "cancelOrder", "H001"),
        ("/orders", "get", "deleteOrders", "H001"),
        ("/orders/search", "post", "searchOrders", "H004"),
    ] {
        let operation =
            json!({"operationId": id, "summary": "Orders.", "responses": {"204": {"description": "Done."}}});
        let mut description = json!({
            "openapi": "3.1.0", "info": {"title": "Orders", "version": "1"},
            "servers": [{"url": "https://example.com"}], "paths": {path: {method: operation}},
        });
        let help = converted(&description).only_diagnostic(code)["help"].as_str().unwrap().to_owned();
        let advised = help.split('`').nth(1).unwrap().strip_prefix("x-mcp: ").unwrap();
        // As YAML, the advice is what stands in an operation.
        let placeholder = "\"ADVICE\"";
        description["paths"][path][method]["x-mcp"] = json!("ADVICE");
        let text = description.to_string().replace(placeholder, advised);
        assert_eq!(
            Run::converting(&text).json().args(&["--allow", "S010"]).done().exits(0).stderr,
            "",
            "{code}"
        );
    }
}

#[test]
fn an_empty_list_is_reported_whatever_emptied_it() {
    let none = json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
        "servers": [{"url": "https://example.com"}], "paths": {}});
    assert_eq!(only(&none), "O010 the document has no operation, so the list of tools is empty");
    let left_out = |fields: Value| {
        let said = said(&description("3.1.0", &fields));
        said.into_iter().find(|(code, _)| code == "O010").unwrap().1
    };
    let message = "no operation of the document became a tool; all are left out";
    assert_eq!(left_out(json!({"x-mcp": {"enabled": false}})), message);
    assert_eq!(left_out(json!({"x-mcp": {"name": "not allowed"}})), message);
    let done = Run::converting(&description("3.1.0", &json!({"deprecated": true})).to_string())
        .args(&["--skip-deprecated", "--diagnostics", "json"])
        .done();
    assert_eq!(done.only_diagnostic("O010")["message"], message);
    for (text, message) in [
        (json!({"tools": []}), "the document has no tool, so the list of tools is empty"),
        (
            json!({"tools": [{"inputSchema": {}, "name": ""}]}),
            "no tool of the document became a tool; all are left out",
        ),
    ] {
        let done = converted(&text);
        assert!(codes(&done.stderr).contains(&"O010".to_owned()));
        let lines = diagnostics(&done.stderr);
        assert_eq!(lines.iter().find(|line| line["code"] == "O010").unwrap()["message"], message);
    }
}

#[test]
fn a_cycle_that_costs_a_tool_is_an_error() {
    let circle = json!({"a": {"$ref": "#/x-items/b"}, "b": {"$ref": "#/x-items/a"}});
    let mut lost = description("3.1.0", &json!({"x-mcp": {"enabled": true}}));
    lost["x-items"] = circle.clone();
    lost["paths"]["/dogs"] = json!({"$ref": "#/x-items/a"});
    let done = converted(&lost).exits(1);
    assert_eq!(done.only_diagnostic("R005")["severity"], "error");
    lost["paths"]["/dogs"] = json!({"get": {"$ref": "#/x-items/a"}});
    let done = converted(&lost).exits(1);
    assert_eq!(done.only_diagnostic("R005")["severity"], "error");
    // Without one parameter there still is a tool.
    let mut kept = description("3.1.0", &json!({"parameters": [{"$ref": "#/x-items/a"}]}));
    kept["x-items"] = circle;
    let done = converted(&kept).exits(0);
    assert_eq!(done.only_diagnostic("R005")["severity"], "warning");
}

#[test]
fn the_whole_description_is_no_schema() {
    assert_eq!(
        only(&argument("3.1.0", &json!({"$ref": "#"}))),
        "R007 `#` points to the whole description, which is not a schema; any value is accepted there"
    );
}

#[test]
fn a_host_may_be_named_at_any_level() {
    let mut description = description("3.1.0", &json!({"servers": [{"url": "https://example.com"}]}));
    description.as_object_mut().unwrap().remove("servers");
    assert!(said(&description).is_empty());
    description["paths"]["/pets"]["post"] = json!({"operationId": "addPet", "summary": "Adds a pet."});
    assert_eq!(
        only(&description),
        "O014 the document names no host for 1 of 2 operations; their calls have no absolute URL"
    );
    description["paths"]["/pets"]["servers"] = json!([{"url": "https://example.com"}]);
    assert!(said(&description).is_empty());
    description["paths"]["/pets"].as_object_mut().unwrap().remove("servers");
    let done = Run::converting(&description.to_string()).json().arg("--no-http").done().exits(0);
    assert_eq!(done.stderr, "");
}

#[test]
fn without_the_call_lost_names_are_reported() {
    let parameters = json!([
        {"name": "filter[kind]", "in": "query", "schema": {"type": "string"}},
        {"name": "sid", "in": "cookie", "schema": {"type": "string"}},
    ]);
    let text = description("3.1.0", &json!({"parameters": parameters})).to_string();
    let done = Run::converting(&text).json().arg("--no-http").done().exits(0);
    for (code, message) in [
        (
            "A001",
            "`filter[kind]` in the query is named `filter_kind`; with --no-http the manifest does not keep the true name",
        ),
        (
            "A004",
            "the cookie `sid` is set by the runtime; it is not an argument, and with --no-http the manifest does not name it",
        ),
    ] {
        let diagnostic = done.only_diagnostic(code);
        assert_eq!(diagnostic["message"], message);
        assert!(!diagnostic["help"].as_str().unwrap().contains("Nothing to do"));
    }
}

#[test]
fn a_key_that_is_a_credential_is_shown_nowhere() {
    let token = format!("ghp_{}", "x7Kq2LmZ9Rt4Vw8Bn3Yc6Df1Gh5Jp0Ss2Qe4");
    for (key, secret) in
        [(token.as_str(), token.as_str()), ("https://reader:hunter2@example.com/a", "hunter2")]
    {
        let schema =
            json!({"type": "object", "properties": {key: {"type": "string", "nonsense": 1, "other": 2}}});
        let text = argument("3.1.0", &schema).to_string();
        for form in ["human", "json", "github", "sarif", "junit", "code-climate"] {
            let done = Run::converting(&text).args(&["--diagnostics", form]).done().exits(0);
            assert!(done.stderr.contains("J002"), "{form}: {}", done.stderr);
            assert!(!done.stderr.contains(secret), "{form}: {}", done.stderr);
        }
    }
}

#[test]
fn a_list_that_is_too_long_for_one_message_is_reported() {
    let description = description("3.1.0", &json!({"description": "x".repeat(10_000_000)}));
    let done = Run::converting(&description.to_string()).json().done().exits(0);
    let message = done.only_diagnostic("C006")["message"].as_str().unwrap().to_owned();
    assert_eq!(
        message,
        format!(
            "the list has {} bytes; as one message, the TypeScript client 2.x takes 10 MB at most",
            done.stdout.len()
        )
    );
}

#[test]
fn a_credential_that_no_security_names_is_asked_for_by_the_call() {
    let with = |fields: Value, required: bool| {
        let parameter =
            json!({"name": "x-key", "in": "header", "required": required, "schema": {"type": "string"}});
        let mut description = description("3.1.0", &fields);
        description["paths"]["/pets"]["parameters"] = json!([parameter]);
        let schemes = json!({"key": {"type": "apiKey", "in": "header", "name": "X-Key"}, "id": {"type": "http", "scheme": "basic"}});
        description["components"] = json!({"securitySchemes": schemes});
        let done = converted(&description).exits(0);
        let tool = done.manifest()["tools"][0].clone();
        assert_eq!(tool["inputSchema"]["properties"], json!({}));
        let message = done.only_diagnostic("A005")["message"].as_str().unwrap().to_owned();
        let told = if required {
            "and the call requires the scheme"
        } else {
            "and the call sends it as an API key where the runtime has it"
        };
        (tool["_meta"]["dev.apimint/http"]["security"].clone(), message.contains(told))
    };
    let key = json!({"type": "apiKey", "in": "header", "name": "X-Key"});
    let id = json!({"type": "http", "scheme": "basic"});
    assert_eq!(with(json!({}), true), (json!([{"key": key}]), true));
    assert_eq!(with(json!({}), false), (json!([{"key": key}, {}]), true));
    assert_eq!(with(json!({"security": []}), true), (json!([{"key": key}]), true));
    assert_eq!(with(json!({"security": [{"id": []}]}), true), (json!([{"id": id, "key": key}]), true));
    assert_eq!(
        with(json!({"security": [{"id": []}]}), false),
        (json!([{"id": id, "key": key}, {"id": id}]), true)
    );
    assert_eq!(with(json!({"security": [{"key": []}]}), false), (json!([{"key": key}]), false));
}

#[test]
fn an_empty_value_that_cannot_be_passed_is_noted() {
    let with = |schema: Value| {
        let parameter = json!({"name": "a", "in": "query", "allowEmptyValue": true, "schema": schema});
        said(&description("3.1.0", &json!({"parameters": [parameter]})))
    };
    assert!(with(json!({"type": "string"})).is_empty());
    for schema in
        [json!({"type": "integer"}), json!({"type": "string", "enum": ["b"]}), json!({"type": "boolean"})]
    {
        assert_eq!(
            with(schema),
            [(
                "O006".to_owned(),
                "`allowEmptyValue` of `a` is dropped; only values that its schema accepts can be passed"
                    .to_owned()
            )]
        );
    }
}

#[test]
fn what_a_server_says_of_itself_is_in_the_call() {
    let variables = json!({"region": {"default": "eu", "description": "Where the data is."}});
    let server = json!({"url": "https://{region}.example.com", "name": "live", "description": "The one.", "variables": variables});
    let done = converted(&description("3.2.0", &json!({"servers": [server]}))).exits(0);
    assert_eq!(
        (done.stderr.as_str(), &done.manifest()["tools"][0]["_meta"]["dev.apimint/http"]["servers"][0]),
        ("", &server)
    );
}

#[test]
fn what_no_value_satisfies_is_reported() {
    let closed = json!({"type": "object", "properties": {"a": {}}, "additionalProperties": false});
    let other = json!({"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]});
    let unsatisfiable = |schema: &Value| {
        let said = said(&argument("3.1.0", schema));
        said.into_iter().filter(|(code, _)| code == "J023").map(|(_, message)| message).collect::<Vec<_>>()
    };
    let part = "no value satisfies `allOf`: `b` is required, and another part allows no property that it does not describe";
    assert_eq!(unsatisfiable(&json!({"allOf": [closed, other]})), [part]);
    assert_eq!(unsatisfiable(&json!({"allOf": [other, closed]})), [part]);
    let mut whole = closed.clone();
    whole["allOf"] = json!([other]);
    assert_eq!(unsatisfiable(&whole), [part.replace("another part", "the schema itself")]);
    assert_eq!(
        unsatisfiable(&json!({"type": "null", "oneOf": [{"type": "string"}, {"type": ["object", "array"]}]})),
        ["no value satisfies the schema: its type is null, and no branch of `oneOf` accepts null"]
    );
    assert_eq!(
        unsatisfiable(&json!({"type": "null", "properties": {"a": {"type": "string"}}})),
        ["only null satisfies the schema, though it describes `properties`"]
    );
    let open = json!({"type": "object", "properties": {"b": {"type": "string"}}});
    assert_eq!(
        unsatisfiable(&json!({"allOf": [closed, open]})),
        ["no value can have `b`: another part of the `allOf` has `additionalProperties: false`"]
    );
    // What may be satisfied, or may be meant so.
    let hidden = json!({"type": "object", "properties": {"b": {"type": "string", "readOnly": true}}, "required": ["b"]});
    let mut untyped = [closed.clone(), other.clone()];
    for part in &mut untyped {
        part["type"] = json!(["object", "null"]);
    }
    for sound in [
        json!({"allOf": [closed, hidden]}),
        json!({"allOf": untyped}),
        json!({"type": "object", "not": {"allOf": [closed, other]}}),
        json!({"type": "null", "anyOf": [{"type": "string"}, {}]}),
        json!({"type": "null", "anyOf": [{"type": "string", "nullable": true}]}),
        json!({"type": "null", "anyOf": [{"type": "nothing"}]}),
        json!({"type": ["null", "string"], "anyOf": [{"type": "string"}]}),
    ] {
        assert_eq!(unsatisfiable(&sound), [""; 0], "{sound}");
    }
    let nullable = json!({"nullable": true, "allOf": [closed, other]});
    assert!(said(&argument("3.0.3", &nullable)).iter().all(|(code, _)| code != "J023"));
}

#[test]
fn diagnostics_point_to_the_value() {
    let pointer = |text: &Value, arguments: &[&str], code: &str| {
        let done = Run::converting(&text.to_string()).json().args(arguments).done();
        let lines = diagnostics(&done.stderr);
        let found = lines
            .iter()
            .filter(|line| line["code"] == code)
            .map(|line| line["pointer"].as_str().unwrap().to_owned());
        found.collect::<Vec<_>>()
    };
    let properties = json!({"filter[kind]": {"type": "string"}});
    let listed = json!({"tools": [{"name": "a", "description": "A.", "inputSchema": {"type": "object", "properties": properties}}]});
    assert_eq!(pointer(&listed, &[], "A001"), ["/tools/0/inputSchema/properties/filter[kind]"]);
    let defined = json!([{"name": "a", "description": "A.", "category": "read", "schema": {"filter[kind]": {"type": "string"}}}]);
    assert_eq!(pointer(&defined, &["--from", "tool-definition"], "A001"), ["/0/schema/filter[kind]"]);

    let body = json!({"content": {"application/json": {"schema": {"type": "string"}}}, "required": true});
    let posted = description("3.1.0", &json!({"requestBody": body}));
    assert_eq!(pointer(&posted, &["--body", "flatten"], "B006"), ["/paths/~1pets/get/requestBody"]);

    let token = format!("ghp_{}", "x7Kq2LmZ9Rt4Vw8Bn3Yc6Df1Gh5Jp0Ss2Qe4");
    let key = json!({"type": "string", "description": "A key.", "example": token});
    let mut text = argument("3.1.0", &json!({"type": "string", "default": token}));
    let schema = json!({"type": "object", "properties": {"key": {"$ref": "#/components/schemas/Key"}}});
    text["paths"]["/pets"]["get"]["responses"] =
        json!({"200": {"description": "Done.", "content": {"application/json": {"schema": schema}}}});
    text["components"] = json!({"schemas": {"Key": key}});
    let mut found = pointer(&text, &[], "X001");
    found.sort();
    assert_eq!(found, ["/components/schemas/Key/example", "/paths/~1pets/get/parameters/0/schema/default"]);
    // What a frame hides is hidden all the same.
    let done = Run::converting(&text.to_string()).done();
    assert!(!done.stderr.contains(&token), "{}", done.stderr);
}

/// A frame hides what a finding is about, and shows what stands around it.
#[test]
fn frames_hide_secrets_and_nothing_else() {
    let text = "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\nservers: [{url: 'https://reader:hunter2@example.com'}]\npaths:\n  /pets:\n    get:\n      operationId: listPets\n      parameters:\n      - {name: a, in: query, schema: {type: string, format: password, default: hunter2}}\n      - name: b\n        in: query\n        schema:\n          format: password\n          default: hunter2\n      responses: {'204': {description: Done.}}\n";
    let done = Run::converting(text).arg("--verbose").done();
    let shown = &done.stderr;
    assert!(!shown.contains("hunter2"), "{shown}");
    assert!(shown.contains("[{url: [removed]"), "{shown}");
    assert!(shown.contains("default: [removed]"), "{shown}");
}

#[test]
fn what_is_wrong_in_repeated_parameters_is_said_of_each() {
    let quiet = json!({"name": "page", "in": "query", "schema": {"type": "integer"}});
    let hidden = json!({"name": "sort", "in": "query", "description": "By\u{200b} name.",
        "schema": {"type": "string"}});
    let dropped = json!({"name": "filter", "in": "query", "colour": "red", "schema": {"type": "string"}});
    let mut all = description("3.1.0", &json!({"responses": {"204": {"description": "Done."}}}));
    let paths = all["paths"].as_object_mut().unwrap();
    let mut operation = paths.remove("/pets").unwrap();
    operation["get"]["parameters"] = json!([quiet, hidden, dropped]);
    for number in 0..3 {
        operation["get"]["operationId"] = json!(format!("listPets{number}"));
        paths.insert(format!("/pets{number}"), operation.clone());
    }
    let lines = diagnostics(&converted(&all).stderr);
    for (code, parameter) in [("X005", "1/description"), ("O006", "2/colour")] {
        let at = lines.iter().filter(|line| line["code"] == code).map(|line| line["pointer"].clone());
        let expected = (0..3).map(|path| json!(format!("/paths/~1pets{path}/get/parameters/{parameter}")));
        assert_eq!(at.collect::<Vec<Value>>(), expected.collect::<Vec<Value>>());
    }
}

#[test]
fn a_credential_in_the_name_of_an_argument_is_removed() {
    let name = "https://user:hunter2@example.com/a";
    let parameter = json!({"name": name, "in": "query", "schema": {"type": "string"}});
    let fields = json!({"parameters": [parameter], "responses": {"204": {"description": "Done."}}});
    let done = converted(&description("3.1.0", &fields));
    assert!(!done.stdout.contains("hunter2") && !done.stderr.contains("hunter2"), "{}", done.stdout);
    let removed = "X001 removed a credential from the name of the argument `https://[removed]@example.com/a`";
    assert!(done.said().contains(&removed.to_owned()), "{}", done.stderr);
}
