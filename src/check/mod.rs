//! Checks tools before they are written: a tool with a schema that is invalid, or with a reference that does
//! not resolve, is left out.

mod result;
mod verbatim;

use std::sync::Arc;

pub use result::check_result;
use verbatim::refusal_reasons;

use crate::client_limits::{INPUT_SCHEMA_VALUES, SCHEMA_LEVELS};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::model::{ArgumentSchemas, Catalog, Definitions, Direction, Schema, Tool};
use crate::options::Options;
use crate::parallel::each;
use crate::schema::{ReachedDefinitions, SchemaFault, Validator, references};
use crate::writer::{FinishedSchema, Manifest, ManifestTool, SharedSchemas};

/// Checks every schema once, leaves out the tools that reach an invalid one, and returns the others as a
/// manifest.
pub fn check(mut catalog: Catalog, options: &Options, sink: &Sink) -> Manifest {
    let validator = Validator { dialect: options.dialect };
    let inputs = SchemaGate::new(std::mem::take(&mut catalog.input_definitions), validator, sink);
    let outputs = SchemaGate::new(std::mem::take(&mut catalog.output_definitions), validator, sink);
    let mut arguments = ArgumentSchemas::take(&mut catalog.tools);
    let finished =
        each(&mut arguments.list, sink, |one, _| inputs.check_and_finish(&mut one.schema).map(Arc::new));
    let of_tools = each(&mut catalog.tools, sink, |tool, _| {
        // Boxed, since there is one per tool.
        let further =
            tool.input.as_mut().map(|input| inputs.check_and_finish(&mut input.schema).map(Box::new));
        let output =
            tool.output.as_mut().map(|output| outputs.check_and_finish(&mut output.schema).map(Box::new));
        (further.transpose(), output.transpose())
    });
    let mut of_arguments = arguments.of_arguments.iter().map(|&schema| finished[schema].clone());
    let mut listed = Vec::with_capacity(catalog.tools.len());
    for ((number, tool), (further, output)) in catalog.tools.iter().enumerate().zip(of_tools) {
        let arguments: Vec<_> = of_arguments.by_ref().take(tool.arguments.len()).collect();
        let passed = is_named(tool)
            .and_then(|()| Ok((arguments.into_iter().collect::<Result<_, _>>()?, further?, output?)));
        match passed {
            Ok((arguments, further, output)) => {
                listed.push(ManifestTool { number, arguments, further, output });
            }
            Err(fault) => {
                let name = tool.name.as_ref().map_or_else(String::new, ToString::to_string);
                let message =
                    format!("the tool `{name}` is left out, since its schema is not valid: {fault}");
                sink.report(Code::ToolInvalid, tool.place, message);
            }
        }
    }
    if listed.is_empty() {
        report_empty(&catalog, sink);
    }
    let manifest = Manifest {
        source: catalog.source,
        server: catalog.server,
        meta: catalog.meta,
        read: catalog.tools,
        tools: listed,
        inputs: inputs.finish(),
        outputs: outputs.finish(),
        options: options.clone(),
    };
    report_depth(&manifest, sink);
    report_size(&manifest, sink);
    if options.exact {
        report_verbatim(&manifest, sink);
    }
    manifest
}

/// Warns about an empty list of tools, whatever the reason.
fn report_empty(catalog: &Catalog, sink: &Sink) {
    let unit = catalog.source.format.unit();
    let diagnostic = if catalog.found == 0 {
        Diagnostic::new(
            Code::NoOperations,
            format!("the document has no {unit}, so the list of tools is empty"),
        )
    } else {
        let message = format!("no {unit} of the document became a tool; all are left out");
        Diagnostic::new(Code::NoOperations, message)
            .help("Other diagnostics say why each is left out; notes among them are shown with --verbose.")
    };
    sink.push(diagnostic.at(catalog.place));
}

/// Warns about verbatim schemas that clients refuse.
fn report_verbatim(manifest: &Manifest, sink: &Sink) {
    for tool in manifest.tools.iter().map(|listed| manifest.tool(listed)) {
        let schemas = [
            (&tool.verbatim.input, Direction::Input, "input"),
            (&tool.verbatim.output, Direction::Output, "output"),
        ];
        for (schema, direction, what) in schemas {
            for reason in schema.iter().flat_map(|schema| refusal_reasons(schema, direction)) {
                let message = format!("the {what} schema of {tool} is kept as it is, though {reason}");
                sink.report(Code::SchemaVerbatim, tool.place, message);
            }
        }
    }
}

/// Warns about input schemas that are large for a model's context.
fn report_size(manifest: &Manifest, sink: &Sink) {
    let mut reached = ReachedDefinitions::default();
    for listed in &manifest.tools {
        let size = manifest.inputs.size(listed.arguments.iter().map(|schema| &**schema), &mut reached);
        if size > INPUT_SCHEMA_VALUES {
            let tool = manifest.tool(listed);
            let message =
                format!("the input schema of {tool} has {size} values, all of which a model has to read");
            sink.report(Code::LargeSchema, tool.place, message);
        }
    }
}

