//! Small tools and catalogues for tests of passes.

use crate::diagnostic::{Code, DocumentId, NodeId, Place, Sink};
use crate::json::{Map, Value, json};
use crate::model::{
    Argument, ArgumentLocation, Catalog, Definition, Definitions, Format, HintSource, HttpCall, Method,
    NameSource, OutputRoot, ParameterStyle, Schema, Serialization, Server, ServerIdentity, ServerVariable,
    SourceInfo, StyleSerialization, Tool, ToolOutput,
};

/// Returns a place by node number.
pub(super) fn place(node: u32) -> Place {
    Place { document: DocumentId(0), node: NodeId(node) }
}

/// Returns a schema from a JSON object, or else the schema that accepts everything.
pub(super) fn schema(value: Value) -> Schema {
    match value {
        Value::Object(map) => Schema(map),
        _ => Schema::any(),
    }
}

/// Returns a tool that only has an operation.
pub(super) fn tool(method: &str, path: &str, operation_id: Option<&str>) -> Tool {
    let name_source = NameSource::Operation {
        operation_id: operation_id.map(Into::into),
        method: Method::new(method),
        path: path.into(),
    };
    Tool {
        hint_source: HintSource::Method,
        call: Some(HttpCall {
            method: Method::new(method),
            path: path.into(),
            servers: [].into(),
            body: None,
            accept: None,
            response_types: Vec::new(),
            cookies: Vec::new(),
            security: None,
            operation_id: operation_id.map(Into::into),
        }),
        ..Tool::new(place(1), name_source)
    }
}

/// Returns a tool with an operation and an explicit name.
pub(super) fn explicit(method: &str, path: &str, name: &str) -> Tool {
    Tool { name_source: NameSource::Explicit(name.to_owned()), ..tool(method, path, None) }
}

/// Returns a query argument.
pub(super) fn argument(name: &str, value: Value) -> Argument {
    Argument {
        place: place(2),
        true_name: name.into(),
        sent_as: None,
        name: None,
        location: ArgumentLocation::Query,
        required: false,
        schema: schema(value).into(),
        serialization: Serialization::Style(StyleSerialization::new(ParameterStyle::Form, true)),
    }
}

/// Returns a catalogue of these tools. Each tool and argument gets its own place.
pub(super) fn catalog(mut tools: Vec<Tool>) -> Catalog {
    for (number, tool) in (1..).zip(&mut tools) {
        tool.place = place(number * 1000);
        for (offset, argument) in (1..).zip(&mut tool.arguments) {
            argument.place = place(number * 1000 + offset);
        }
    }
    Catalog {
        source: SourceInfo { format: Format::OpenApi31, title: None, version: None },
        place: place(0),
        found: 1,
        server: None,
        meta: Map::new(),
        tools,
        input_definitions: Definitions::default(),
        output_definitions: Definitions::default(),
    }
}

/// Returns a catalogue with `text` in every field that holds prose or data; in prose, other words surround it.
pub(super) fn planted(text: &str) -> Catalog {
    let prose = format!("Before {text} after.");
    let planted = schema(json!({
        "type": "object",
        "title": prose, "description": prose,
        "default": {"deep": [prose]},
        "examples": [{"deep": [prose, 1]}, text],
        "properties": {
            "a": {"type": "string", "description": prose, "default": text, "enum": ["x", text], "examples": [text]},
            "b": {"anyOf": [{"const": text}, {"type": "array", "items": {"title": prose, "default": prose}}]},
            "c": {"allOf": [{"not": {"enum": [text]}}, {"if": {"const": text}, "then": {"description": prose}}]},
        },
        "additionalProperties": {"description": prose, "examples": [prose]},
        "patternProperties": {"^x": {"oneOf": [{"description": prose}]}},
        "prefixItems": [{"contains": {"default": text}}],
        "propertyNames": {"description": prose},
        "$defs": {"D": {"description": prose, "default": text}},
    }));
    let mut one = tool("GET", "/pets", Some("listPets"));
    one.title = Some(prose.clone());
    one.meta.insert("planted", json!({"deep": [prose, "kept"]}));
    one.further_annotations.insert("planted", json!([prose, "kept"]));
    one.description.clone_from(&prose);
    one.arguments.push(argument("a", Value::Null));
    one.arguments[0].schema = planted.clone().into();
    one.output = Some(ToolOutput { place: place(4), schema: planted.clone(), root: OutputRoot::Object });
    let server = Server {
        url: format!("https://example.com/{text}"),
        name: Some(prose.clone()),
        description: Some(prose.clone()),
        variables: vec![ServerVariable {
            name: "v".to_owned(),
            default: Some(text.to_owned()),
            values: vec!["x".to_owned(), text.to_owned()],
            description: Some(prose.clone()),
        }],
    };
    one.call = one.call.map(|call| HttpCall { servers: [server].into(), ..call });
    let mut all = catalog(vec![one]);
    all.source.title = Some(prose.clone());
    all.server = Some(ServerIdentity {
        name: "pets".to_owned(),
        version: "1".to_owned(),
        title: Some(prose.clone()),
        description: Some(prose),
    });
    for definitions in [&mut all.input_definitions, &mut all.output_definitions] {
        definitions.insert(Definition {
            name: "Shared".to_owned(),
            schema: planted.clone(),
            place: place(3),
        });
    }
    all
}

/// Prints everything in a catalogue as one text.
pub(super) fn dump(catalog: &Catalog) -> String {
    let text = format!("{catalog:?}");
    let schemas = catalog
        .input_definitions
        .iter()
        .chain(catalog.output_definitions.iter())
        .map(|definition| &definition.schema)
        .chain(catalog.tools.iter().flat_map(|tool| {
            let arguments = tool.arguments.iter().map(|argument| &*argument.schema);
            arguments.chain(tool.output.iter().map(|output| &output.schema))
        }));
    schemas.fold(text, |text, schema| text + &Value::Object(schema.0.clone()).to_string())
}

/// Returns the codes and messages of the diagnostics in a sink.
pub(super) fn raised(sink: Sink) -> Vec<(Code, String)> {
    sink.into_diagnostics().into_iter().map(|diagnostic| (diagnostic.code, diagnostic.message)).collect()
}
