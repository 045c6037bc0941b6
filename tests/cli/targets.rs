//! `--to`: lists for model APIs, their side tables, and calls that come back through them.

use serde_json::{Value, json};

use crate::cli::run::Run;

const LIST: &str = r#"{"tools": [
    {"name": "add_item", "description": "Adds.", "inputSchema": {"type": "object", "required": ["body"], "properties": {
        "page-size": {"type": "integer"},
        "body": {"type": "object", "required": ["labels"], "properties": {
            "labels": {"type": "object", "additionalProperties": {"type": "integer"}}, "note": {"type": "string"}}}}}},
    {"name": "list_items", "description": "Lists.", "inputSchema": {"type": "object", "properties": {}}}]}"#;

const DESCRIPTION: &str = r#"{"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "https://shop.example"}],
    "paths": {"/items": {"post": {"operationId": "addItem", "summary": "Adds.",
        "parameters": [{"name": "page-size", "in": "query", "description": "P.", "schema": {"type": "integer"}}],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["labels"],
            "properties": {"labels": {"type": "object", "additionalProperties": {"type": "integer"}}, "note": {"type": "string"}}}}}},
        "responses": {"204": {"description": "-"}}}}}}"#;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_list_has_its_side_table_beside_it() {
    let done = Run::new("convert")
        .file("tools.json", LIST)
        .args(&["tools.json", "--to", "openai-strict", "-o", "out.json"])
        .done()
        .exits(0);
    assert!(done.stderr.contains("2 tools (") && done.stderr.contains("), 2 strict"), "{}", done.stderr);
    let (list, table) = (json(&done.read("out.json")), json(&done.read("out.map.json")));
    assert_eq!(list[0]["function"]["strict"], true);
    assert_eq!((&table["apimint"], &table["target"]), (&json!("map/1"), &json!("openai-strict")));
    let entry = &table["tools"]["add_item"];
    assert_eq!(entry["tool"], "add_item");
    assert_eq!(entry["args"]["/body/labels"], json!({"decode": "entries"}));
    // The same command finds both files up to date, and one that is not.
    let again = Run::new("convert")
        .file("tools.json", LIST)
        .file("out.json", &done.read("out.json"))
        .file("out.map.json", &done.read("out.map.json").replace("entries", "json"))
        .args(&["tools.json", "--to", "openai-strict", "-o", "out.json", "--check"])
        .done()
        .exits(1);
    assert!(again.stderr.contains("out.map.json` is out of date"), "{}", again.stderr);
}

#[test]
fn each_target_has_its_form() {
    let list = |target: &str| {
        let run = Run::new("convert").file("tools.json", LIST).args(&["tools.json", "--to", target]);
        json(&run.done().exits(0).stdout)
    };
    assert_eq!(list("openai")[0]["function"]["name"], "add_item");
    assert!(list("openai")[0]["function"].get("strict").is_none());
    assert_eq!(
        (&list("openai-responses")[0]["name"], &list("openai-responses")[0]["strict"]),
        (&json!("add_item"), &json!(false))
    );
    assert_eq!(list("anthropic")[0]["input_schema"]["type"], "object");
    assert_eq!(list("anthropic-strict")[0]["strict"], true);
    let gemini = &list("gemini")[0]["functionDeclarations"];
    assert_eq!(gemini[0]["parametersJsonSchema"]["type"], "object");
    // A function without parameters has none.
    assert!(gemini[1].get("parametersJsonSchema").is_none());
    let typed = &list("gemini-parameters")[0]["functionDeclarations"];
    assert_eq!(typed[0]["parameters"]["type"], "OBJECT");
    assert_eq!(list("bedrock")["tools"][0]["toolSpec"]["inputSchema"]["json"]["type"], "object");
    assert_eq!(list("agentcore")[0]["inputSchema"]["type"], "object");
    assert_eq!(list("moonshot")[0]["type"], "function");
}

#[test]
fn both_can_be_one_object() {
    let done = Run::new("convert")
        .file("tools.json", LIST)
        .args(&["tools.json", "--to", "gemini", "--envelope", "mapped", "--prefix", "my-shop"])
        .done()
        .exits(0);
    let written = json(&done.stdout);
    assert_eq!(written["tools"][0]["functionDeclarations"][0]["name"], "my_shop_add_item");
    let entry = &written["map"]["tools"]["my_shop_add_item"];
    assert_eq!(entry["args"]["/page_size"], json!({"name": "page-size"}));
}

