//! Keywords that do not decide which values a schema accepts.

/// Keywords that say nothing of which values fit. `format` is one: most validators do not look at it.
pub(crate) fn is_annotation(keyword: &str) -> bool {
    keyword.starts_with("x-")
        || matches!(
            keyword,
            "title"
                | "description"
                | "default"
                | "examples"
                | "example"
                | "deprecated"
                | "readOnly"
                | "writeOnly"
                | "format"
                | "contentEncoding"
                | "contentMediaType"
                | "contentSchema"
                | "$comment"
                | "$defs"
                | "definitions"
                | "$schema"
        )
}
