//! Converts a schema as the input or the output of an operation.

use std::collections::BTreeSet;

use apimint::diagnostic::Sink;
use apimint::model::{Direction, SchemaBound};
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, convert};
use jsonschema::Draft;
use serde_json::{Map, Value, json};

use super::corpus::Sample;

/// The bounds on emitted schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bounds {
    /// `--max-input-schema none --max-output-schema none`.
    Without,
    Default,
}

/// An emitted schema.
pub(crate) struct Emitted {
    pub(crate) schema: Value,
    /// The property that contains the value.
    wrap: Option<&'static str>,
    /// The codes of the diagnostics of the conversion.
    pub(crate) codes: BTreeSet<String>,
}

impl Emitted {
    /// Converts a document of [`document`]; the error is a message.
    pub(crate) fn of(document: &Value, direction: Direction, bounds: Bounds) -> Result<Self, String> {
        let input =
            Input::Bytes { name: "meaning.json".to_owned(), bytes: document.to_string().into_bytes() };
        let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
        let options = match bounds {
            Bounds::Default => Options::default(),
            Bounds::Without => Options {
                max_input_schema: SchemaBound::None,
                max_output_schema: SchemaBound::None,
                ..Options::default()
            },
        };
        let manifest = convert(&sources, &input, &options, &sink).map_err(|fatal| fatal.message)?;
        let codes =
            sink.into_diagnostics().into_iter().map(|diagnostic| diagnostic.code.to_string()).collect();
        let mut bytes = Vec::new();
        manifest.write(&mut bytes).map_err(|error| error.to_string())?;
        let mut manifest: Value = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
        let tool = manifest["tools"][0].take();
        let (key, wrap) = match direction {
            Direction::Input => ("inputSchema", Some("body")),
            Direction::Output if tool["outputSchema"]["x-fastmcp-wrap-result"] == true => {
                ("outputSchema", Some("result"))
            }
            Direction::Output => ("outputSchema", None),
        };
        // A schema that accepts any value is no output schema at all.
        let schema = tool.get(key).cloned().unwrap_or(Value::Bool(true));
        Ok(Self { schema, wrap, codes })
    }

    /// Returns a value in the place that the emitted schema has for it.
    pub(crate) fn placed(&self, value: &Value) -> Value {
        self.wrap.map_or_else(|| value.clone(), |name| json!({name: value}))
    }
}

/// Returns the URI that `$schema` names a draft by.
pub(crate) fn uri(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "http://json-schema.org/draft-04/schema#",
        Draft::Draft6 => "http://json-schema.org/draft-06/schema#",
        Draft::Draft7 => "http://json-schema.org/draft-07/schema#",
        Draft::Draft201909 => "https://json-schema.org/draft/2019-09/schema",
        _ => "https://json-schema.org/draft/2020-12/schema",
    }
}

/// Returns a document with the schema as an input or an output.
pub(crate) fn document(sample: &Sample, direction: Direction) -> Value {
    let declaring = |schema: &Value| {
        let mut schema = schema.clone();
        // A component that is only a reference stays one.
        let is_alias = |map: &Map<String, Value>| map.len() == 1 && map.contains_key("$ref");
        if let (Some(draft), Some(map)) = (sample.draft, schema.as_object_mut().filter(|map| !is_alias(map)))
        {
            map.insert("$schema".to_owned(), json!(uri(draft)));
        }
        schema
    };
    let components: Map<String, Value> = sample.document["components"]["schemas"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, schema)| (name.clone(), declaring(schema)))
        .collect();
    let content = json!({"application/json": {"schema": declaring(&sample.schema)}});
    let operation = match direction {
        Direction::Input => json!({
            "operationId": "meaning",
            "requestBody": {"required": true, "content": content},
            "responses": {"204": {"description": ""}},
        }),
        Direction::Output => {
            json!({"operationId": "meaning", "responses": {"200": {"description": "", "content": content}}})
        }
    };
    json!({
        "openapi": if sample.modern { "3.1.0" } else { "3.0.3" },
        "info": {"title": "Meaning", "version": "1"},
        "paths": {"/meaning": {"put": operation}},
        "components": {"schemas": components},
    })
}