#[test]
fn deferred_tools_are_found_by_the_search_of_the_api() {
    let run = |arguments: &[&str]| {
        let run = Run::new("convert").file("a.json", DESCRIPTION).args(&["a.json"]).args(arguments);
        json(&run.done().exits(0).stdout)
    };
    let deferred = run(&["--to", "anthropic", "--defer"]);
    assert_eq!(deferred[0]["name"], "tool_search_tool_bm25");
    assert_eq!(deferred[1]["defer_loading"], true);
    let namespaces = run(&["--to", "openai-responses", "--namespace"]);
    assert_eq!(namespaces[0]["type"], "tool_search");
    assert_eq!((&namespaces[1]["type"], &namespaces[1]["name"]), (&json!("namespace"), &json!("other")));
    assert_eq!(namespaces[1]["tools"][0]["defer_loading"], true);
    let strict = run(&["--to", "openai-strict", "--responses"]);
    assert_eq!((&strict[0]["name"], &strict[0]["strict"]), (&json!("add_item"), &json!(true)));
}

#[test]
fn strict_tools_are_chosen_by_name() {
    let strict = |target: &str, pattern: &str| {
        let done = Run::new("convert")
            .file("tools.json", LIST)
            .args(&["tools.json", "--to", target, "--envelope", "mapped", "--strict-tools", pattern])
            .done()
            .exits(0);
        let tools = json(&done.stdout)["map"]["tools"].clone();
        (tools["add_item"]["strict"].clone(), tools["list_items"]["strict"].clone())
    };
    assert_eq!(strict("openai-strict", "add_*"), (json!(true), json!(false)));
    assert_eq!(strict("anthropic-strict", "list_*"), (json!(false), json!(true)));
    assert_eq!(strict("bedrock", "*"), (json!(true), json!(true)));
}

#[test]
fn grammars_get_what_they_can_hold() {
    let list = r#"{"tools": [{"name": "a", "description": "A.", "inputSchema": {"type": "object", "properties": {
        "n": {"oneOf": [{"type": "integer", "not": {"const": 1}}, {"type": "string"}]}, "s": {"type": "string", "pattern": "x", "minLength": 5000}}}}]}"#;
    let done = Run::new("convert")
        .file("tools.json", list)
        .args(&["tools.json", "--to", "openai", "--grammar"])
        .done()
        .exits(0);
    let properties = json(&done.stdout)[0]["function"]["parameters"]["properties"].clone();
    assert_eq!(
        properties["n"],
        json!({"anyOf": [{"type": "integer", "description": "Not: {\"type\":\"integer\",\"const\":1}."}, {"type": "string"}]})
    );
    assert_eq!(
        properties["s"],
        json!({"type": "string", "description": "Pattern: x At least 5000 characters."})
    );
}

#[test]
fn options_that_mean_nothing_together_are_refused() {
    for (arguments, message) in [
        (&["--envelope", "mapped"][..], "--envelope mapped is for"),
        (&["--prefix", "x"], "--prefix is for"),
        (&["--to", "openai", "--envelope", "jsonrpc"], "--envelope jsonrpc is for --to mcp"),
        (&["--to", "openai", "--dialect", "draft-07"], "--dialect is for --to mcp"),
        (&["--to", "openai", "--exact"], "--exact is for --to mcp"),
        (&["--to", "openai", "--namespace"], "--namespace is for --to openai-responses"),
        (&["--to", "gemini", "--defer"], "--defer is for --to openai-responses"),
        (&["--to", "openai", "--responses"], "--responses is for --to openai-strict"),
        (&["--to", "openai", "--strict-tools", "*"], "--strict-tools is for"),
        (&["--to", "gemini", "--grammar"], "--grammar is for --to openai"),
    ] {
        let done = Run::new("convert").file("tools.json", LIST).args(&["tools.json"]).args(arguments).done();
        let done = done.exits(2);
        assert!(done.stderr.contains(message), "{arguments:?}: {}", done.stderr);
    }
    let pages = Run::new("convert").file("tools.json", LIST);
    let pages =
        pages.args(&["tools.json", "--to", "openai", "--page-size", "1", "-o", "out/"]).done().exits(2);
    assert!(pages.stderr.contains("--page-size is for --to mcp"), "{}", pages.stderr);
    let split = Run::new("convert").file("tools.json", LIST);
    let split =
        split.args(&["tools.json", "--to", "openai", "--split-by", "tag", "-o", "out/"]).done().exits(2);
    assert!(split.stderr.contains("needs --envelope mapped"), "{}", split.stderr);
}

