//! Annotation keywords: they do not decide which values a schema accepts.

/// Returns `true` for a keyword that constrains no value: annotations (JSON Schema Validation, sections 8 and 9),
/// definitions, comments and extensions. `format` is one of them: by default it is an annotation (section 7.2.1).
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
                | "discriminator"
                | "$comment"
                | "$defs"
                | "definitions"
                | "$schema"
        )
}
