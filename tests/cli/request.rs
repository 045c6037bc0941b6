//! `apimint request`: the forms of a request, credentials, servers and errors. `tests/calls.rs` tests what the requests say.

use serde_json::{Value, json};

use super::run::{CLEAN, Run, codes, diagnostics};

/// A manifest with a tool for each thing that a request can have.
fn manifest() -> String {
    let tool = |name: &str, call: Value| {
        let mut call = call;
        if call.get("servers").is_none() {
            call["servers"] =
                json!([{"url": "https://{zone}.example", "variables": {"zone": {"default": "a"}}}]);
        }
        json!({"name": name, "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}, "body": {}}},
               "_meta": {"dev.apimint/http": call}})
    };
    let query = json!({"q": {"name": "q", "in": "query", "style": "form", "explode": true}});
    let security = json!([
        {"key": {"type": "apiKey", "in": "query", "name": "api key"}, "user": {"type": "http", "scheme": "basic"}},
        {"sid": {"type": "apiKey", "in": "cookie", "name": "sid"}},
    ]);
    let body = json!({"argument": "body", "contentType": "text/plain"});
    json!({"tools": [
        tool("search", json!({"method": "GET", "path": "/a", "arguments": query})),
        tool("secure", json!({"method": "GET", "path": "/s", "security": security})),
        tool("send", json!({"method": "POST", "path": "/b", "body": body})),
        tool("bytes", json!({"method": "PUT", "path": "/c",
            "body": {"argument": "body", "contentType": "image/png", "decode": "base64"}})),
        tool("relative", json!({"method": "GET", "path": "/r", "servers": [{"url": "v1"}, {"url": "https://b.example/"}]})),
        tool("cookie", json!({"method": "GET", "path": "/k", "cookies": [{"name": "lang", "required": true}]})),
        tool("head", json!({"method": "HEAD", "path": "/h"})),
        {"name": "silent", "inputSchema": {"type": "object"}},
    ]})
    .to_string()
}

fn request(tool: &str) -> Run {
    Run::new("request").file("tools.json", &manifest()).args(&["tools.json", tool])
}

/// A request in JSON.
#[track_caller]
fn shown(run: Run) -> Value {
    let done = run.args(&["--format", "json"]).done().exits(0);
    assert_eq!(done.stderr, "");
    serde_json::from_str(&done.stdout).unwrap()
}

/// A call is that of the tool which `convert` writes with the same options; what shapes only the list changes nothing.
#[test]
fn options_and_a_configuration_shape_the_tools_of_a_description() {
    let pets = CLEAN.replace(
        "      responses:",
        "      parameters: [{name: v, in: query, schema: {type: string}}]\n      responses:",
    );
    let config = "envelope = \"array\"\nto = \"openai\"\nhttp = false\n[[manifest]]\nsource = \"pets.yaml\"\n\
        output = \"x.json\"\n[[manifest.rule]]\nmatch = \"id:listPets\"\nname = \"all\"\n\
        arguments.v.hidden = true\narguments.v.value = \"2\"\n";
    let run = |tool: &str, options: &[&str]| {
        let run = Run::new("request").file("pets.yaml", &pets).file("apimint.toml", config);
        shown(run.args(&["pets.yaml", tool]).args(options))["url"].clone()
    };
    let options = ["--config", "apimint.toml", "--server-url", "https://b.example/api"];
    assert_eq!(run("all", &options[..2]), "https://example.com/pets?v=2");
    assert_eq!(run("all", &options), "https://b.example/api/pets?v=2");
    assert_eq!(run("list_pets", &[&["--no-http"], &options[2..]].concat()), "https://b.example/api/pets");
    let overlay = "overlay: 1.0.0\ninfo: {title: O, version: '1'}\nactions:\n\
        - {target: '$.servers[0]', update: {url: 'https://c.example'}}\n";
    let run = Run::new("request").file("pets.yaml", &pets).stdin(overlay);
    let run = run.args(&["pets.yaml", "list_pets", "--overlay", "-"]);
    assert_eq!(shown(run)["url"], "https://c.example/pets");
}

