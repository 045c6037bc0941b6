//! Removes invisible characters from every text that a model or a person reads, and reports them in data.

mod report;

use crate::diagnostic::{Place, Sink};
use crate::json::{Key, Map, Value};
use crate::model::meta::SERVER_INFO;
use crate::model::{Catalog, Server, ServerIdentity, Tool, change_shared};
use crate::parallel::each;

use super::catalog_schemas::{CatalogSchema, each_argument, schemas_of, shared_schemas};
use super::descriptions::restore_description;
use super::schema_walk::{SchemaSpot, walk};

use self::report::{HiddenCharacters, TextLocation, located};

/// Removes invisible characters from titles, descriptions and the prose of schemas (docs/mapping.md, "Secrets and
/// hidden text"). Values that a call needs (`enum`, `const`, `default`, names of properties) stay as they are and are
/// reported. Runs after [`super::describe_tools`].
pub fn strip_hidden_text(catalog: &mut Catalog, sink: &Sink) {
    strip_document(catalog, sink);
    each(&mut catalog.tools, sink, |tool, sink| {
        strip_tool(tool, sink);
        for (root, schema) in schemas_of(tool) {
            walk(schema, None, |schema, spot| strip_schema(schema, spot, root, sink));
        }
    });
    each_argument(&mut catalog.tools, sink, |root, schema, sink| {
        walk(schema, None, |schema, spot| strip_schema(schema, spot, root, sink));
    });
    let mut shared: Vec<_> = shared_schemas(catalog).collect();
    each(&mut shared, sink, |(root, schema), sink| {
        walk(schema, None, |schema, spot| strip_schema(schema, spot, *root, sink));
    });
}

/// Strips the texts of one tool outside its schemas.
fn strip_tool(tool: &mut Tool, sink: &Sink) {
    let place = tool.place;
    let mut changed = false;
    if let Some(title) = &mut tool.title {
        changed |= strip_reported(title, place, sink, || located("the title", &["title"]));
    }
    changed |=
        strip_reported(&mut tool.description, place, sink, || located("the description", &["description"]));
    if changed {
        restore_description(tool, sink);
    }
    for tag in &mut tool.tags {
        strip_reported(tag, place, sink, || located("a tag", &["tags"]));
    }
    if let Some(call) = &mut tool.call {
        change_shared(&mut call.servers, |servers| {
            for (what, text) in servers.iter_mut().flat_map(Server::texts_mut) {
                strip_optional(text, place, sink, || located(what, &["servers"]));
            }
        });
    }
    let title = tool.further_annotations.get_mut("title");
    if let Some(Value::String(title)) = title {
        strip_reported(title, place, sink, || located("the title", &["annotations", "title"]));
    }
    for (what, key, members) in
        [("`annotations`", "annotations", &tool.further_annotations), ("`_meta`", "_meta", &tool.meta)]
    {
        let found = HiddenCharacters::of_members(members);
        found.report_kept(place, sink, || located(what, &[key]));
    }
    for argument in &tool.arguments {
        let found = HiddenCharacters::of_text(&argument.true_name);
        found.report_kept(argument.place, sink, || located("the name of an argument", &["name"]));
    }
}

/// Strips the metadata of the document: title, version and server.
fn strip_document(catalog: &mut Catalog, sink: &Sink) {
    let place = catalog.place;
    let source = [("title", &mut catalog.source.title), ("version", &mut catalog.source.version)];
    let server = catalog.server.as_mut();
    let server =
        server.map(|server| [("title", &mut server.title), ("description", &mut server.description)]);
    for (key, text) in source.into_iter().chain(server.into_iter().flatten()) {
        let at = || located(&format!("the document's {key}"), &["info", key]);
        strip_optional(text, place, sink, at);
    }
    if let Some(server) = &mut catalog.server {
        for text in [&mut server.name, &mut server.version] {
            strip_reported(text, place, sink, || located("the server's name or version", &["info"]));
        }
        if server.version.is_empty() {
            ServerIdentity::NO_VERSION.clone_into(&mut server.version);
        }
    }
    // The manifest of an MCP source has the server in `_meta`.
    let in_meta = catalog.meta.get_mut(SERVER_INFO).and_then(Value::as_object_mut);
    for (key, value) in in_meta.into_iter().flatten() {
        if let Value::String(text) = value {
            strip_reported(text, place, sink, || located(&format!("the server's {key}"), &["_meta"]));
        }
    }
}

/// Strips the prose keywords of one schema, and reports what its other keywords hold.
fn strip_schema(schema: &mut Map, spot: &SchemaSpot<'_, '_>, root: CatalogSchema<'_>, sink: &Sink) {
    let mut gone = Vec::new();
    for (keyword, value) in schema.iter_mut() {
        let at = || {
            let mut keys = spot.keys();
            keys.push(keyword.to_string());
            TextLocation { name: format!("the {keyword} at {}", spot.of(&root.kind)), keys }
        };
        if let Value::String(text) = value
            && matches!(keyword.as_str(), "title" | "description" | "$comment")
        {
            if strip_reported(text, root.place, sink, at) && text.trim().is_empty() {
                gone.push(keyword.clone());
            }
            continue;
        }
        match (keyword.as_str(), value) {
            // The walk visits the schemas below; only their names are data of this schema.
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(schemas)) => {
                let names = schemas.keys().map(Key::as_str);
                HiddenCharacters::of_texts(names).report_kept(root.place, sink, at);
            }
            ("default" | "const" | "enum" | "example" | "examples", value) => {
                HiddenCharacters::of_value(value).report_kept(root.place, sink, at);
            }
            // A pattern, a format, a media type.
            (_, Value::String(text)) => {
                HiddenCharacters::of_text(text).report_kept(root.place, sink, at);
            }
            _ => {}
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
    let found = HiddenCharacters::take_from(text);
    let changed = !found.is_empty();
    found.report_removed(place, sink, at);
    changed
}

#[cfg(test)]
mod tests;
