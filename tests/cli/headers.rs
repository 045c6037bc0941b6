//! `--header`: secrets that a server asks for.

use super::network::{Server, not_found, ok, redirect};
use super::run::{CLEAN, Run};

const TOKEN: &str = "swordfish-9f86d081";

const HEADER: &str = "Authorization=Bearer $API_TOKEN";

/// A description that refers to another one.
fn referring_to(url: &str) -> String {
    CLEAN.replace("{type: string}", &format!("{{$ref: '{url}'}}"))
}

/// A server with a description, and one beside it that its references lead to; both answer everything.
fn two_servers() -> (Server, Server) {
    let other = Server::new(|_| ok(r#"{"type": "string", "maxLength": 78}"#));
    let text = referring_to(&other.url("/a.json")).replace(
        "summary:",
        "parameters: [{name: a, in: query, schema: {$ref: 'pet.json'}}]\n      summary:",
    );
    let server = Server::new(move |path| match path {
        "/v1/pets.yaml" => ok(text.clone()),
        "/v1/pet.json" => ok(r#"{"type": "string", "maxLength": 77}"#),
        _ => not_found(),
    });
    (server, other)
}

#[test]
fn a_header_is_sent_to_the_server_of_its_input_only() {
    let (server, other) = two_servers();
    let run = Run::new("convert").args(&[&server.url("/v1/pets.yaml"), "--allow-net", "--header", HEADER]);
    let done = run.env("API_TOKEN", TOKEN).done().exits(0);
    assert!(done.stdout.contains("77") && done.stdout.contains("78"), "{}{}", done.stdout, done.stderr);
    assert_eq!(server.sent("authorization"), [format!("Bearer {TOKEN}"), format!("Bearer {TOKEN}")]);
    assert_eq!((other.requests(), other.sent("authorization")), (vec!["/a.json".to_owned()], Vec::new()));
    // Not by a redirect either.
    let target = other.url("/pets.yaml");
    let leading_away = Server::new(move |_| redirect(&target));
    let run = Run::new("convert").args(&[&leading_away.url("/"), "--header", HEADER]);
    run.env("API_TOKEN", TOKEN).done().exits(2);
    assert_eq!(leading_away.sent("authorization").len(), 1);
    assert_eq!((other.requests().len(), other.sent("authorization")), (2, Vec::new()));
}

#[test]
fn every_command_that_reads_descriptions_sends_it() {
    let (server, _other) = two_servers();
    let url = server.url("/v1/pet.json");
    let config = format!("[[manifest]]\nsource = '{url}'\nheader = ['{HEADER}']\noutput = 'built.json'\n");
    let lines: &[&[&str]] = &[
        &["convert", &url, "--header", HEADER],
        &["inspect", &url, "--header", HEADER],
        &["check", &url, "--header", HEADER],
        &["init", &url, "--header", HEADER],
        &["diff", &url, "pets.yaml", "--header", HEADER],
        &["request", &url, "list", "--header", HEADER],
        &["serve", &url, "--header", HEADER],
        &["convert", "pets.yaml", "--overlay", &url, "--header", HEADER],
        &["build", "--config", "config.toml"],
        &["inspect", &url, "--config", "config.toml"],
        // As for curl, and filled in by the shell; it takes precedence over a login.
        &["convert", &url, "--header", &format!("Authorization: Bearer {TOKEN}")],
        &["convert", &url.replace("//", "//ann:pw@"), "--header", "Authorization=Bearer ${API_TOKEN}"],
    ];
    for line in lines {
        let before = server.sent("authorization").len();
        let run = Run::new(line[0]).args(&line[1..]).file("config.toml", &config).file("pets.yaml", CLEAN);
        let done = run.env("API_TOKEN", TOKEN).done();
        let said = format!("{line:?}\n{}{}", done.stdout, done.stderr);
        // The server of a description is not that of its overlay.
        let expected: &[&str] = if line[1] == "pets.yaml" { &[] } else { &["Bearer swordfish-9f86d081"] };
        assert_eq!(server.sent("authorization")[before..], *expected, "{said}");
        assert!(!said[said.find('\n').unwrap()..].contains("swordfish"), "{said}");
    }
}

#[test]
fn a_secret_is_for_one_server() {
    let servers = [Server::new(|_| ok(CLEAN)), Server::new(|_| ok(CLEAN))];
    let [one, other] = [servers[0].url("/one.yaml"), servers[1].url("/other.yaml")];
    let run = Run::new("convert").args(&[&one, &other, "-o", "out/", "--header", HEADER]);
    let done = run.env("API_TOKEN", TOKEN).done().exits(2);
    assert!(done.stderr.contains("would be sent to two servers"), "{}", done.stderr);
    assert!(servers.iter().all(|server| server.requests().is_empty()));
    // Each source of a list has its own.
    let source = |prefix: &str, url: &str, variable: &str| {
        format!(
            "[[manifest.source]]\nprefix = '{prefix}'\nlocation = '{url}'\nheader = ['X-Key: ${variable}']\n"
        )
    };
    let config = format!(
        "[[manifest]]\noutput = 'a.json'\n{}{}",
        source("a", &one, "KEY_A"),
        source("b", &other, "KEY_B")
    );
    let run = Run::new("build").file("apimint.toml", &config);
    run.env("KEY_A", "secret-of-a").env("KEY_B", "secret-of-b").done().exits(0);
    assert_eq!(servers.each_ref().map(|server| server.sent("x-key")), [["secret-of-a"], ["secret-of-b"]]);
}

/// Two manifests have two secrets for one server, and each request has its own.
#[test]
fn manifests_have_secrets_of_their_own() {
    let server = Server::new(|_| ok(CLEAN));
    let manifest = |name: &str, variable: &str| {
        let url = server.url(&format!("/{name}.yaml"));
        format!("[[manifest]]\nsource = '{url}'\noutput = '{name}.json'\nheader = ['X-Key: ${variable}']\n")
    };
    let config = manifest("a", "KEY_A") + &manifest("b", "KEY_B");
    let run = || Run::new("build").env("KEY_A", "secret-of-a").env("KEY_B", "secret-of-b");
    run().file("apimint.toml", &config).done().exits(0);
    let mut sent = server.sent("x-key");
    sent.sort();
    assert_eq!(sent, ["secret-of-a", "secret-of-b"]);
    // One list is read with one of them.
    let source = |prefix: &str, variable: &str| {
        let url = server.url(&format!("/{prefix}.yaml"));
        format!(
            "[[manifest.source]]\nprefix = '{prefix}'\nlocation = '{url}'\nheader = ['X-Key: ${variable}']\n"
        )
    };
    let config = format!("[[manifest]]\noutput = 'c.json'\n{}{}", source("a", "KEY_A"), source("b", "KEY_B"));
    let done = run().file("apimint.toml", &config).done().exits(2);
    assert!(done.stderr.contains("has two values"), "{}", done.stderr);
}

/// A description may not read with the secret of another one, nor may any typed URL get a secret of the whole file.
#[test]
fn a_description_gets_no_secret_of_another() {
    let own = Server::new(|_| ok(r#"{"type": "string", "maxLength": 78}"#));
    let text = referring_to(&own.url("/a.json"));
    let foreign = Server::new(move |_| ok(text.clone()));
    let (one, other) = (own.url("/pets.json"), foreign.url("/pets.yaml"));
    let config = format!(
        "allow-net = true\n[[manifest]]\noutput = 'a.json'\n[[manifest.source]]\nprefix = 'a'\nlocation = '{other}'\n\
         [[manifest.source]]\nprefix = 'b'\nlocation = '{one}'\nheader = ['{HEADER}']\n"
    );
    Run::new("build").file("apimint.toml", &config).env("API_TOKEN", TOKEN).done();
    let asked = own.requests();
    assert!(asked.contains(&"/a.json".to_owned()) && asked.contains(&"/pets.json".to_owned()), "{asked:?}");
    assert_eq!(own.sent("authorization").len(), 1);
    let config = format!("header = ['{HEADER}']\n[[manifest]]\nsource = '{one}'\noutput = 'a.json'\n");
    let run = Run::new("inspect").args(&[&other, "--config", "apimint.toml"]).file("apimint.toml", &config);
    let done = run.env("API_TOKEN", TOKEN).done().exits(2);
    assert!(done.stderr.contains("`header` would be for every server"), "{}", done.stderr);
    assert_eq!(foreign.sent("authorization"), Vec::<String>::new());
}

#[test]
fn a_header_that_cannot_be_sent_is_told_without_its_value() {
    let server = Server::new(|_| ok(CLEAN));
    let url = server.url("/pets.yaml");
    for (header, value, expected) in [
        (HEADER, None, "the header `Authorization` needs the environment variable `API_TOKEN`"),
        (HEADER, Some(""), "the header `Authorization` needs the environment variable `API_TOKEN`"),
        (
            HEADER,
            Some("swordfish\nX: y"),
            "the environment variable `API_TOKEN` cannot be the header `Authorization`",
        ),
        ("Authorization=swordfish\n", None, ""),
        ("swordfish-9f86d081", None, "expected NAME=VALUE"),
        ("Bearer swordfish-9f86d081=", None, "expected NAME=VALUE"),
    ] {
        let run = Run::new("convert").args(&[&url, "--header", header]);
        let done = if let Some(value) = value { run.env("API_TOKEN", value).done() } else { run.done() };
        // A line end behind a value that was typed is no part of it.
        let done = done.exits(if expected.is_empty() { 0 } else { 2 });
        assert!(
            done.stderr.contains(expected) && !done.stderr.contains("swordfish"),
            "{header}: {}",
            done.stderr
        );
    }
    assert_eq!(server.requests(), ["/pets.yaml"]);
}

#[test]
fn init_keeps_the_name_of_the_variable_only() {
    let server = Server::new(|_| ok(CLEAN));
    let headers = ["--header", HEADER, "--header", "X-Other: swordfish-9f86d081"];
    let run = Run::new("init").arg(&server.url("/pets.yaml")).args(&headers).env("API_TOKEN", TOKEN);
    let text = run.done().exits(0).read("apimint.toml");
    assert!(text.contains("\nheader = [\"Authorization=Bearer ${API_TOKEN}\"]\n"), "{text}");
    assert!(!text.contains("X-Other") && !text.contains("swordfish"), "{text}");
    let run = Run::bare().file("apimint.toml", &text).env("API_TOKEN", TOKEN);
    run.done().exits(0);
    assert_eq!(server.sent("authorization").len(), 2);
}