/// W001 and W010
#[test]
fn what_does_not_fit_is_left_out_and_said() {
    let property = |index: usize| format!("\"p{index}\": {{\"type\": \"string\"}}");
    let many: Vec<String> = (0..2_100).map(property).collect();
    let list = format!(
        "{{\"tools\": [{{\"name\": \"a\", \"description\": \"{}\", \"inputSchema\": {{\"type\": \"object\", \"properties\": {{{}}}}}}}]}}",
        "A long text. ".repeat(90),
        many.join(", ")
    );
    let run = |target: &str| {
        let run = Run::new("convert").file("tools.json", &list);
        run.args(&["tools.json", "--max-input-schema", "none", "--to", target]).done()
    };
    let refused = run("agentcore").exits(1);
    assert_eq!(json(&refused.stdout), json!([]));
    assert!(refused.stderr.contains("agentcore: the tool `a` is left out"), "{}", refused.stderr);
    let long = run("openai").exits(0);
    assert!(long.stderr.contains("openai: the description of `a` has 1169"), "{}", long.stderr);
}

#[test]
fn a_configuration_chooses_the_target() {
    let config = "[[manifest]]\nsource = \"tools.json\"\noutput = \"out/list.json\"\nto = \"openai-strict\"\nprefix = \"shop\"\nstrict-tools = [\"list_*\"]\n";
    let done = Run::new("build").file("tools.json", LIST).file("apimint.toml", config).done().exits(0);
    assert_eq!(json(&done.read("out/list.json"))[0]["function"]["name"], "shop_add_item");
    let table = json(&done.read("out/list.map.json"));
    assert_eq!(table["tools"]["shop_list_items"]["strict"], true);
    let wrong =
        "[[manifest]]\nsource = \"tools.json\"\noutput = \"list.json\"\nto = \"openai\"\nnamespace = true\n";
    let done = Run::new("build").file("tools.json", LIST).file("apimint.toml", wrong).done().exits(2);
    assert!(done.stderr.contains("--namespace is for --to openai-responses"), "{}", done.stderr);
}

#[test]
fn a_call_of_a_model_becomes_a_request() {
    let made = Run::new("convert")
        .file("a.json", DESCRIPTION)
        .args(&["a.json", "--to", "openai-strict", "--prefix", "-o", "list.json"])
        .done()
        .exits(0);
    let (list, table) = (made.read("list.json"), made.read("list.map.json"));
    let call = r#"{"page-size": null, "body": {"labels": [{"key": "red", "value": 1}], "note": null}}"#;
    // With the description, arguments are checked; the list alone has the call only.
    for input in ["a.json", "list.json"] {
        let run = Run::new("request")
            .file("a.json", DESCRIPTION)
            .file("list.json", &list)
            .file("list.map.json", &table);
        let arguments = [input, "shop_add_item", call, "--map", "list.map.json", "--format", "json"];
        let request = json(&run.args(&arguments).done().exits(0).stdout);
        assert_eq!(request["url"], "https://shop.example/items", "{input}");
        assert_eq!(request["body"]["text"], r#"{"labels":{"red":1}}"#, "{input}");
    }
    let run = |arguments: &[&str]| {
        let run = Run::new("request")
            .file("a.json", DESCRIPTION)
            .file("list.map.json", &table)
            .file("x.json", "{}");
        run.args(arguments).done().exits(2)
    };
    let misspelt = run(&["a.json", "shop_ad_item", "{}", "--map", "list.map.json"]);
    assert!(misspelt.stderr.contains("the nearest name is `shop_add_item`"), "{}", misspelt.stderr);
    let other = run(&["a.json", "shop_add_item", "{}", "--map", "x.json"]);
    assert!(other.stderr.contains("it is not a side table"), "{}", other.stderr);
    let misfit = run(&["a.json", "shop_add_item", r#"{"body": {}}"#, "--map", "list.map.json"]);
    assert!(misfit.stderr.contains("labels"), "{}", misfit.stderr);
}
