//! Removes invisible characters from every text that a model reads.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::diagnostic::{Code, Diagnostic, Place, Sink, TextDigest};
use crate::json::{Map, Value};
use crate::model::meta::SERVER_INFO;
use crate::model::{Catalog, Server, ServerIdentity, change_shared};
use crate::parallel::each;

use super::catalog_schemas::{CatalogSchema, each_argument, schemas_of, shared_schemas};
use super::descriptions::restore_description;
use super::schema_walk::{SchemaSpot, walk};

/// Removes invisible characters from titles, descriptions and the prose of schemas (docs/mapping.md, "Secrets and
/// hidden text"). Values that a call needs (`enum`, `const`, `default`, names of properties) stay as they are. Runs
/// after [`super::describe_tools`].
pub fn strip_hidden_text(catalog: &mut Catalog, sink: &Sink) {
    strip_document(catalog, sink);
    each(&mut catalog.tools, sink, |tool, sink| {
        let place = tool.place;
        let mut changed = false;
        if let Some(title) = &mut tool.title {
            changed |= strip_reported(title, place, sink, || located("the title", "title"));
        }
        changed |=
            strip_reported(&mut tool.description, place, sink, || located("the description", "description"));
        if changed {
            restore_description(tool, sink);
        }
        for tag in &mut tool.tags {
            strip_reported(tag, place, sink, || located("a tag", "tags"));
        }
        if let Some(call) = &mut tool.call {
            change_shared(&mut call.servers, |servers| {
                for (what, text) in servers.iter_mut().flat_map(Server::texts_mut) {
                    strip_optional(text, place, sink, || located(what, "servers"));
                }
            });
        }
        for (root, schema) in schemas_of(tool) {
            walk(schema, None, |schema, spot| {
                strip_prose(schema, spot, root, sink);
            });
        }
    });
    each_argument(&mut catalog.tools, sink, |root, schema, sink| {
        walk(schema, None, |schema, spot| {
            strip_prose(schema, spot, root, sink);
        });
    });
    let mut shared: Vec<_> = shared_schemas(catalog).collect();
    each(&mut shared, sink, |(root, schema), sink| {
        walk(schema, None, |schema, spot| {
            strip_prose(schema, spot, *root, sink);
        });
    });
}

/// Strips the metadata of the document: title, version and server.
fn strip_document(catalog: &mut Catalog, sink: &Sink) {
    let place = catalog.place;
    let source = [("title", &mut catalog.source.title), ("version", &mut catalog.source.version)];
    let server = catalog.server.as_mut();
    let server =
        server.map(|server| [("title", &mut server.title), ("description", &mut server.description)]);
    for (key, text) in source.into_iter().chain(server.into_iter().flatten()) {
        let at = || (format!("the document's {key}"), vec!["info".to_owned(), key.to_owned()]);
        strip_optional(text, place, sink, at);
    }
    if let Some(server) = &mut catalog.server {
        for text in [&mut server.name, &mut server.version] {
            strip_reported(text, place, sink, || located("the server's name or version", "info"));
        }
        if server.version.is_empty() {
            ServerIdentity::NO_VERSION.clone_into(&mut server.version);
        }
    }
    // The manifest of an MCP source has the server in `_meta`.
    let in_meta = catalog.meta.get_mut(SERVER_INFO).and_then(Value::as_object_mut);
    for (key, value) in in_meta.into_iter().flatten() {
        if let Value::String(text) = value {
            strip_reported(text, place, sink, || located(&format!("the server's {key}"), "_meta"));
        }
    }
}

/// The name of a text for messages, and the keys that lead to it.
type TextLocation = (String, Vec<String>);

/// Returns the location of a text outside schemas.
fn located(what: &str, key: &str) -> TextLocation {
    (what.to_owned(), vec![key.to_owned()])
}

