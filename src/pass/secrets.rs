//! Credentials: removed from everything that is emitted, and reported without being printed.

mod call;
mod keyword;
mod report;
mod verbatim;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};

use crate::diagnostic::{Sink, TextDigest};
use crate::json::{Map, Value};
use crate::model::{Catalog, Definition, Definitions, Schema, Serialization, referenced};

use super::walk::{CatalogSchemaKind, SchemaSpot, each_argument, schemas_of, walk};
use crate::credential::{REMOVED, contains, is_placeholder, is_secret_name};
use crate::parallel::each;

use self::call::clean_call;
use self::keyword::clean_keywords;
use self::report::SecretReport;

/// Levels of arrays and objects in data that are searched; deeper data is removed unseen. No source
/// nests deeper.
const DATA_DEPTH: usize = 200;

/// Removes credentials (docs/mapping.md, "Secrets and hidden text"): by shape from values, servers and prose, by the name of the field
/// from defaults and examples. Runs when tools are described.
pub fn secrets(catalog: &mut Catalog, sink: &Sink) {
    let sensitive = [&catalog.input_definitions, &catalog.output_definitions].map(sensitive);
    let [sensitive_inputs, sensitive_outputs] = &sensitive;
    clean_document(catalog, sink);
    let referred = each(&mut catalog.tools, sink, |tool, sink| {
        let (mut from_inputs, mut from_outputs) = (BTreeSet::new(), BTreeSet::new());
        let report = SecretReport::new(sink, tool.place);
        if let Some(title) = &mut tool.title {
            report.under(&["title"]).prose(title, &"the title");
        }
        report.under(&["description"]).prose(&mut tool.description, &"the description");
        if let Some(call) = &mut tool.call {
            clean_call(call, report);
        }
        for argument in &mut tool.arguments {
            if let Serialization::Content(media_type) = &mut argument.serialization {
                SecretReport::new(sink, argument.place).prose(media_type, &"a media type");
            }
        }
        clean_members(&mut tool.further_annotations, report.under(&["annotations"]), &"the annotations");
        clean_members(&mut tool.meta, report.under(&["_meta"]), &"`_meta`");
        tool.icons.retain_mut(|icon| {
            let mut found = None;
            let scrubbed = scrub(icon, false, 0, &mut found);
            if scrubbed != ScrubOutcome::Clean {
                report.under(&["icons"]).removed("a credential", &"an icon", found);
            }
            scrubbed != ScrubOutcome::Gone && icon.get("src").is_some()
        });
        for (root, schema) in schemas_of(tool) {
            let report = SecretReport::new(sink, root.place);
            let (referred, sensitive) = match root.what {
                CatalogSchemaKind::Output => (&mut from_outputs, sensitive_outputs),
                _ => (&mut from_inputs, sensitive_inputs),
            };
            clean_schema(schema, root.what.property(), &root.what, report, (sensitive, referred));
        }
        for schema in [&mut tool.verbatim.input, &mut tool.verbatim.output].into_iter().flatten() {
            schema.0.values_mut().for_each(|value| verbatim::clean(value, report));
        }
        (from_inputs, from_outputs)
    });
    let from_arguments = each_argument(&mut catalog.tools, sink, |root, schema, sink| {
        let report = SecretReport::new(sink, root.place);
        let mut referred = BTreeSet::new();
        clean_schema(schema, root.what.property(), &root.what, report, (sensitive_inputs, &mut referred));
        referred
    });
    let (from_inputs, from_outputs): (Vec<_>, Vec<_>) = referred.into_iter().unzip();
    let from_inputs = from_inputs.into_iter().chain(from_arguments).flatten().collect();
    let from_outputs = from_outputs.into_iter().flatten().collect();
    clean_shared(&mut catalog.input_definitions, from_inputs, sensitive_inputs, sink);
    clean_shared(&mut catalog.output_definitions, from_outputs, sensitive_outputs, sink);
}

