//! Texts that are neither JSON nor YAML, or only by accident, and that people pass by mistake: each is named for what it is,
//! with what to do.

use crate::diagnostic::{Code, Diagnostic};

/// A kind of text, how it begins, and what to do about it.
struct ForeignText {
    /// What a text of this kind is.
    name: &'static str,
    /// The test on the text, without the white space before it.
    matches: fn(&str) -> bool,
    help: &'static str,
}

/// The help for pages, without the address that the page itself names.
const PAGE_HELP: &str = "Give the URL of the description that the page shows. On the same server it is often at \
    `/openapi.json`, `/openapi.yaml`, `/v3/api-docs`, `/swagger.json`, `/swagger/v1/swagger.json` or `/api-docs`.";
const OTHER_API_HELP: &str =
    "apimint reads descriptions of HTTP APIs. If the service has one in OpenAPI too, give that.";

/// The kinds, in the order in which they are tried.
const KINDS: [ForeignText; 8] = [
    ForeignText {
        name: "a web page (HTML)",
        matches: |text| has_prefix(text, "<!doctype html") || has_prefix(text, "<html"),
        help: PAGE_HELP,
    },
    ForeignText {
        name: "a description of a SOAP service (WSDL)",
        // W3C, "Web Services Description Language" 1.1 and 2.0: the namespace.
        matches: |text| {
            text.starts_with('<')
                && ["schemas.xmlsoap.org/wsdl", "www.w3.org/ns/wsdl"].iter().any(|name| text.contains(name))
        },
        help: OTHER_API_HELP,
    },
    ForeignText {
        name: "XML",
        matches: |text| has_prefix(text, "<?xml"),
        help: "Give the description in JSON or YAML.",
    },
    ForeignText {
        name: "RAML",
        // RAML 1.0, "Markup Language": the first line.
        matches: |text| has_prefix(text, "#%raml"),
        help: "Convert it to OpenAPI first: `npx api-spec-converter --from=raml --to=openapi_3 FILE > openapi.json`.",
    },
    ForeignText {
        name: "API Blueprint",
        // API Blueprint, "Metadata section".
        matches: |text| has_prefix(text, "format: 1a"),
        help: "Convert it to OpenAPI first: `npx apib2swagger -i FILE --open-api-3 -o openapi.json`.",
    },
    ForeignText {
        name: "a protobuf file",
        matches: is_protobuf,
        help: "Make an OpenAPI description of its services first: `protoc --openapi_out=. FILE`, with the plugin \
               `protoc-gen-openapi`.",
    },
    ForeignText { name: "a GraphQL schema", matches: is_graphql, help: OTHER_API_HELP },
    ForeignText {
        name: "TOML",
        matches: is_toml,
        help: "If it is a configuration of apimint, `apimint build --config FILE` makes its manifests.",
    },
];

/// Beginnings of files that are no text (RFC 1952, section 2.3.1; ZIP, section 4.3.7; ISO 32000, section 7.5.2), what the files
/// are, and what to do.
const PACKED: [(&[u8], &str, &str); 3] = [
    (b"\x1F\x8B", "packed with gzip", "Unpack it first: `gzip -dc FILE | apimint convert -`."),
    (
        b"PK\x03\x04",
        "a ZIP archive",
        "Unpack it first: `unzip -p FILE | apimint convert -` for an archive of one file.",
    ),
    (b"%PDF-", "a PDF document", "Give the description in JSON or YAML."),
];

/// Returns the diagnostic for bytes that are no text, if they are of a known kind.
pub(super) fn packed(bytes: &[u8], name: &str) -> Option<Diagnostic> {
    let (_, what, help) = PACKED.iter().find(|(start, ..)| bytes.starts_with(start))?;
    let message = format!("`{name}` is {what}, not a text");
    Some(Diagnostic::new(Code::NotText, message).in_text(name, None, None).help(*help))
}

/// Returns the diagnostic for a text of a known kind that is neither JSON nor YAML.
pub(super) fn foreign(text: &str, name: &str) -> Option<Diagnostic> {
    let significant = text.trim_start();
    let kind = KINDS.iter().find(|kind| (kind.matches)(significant))?;
    let message = format!("`{name}` is {}, not a description in JSON or YAML", kind.name);
    let found = Diagnostic::new(Code::UnknownFormat, message).in_text(name, None, None);
    let address = (kind.help == PAGE_HELP).then(|| description_address(significant)).flatten();
    Some(match address {
        Some(address) => found.help(format!(
            "The page loads a description from `{address}`, which is relative to the address of the page: give that URL."
        )),
        None => found.help(kind.help),
    })
}

/// Compares the beginning of a text, whatever the case of its letters.
fn has_prefix(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Returns the lines with content, without those of comments that begin with a mark.
fn significant_lines<'t>(text: &'t str, comment: &'t str) -> impl Iterator<Item = &'t str> {
    let lines = text.lines().map(str::trim);
    lines.filter(move |line| !line.is_empty() && !line.starts_with(comment))
}

/// Returns the first line with content, after lines of comments and after texts between two marks.
fn first_line<'t>(text: &'t str, comment: &str, [open, close]: [&str; 2]) -> &'t str {
    let mut rest = text.trim_start();
    loop {
        let after = if let Some(block) = rest.strip_prefix(open) {
            block.split_once(close).map(|(_, after)| after)
        } else if rest.starts_with(comment) {
            rest.split_once('\n').map(|(_, after)| after)
        } else {
            return rest.lines().next().unwrap_or_default().trim_end();
        };
        rest = after.unwrap_or_default().trim_start();
    }
}

