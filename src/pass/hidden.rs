//! Invisible text: found in, and stripped from, everything that a model reads.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::diagnostic::{Code, Diagnostic, Place, Sink, TextDigest};
use crate::json::{Map, Value};
use crate::model::meta::SERVER_INFO;
use crate::model::{Catalog, Server, ServerIdentity, change_shared};

use super::descriptions::describe_again;
use super::walk::{CatalogSchema, SchemaSpot, each_argument, schemas_of, shared_schemas, walk};
use crate::parallel::each;

/// Strips characters that nobody sees from titles, descriptions and the prose of schemas (docs/mapping.md, "Secrets and hidden text").
/// Values that a call needs (`enum`, `const`, `default`, property names) stay as they are. Runs when
/// tools are described.
pub fn hidden_text(catalog: &mut Catalog, sink: &Sink) {
    strip_document(catalog, sink);
    each(&mut catalog.tools, sink, |tool, sink| {
        let place = tool.place;
        let mut changed = false;
        if let Some(title) = &mut tool.title {
            changed |= strip_reported(title, place, sink, || found("the title", "title"));
        }
        changed |=
            strip_reported(&mut tool.description, place, sink, || found("the description", "description"));
        if changed {
            describe_again(tool, sink);
        }
        if let Some(call) = &mut tool.call {
            change_shared(&mut call.servers, |servers| {
                for (what, text) in servers.iter_mut().flat_map(Server::texts_mut) {
                    strip_optional(text, place, sink, || found(what, "servers"));
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

/// What the document says of itself.
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
            strip_reported(text, place, sink, || found("the server's name or version", "info"));
        }
        if server.version.is_empty() {
            ServerIdentity::NO_VERSION.clone_into(&mut server.version);
        }
    }
    // A list of tools carries the same in its `_meta`.
    let carried = catalog.meta.get_mut(SERVER_INFO).and_then(Value::as_object_mut);
    for (key, value) in carried.into_iter().flatten() {
        if let Value::String(text) = value {
            strip_reported(text, place, sink, || found(&format!("the server's {key}"), "_meta"));
        }
    }
}

/// What is said of a text, and the keys that lead to it.
type HiddenText = (String, Vec<String>);

/// What is said of a text outside schemas.
fn found(what: &str, key: &str) -> HiddenText {
    (what.to_owned(), vec![key.to_owned()])
}

/// Strips the texts of one schema that are for people.
fn strip_prose(schema: &mut Map, spot: &SchemaSpot<'_, '_>, root: CatalogSchema<'_>, sink: &Sink) {
    let mut gone = Vec::new();
    for (keyword, value) in schema.iter_mut() {
        let at = || {
            let mut keys = spot.keys();
            keys.push(keyword.to_string());
            (format!("the {keyword} at {}", spot.of(&root.what)), keys)
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

/// The same for a text that need not be there: nothing is left of one that was invisible.
fn strip_optional(text: &mut Option<String>, place: Place, sink: &Sink, at: impl FnOnce() -> HiddenText) {
    if let Some(found) = text
        && strip_reported(found, place, sink, at)
        && found.trim().is_empty()
    {
        *text = None;
    }
}

/// Strips a text, reports what went, and says whether something did.
fn strip_reported(text: &mut String, place: Place, sink: &Sink, at: impl FnOnce() -> HiddenText) -> bool {
    let found = strip(text);
    if found.is_empty() {
        return false;
    }
    let mut message = String::from("removed");
    for (index, character) in found.iter().enumerate() {
        if index == SHOWN {
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

/// How many different characters a message lists.
const SHOWN: usize = 8;

/// Removes invisible characters from a text, and returns which ones.
pub(crate) fn strip(text: &mut String) -> BTreeSet<char> {
    let mut found = BTreeSet::new();
    // Almost no text has a byte that begins such a character.
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

/// The bytes that a hidden character can begin with in UTF-8.
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

/// Whether nobody sees this character, given the one before it. Carriage returns are left alone: they
/// end lines. Joiners (U+200C, U+200D) are left alone: Persian, Indic scripts and emoji need them. A
/// variation selector belongs to a visible character that has variants; after another selector, a blank or
/// a Latin letter it can only carry data, and supplementary ones mean something after Han characters only.
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