/// The definitions that describe a field that carries a credential, whatever the field is called.
fn sensitive(definitions: &Definitions) -> SecretNameReason {
    let field_of =
        |definition: &Definition| Some((definition.name.clone(), field(&definition.schema.0, None)?));
    definitions.iter().filter_map(field_of).collect()
}

/// Why a definition is held to describe a credential, by its name.
type SecretNameReason = BTreeMap<String, SecretField>;

/// What the document says of itself.
fn clean_document(catalog: &mut Catalog, sink: &Sink) {
    let report = SecretReport::new(sink, catalog.place);
    let source = [&mut catalog.source.title, &mut catalog.source.version];
    let server = catalog.server.as_mut();
    let server = server.map(|server| [&mut server.title, &mut server.description]);
    for text in source.into_iter().chain(server.into_iter().flatten()).flatten() {
        report.prose(text, &"what the document says of itself");
    }
    clean_members(&mut catalog.meta, report.under(&["_meta"]), &"the document's `_meta`");
    if let Some(server) = &mut catalog.server {
        report.prose(&mut server.name, &"the server's name");
        report.prose(&mut server.version, &"the server's version");
    }
}

/// Data that is copied as it stands.
fn clean_members(members: &mut Map, report: SecretReport<'_>, at: &dyn Display) {
    members.retain(|name, value| {
        if contains(name) {
            report.removed("a credential", at, Some(TextDigest::credential(name)));
            return false;
        }
        let mut found = None;
        let scrubbed = scrub(value, false, 0, &mut found);
        if scrubbed != ScrubOutcome::Clean {
            report.removed("a credential", at, found);
        }
        scrubbed != ScrubOutcome::Gone
    });
}

/// Cleans a schema and all schemas in it; collects the names of the definitions that fields named like
/// credentials refer to.
fn clean_schema(
    schema: &mut Schema,
    property: Option<&str>,
    root: &dyn Display,
    report: SecretReport<'_>,
    (sensitive, referred): (&SecretNameReason, &mut BTreeSet<String>),
) {
    walk(schema, property, |schema, spot| {
        let place = SchemaLocation { spot, root };
        for (keyword, value) in schema.iter_mut() {
            if let Value::String(text) = value
                && PROSE.contains(&keyword.as_str())
            {
                report.at(spot, keyword).prose(text, &place.keyword(keyword));
            }
        }
        clean_data(schema, place, report);
        clean_keywords(schema, place, report);
        if let Some(field) = field(schema, spot.property) {
            if let Some(name) = referenced(schema) {
                referred.insert(name.to_owned());
            }
            clean_field(schema, &field, place, report);
        } else if let Some(field) = referenced(schema).and_then(|name| sensitive.get(name)) {
            clean_field(schema, field, place, report);
        }
    });
}

/// Where a schema stands, for a message.
#[derive(Clone, Copy)]
struct SchemaLocation<'p> {
    spot: &'p SchemaSpot<'p, 'p>,
    root: &'p dyn Display,
}

impl<'p> SchemaLocation<'p> {
    fn keyword<'k>(self, keyword: &'k str) -> KeywordLocation<'k>
    where
        'p: 'k,
    {
        KeywordLocation { schema: self, keyword }
    }
}

/// Where a keyword stands; written only when it is shown.
struct KeywordLocation<'p> {
    schema: SchemaLocation<'p>,
    keyword: &'p str,
}

