//! Media types, and the order in which they are preferred.

/// Kinds of media types, by the form of the argument that they need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MediaKind {
    /// `application/json`.
    Json,
    /// Another type with JSON syntax.
    OtherJson,
    /// `application/x-www-form-urlencoded`.
    UrlEncoded,
    /// `multipart/…`.
    Multipart,
    /// `text/…`, XML, and other types that are text.
    Text,
    /// Anything else: bytes.
    Binary,
}

impl MediaKind {
    /// Returns the kind of a media type; parameters and case are ignored (RFC 6838, section 4.2; RFC 6839, section 3.1).
    pub(super) fn of(media_type: &str) -> Self {
        let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match registered_form(&essence).unwrap_or(essence.as_str()) {
            "application/json" => Self::Json,
            "application/json-seq"
            | "application/x-ndjson"
            | "application/jsonl"
            | "application/x-jsonlines" => Self::Text,
            "text/json" => Self::OtherJson,
            "application/x-www-form-urlencoded" => Self::UrlEncoded,
            "*/*" | "application/*" | "application/any" | "*" => Self::OtherJson,
            "application/xml"
            | "application/yaml"
            | "application/x-yaml"
            | "application/graphql"
            | "application/javascript"
            | "application/sql"
            | "application/toml" => Self::Text,
            other if other.ends_with("+json") => Self::OtherJson,
            other if other.starts_with("multipart/") => Self::Multipart,
            other if other.starts_with("text/") || other.ends_with("+xml") || other.ends_with("+yaml") => {
                Self::Text
            }
            _ => Self::Binary,
        }
    }

    /// Returns true if the syntax is JSON.
    pub(super) fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::OtherJson)
    }
}

/// Returns the registered media type of a form for a common misspelling of it, which is given in lower case and without
/// parameters.
pub(super) fn registered_form(essence: &str) -> Option<&'static str> {
    match essence {
        "application/form-data" | "form-data" | "multipart-form-data" | "application/multipart-form-data" => {
            Some("multipart/form-data")
        }
        "x-www-form-urlencoded" | "multipart/x-www-form-urlencoded" | "application/form-urlencoded" => {
            Some("application/x-www-form-urlencoded")
        }
        _ => None,
    }
}

/// Orders the media types of a request body; the least is sent. JSON precedes forms, and forms precede text. Within a kind, a
/// JSON Patch (RFC 6902) comes late, since it describes changes to an object and not the object, and a wildcard comes last.
pub(super) fn preference(media_type: &str) -> (MediaKind, bool, bool) {
    let kind = MediaKind::of(media_type);
    (kind, media_type.starts_with("application/json-patch"), media_type.contains('*'))
}

/// Returns true if a media type is a sequence of values (OpenAPI 3.2, "Sequential Media Types").
pub(super) fn is_sequential(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence.ends_with("+json-seq")
        || matches!(
            essence.as_str(),
            "application/json-seq"
                | "application/x-ndjson"
                | "application/ndjson"
                | "application/jsonl"
                | "application/x-jsonlines"
                | "text/event-stream"
                | "multipart/mixed"
        )
}