/// Returns true for a file that begins with its syntax, edition or package (Protocol Buffers, "Language Specification").
fn is_protobuf(text: &str) -> bool {
    let line = first_line(text, "//", ["/*", "*/"]);
    match line.split_once(['=', ' ', '\t']) {
        Some(("syntax" | "edition", value)) => value.trim_start_matches([' ', '=']).starts_with(['"', '\'']),
        Some(("package", name)) => name.ends_with(';'),
        _ => false,
    }
}

/// Returns true for a text whose first line opens a definition (GraphQL, "Type System"), after descriptions.
fn is_graphql(text: &str) -> bool {
    let line = first_line(text, "#", ["\"\"\"", "\"\"\""]);
    let line = line.strip_prefix("extend ").unwrap_or(line);
    match line.split_once(' ') {
        Some(("schema", rest)) => rest.starts_with('{'),
        Some(("type" | "input" | "interface" | "enum", rest)) => {
            let opens = rest.ends_with('{') || rest.split(':').next().is_some_and(|head| head.contains('{'));
            opens && rest.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        }
        Some(("union", rest)) => rest.contains('='),
        Some(("directive", rest)) => rest.starts_with('@'),
        Some(("scalar", name)) => !name.contains(':'),
        _ => false,
    }
}

/// Returns true for a text that begins with a key and its value, or with the head of a table and one (TOML 1.0.0, "Key/Value
/// Pair", "Table").
fn is_toml(text: &str) -> bool {
    let mut lines = significant_lines(text, "#");
    let is_head =
        |line: &str| line.starts_with('[') && line.ends_with(']') && !line.contains([' ', ',', '"']);
    let is_pair = |line: &str| {
        let is_name = |key: &str| {
            !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
        };
        line.split_once('=').is_some_and(|(key, value)| is_name(key.trim_end()) && !value.is_empty())
    };
    match lines.next() {
        Some(line) if is_head(line) => lines.next().is_some_and(is_pair),
        Some(line) => is_pair(line),
        None => false,
    }
}

/// Longest address that is shown, in bytes.
const LONGEST_ADDRESS: usize = 200;

/// Returns the address in a page that is likely to be that of a description: a quoted text that names one.
fn description_address(page: &str) -> Option<&str> {
    page.split(['"', '\'', '`']).skip(1).find(|quoted| {
        let path = quoted.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        let is_address = quoted.len() <= LONGEST_ADDRESS
            && quoted.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>{}()\\".contains(&byte));
        let names_one = ["openapi", "swagger", "api-docs"].iter().any(|word| path.contains(word));
        let is_data = [".json", ".yaml", ".yml", "api-docs"].iter().any(|end| path.ends_with(end));
        is_address && names_one && is_data
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<&'static str> {
        KINDS.iter().find(|kind| (kind.matches)(text.trim_start())).map(|kind| kind.name)
    }

    #[test]
    fn every_kind_is_named() {
        for (text, name) in [
            ("\n<!DOCTYPE HTML>\n<title>API</title>", "a web page (HTML)"),
            ("<html><body></body></html>", "a web page (HTML)"),
            (
                "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\"/>",
                "a description of a SOAP service (WSDL)",
            ),
            ("<?xml version=\"1.0\"?><a/>", "XML"),
            ("#%RAML 1.0\ntitle: T\n", "RAML"),
            ("FORMAT: 1A\n# Polls\n", "API Blueprint"),
            ("// Copyright\n/* a\n*/ syntax = \"proto3\";\n", "a protobuf file"),
            ("/* a */\nsyntax=\"proto2\";", "a protobuf file"),
            ("package shop.v1;\n", "a protobuf file"),
            ("# comment\ntype Query {\n a: Int }", "a GraphQL schema"),
            ("\"\"\"\nPets: all\n\"\"\"\nextend type Pet @key(fields: \"id\") {\n}", "a GraphQL schema"),
            ("scalar Date\n", "a GraphQL schema"),
            ("# comment\n[[manifest]]\nsource = \"a\"\n", "TOML"),
            ("name = \"x\"\n", "TOML"),
        ] {
            assert_eq!(kind(text), Some(name), "{text}");
        }
    }

    #[test]
    fn json_and_yaml_are_not_foreign() {
        for text in [
            "openapi: 3.0.0\n",
            "{\"a\": \"<html>\"}",
            "[null]",
            "[a]\n",
            "type: object\nproperties: {}\n",
            "type {a: 1}: b\n",
            "schema:\n  type: object\n",
            "# syntax = \"proto3\"\nopenapi: 3.0.0\n",
            "--- \n[a, b]\n",
        ] {
            assert_eq!(kind(text), None, "{text}");
        }
    }

    #[test]
    fn the_address_that_a_page_loads_is_found() {
        let page =
            "<html><link href=\"swagger-ui.css\"><script>SwaggerUIBundle({url: \"/v2/openapi.json?x=1\"})";
        assert_eq!(description_address(page), Some("/v2/openapi.json?x=1"));
        assert_eq!(description_address("<html><redoc spec-url='petstore.yaml'></redoc>"), None);
        assert_eq!(
            description_address("<html data-url='https://x.test/v3/api-docs'>"),
            Some("https://x.test/v3/api-docs")
        );
    }
}
