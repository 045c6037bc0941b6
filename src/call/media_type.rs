//! Media types: which of several is sent, and which have JSON syntax.

/// The media type of bytes of which nothing else is known (RFC 2046, section 4.5.1).
pub(super) const OCTET_STREAM: &str = "application/octet-stream";

/// Returns a media type without parameters, in lower case (RFC 6838, section 4.2).
pub(super) fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Returns true for a media type with JSON syntax (RFC 8259, section 11; RFC 6839, section 3.1). `application/json-seq` is not one:
/// it is a sequence of JSON texts.
pub(super) fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    matches!(essence.as_str(), "application/json" | "text/json") || essence.ends_with("+json")
}

/// Returns true for a sequence of JSON texts, one per line (OpenAPI 3.2, "Sequential Media Types").
pub(super) fn is_json_lines(media_type: &str) -> bool {
    matches!(
        essence(media_type).as_str(),
        "application/jsonl" | "application/x-jsonlines" | "application/x-ndjson" | "application/ndjson"
    )
}

/// Returns true for a sequence of JSON texts with a record separator before each (RFC 7464).
pub(super) fn is_json_seq(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence == "application/json-seq" || essence.ends_with("+json-seq")
}

/// Returns the media type to send, of those that a call names: the first without `*`, since a wildcard is not the type of
/// anything (RFC 9110, section 8.3), else that of unknown bytes.
pub(super) fn sent(media_types: &str) -> &str {
    media_types
        .split(',')
        .map(str::trim)
        .find(|one| !one.is_empty() && !one.contains('*'))
        .unwrap_or(OCTET_STREAM)
}
