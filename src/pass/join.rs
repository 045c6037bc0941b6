//! Joins the catalogues of several sources into one.

use crate::diagnostic::Sink;
use crate::json::{Value, json};
use crate::model::meta::{SERVER_INFO, SOURCE};
use crate::model::{Catalog, Definition, Definitions, NameSource, Schema, Tool, referenced};

use super::catalog_schemas::each_argument;
use super::schema_walk::walk;

/// Joins catalogues in their order. The name of each tool gets the prefix of its catalogue (docs/configuration.md,
/// "Several sources"). The server is that of the first catalogue that has one. Returns `None` for an empty list.
pub fn join(parts: Vec<(Catalog, Option<&str>)>) -> Option<Catalog> {
    let mut sources = Vec::with_capacity(parts.len());
    let mut whole: Option<Catalog> = None;
    for (number, (mut catalog, prefix)) in parts.into_iter().enumerate() {
        sources.push(match prefix {
            Some(prefix) => json!({"prefix": prefix, "format": catalog.source.format.to_string()}),
            None => json!({"format": catalog.source.format.to_string()}),
        });
        if let Some(prefix) = prefix {
            catalog.tools.iter_mut().for_each(|tool| set_prefix(tool, prefix));
        }
        set_scope(&mut catalog, &format!("part{number}"));
        move_meta_to_tools(&mut catalog);
        match &mut whole {
            None => whole = Some(catalog),
            Some(whole) => add(whole, catalog),
        }
    }
    if let Some(whole) = &mut whole {
        if let Some(server) = &mut whole.server {
            // Title and description are about one source only.
            server.title = None;
            server.description = None;
        }
        whole.meta.insert(SOURCE, json!({"format": "several", "sources": sources}));
    }
    whole
}

/// Appends the tools and definitions of a catalogue to another.
fn add(whole: &mut Catalog, part: Catalog) {
    whole.found += part.found;
    whole.tools.extend(part.tools);
    whole.server = whole.server.take().or(part.server);
    for (all, own) in [
        (&mut whole.input_definitions, part.input_definitions),
        (&mut whole.output_definitions, part.output_definitions),
    ] {
        own.iter().cloned().for_each(|definition| all.insert(definition));
    }
}

/// Sets the prefix of a tool's name. `source_name` keeps the name in the source.
fn set_prefix(tool: &mut Tool, prefix: &str) {
    tool.prefix = Some(prefix.to_owned());
    match &mut tool.name_source {
        // The pass that names tools adds the prefix.
        NameSource::Operation { .. } => {}
        NameSource::Explicit(name) => name.insert_str(0, prefix),
        NameSource::Copied(name) | NameSource::Words(name) | NameSource::Verbatim(name) => {
            tool.source_name = Some(name.clone());
            name.insert_str(0, prefix);
        }
    }
}

/// Puts definitions into a scope, so that their names differ from those of other catalogues.
fn set_scope(catalog: &mut Catalog, scope: &str) {
    let rename = |schema: &mut Schema| {
        walk(schema, None, |schema, _| {
            if let Some(name) = referenced(schema) {
                let reference = format!("{}{scope}/{name}", Schema::REFERENCE_PREFIX);
                schema.insert("$ref", Value::String(reference));
            }
        });
    };
    for definitions in [&mut catalog.input_definitions, &mut catalog.output_definitions] {
        let mut renamed = Definitions::default();
        for definition in std::mem::take(definitions).iter() {
            let Definition { name, schema, place } = definition.clone();
            let mut definition = Definition { name: format!("{scope}/{name}"), schema, place };
            rename(&mut definition.schema);
            renamed.insert(definition);
        }
        *definitions = renamed;
    }
    each_argument(&mut catalog.tools, &Sink::new(), |_, schema, _| rename(schema));
    for tool in &mut catalog.tools {
        let input = tool.input.iter_mut().map(|input| &mut input.schema);
        let output = tool.output.iter_mut().map(|output| &mut output.schema);
        input.chain(output).for_each(rename);
    }
}

/// Copies the `_meta` of a catalogue to each of its tools, since it does not apply to tools of other sources.
fn move_meta_to_tools(catalog: &mut Catalog) {
    for (key, value) in std::mem::take(&mut catalog.meta) {
        if key == SERVER_INFO || key == SOURCE {
            continue;
        }
        for tool in &mut catalog.tools {
            tool.meta.entry(key.as_str()).or_insert_with(|| value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::Map;

    use super::*;
    use crate::pass::fixture::{argument, catalog, place, schema, tool};

    /// Returns a catalogue with an operation whose argument refers to a definition.
    fn part(value: &str) -> Catalog {
        let mut one = tool("GET", "/a", Some("a"));
        one.arguments = vec![argument("b", json!({"$ref": "#/$defs/B", "default": {"$ref": "#/$defs/B"}}))];
        let mut catalog = catalog(vec![one]);
        catalog.input_definitions.insert(Definition {
            name: "B".to_owned(),
            schema: schema(json!({"const": value, "items": {"$ref": "#/$defs/B"}})),
            place: place(9),
        });
        catalog
    }

    #[test]
    fn schemas_of_one_name_stay_apart() {
        let joined = join(vec![(part("x"), Some("x_")), (part("y"), None)]).unwrap();
        assert_eq!(joined.found, 2);
        for (tool, (name, value)) in joined.tools.iter().zip([("part0/B", "x"), ("part1/B", "y")]) {
            let schema = &tool.arguments[0].schema;
            assert_eq!(schema.referenced(), Some(name));
            // A `$ref` in data is not a reference.
            assert_eq!(schema.0["default"], json!({"$ref": "#/$defs/B"}));
            let definition = joined.input_definitions.get(name).unwrap();
            let expected = json!({"const": value, "items": {"$ref": format!("#/$defs/{name}")}});
            assert_eq!(Value::Object(definition.schema.0.clone()), expected);
        }
        assert_eq!(joined.tools[0].prefix.as_deref(), Some("x_"));
        assert_eq!(
            joined.meta[SOURCE]["sources"],
            json!([{"prefix": "x_", "format": "openapi-3.1"}, {"format": "openapi-3.1"}])
        );
    }

    #[test]
    fn what_is_said_of_one_source_is_said_of_its_tools() {
        let mut one = part("x");
        one.meta = Map::from_iter([("a.b/c".to_owned(), json!(1))]);
        let joined = join(vec![(one, None), (part("y"), Some("y_"))]).unwrap();
        assert_eq!(joined.meta.keys().collect::<Vec<_>>(), [SOURCE]);
        assert_eq!(joined.tools[0].meta["a.b/c"], json!(1));
        assert!(joined.tools[1].meta.is_empty());
        assert!(join(Vec::new()).is_none());
    }
}
