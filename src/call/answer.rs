//! The other direction: an HTTP response becomes the result of MCP's `tools/call`.

use http::StatusCode;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap};

use crate::json::surrogates::{unpaired_surrogates, without_surrogates};
use crate::json::{Map, Value, json};

use super::base64_text;
use super::media_type::{OCTET_STREAM, essence, is_json};
use super::tool::CallableTool;

/// The most bytes of an error's body that a model is shown.
pub(crate) const MOST_ERROR_BYTES: usize = 64 << 10;

/// The end of an error's text whose body goes on.
pub(crate) const REST_IS_LEFT_OUT: &str = "\n[the rest is left out]";

/// The codings of the registry for `Content-Encoding` that compress (RFC 9110, section 18.6). Some APIs put a charset there.
const COMPRESSIONS: [&str; 9] =
    ["br", "compress", "dcb", "dcz", "deflate", "gzip", "x-compress", "x-gzip", "zstd"];

/// The result of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolAnswer {
    /// The content blocks: text, image, audio or an embedded resource (MCP, "Tool Result").
    pub content: Vec<Value>,
    /// The JSON value of the response, an object.
    pub structured_content: Option<Value>,
    /// True if the call failed.
    pub is_error: bool,
}

impl ToolAnswer {
    fn text(text: impl Into<String>) -> Self {
        Self {
            content: vec![json!({"type": "text", "text": text.into()})],
            structured_content: None,
            is_error: false,
        }
    }

    fn error(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }

    /// Returns the result as JSON, in the form that is valid in every published version of MCP.
    pub fn to_value(&self) -> Value {
        let mut result = Map::new();
        result.insert("content", self.content.iter().cloned().collect());
        if let Some(structured) = &self.structured_content {
            result.insert("structuredContent", structured.clone());
        }
        if self.is_error {
            result.insert("isError", Value::Bool(true));
        }
        result.insert("resultType", Value::from("complete"));
        Value::Object(result)
    }
}

/// Makes the result of a call from the response. `url` is the URL of the request, without credentials; it names an embedded
/// resource.
pub fn answer(
    tool: &CallableTool,
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
    url: &str,
) -> ToolAnswer {
    let compression = compression(headers).filter(|_| !body.is_empty());
    if !status.is_success() {
        return ToolAnswer::error(failure(status, compression.as_deref(), body));
    }
    if body.is_empty() {
        return ToolAnswer::text("");
    }
    if let Some(compression) = compression {
        return ToolAnswer::error(compressed(&compression));
    }
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| std::str::from_utf8(value.as_bytes()).ok());
    match content_type {
        Some(media_type) if is_json(media_type) => match parsed(body) {
            Ok(value) => structured(value, tool.wraps_answer()),
            Err(error) => ToolAnswer::error(format!(
                "The response is declared as `{}`, but is not valid JSON: {error}",
                essence(media_type)
            )),
        },
        Some(media_type) => other_content(media_type, body, url),
        // Servers that leave the header out mostly send JSON (RFC 9110, section 8.3, lets a recipient look).
        None => match parsed(body) {
            Ok(value) => structured(value, tool.wraps_answer()),
            Err(_) => match std::str::from_utf8(body) {
                Ok(text) => ToolAnswer::text(text),
                Err(_) => resource(OCTET_STREAM, body, url),
            },
        },
    }
}

/// Parses JSON. A byte order mark may not be sent, but it may be ignored (RFC 8259, section 8.1).
fn parsed(body: &[u8]) -> Result<Value, serde_json::Error> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    serde_json::from_slice(body).or_else(|error| {
        // Half of a surrogate pair, such as of a text that was cut, costs its string and not the answer.
        let text = str::from_utf8(body).unwrap_or_default();
        match unpaired_surrogates(text).as_slice() {
            [] => Err(error),
            escapes => serde_json::from_str(&without_surrogates(text, escapes)),
        }
    })
}

/// Returns `Content-Encoding` if it names a compression. No request has `Accept-Encoding`.
fn compression(headers: &HeaderMap) -> Option<String> {
    let fields = headers.get_all(CONTENT_ENCODING).iter().filter_map(|field| field.to_str().ok());
    let codings = fields.flat_map(|field| field.split(',')).map(|coding| coding.trim().to_ascii_lowercase());
    let codings: Vec<String> = codings.filter(|coding| COMPRESSIONS.contains(&coding.as_str())).collect();
    (!codings.is_empty()).then(|| codings.join(", "))
}

fn compressed(compression: &str) -> String {
    format!("The answer is compressed with {compression}, which was not asked for.")
}

/// Returns a JSON value as structured content, with its text for clients that read text only. Every version of MCP but the last
/// requires an object, so that any other value stands under `result`.
fn structured(value: Value, wrap: bool) -> ToolAnswer {
    let text = value.to_string();
    let structured = if wrap || !value.is_object() { json!({"result": value}) } else { value };
    ToolAnswer { structured_content: Some(structured), ..ToolAnswer::text(text) }
}

fn other_content(media_type: &str, body: &[u8], url: &str) -> ToolAnswer {
    let essence = essence(media_type);
    let kind = essence.split('/').next().unwrap_or_default();
    match kind {
        // SVG is text, but an image for clients.
        "image" | "audio" => {
            let block = json!({"type": kind, "data": base64_text::encode(body), "mimeType": essence});
            ToolAnswer { content: vec![block], structured_content: None, is_error: false }
        }
        _ if is_text(&essence) => ToolAnswer::text(text(media_type, body)),
        _ => resource(&essence, body, url),
    }
}

