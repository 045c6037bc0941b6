//! What a description makes the program say to whom: directories, proxies, and logins.

use std::fs;

use super::network::{Server, not_found, ok};
use super::run::{CLEAN, Run, assert_manifest};

/// A description whose only schema is behind a reference.
fn referring_to(reference: &str) -> String {
    CLEAN.replace("{type: string}", &format!("{{$ref: '{reference}'}}"))
}

/// Servers ignore parameters of segments (`..;/`), and decode escapes a second time.
#[test]
fn no_spelling_of_dots_leaves_the_directory() {
    for reference in [
        "..;/up.json",
        "%2e%2e/up.json",
        "..%2fup.json",
        "..\\up.json",
        ".%2e;x=1/up.json",
        "%252e%252e/up.json",
    ] {
        let text = referring_to(reference);
        let server =
            Server::new(move |path| if path == "/v1/pets.yaml" { ok(text.clone()) } else { ok("{}") });
        let done = Run::new("convert").arg(&server.url("/v1/pets.yaml")).json().done().exits(1);
        done.only_diagnostic("R003");
        assert_eq!(server.requests(), ["/v1/pets.yaml"], "{reference}");
    }
}

/// A proxy reaches what is private where it stands, and its log keeps the names.
#[test]
fn private_names_are_not_sent_to_a_proxy() {
    let proxy = Server::new(|_| not_found());
    let server = Server::new(|_| ok(CLEAN));
    for name in ["ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy"] {
        // A typed private host is reached directly, and through the proxy with permission.
        let run = |arguments: &[&str]| {
            Run::new("convert")
                .arg(&server.url("/pets.yaml"))
                .args(arguments)
                .env(name, &proxy.url(""))
                .json()
                .done()
        };
        assert_manifest(&run(&[]).exits(0).stdout);
        assert_eq!(proxy.requests(), Vec::<String>::new());
        run(&["--allow-net"]).exits(2);
        assert_eq!(proxy.requests(), [server.address().to_string()]);
        proxy.forget();
    }
    // References never reach a private host, whatever the proxy could do.
    for host in ["localhost", "printer.local", "wiki.internal", "intranet", "10.0.0.1", "[::1]", "127.1"] {
        let text = referring_to(&format!("http://{host}/pet.json"));
        let run = Run::converting(&text).arg("--allow-net").env("ALL_PROXY", &proxy.url("")).json();
        let error = run.done().exits(1).only_diagnostic("R004");
        assert!(error["message"].as_str().unwrap().contains("private network"), "{error}");
    }
    assert_eq!(proxy.requests(), Vec::<String>::new());
    let text = referring_to("http://example.com/pet.json");
    Run::converting(&text).arg("--allow-net").env("ALL_PROXY", &proxy.url("")).done().exits(1);
    assert_eq!(proxy.requests(), ["example.com:80"]);
}

const PASSWORD: &str = "swordfish-77";

/// The same URL with a user name and password.
fn with_login(url: &str) -> String {
    url.replace("//", &format!("//ann:{PASSWORD}@"))
}

