//! Dialects that an output schema may declare. Clients compile it before each call.

/// URIs of 2020-12, without a final `#`. Claude Code and Claude Desktop know no others: they are not recorded, but their error says
/// that their validator "supports JSON Schema 2020-12 only" (anthropics/claude-code#86142 and #88882, n8n-io/n8n#36361).
const EVERY_CLIENT: [&str; 2] =
    ["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft/2020-12/schema"];

/// Further URIs that the TypeScript client 2.x knows, without scheme and final `#` (typescript-sdk#2534, tests/clients/matrix).
const TYPESCRIPT: [&str; 3] = [
    "json-schema.org/draft/2019-09/schema",
    "json-schema.org/draft-07/schema",
    "json-schema.org/draft-06/schema",
];

/// Returns the clients that refuse every call of a tool whose output schema declares this `$schema`; none if every client
/// takes it. A schema without `$schema` is read as 2020-12.
pub fn output_dialect_refusal(uri: &str) -> Option<&'static str> {
    let uri = uri.strip_suffix('#').unwrap_or(uri);
    if EVERY_CLIENT.contains(&uri) {
        return None;
    }
    let name = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"));
    if name.is_some_and(|name| TYPESCRIPT.contains(&name)) {
        Some("Claude's clients refuse every call of the tool")
    } else {
        Some("the TypeScript client 2.x and Claude's clients refuse every call of the tool")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_refused_by_those_who_do_not_know_it() {
        for (uri, refused_by_typescript) in [
            ("http://json-schema.org/draft-07/schema#", Some(false)),
            ("https://json-schema.org/draft/2019-09/schema", Some(false)),
            ("http://json-schema.org/draft-04/schema#", Some(true)),
            ("http://json-schema.org/schema#", Some(true)),
            ("https://json-schema.org/draft/2020-12/schema#", None),
        ] {
            let refusal = output_dialect_refusal(uri).map(|clients| clients.contains("TypeScript"));
            assert_eq!(refusal, refused_by_typescript, "{uri}");
        }
    }
}
