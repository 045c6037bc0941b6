//! The laws of calls: any tool and any arguments become a request or an error, never a panic. The fuzz target `call` uses this file
//! too.

#![allow(clippy::panic, reason = "a test ends at the first thing it does not expect")]

use apimint::call::{CallableTool, CredentialValue, RequestSettings, answer, request};
use serde_json::Value;

/// Makes the request of a call, whatever the tool and the arguments are. Every scheme that the call names has a credential.
/// Returns true if there was a request.
pub(crate) fn call_holds(tool: &Value, arguments: &Value, validate: bool) -> bool {
    let Ok(tool) = CallableTool::parse(&tool.clone().into()) else { return false };
    let schemes: Vec<String> = tool.security_schemes().concat().into_iter().map(str::to_owned).collect();
    let cookies = tool.runtime_cookies().map(|(name, _)| name.to_owned());
    let secret = |name: String| (name, CredentialValue::Secret("s3cr\u{e9}t".to_owned()));
    let settings = RequestSettings {
        credentials: schemes.into_iter().chain(cookies).map(secret).collect(),
        base: "https://base.example/specs/api.json".parse().ok(),
        validate,
        ..RequestSettings::default()
    };
    let arguments = arguments.clone().into();
    let made = request(&tool, &arguments, &settings);
    let again = request(&tool, &arguments, &settings);
    match (made, again) {
        (Ok(made), Ok(again)) => {
            assert_eq!(
                (made.uri(), made.headers(), made.body()),
                (again.uri(), again.headers(), again.body())
            );
            let url = made.uri().to_string();
            assert!(url.starts_with("http"), "{url}");
            assert!(url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#'), "{url}");
            for value in made.headers().values() {
                assert!(value.as_bytes().iter().all(|&byte| byte >= b' ' && byte != 0x7f || byte == b'\t'));
            }
            // Whatever a server sends back becomes a result.
            let status = http::StatusCode::from_u16(200 + u16::from(made.body().len() % 3 == 0) * 204);
            let answer = answer(&tool, status.unwrap_or_default(), made.headers(), made.body(), &url);
            assert!(!answer.content.is_empty());
            true
        }
        (Err(made), Err(again)) => {
            assert_eq!(made, again);
            assert!(!made.to_string().contains("s3cr"), "{made}");
            false
        }
        (made, _) => panic!("{made:?} only once"),
    }
}
