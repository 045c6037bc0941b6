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

use crate::diagnostic::Sink;
use crate::json::Value;
use crate::model::{Catalog, Definition, Definitions, Schema, Serialization, referenced};
use crate::parallel::each;
use crate::schema::{SchemaRoot, adapt_to_widened, mark_widened};

use super::catalog_schemas::{CatalogSchemaKind, each_argument, schemas_of};
use super::schema_walk::walk;
use super::schemas::in_each_direction;

use self::call::{clean_call, clean_parts, without_secret_method};
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
    let of_tools = each(&mut catalog.tools, sink, |tool, sink| {
        let (mut inputs, mut outputs) = (SchemaFindings::default(), SchemaFindings::default());
        let report = SecretReport::new(sink, tool.place);
        if let Some(title) = &mut tool.title {
            report.under(&["title"]).prose(title, &"the title");
        }
        report.under(&["description"]).prose(&mut tool.description, &"the description");
        for tag in &mut tool.tags {
            report.under(&["tags"]).prose(tag, &"a tag");
        }
        without_secret_method(&mut tool.call, report);
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
            let (findings, secret) = match root.kind {
                CatalogSchemaKind::Output => (&mut outputs, secret_outputs),
                _ => (&mut inputs, secret_inputs),
            };
            clean_schema(schema, root.kind.property(), &root.kind, report, (secret, findings));
        }
        for schema in [&mut tool.verbatim.input, &mut tool.verbatim.output].into_iter().flatten() {
            if inputs.is_widened || outputs.is_widened {
                let root = SchemaRoot::of(schema, tool.place);
                adapt_to_widened(&mut Definitions::default(), &mut [root], sink);
            }
            schema.0.values_mut().for_each(|value| verbatim::clean(value, report));
        }
        (inputs, outputs)
    });
    let of_arguments = each_argument(&mut catalog.tools, sink, |root, schema, sink| {
        let report = SecretReport::new(sink, root.place);
        let mut findings = SchemaFindings::default();
        clean_schema(schema, root.kind.property(), &root.kind, report, (secret_inputs, &mut findings));
        findings
    });
    let (of_inputs, of_outputs): (Vec<_>, Vec<_>) = of_tools.into_iter().unzip();
    let inputs = of_inputs.into_iter().chain(of_arguments).collect();
    let outputs = of_outputs.into_iter().collect();
    let is_widened = clean_definitions(&mut catalog.input_definitions, inputs, secret_inputs, sink)
        | clean_definitions(&mut catalog.output_definitions, outputs, secret_outputs, sink);
    if is_widened {
        in_each_direction(catalog, sink, |definitions, mut roots, sink| {
            adapt_to_widened(definitions, &mut roots, sink);
        });
    }
}

/// The references and the widening that cleaning finds in schemas.
#[derive(Default)]
struct SchemaFindings {
    /// The names of the definitions that credential fields refer to.
    referred: BTreeSet<String>,
    /// True if a schema accepts more values than before, and is marked so.
    is_widened: bool,
}

impl FromIterator<Self> for SchemaFindings {
    fn from_iter<I: IntoIterator<Item = Self>>(all: I) -> Self {
        all.into_iter().fold(Self::default(), |mut joined, mut one| {
            joined.referred.append(&mut one.referred);
            joined.is_widened |= one.is_widened;
            joined
        })
    }
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

/// Cleans a schema and all schemas in it, and marks those that accept more values than before.
fn clean_schema(
    schema: &mut Schema,
    property: Option<&str>,
    root: &dyn Display,
    report: SecretReport<'_>,
    (secret, findings): (&SecretDefinitions, &mut SchemaFindings),
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
        let mut is_widened = clean_data(schema, place, report) | clean_other_keywords(schema, place, report);
        if let Some(field) = secret_field(schema, spot.property) {
            if let Some(name) = referenced(schema) {
                findings.referred.insert(name.to_owned());
            }
            is_widened |= clean_field(schema, &field, place, report);
        } else if let Some(field) = referenced(schema).and_then(|name| secret.get(name)) {
            is_widened |= clean_field(schema, field, place, report);
        }
        if is_widened {
            mark_widened(schema);
            findings.is_widened = true;
        }
    });
}

/// Cleans the shared definitions of one direction. Definitions in `pending`, and those that they refer to, are cleaned
/// like the schema of a credential field: a field that is named like a credential refers to them. Returns true if these
/// or the schemas of `findings` accept more values than before.
fn clean_definitions(
    definitions: &mut Definitions,
    findings: SchemaFindings,
    secret: &SecretDefinitions,
    sink: &Sink,
) -> bool {
    let of_definitions = each(definitions.list_and_names().0, sink, |definition, sink| {
        let report = SecretReport::new(sink, definition.place);
        let root = CatalogSchemaKind::Shared(&definition.name);
        let mut findings = SchemaFindings::default();
        clean_schema(&mut definition.schema, None, &root, report, (secret, &mut findings));
        findings
    });
    let all: SchemaFindings = of_definitions.into_iter().chain([findings]).collect();
    let (mut pending, mut is_widened) = (all.referred, all.is_widened);
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
        let mut findings = SchemaFindings::default();
        clean_schema(&mut definition.schema, Some("password"), &root, report, (secret, &mut findings));
        pending.append(&mut findings.referred);
        is_widened |= findings.is_widened;
    }
    is_widened
}

#[cfg(test)]
mod tests;