fn resource(media_type: &str, body: &[u8], url: &str) -> ToolAnswer {
    let resource = json!({"uri": url, "mimeType": media_type, "blob": base64_text::encode(body)});
    let block = json!({"type": "resource", "resource": resource});
    ToolAnswer { content: vec![block], structured_content: None, is_error: false }
}

/// Returns true for media types whose content is text.
fn is_text(essence: &str) -> bool {
    const SUFFIXES: [&str; 3] = ["+xml", "+yaml", "+json-seq"];
    const OTHERS: [&str; 13] = [
        "application/xml",
        "application/yaml",
        "application/x-yaml",
        "application/toml",
        "application/graphql",
        "application/javascript",
        "application/sql",
        "application/json-seq",
        "application/jsonl",
        "application/x-jsonlines",
        "application/ndjson",
        "application/x-ndjson",
        "application/x-www-form-urlencoded",
    ];
    essence.starts_with("text/")
        || OTHERS.contains(&essence)
        || SUFFIXES.iter().any(|suffix| essence.ends_with(suffix))
}

/// Decodes text: Latin-1 where the media type says so, else UTF-8, in which invalid bytes are replaced.
fn text(media_type: &str, body: &[u8]) -> String {
    let charset = media_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches('"').to_ascii_lowercase();
        name.trim().eq_ignore_ascii_case("charset").then_some(value)
    });
    match charset.as_deref() {
        Some("iso-8859-1" | "latin1") => body.iter().map(|&byte| char::from(byte)).collect(),
        _ => String::from_utf8_lossy(body).into_owned(),
    }
}

/// Returns the status and the text of an error's body, cut at a character; of a compressed body, the name of the compression.
fn failure(status: StatusCode, compression: Option<&str>, body: &[u8]) -> String {
    let line = match status.canonical_reason() {
        Some(reason) => format!("HTTP {} {reason}", status.as_u16()),
        None => format!("HTTP {}", status.as_u16()),
    };
    if body.is_empty() {
        return line;
    }
    if let Some(compression) = compression {
        return format!("{line}\n\n{}", compressed(compression));
    }
    let text = String::from_utf8_lossy(&body[..body.len().min(MOST_ERROR_BYTES)]);
    let cut = if body.len() > MOST_ERROR_BYTES { REST_IS_LEFT_OUT } else { "" };
    format!("{line}\n\n{text}{cut}")
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn answered(wrap: bool, status: u16, media_type: Option<&'static str>, body: &[u8]) -> Value {
        let tool = json!({"name": "t", "_meta": {"dev.apimint/http": {"method": "GET", "path": "/a", "wrap": wrap}}});
        let tool = CallableTool::parse(&tool).unwrap();
        let mut headers = HeaderMap::new();
        if let Some(media_type) = media_type {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        }
        let status = StatusCode::from_u16(status).unwrap();
        let mut value = answer(&tool, status, &headers, body, "https://h.example/a").to_value();
        value.as_object_mut().unwrap().shift_remove("resultType");
        value
    }

    #[test]
    fn each_kind_of_response_has_its_content() {
        let json_type = Some("application/problem+json; charset=utf-8");
        let text = |text: &str| json!({"content": [{"type": "text", "text": text}]});
        let structured = |text: &str, value: Value| {
            let value = serde_json::Value::from(&value);
            json!({"content": [{"type": "text", "text": text}], "structuredContent": value})
        };
        for (wrap, media_type, body, expected) in [
            (false, json_type, &b"{\"a\": 1.0}"[..], structured(r#"{"a":1.0}"#, json!({"a": 1.0}))),
            (true, json_type, b"{\"a\": 1}", structured(r#"{"a":1}"#, json!({"result": {"a": 1}}))),
            (false, json_type, b"[1]", structured("[1]", json!({"result": [1]}))),
            (false, None, b"{}", structured("{}", json!({}))),
            (false, None, b"plain", text("plain")),
            (false, Some("text/csv; charset=ISO-8859-1"), b"\xe9", text("é")),
            (false, Some("application/xml"), b"<a/>", text("<a/>")),
            (false, Some("text/plain"), b"", text("")),
            (
                false,
                Some("image/png"),
                b"\x89P",
                json!({"content": [{"type": "image", "data": "iVA=", "mimeType": "image/png"}]}),
            ),
            (
                false,
                Some("application/pdf"),
                b"%P",
                json!({"content": [{"type": "resource", "resource": {
                    "uri": "https://h.example/a", "mimeType": "application/pdf", "blob": "JVA="}}]}),
            ),
        ] {
            assert_eq!(answered(wrap, 200, media_type, body), expected, "{media_type:?}");
        }
    }

    #[test]
    fn what_is_not_a_success_is_an_error() {
        let error = |text: &str| json!({"content": [{"type": "text", "text": text}], "isError": true});
        assert_eq!(answered(false, 404, None, b"no such book"), error("HTTP 404 Not Found\n\nno such book"));
        assert_eq!(answered(false, 599, None, b""), error("HTTP 599"));
        assert_eq!(answered(false, 302, None, b""), error("HTTP 302 Found"));
        let long = answered(false, 500, None, &vec![b'a'; MOST_ERROR_BYTES + 1]);
        let text = long["content"][0]["text"].as_str().unwrap().to_owned();
        assert!(text.len() < MOST_ERROR_BYTES + 100 && text.ends_with("[the rest is left out]"));
        let broken = answered(false, 200, Some("application/json"), b"{");
        assert_eq!(broken["isError"], true);
    }
}
