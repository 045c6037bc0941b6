use proptest::prelude::*;

use super::*;

/// One sample of every shape, invented and assembled here so that secret scanners do not report this file.
pub(crate) fn samples() -> Vec<String> {
    let mixed = "Zq3Xv7Lm2Kp9Wd4Rt8Yb6Nc1Hf5Jg0SaTeUiOoPu7Bv3Mk9Qw2";
    let hex = "9f3b7c1d5e8a2046f1b9d3c7e5a80264";
    let line = "MIIEpAIBAAKCAQEA7Vx3Pq9Zk2Lm8Rt4Wy6Ub1Nc5Hf0JgSd";
    let of = |prefix: &str, length: usize| format!("{prefix}{}", &mixed[..length]);
    let mut all = vec![
        format!("AKIA{}", "Q3XV7LM2KP9WD4RT"),
        format!("AKIA{}", "QXVLMKPWDRTYBNCH"),
        of("ghp_", 36),
        of("gho_", 36),
        of("ghu_", 36),
        of("ghs_", 36),
        of("github_pat_", 40),
        of("glpat-", 20),
        format!("xoxb-{}-{}", "1765367248", &mixed[..24]),
        format!("xoxp-{}-{}", "1765367248", &mixed[..24]),
        of("sk_live_", 24),
        of("sk_test_", 24),
        of("rk_live_", 24),
        of("whsec_", 32),
        of("AIza", 35),
        of("sk-", 48),
        of("sk-proj-", 48),
        of("sk-ant-api03-", 48),
        of("npm_", 36),
        format!("SG.{}.{}", &mixed[..22], &mixed[..43]),
        format!("SK{hex}"),
        of("hf_", 34),
        format!("6123456789:AA{}", &mixed[..33]),
        format!("112233%3AAA{}", &mixed[..33]),
        of("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.", 43),
        format!("eyJhbGciOiJSU0EifQ.{mixed}.{}.{mixed}.{}", &mixed[..16], &mixed[..22]),
        format!("-----BEGIN PRIVATE KEY-----\n{line}\n{line}\n-----END PRIVATE KEY-----"),
        format!("-----BEGIN RSA PRIVATE KEY-----\\n{line}\\n-----END RSA PRIVATE KEY-----"),
        format!("-----BEGIN EC PRIVATE KEY-----\n{line}"),
    ];
    all.extend(
        ["admin:hunter2", "u:p%40ss", "u:pa$$w*rd<1"]
            .map(|userinfo| format!("https://{userinfo}@db.example.com/x")),
    );
    all
}

/// Returns the part of a sample that must not appear in any output.
pub(crate) fn core(sample: &str) -> &str {
    match sample.split_once("://") {
        Some((_, rest)) => rest.split('@').next().unwrap_or(rest),
        None => sample.lines().nth(1).unwrap_or(sample),
    }
}

#[test]
fn every_shape_is_found_whole() {
    for sample in samples() {
        for (before, after) in [("", ""), ("Use `", "`."), ("token=", " now"), ("„", "“"), ("key:", ",")]
        {
            let text = format!("{before}{sample}{after}");
            let found = find(&text);
            assert_eq!(found.len(), 1, "{text}");
            let expected = if found[0].kind == USERINFO { core(&sample) } else { sample.as_str() };
            assert_eq!(&text[found[0].span.clone()], expected);
        }
    }
}

#[test]
fn several_in_one_text() {
    let text = samples().join(" and ");
    assert_eq!(find(&text).len(), samples().len());
}

/// Texts from public documents, and the usual placeholders.
#[test]
fn ordinary_text_holds_none() {
    for text in [
        "AKIAIOSFODNN7EXAMPLE",
        "AKIAXXXXXXXXXXXXXXXX",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "ghp_****",
        "ghp_YOUR_PERSONAL_ACCESS_TOKEN_GOES_HERE_1",
        "github_pat_...",
        "glpat-<your token>",
        "xoxp-XXXXXXXX-XXXXXXXX-XXXXX",
        "xoxp-1234-5678-90123",
        "xoxa-access-token-string",
        "sk_live_...",
        "sk-...",
        "sk-your-api-key",
        "sk-ssh-ed25519",
        "sk-ecdsa-sha2-nistp256@openssh.com",
        "task-management-service-worker-12345678901234567890",
        "sk-learn-pipeline-with-a-long-name-2",
        "SKaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "^SK[0-9a-fA-F]{32}$",
        "1700000000:Aq3Xv7Lm2Kp9Wd4Rt8Yb6Nc1Hf5Jg0SaTeUi",
        "6123456789:AAq3Xv7Lm2Kp9",
        "12:Aq3Xv7Lm2Kp9Wd4Rt8Yb6Nc1Hf5Jg0SaTeU",
        "123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AC9f3b7c1d5e8a2046f1b9d3c7e5a80264",
        "pk_live_Zq3Xv7Lm2Kp9Wd4Rt8Yb6Nc1",
        "eyJhbGciOiJI...",
        "eyJhbGciOiJIUzI1NiJ9.e30.abc",
        "eyJkaXJlY3Rpb24iOiJuZXh0Iiwib2Zmc2V0IjoiMTU5NDM",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE...",
        "-----BEGIN PUBLIC KEY-----\nMIIEpAIBAAKCAQEA7Vx3Pq9Zk2Lm8Rt4Wy6Ub1Nc5Hf0JgSd\n-----END PUBLIC KEY-----",
        "-----BEGIN CERTIFICATE-----\nMIIEpAIBAAKCAQEA7Vx3Pq9Zk2Lm8Rt4Wy6Ub1Nc5Hf0JgSd\n-----END CERTIFICATE-----",
        "https://example.com:8080/@scope/name",
        "https://medium.com/@someone",
        "ssh://git@github.com/a/b",
        "https://user:<password>@host",
        "https://{user}:{password}@host",
        "https://$USER:$PASSWORD@host",
        "https://USERNAME:PASSWORD@host",
        "http://localhost:8080,someone@example.com",
        "siehe http://localhost:8080，dann someone@example.com",
        "-----BEGIN PRIVATE KEY----- then a line that is longer than thirty-two characters and -----END PRIVATE KEY-----",
        "http://xxxxx:xxxxx@proxy.corp.example.com",
        "https://[removed]@host",
        "mailto:someone@example.com",
        "5f2b9c1e-0d3a-4b7c-8e6f-1a2b3c4d5e6f",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
        "application/vnd.github.v3.star+json",
        "",
    ] {
        assert_eq!(find(text), vec![], "{text}");
    }
}

