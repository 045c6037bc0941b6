//! A request as an HTTP/1.1 message (RFC 9112, section 2.1).

use super::header_name::{spelled, text};

/// Writes the message, with the fields that a client adds: `Host` and `Content-Length`.
pub(crate) fn http_message(request: &http::Request<Vec<u8>>) -> Vec<u8> {
    let uri = request.uri();
    let target = uri.path_and_query().map_or("/", http::uri::PathAndQuery::as_str);
    let host = uri.authority().map_or("", http::uri::Authority::as_str);
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let mut lines = vec![format!("{} {target} HTTP/1.1", request.method())];
    if !request.headers().contains_key(http::header::HOST) {
        lines.push(format!("Host: {host}"));
    }
    lines.extend(request.headers().iter().map(|(name, value)| format!("{}: {}", spelled(name), text(value))));
    if !request.body().is_empty() || request.headers().contains_key(http::header::CONTENT_TYPE) {
        lines.push(format!("Content-Length: {}", request.body().len()));
    }
    let mut bytes = lines.join("\r\n").into_bytes();
    bytes.extend_from_slice(b"\r\n\r\n");
    bytes.extend_from_slice(request.body());
    bytes
}
