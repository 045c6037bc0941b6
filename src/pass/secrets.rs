//! Removal of credentials from everything that is emitted. A diagnostic reports each one without printing it.

mod call;
mod data;
mod field;
mod keyword_kinds;
mod location;
mod other_keywords;
mod report;
mod verbatim;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use crate::credential::is_secret_name;
use crate::diagnostic::Sink;
use crate::json::Value;
use crate::model::{Catalog, Definition, Definitions, Schema, Serialization, referenced};
use crate::parallel::each;

use super::catalog_schemas::{CatalogSchemaKind, each_argument, schemas_of};
use super::schema_walk::walk;

use self::call::{clean_call, clean_parts};
use self::data::{ScrubOutcome, clean_data, clean_members, scrub};
use self::field::{SecretField, clean_field, secret_field};
use self::keyword_kinds::PROSE;
use self::location::SchemaLocation;
use self::other_keywords::clean_other_keywords;
use self::report::SecretReport;

/// Removes credentials (docs/mapping.md, "Secrets and hidden text"): from values, servers and prose by the look of the
/// text, and from defaults and examples by the name of the field. Runs after [`super::describe_tools`].
pub fn remove_secrets(catalog: &mut Catalog, sink: &Sink) {
    let secret = [&catalog.input_definitions, &catalog.output_definitions].map(secret_definitions);
    let [secret_inputs, secret_outputs] = &secret;
    clean_document(catalog, sink);
    let referred = each(&mut catalog.tools, sink, |tool, sink| {
        let (mut from_inputs, mut from_outputs) = (BTreeSet::new(), BTreeSet::new());
        let report = SecretReport::new(sink, tool.place);
        if let Some(title) = &mut tool.title {
            report.under(&["title"]).prose(title, &"the title");
        }
        report.under(&["description"]).prose(&mut tool.description, &"the description");
        for tag in &mut tool.tags {
            report.under(&["tags"]).prose(tag, &"a tag");
        }
        if let Some(call) = &mut tool.call {
            clean_call(call, report);
        }
        for argument in &mut tool.arguments {
            if let Serialization::Content(media_type, fields) = &mut argument.serialization {
                let report = SecretReport::new(sink, argument.place);
                report.prose(media_type, &"a media type");
                clean_parts(fields, report);
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
            let (referred, secret) = match root.kind {
                CatalogSchemaKind::Output => (&mut from_outputs, secret_outputs),
                _ => (&mut from_inputs, secret_inputs),
            };
            clean_schema(schema, root.kind.property(), &root.kind, report, (secret, referred));
        }
        for schema in [&mut tool.verbatim.input, &mut tool.verbatim.output].into_iter().flatten() {
            schema.0.values_mut().for_each(|value| verbatim::clean(value, report));
        }
        (from_inputs, from_outputs)
    });
    let from_arguments = each_argument(&mut catalog.tools, sink, |root, schema, sink| {
        let report = SecretReport::new(sink, root.place);
        let mut referred = BTreeSet::new();
        clean_schema(schema, root.kind.property(), &root.kind, report, (secret_inputs, &mut referred));
        referred
    });
    let (from_inputs, from_outputs): (Vec<_>, Vec<_>) = referred.into_iter().unzip();
    let from_inputs = from_inputs.into_iter().chain(from_arguments).flatten().collect();
    let from_outputs = from_outputs.into_iter().flatten().collect();
    clean_definitions(&mut catalog.input_definitions, from_inputs, secret_inputs, sink);
    clean_definitions(&mut catalog.output_definitions, from_outputs, secret_outputs, sink);
}

/// The definitions that describe a field that carries a credential, by name.
type SecretDefinitions = BTreeMap<String, SecretField>;

/// Finds the definitions that describe a field that carries a credential, whatever the name of the field.
fn secret_definitions(definitions: &Definitions) -> SecretDefinitions {
    let field_of =
        |definition: &Definition| Some((definition.name.clone(), secret_field(&definition.schema.0, None)?));
    definitions.iter().filter_map(field_of).collect()
}

/// Cleans the metadata of the document: title, version, server and `_meta`.
fn clean_document(catalog: &mut Catalog, sink: &Sink) {
    let report = SecretReport::new(sink, catalog.place);
    let source = [&mut catalog.source.title, &mut catalog.source.version];
    let server = catalog.server.as_mut();
    let server = server.map(|server| [&mut server.title, &mut server.description]);
    for text in source.into_iter().chain(server.into_iter().flatten()).flatten() {
        report.prose(text, &"the metadata of the document");
    }
    clean_members(&mut catalog.meta, report.under(&["_meta"]), &"the document's `_meta`");
    if let Some(server) = &mut catalog.server {
        report.prose(&mut server.name, &"the server's name");
        report.prose(&mut server.version, &"the server's version");
    }
}

/// Cleans a schema and all schemas in it. `referred` receives the names of the definitions that credential fields refer
/// to.
fn clean_schema(
    schema: &mut Schema,
    property: Option<&str>,
    root: &dyn Display,
    report: SecretReport<'_>,
    (secret, referred): (&SecretDefinitions, &mut BTreeSet<String>),
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
        clean_other_keywords(schema, place, report);
        if let Some(field) = secret_field(schema, spot.property) {
            if let Some(name) = referenced(schema) {
                referred.insert(name.to_owned());
            }
            clean_field(schema, &field, place, report);
        } else if let Some(field) = referenced(schema).and_then(|name| secret.get(name)) {
            clean_field(schema, field, place, report);
        }
    });
}

/// Cleans the shared definitions of one direction. Definitions in `pending`, and those that they refer to, are cleaned
/// like the schema of a credential field: a field that is named like a credential refers to them.
fn clean_definitions(
    definitions: &mut Definitions,
    mut pending: BTreeSet<String>,
    secret: &SecretDefinitions,
    sink: &Sink,
) {
    let referred = each(definitions.list_and_names().0, sink, |definition, sink| {
        let report = SecretReport::new(sink, definition.place);
        let root = CatalogSchemaKind::Shared(&definition.name);
        clean_schema(&mut definition.schema, None, &root, report, (secret, &mut BTreeSet::new()));
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
        clean_schema(&mut definition.schema, Some("password"), &root, report, (secret, &mut referred));
        pending.extend(referred);
    }
}

#[cfg(test)]
mod tests;