#[test]
fn json_has_method_url_headers_and_body() {
    assert_eq!(
        shown(request("send").arg(r#"{"body": "hi"}"#)),
        json!({
            "method": "POST",
            "url": "https://a.example/b",
            "headers": [["Accept", "*/*"], ["Content-Type", "text/plain"]],
            "body": {"text": "hi"},
        })
    );
    assert_eq!(shown(request("bytes").arg(r#"{"body": "iVA="}"#))["body"], json!({"base64": "iVA="}));
    assert_eq!(shown(request("search"))["body"], json!(null));
}

#[test]
fn http_is_a_message() {
    let done = request("send").args(&[r#"{"body": "hi"}"#, "--format", "http"]).done().exits(0);
    assert_eq!(
        done.stdout,
        "POST /b HTTP/1.1\r\nHost: a.example\r\nAccept: */*\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi"
    );
}

#[test]
fn arguments_come_from_a_file_or_standard_input() {
    let url = "https://a.example/a?q=x%20y";
    assert_eq!(shown(request("search").file("a.json", r#"{"q": "x y"}"#).arg("@a.json"))["url"], url);
    assert_eq!(shown(request("search").arg("-").stdin(r#"{"q": "x y"}"#))["url"], url);
    let done = Run::new("request").args(&["-", "search", "-"]).stdin(&manifest()).done().exits(2);
    assert!(done.stderr.contains("standard input can be"), "{}", done.stderr);
}

#[test]
fn a_description_is_converted_first() {
    let text = "openapi: 3.0.3\ninfo: {title: A, version: '1'}\nservers: [{url: 'https://h.example'}]\npaths:\n  /x/{id}:\n    get:\n      operationId: getX\n      responses: {'204': {description: none}}\n";
    let run = Run::new("request").file("api.yaml", text).args(&["api.yaml", "get_x", r#"{"id": "7"}"#]);
    assert_eq!(shown(run)["url"], "https://h.example/x/7");
}

#[test]
fn servers_can_be_chosen() {
    for (arguments, url) in [
        (&["--base", "https://doc.example/specs/api.json"][..], "https://doc.example/specs/v1/r"),
        (&["--server", "2"], "https://b.example/r"),
        (&["--server", "http://localhost:8080/api/"], "http://localhost:8080/api/r"),
    ] {
        assert_eq!(shown(request("relative").args(arguments))["url"], url);
    }
    let zone = request("search").args(&["--server-variable", "zone=eu"]);
    assert_eq!(shown(zone)["url"], "https://eu.example/a");
}

#[test]
fn credentials_are_hidden_unless_they_are_asked_for() {
    let with_file =
        |name: &str, text: &str| request("secure").file(name, text).args(&["--credentials", name]);
    let json_file = || with_file("keys.json", r#"{"key": "k=1", "user": "u:p"}"#);
    let hidden = shown(json_file());
    assert_eq!(hidden["url"], "https://a.example/s?api%20key=$APIMINT_KEY");
    assert_eq!(hidden["headers"][1], json!(["Authorization", "Basic $APIMINT_USER"]));
    for run in [
        json_file(),
        with_file("keys.toml", "key = 'k=1'\nuser = 'u:p'\n"),
        request("secure").env("APIMINT_KEY", "k=1").env("APIMINT_USER", "u:p"),
    ] {
        let request = shown(run.arg("--show-credentials"));
        assert_eq!(request["url"], "https://a.example/s?api%20key=k%3D1");
        assert_eq!(request["headers"][1], json!(["Authorization", "Basic dTpw"]));
    }
    // The second alternative is the one that is there.
    let cookie = shown(request("secure").env("APIMINT_SID", "secret"));
    assert_eq!(cookie["headers"][1], json!(["Cookie", "sid=$APIMINT_SID"]));
    let cookie = shown(request("cookie").env("APIMINT_LANG", "de").arg("--show-credentials"));
    assert_eq!(cookie["headers"][1], json!(["Cookie", "lang=de"]));
}

#[test]
fn faults_have_a_code_and_a_place() {
    for (run, code, message) in [
        (request("serch"), "Q001", "the nearest name is `search`"),
        (request("silent"), "Q002", "has no `_meta"),
        (request("search").arg(r#"{"q": 7}"#), "Q003", "`/q` does not match"),
        (
            request("search").arg(r#"{"p": "7"}"#),
            "Q003",
            "`/p` does not match: the tool has no argument of this name",
        ),
        (request("search").arg("[]"), "Q003", "do not match"),
        (request("bytes").args(&[r#"{"body": "?"}"#]), "Q003", "must be base64 text"),
        (request("relative"), "Q004", "no base URL"),
        (request("relative").args(&["--server", "3"]), "Q004", "there is no server 3"),
        (request("search").args(&["--server-variable", "x=1"]), "Q004", "has no variable `x`"),
        (request("secure").arg("--show-credentials"), "Q005", "needs `key` and `user`, or `sid`"),
        (request("secure").env("APIMINT_SID", "a;b").arg("--show-credentials"), "Q005", "no cookie can hold"),
        (request("cookie").arg("--show-credentials"), "Q005", "the cookie `lang`"),
        (
            request("search").file("k.json", r#"{"a": 42}"#).args(&["--credentials", "k.json"]),
            "Q006",
            "`a` is not text",
        ),
        (
            request("search").file("k.json", "s3cret").args(&["--credentials", "k.json"]),
            "Q006",
            "not valid JSON",
        ),
    ] {
        let done = run.json().done().exits(2);
        assert_eq!(codes(&done.stderr), [code], "{message}");
        let found = &diagnostics(&done.stderr)[0];
        assert!(found["message"].as_str().unwrap().contains(message), "{found}");
        assert!(done.stdout.is_empty() && !done.stderr.contains("s3cret"));
        let has_place = found["pointer"].is_string();
        assert_eq!(has_place, code == "Q003", "{found}");
    }
}

#[test]
fn validation_can_be_left_out() {
    let url = shown(request("search").args(&[r#"{"q": 7, "p": 1}"#, "--no-validate"]))["url"].clone();
    assert_eq!(url, "https://a.example/a?q=7");
}

/// The words that a shell gives to `curl`, and its standard input.
#[cfg(unix)]
#[track_caller]
fn words(command: &str, environment: &[(&str, &str)]) -> Vec<String> {
    // A function in the place of the program prints its words, each with a line of its own after it.
    let script = format!(
        "curl() {{ for w; do printf '%s\\n--\\n' \"$w\"; done; case \" $* \" in *@-*) od -An -tx1;; esac; }}\n{command}"
    );
    let output = std::process::Command::new("sh")
        .arg("-c")
        .arg(script)
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().split("\n--\n").map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn curl_is_quoted_for_a_shell() {
    let text = "it's \"$HOME\" `x` \\ @a\n!";
    let done = request("send").arg(&json!({"body": text}).to_string()).done().exits(0);
    assert_eq!(
        words(&done.stdout, &[]),
        [
            "--request",
            "POST",
            "--url",
            "https://a.example/b",
            "--header",
            "Accept: */*",
            "--header",
            "Content-Type: text/plain",
            "--data-raw",
            text,
            "",
        ]
    );
    let done = request("bytes").arg(r#"{"body": "iVAA"}"#).done().exits(0);
    let piped = words(&done.stdout, &[]);
    assert_eq!(piped[piped.len() - 2..], ["@-", " 89 50 00\n"]);
    let done = request("secure").done().exits(0);
    let secret = [("APIMINT_KEY", "k'1"), ("APIMINT_USER", "u:p x")];
    assert_eq!(
        words(&done.stdout, &secret),
        [
            "--url",
            "https://a.example/s",
            "--header",
            "Accept: */*",
            "--url-query",
            "api%20key=k'1",
            "--user",
            "u:p x",
            ""
        ]
    );
    let done = request("secure").env("APIMINT_SID", "x").done().exits(0);
    assert!(words(&done.stdout, &[("APIMINT_SID", "s 1")]).contains(&"Cookie: sid=s 1".to_owned()));
    let done = request("head").done().exits(0);
    assert_eq!(words(&done.stdout, &[])[..3], ["--head", "--url", "https://a.example/h"]);
}
