//! A request as one JSON object.

use apimint::json::{Map, Value};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::CONTENT_TYPE;

use super::header_name::{spelled, text};

/// Writes `method`, `url`, `headers` as pairs, and `body`: `null`, or an object with `text` or `base64`.
pub(crate) fn json(request: &http::Request<Vec<u8>>) -> Vec<u8> {
    let pair = |(name, value): (&http::HeaderName, &http::HeaderValue)| {
        [Value::from(spelled(name)), Value::from(text(value))].into_iter().collect::<Value>()
    };
    let body = if request.body().is_empty() && !request.headers().contains_key(CONTENT_TYPE) {
        Value::Null
    } else {
        let (key, text) = match std::str::from_utf8(request.body()) {
            Ok(text) => ("text", text.to_owned()),
            Err(_) => ("base64", STANDARD.encode(request.body())),
        };
        Value::Object([(key, Value::from(text))].into_iter().collect())
    };
    let members = [
        ("method", Value::from(request.method().as_str())),
        ("url", Value::from(request.uri().to_string())),
        ("headers", request.headers().iter().map(pair).collect()),
        ("body", body),
    ];
    format!("{:#}\n", Value::Object(members.into_iter().collect::<Map>())).into_bytes()
}