#[test]
fn a_login_is_sent_to_its_server_only() {
    let other = Server::new(|_| ok(r#"{"type": "string", "maxLength": 78}"#));
    let text = referring_to("pet.json").replace(
        "summary:",
        &format!(
            "parameters: [{{name: a, in: query, schema: {{$ref: '{}'}}}}]\n      summary:",
            other.url("/a.json")
        ),
    );
    let server = Server::new(move |path| match path {
        "/pets.yaml" => ok(text.clone()),
        _ => ok(r#"{"type": "string", "maxLength": 77}"#),
    });
    let done = Run::new("convert").args(&[&with_login(&server.url("/pets.yaml")), "--allow-net"]).done();
    // The other server has another port, and the host that was typed.
    assert!(done.stdout.contains("77") && done.stdout.contains("78"), "{}{}", done.stdout, done.stderr);
    // ann:swordfish-77
    assert_eq!(server.logins(), ["Basic YW5uOnN3b3JkZmlzaC03Nw=="; 2]);
    assert_eq!(other.logins(), Vec::<String>::new());
    assert_eq!(other.requests(), ["/a.json"]);
}

/// A short password could be guessed from a fingerprint that it changes.
#[test]
fn a_fingerprint_does_not_tell_a_password() {
    let list = |password: &str| {
        let typed = format!("none//ann:{password}@example.com/pets.yaml");
        Run::new("convert").args(&[&typed, "--diagnostics", "code-climate"]).done().exits(2).stderr
    };
    let (one, other) = (list("swordfish-77"), list("1234"));
    assert!(one.contains("fingerprint"), "{one}");
    assert_eq!(one, other);
}

#[test]
fn a_login_in_a_typed_url_is_shown_nowhere() {
    let server = Server::new(|path| match path {
        "/missing.yaml" => not_found(),
        // A relative server, and a reference to nothing.
        _ => ok(referring_to("gone.json#/nothing").replace("https://example.com", "/v1")),
    });
    let typed = with_login(&server.url("/pets.yaml"));
    let missing = with_login(&server.url("/missing.yaml"));
    let config = format!("[[manifest]]\nsource = '{missing}'\noutput = 'built.json'\nwrong = 1\n");
    let unread = "http://ann:swordfish-77@no-such-host.invalid/pets.yaml";
    let cases: &[&[&str]] = &[
        &["convert", &typed, "-v"],
        &[
            "convert",
            &typed,
            "-o",
            "tools.json",
            "--to",
            "openai",
            "--lock",
            "names.lock",
            "--report",
            "report.sarif",
        ],
        &["convert", &typed, "--diagnostics", "github"],
        &["convert", &typed, "-o", "t.json", "--diagnostics", "junit", "--report", "report.xml"],
        &["convert", &typed, "-o", "t.json", "--diagnostics", "code-climate"],
        &["convert", &missing],
        &["convert", unread],
        &["convert", "http://ann:swordfish-77@:/pets.yaml"],
        &["convert", "ftp://ann:swordfish-77@example.com/pets.yaml"],
        // Characters that forms escape.
        &["convert", "htp://ann:swordfish-77@h/?a=\"1&b=2,%", "--report", "a.xml", "--report", "a.sarif"],
        &[
            "convert",
            "htp://ann:swordfish-77@h/?a=\"1&b=2,%",
            "--report",
            "a.jsonl",
            "--diagnostics",
            "github",
        ],
        &["convert", "htp://ann:swordfish-77@h/?a=\"1&b=2,%", "--report", "codeclimate.json"],
        &["convert", "pets.yaml", "--overlay", &missing],
        &["convert", "pets.yaml", &format!("--output={typed}")],
        &["convert", "pets.yaml", "--lock", &typed],
        &["convert", "-", "--base", &typed],
        &["inspect", &typed],
        &["inspect", &typed, "--html", "page.html"],
        &["inspect", &missing],
        &["diff", &typed, "pets.yaml", "--format", "markdown"],
        &["diff", &missing, &typed],
        &["check", &typed],
        &["check", &missing],
        &["init", &typed],
        &["init", &missing, "-o", "other.toml"],
        &["build", "--config", "config.toml"],
        &["build", "--config", &typed],
        &["request", &typed, "list_pets", "{}"],
        &["request", "pets.yaml", "list_pets", "{}", "--server", &typed],
        &["request", "pets.yaml", "list_pets", "{}", "--base", &typed, "--format", "json"],
        &["request", "pets.yaml", "list_pets", "{}", "--base", "//ann:swordfish-77@example.com/"],
        &["result", &typed, "list_pets"],
        &["serve", &missing],
        &["explain", &typed],
    ];
    for case in cases {
        let run = Run::new(case[0])
            .args(&case[1..])
            .file("pets.yaml", CLEAN)
            .file("config.toml", &config)
            .stdin(CLEAN);
        let done = run.done();
        let files = done.list("").into_iter().filter(|name| name != "config.toml");
        let files = files.map(|name| fs::read_to_string(done.path(&name)).unwrap());
        for text in files.chain([done.stdout.clone(), done.stderr.clone()]) {
            assert!(!text.contains(PASSWORD) && !text.contains("YW5uOnN3b3Jk"), "{case:?}: {text}");
        }
    }
}