impl Display for KeywordLocation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}/{}` of {}", self.schema.spot, self.keyword, self.schema.root)
    }
}

/// Keywords whose value is a text for people.
const PROSE: [&str; 3] = ["title", "description", "$comment"];
/// Keywords whose value is one value.
const SINGLE: [&str; 3] = ["default", "const", "example"];
/// Keywords whose value is a list of values.
const LISTS: [&str; 2] = ["enum", "examples"];

/// Removes values that look like credentials from the data of one schema.
fn clean_data(schema: &mut Map, place: SchemaLocation<'_>, report: SecretReport<'_>) {
    // A look without removing first: a schema has few keywords, and hardly ever data with a credential.
    let mut gone = Vec::new();
    for (keyword, value) in schema.iter_mut() {
        let keyword = keyword.as_str();
        if SINGLE.contains(&keyword) {
            let mut found = None;
            let scrubbed = scrub(value, keyword == "example", 0, &mut found);
            if scrubbed == ScrubOutcome::Clean {
                continue;
            }
            report.at(place.spot, keyword).removed("a credential", &place.keyword(keyword), found);
            // Without its value, a condition would always hold.
            if keyword == "const" && place.spot.is_condition() {
                *value = REMOVED.into();
            } else if scrubbed == ScrubOutcome::Gone {
                gone.push(keyword.to_owned());
            }
        } else if LISTS.contains(&keyword)
            && let Value::Array(values) = value
        {
            let (mut changed, mut found) = (false, None);
            values.retain_mut(|value| {
                let scrubbed = scrub(value, keyword == "examples", 0, &mut found);
                changed |= scrubbed != ScrubOutcome::Clean;
                scrubbed != ScrubOutcome::Gone
            });
            if changed {
                report.at(place.spot, keyword).removed("a credential", &place.keyword(keyword), found);
                // An empty list would be no valid keyword, or would accept nothing.
                if values.is_empty() && keyword == "enum" && place.spot.is_condition() {
                    values.push(REMOVED.into());
                } else if values.is_empty() {
                    gone.push(keyword.to_owned());
                }
            }
        }
    }
    for keyword in gone {
        schema.shift_remove(&keyword);
    }
}

/// What became of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScrubOutcome {
    /// It holds no credential.
    Clean,
    /// Something in it was removed.
    Changed,
    /// Nothing would be left of it.
    Gone,
}

/// Removes the smallest values that hold a credential, by shape or by the name of their member. Examples
/// may show a placeholder. The first of them is what was `found`.
fn scrub(value: &mut Value, is_example: bool, depth: usize, found: &mut Option<TextDigest>) -> ScrubOutcome {
    if depth > DATA_DEPTH {
        return ScrubOutcome::Gone;
    }
    let mut changed = false;
    let empty = match value {
        Value::String(text) => {
            if !contains(text) {
                return ScrubOutcome::Clean;
            }
            found.get_or_insert_with(|| TextDigest::credential(text));
            return ScrubOutcome::Gone;
        }
        Value::Array(values) => {
            values.retain_mut(|value| keep(scrub(value, is_example, depth + 1, found), &mut changed));
            values.is_empty()
        }
        Value::Object(members) => {
            members.retain(|name, value| {
                let text = value.as_str().filter(|_| is_secret_name(name));
                let named = text.filter(|text| tells(text, is_example) && !is_same_name(name, text));
                let scrubbed = match named.or_else(|| contains(name).then_some(name.as_str())) {
                    Some(text) => {
                        found.get_or_insert_with(|| TextDigest::credential(text));
                        ScrubOutcome::Gone
                    }
                    None => scrub(value, is_example, depth + 1, found),
                };
                keep(scrubbed, &mut changed)
            });
            members.is_empty()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => return ScrubOutcome::Clean,
    };
    match (changed, empty) {
        (false, _) => ScrubOutcome::Clean,
        (true, false) => ScrubOutcome::Changed,
        (true, true) => ScrubOutcome::Gone,
    }
}

/// Whether a text is only the name of its member once more, as where arguments are mapped to fields.
fn is_same_name(name: &str, text: &str) -> bool {
    let letters =
        |text: &str| text.to_ascii_lowercase().replace(|letter: char| !letter.is_alphanumeric(), "");
    letters(name) == letters(text)
}

fn keep(scrubbed: ScrubOutcome, changed: &mut bool) -> bool {
    *changed |= scrubbed != ScrubOutcome::Clean;
    scrubbed != ScrubOutcome::Gone
}

/// Why a field is held to carry a credential.
struct SecretField {
    why: &'static str,
    /// Whether its `enum` goes too: only what is a password for sure. `token_type: enum [bearer]` stays.
    enum_goes: bool,
}

/// Whether a schema describes a field that carries a credential.
fn field(schema: &Map, property: Option<&str>) -> Option<SecretField> {
    let named = property.is_some_and(is_secret_name) && may_be_string(schema);
    let is_password = schema.get("format").is_some_and(|format| format == "password");
    // A whole request body is written only; its properties speak for themselves.
    let write_only =
        schema.get("writeOnly") == Some(&Value::Bool(true)) && !schema.contains_key("properties");
    let why = match (is_password, named, write_only) {
        (true, _, _) => "a password",
        (_, true, _) => "a credential by its name",
        (_, _, true) => "write-only",
        _ => return None,
    };
    Some(SecretField { why, enum_goes: is_password })
}

/// Whether strings fit the type; a reference or a union has no type of its own.
fn may_be_string(schema: &Map) -> bool {
    match schema.get("type") {
        None => true,
        Some(Value::Array(types)) => types.iter().any(|one| one == "string"),
        Some(one) => one == "string",
    }
}

/// Removes defaults and examples with text from a field that carries a credential.
fn clean_field(schema: &mut Map, field: &SecretField, place: SchemaLocation<'_>, report: SecretReport<'_>) {
    let keywords = ["default", "example", "examples", "enum"];
    for keyword in keywords.into_iter().filter(|&keyword| keyword != "enum" || field.enum_goes) {
        let (gone, changed) = match schema.get_mut(keyword) {
            Some(Value::Array(values)) if LISTS.contains(&keyword) => {
                let before = values.len();
                values.retain(|value| !has_text(value, keyword == "examples", 0));
                (values.is_empty(), values.len() < before)
            }
            Some(value) => {
                let found = has_text(value, keyword == "example", 0);
                (found, found)
            }
            None => (false, false),
        };
        if changed {
            if gone {
                schema.shift_remove(keyword);
            }
            let what = format!("a value of a field that is {}", field.why);
            report.at(place.spot, keyword).removed(&what, &place.keyword(keyword), None);
        }
    }
}

/// Whether a text tells a credential. An example may show a placeholder; a default that does so is sent.
fn tells(text: &str, is_example: bool) -> bool {
    !(text.is_empty() || is_example && is_placeholder(text))
}

/// Whether there is any text in a value that tells a credential.
fn has_text(value: &Value, is_example: bool, depth: usize) -> bool {
    match value {
        Value::String(text) => tells(text, is_example),
        _ if depth > DATA_DEPTH => true,
        Value::Array(values) => values.iter().any(|value| has_text(value, is_example, depth + 1)),
        Value::Object(members) => members.values().any(|value| has_text(value, is_example, depth + 1)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Cleans the shared schemas of one direction. Those that fields named like credentials refer to (`pending`, and
/// what they refer to in turn) are cleaned as if they stood in place.
fn clean_shared(
    definitions: &mut Definitions,
    mut pending: BTreeSet<String>,
    sensitive: &SecretNameReason,
    sink: &Sink,
) {
    let referred = each(definitions.list_and_names().0, sink, |definition, sink| {
        let report = SecretReport::new(sink, definition.place);
        let root = CatalogSchemaKind::Shared(&definition.name);
        clean_schema(&mut definition.schema, None, &root, report, (sensitive, &mut BTreeSet::new()));
        let mut referred = Vec::new();
        walk(&mut definition.schema, None, |schema, spot| {
            if spot.property.is_some_and(is_secret_name)
                && let Some(name) = referenced(schema)
            {
                referred.push(name.to_owned());
            }
        });
        referred
    });
    pending.extend(referred.into_iter().flatten());
    let mut done = BTreeSet::new();
    while let Some(name) = pending.pop_first() {
        if !done.insert(name.clone()) {
            continue;
        }
        let Some(definition) = definitions.get_mut(&name) else {
            continue;
        };
        let report = SecretReport::new(sink, definition.place);
        let root = CatalogSchemaKind::Shared(&name);
        let mut referred = BTreeSet::new();
        clean_schema(&mut definition.schema, Some("password"), &root, report, (sensitive, &mut referred));
        pending.extend(referred);
    }
}

#[cfg(test)]
mod tests;