/// Warns about arguments that nest deeper than model APIs accept.
fn report_depth(manifest: &Manifest, sink: &Sink) {
    for listed in &manifest.tools {
        let levels = listed.arguments.iter().map(|schema| 1 + manifest.inputs.levels(schema));
        let deepest = levels.max().unwrap_or(0);
        if deepest > SCHEMA_LEVELS {
            let tool = manifest.tool(listed);
            let name = tool.name.as_ref().map_or("", |name| name.as_str());
            let message = format!(
                "the arguments of `{name}` nest {deepest} levels deep; some model APIs accept {SCHEMA_LEVELS}"
            );
            sink.report(Code::DeepSchema, tool.place, message);
        }
    }
}

fn is_named(tool: &Tool) -> Result<(), Box<SchemaFault>> {
    if tool.name.is_none() || tool.arguments.iter().any(|argument| argument.name.is_none()) {
        return Err(Box::new(SchemaFault { pointer: String::new(), reason: "it was not named".to_owned() }));
    }
    Ok(())
}

/// Checks the schemas of one direction: each must be valid, and so must all definitions that it reaches.
struct SchemaGate {
    validator: Validator,
    definitions: Definitions,
    /// The error of each definition.
    faults: Vec<Option<Box<SchemaFault>>>,
    is_faulty: bool,
}

impl SchemaGate {
    fn new(mut definitions: Definitions, validator: Validator, sink: &Sink) -> Self {
        let (list, names) = definitions.list_and_names();
        let faults =
            each(list, sink, |definition, _| validator.check(&definition.schema, names).err().map(Box::new));
        let is_faulty = faults.iter().any(Option::is_some);
        Self { validator, definitions, faults, is_faulty }
    }

    /// Checks a schema, and finishes it.
    fn check_and_finish(&self, schema: &mut Schema) -> Result<FinishedSchema, Box<SchemaFault>> {
        self.validator.check(schema, self.definitions.names()).map_err(Box::new)?;
        if self.is_faulty {
            self.check_reached(schema)?;
        }
        Ok(FinishedSchema::of(&std::mem::take(schema), &self.definitions, self.validator.dialect))
    }

    fn check_reached(&self, schema: &Schema) -> Result<(), Box<SchemaFault>> {
        let mut work = references(schema, &self.definitions);
        let mut seen = vec![false; self.faults.len()];
        while let Some(index) = work.pop() {
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            if let Some(fault) = &self.faults[index] {
                return Err(fault.clone());
            }
            if let Some(definition) = self.definitions.at(index) {
                work.extend(references(&definition.schema, &self.definitions));
            }
        }
        Ok(())
    }

    /// Finishes the definitions.
    fn finish(self) -> SharedSchemas {
        SharedSchemas::new(self.definitions, self.validator.dialect)
    }
}

#[cfg(test)]
mod tests {
    use crate::json::{Map, Value, json};

    use super::*;
    use crate::diagnostic::{DocumentId, NodeId, Place};
    use crate::model::{
        Argument, ArgumentLocation, ArgumentName, Format, NameSource, Serialization, SourceInfo, ToolName,
    };

    /// Checks a catalogue of one tool with this argument; returns the number of tools left, and the
    /// diagnostics.
    fn checked(schema: Value) -> (usize, Vec<(Code, String)>) {
        let place = Place { document: DocumentId(0), node: NodeId(0) };
        let Value::Object(map) = schema else { panic!("no schema") };
        let mut tool = Tool::new(place, NameSource::Copied("a".to_owned()));
        tool.name = ToolName::new("a", 64);
        tool.arguments.push(Argument {
            place,
            true_name: "b".to_owned(),
            name: ArgumentName::new("b"),
            sent_as: None,
            location: ArgumentLocation::Input,
            required: false,
            schema: Schema(map).into(),
            serialization: Serialization::Value,
        });
        let catalog = Catalog {
            source: SourceInfo { format: Format::McpTools, title: None, version: None },
            place,
            found: 1,
            server: None,
            meta: Map::new(),
            tools: vec![tool],
            input_definitions: Definitions::default(),
            output_definitions: Definitions::default(),
        };
        let sink = Sink::new();
        let manifest = check(catalog, &Options::default(), &sink);
        let diagnostics =
            sink.into_diagnostics().into_iter().map(|diagnostic| (diagnostic.code, diagnostic.message));
        (manifest.tool_count(), diagnostics.collect())
    }

    #[test]
    fn a_sound_schema_passes() {
        assert_eq!(checked(json!({"type": "string"})), (1, vec![]));
    }

    /// M001
    #[test]
    fn a_schema_that_is_not_valid_or_not_closed_loses_the_tool() {
        for schema in [json!({"type": "text"}), json!({"$ref": "#/$defs/Nowhere"}), json!({"minLength": -1})]
        {
            let (tools, diagnostics) = checked(schema);
            assert_eq!(tools, 0);
            let codes: Vec<Code> = diagnostics.iter().map(|(code, _)| *code).collect();
            assert_eq!(codes, [Code::ToolInvalid, Code::NoOperations]);
            assert!(diagnostics[0].1.contains("the tool `a` is left out"), "{}", diagnostics[0].1);
        }
    }

    /// C005
    #[test]
    fn a_large_input_is_reported() {
        let properties: Map =
            (0..2_500).map(|number| (number.to_string(), json!({"type": "string"}))).collect();
        let (tools, diagnostics) = checked(json!({"type": "object", "properties": properties}));
        assert_eq!(tools, 1);
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(diagnostics[0].0, Code::LargeSchema);
    }
}