/// Strips the prose keywords of one schema.
fn strip_prose(schema: &mut Map, spot: &SchemaSpot<'_, '_>, root: CatalogSchema<'_>, sink: &Sink) {
    let mut gone = Vec::new();
    for (keyword, value) in schema.iter_mut() {
        let at = || {
            let mut keys = spot.keys();
            keys.push(keyword.to_string());
            (format!("the {keyword} at {}", spot.of(&root.kind)), keys)
        };
        if let Value::String(text) = value
            && matches!(keyword.as_str(), "title" | "description" | "$comment")
            && strip_reported(text, root.place, sink, at)
            && text.trim().is_empty()
        {
            gone.push(keyword.clone());
        }
    }
    for keyword in gone {
        schema.shift_remove(&keyword);
    }
}

/// Strips an optional text, and drops it if only white space is left.
fn strip_optional(text: &mut Option<String>, place: Place, sink: &Sink, at: impl FnOnce() -> TextLocation) {
    if let Some(found) = text
        && strip_reported(found, place, sink, at)
        && found.trim().is_empty()
    {
        *text = None;
    }
}

/// Strips a text and reports the removed characters. Returns true if there were any.
fn strip_reported(text: &mut String, place: Place, sink: &Sink, at: impl FnOnce() -> TextLocation) -> bool {
    let found = strip(text);
    if found.is_empty() {
        return false;
    }
    let mut message = String::from("removed");
    for (index, character) in found.iter().enumerate() {
        if index == MAX_LISTED {
            message.push_str(" and others");
            break;
        }
        let separator = if index == 0 { " " } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(message, "{separator}U+{:04X}", u32::from(*character));
    }
    let (what, keys) = at();
    let _ = write!(message, " from {what}");
    let diagnostic = Diagnostic::new(Code::HiddenText, message).at(place);
    sink.push(diagnostic.below(keys).digest(TextDigest::Characters(found)));
    true
}

/// The most characters that a message lists.
const MAX_LISTED: usize = 8;

/// Removes invisible characters from a text, and returns them.
fn strip(text: &mut String) -> BTreeSet<char> {
    let mut found = BTreeSet::new();
    // A fast test: few texts have a byte that can begin such a character.
    if !text.bytes().any(|byte| FIRST_BYTES[usize::from(byte)]) {
        return found;
    }
    let mut before = None;
    text.retain(|character| {
        let hidden = is_hidden(character, before);
        before = Some(character);
        if hidden {
            found.insert(character);
        }
        !hidden
    });
    found
}

/// For each byte: true if an invisible character can begin with it in UTF-8.
static FIRST_BYTES: [bool; 256] = first_bytes();

const fn first_bytes() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = byte != 0x09 && byte != 0x0A && byte != 0x0D;
        byte += 1;
    }
    table[0x7F] = true;
    table[0xC2] = true; // C1 controls, soft hyphen
    table[0xD8] = true; // Arabic letter mark
    table[0xE1] = true; // Mongolian vowel separator
    table[0xE2] = true; // general punctuation
    table[0xEF] = true; // byte order mark, variation selectors, annotations
    table[0xF3] = true; // tags, supplementary variation selectors
    table
}

/// Returns true if a character is invisible after the character `before`. Carriage returns are kept, since they end
/// lines. Joiners (U+200C, U+200D) are kept, since Persian, Indic scripts and emoji need them. A variation selector is
/// kept after a character that can have variants; after another selector, white space or a Latin letter it can only
/// carry data. Supplementary variation selectors (U+E0100 to U+E01EF) are kept after Han characters only.
fn is_hidden(character: char, before: Option<char>) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        '\u{AD}'
        | '\u{61C}'
        | '\u{180E}'
        | '\u{200B}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{FEFF}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E007F}' => true,
        '\u{FE00}'..='\u{FE0F}' => before.is_none_or(has_no_variant),
        '\u{E0100}'..='\u{E01EF}' => !before.is_some_and(is_han),
        _ => character.is_control(),
    }
}

fn has_no_variant(character: char) -> bool {
    character.is_ascii_alphabetic()
        || character.is_whitespace()
        || matches!(character, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests;