#[test]
fn placeholders() {
    for value in
        ["********", "xxxx", "YOUR_PASSWORD", "your-secret", "string", "password", "access_token", "${TOKEN}"]
    {
        assert!(is_placeholder(value), "{value}");
    }
    for value in ["hunter2", "foobar", "pa$$word", "do-not-use-this-password", "x"] {
        assert!(!is_placeholder(value), "{value}");
    }
}

#[test]
fn names() {
    for name in [
        "password",
        "Password",
        "clientSecret",
        "client-secret",
        "api_key",
        "apikey",
        "APIKey",
        "X-API-Key",
        "accessToken",
        "refresh_token",
        "private.key",
    ] {
        assert!(is_secret_name(name), "{name}");
    }
    for name in [
        "token_type",
        "token",
        "password_policy",
        "secrets",
        "api_key_id",
        "",
        "key",
        "pass[word]",
        "mot_de_passe",
        "a_password_that_is_very_long_indeed",
    ] {
        assert!(!is_secret_name(name), "{name}");
    }
}

proptest! {
    #[test]
    fn spans_are_in_order_and_inside(pieces in proptest::collection::vec(
        prop_oneof![".{0,8}", proptest::sample::select(samples()), "://|@|:|-----BEGIN|eyJ|SG\\.|sk-"], 0..8
    )) {
        let text = pieces.concat();
        let mut end = 0;
        for credential in find(&text) {
            prop_assert!(credential.span.start >= end && credential.span.end > credential.span.start);
            prop_assert!(text.get(credential.span.clone()).is_some());
            end = credential.span.end;
        }
    }
}

/// Texts that make a naive search quadratic: each takes milliseconds instead of minutes.
#[test]
fn long_texts_cost_no_more_than_their_length() {
    for piece in [
        "-eyJ",
        "-eyJ.",
        "-sk-proj-",
        "-SG.",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY----- a",
        "a://",
        "a://b:c",
        "AKIA",
    ] {
        assert_eq!(find(&piece.repeat(200_000)), vec![], "{piece}");
    }
}

#[test]
fn what_follows_a_credential_is_searched_too() {
    let token = &samples()[1];
    for text in [
        format!("https://user:hunter2@{token}.example.com"),
        format!("-----BEGIN EC PRIVATE KEY-----\n{}\n-{token}", "MIIEpAIBAAKCAQEA7Vx3Pq9Zk2Lm8Rt4Wy6Ub1Nc"),
    ] {
        assert_eq!(find(&text).len(), 2, "{text}");
    }
}

#[test]
fn a_mask_stands_in_place_of_each() {
    let token = &samples()[1];
    let mut text = format!("{token}, https://user:hunter2@example.com/ and {token}.");
    mask(&mut text);
    assert_eq!(text, "[removed], https://[removed]@example.com/ and [removed].");
    let mut plain = "Lists all pets.".to_owned();
    mask(&mut plain);
    assert_eq!(plain, "Lists all pets.");
}

/// As many credentials as a text can hold: each text takes milliseconds instead of minutes.
#[test]
fn many_are_masked_at_once() {
    let mut text = "http://a:b@".repeat(200_000);
    mask(&mut text);
    assert_eq!(text, "http://[removed]@".repeat(200_000));
}

#[test]
fn a_url_loses_its_user_information_only() {
    assert_eq!(without_userinfo("https://user:hunter2@example.com/a"), "https://example.com/a");
    assert_eq!(without_userinfo("https://git@example.com/a"), "https://git@example.com/a");
    assert_eq!(without_userinfo("/mcp"), "/mcp");
}
