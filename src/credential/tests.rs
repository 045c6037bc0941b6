use proptest::prelude::*;

use super::*;

/// The samples of every kind.
pub(crate) fn samples() -> Vec<CredentialSample> {
    KINDS.iter().flat_map(|kind| kind.samples(1)).collect()
}

/// A credential that is found whole.
pub(crate) fn token() -> String {
    KINDS
        .iter()
        .find(|kind| kind.name == "a GitHub token")
        .map(|kind| kind.samples(1).remove(0).text)
        .unwrap()
}

/// Returns the credentials that are found in a text.
fn found(text: &str) -> Vec<(&'static str, &str)> {
    find(text).into_iter().map(|one| (one.kind, &text[one.span])).collect()
}

#[test]
fn every_kind_is_found_by_its_samples() {
    for kind in KINDS.iter() {
        for seed in 0..4 {
            for CredentialSample { text: sample, secret } in kind.samples(seed) {
                for (before, after) in
                    [("", ""), ("Use `", "`."), ("token: ", " now"), ("„", "“"), ("\"", "\",")]
                {
                    let text = format!("{before}{sample}{after}");
                    let found = found(&text);
                    assert!(
                        found.iter().any(|(name, span)| *name == kind.name && span.contains(&secret)),
                        "{text}: {found:?}"
                    );
                    assert_eq!(found.len(), 1, "{text}: {found:?}");
                }
            }
        }
    }
}

#[test]
fn no_kind_is_found_in_placeholders_and_similar_texts() {
    for kind in KINDS.iter() {
        let others = kind.others.iter().map(|&text| text.to_owned());
        for text in others.chain(kind.placeholders()) {
            assert_eq!(found(&text), [], "{}: {text}", kind.name);
        }
        assert!(!kind.source.is_empty() && !kind.samples.is_empty(), "{}", kind.name);
    }
}

#[test]
fn a_word_before_a_token_does_not_hide_it() {
    for kind in KINDS.iter().filter(|kind| kind.source.starts_with("gitleaks")) {
        for sample in kind.samples(1) {
            for before in ["token_", "key:", "/", "my-"] {
                let text = format!("{before}{}", sample.text);
                assert_eq!(found(&text).len(), 1, "{text}");
            }
        }
    }
    assert_eq!(found(&format!("key{}", "AKIA".to_owned() + "Q3XV7LM2KP5WD4RT")).len(), 1);
    assert_eq!(found(&format!("token{}", token())).len(), 1);
}

#[test]
fn several_in_one_text() {
    let text = samples().iter().map(|sample| sample.text.as_str()).collect::<Vec<_>>().join(" and ");
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
    for value in [
        "********",
        "xxxx",
        "YOUR_PASSWORD",
        "your-secret",
        "string",
        "password",
        "access_token",
        "new_password",
        "${TOKEN}",
        "Basic {{credentials}}",
        "Bearer <token>",
    ] {
        assert!(is_placeholder(value), "{value}");
    }
    for value in ["hunter2", "foobar", "pa$$word", "do-not-use-this-password", "password1", "x"] {
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
        "smtp_password",
        "dbPassword",
        "dbpassword",
        "password2",
        "user[password]",
        "AWS_SECRET_ACCESS_KEY",
        "X-Amz-Security-Token",
        "authorization",
        "Proxy-Authorization",
        "connection_string",
        "jwtSecret",
        "JWT",
        "a_very_long_beginning_of_the_name_of_a_password",
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
        "secret_name",
        "nonsecret",
        "authorizations",
        "preauthorization",
        "password(s)",
        "mot_de_passe",
        "a_password_that_is_very_long_indeed",
    ] {
        assert!(!is_secret_name(name), "{name}");
    }
}

proptest! {
    #[test]
    fn spans_are_in_order_and_inside(pieces in proptest::collection::vec(
        prop_oneof![".{0,8}", proptest::sample::select(samples().into_iter().map(|one| one.text).collect::<Vec<_>>()), "://|@|:|-----BEGIN|eyJ|SG\\.|sk-"], 0..8
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
        "-xoxb-",
        "pwd=",
        "?token=",
        "@",
        "SK",
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
    let token = &token();
    for text in [
        format!("https://user:hunter2@{token}.example.com"),
        format!("-----BEGIN EC PRIVATE KEY-----\n{}\n-{token}", "MIIEpAIBAAKCAQEA7Vx3Pq9Zk2Lm8Rt4Wy6Ub1Nc"),
    ] {
        assert_eq!(find(&text).len(), 2, "{text}");
    }
}

#[test]
fn a_mask_stands_in_place_of_each() {
    let token = &token();
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
