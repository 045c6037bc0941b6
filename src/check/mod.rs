//! Checks tools before they are written: a tool with a schema that is invalid, or with a reference that does
//! not resolve, is left out.

mod gate;
mod inputs;
mod outputs;
mod result;
mod verbatim;

use gate::{SchemaCut, SchemaGate};
use inputs::checked_inputs;
use outputs::checked_outputs;
pub use result::check_result;
use verbatim::refusal_reasons;

use crate::client_limits::{INPUT_SCHEMA_VALUES, SCHEMA_LEVELS, output_dialect_refusal};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::model::{Catalog, CutTotals, Direction, Format, Tool};
use crate::options::Options;
use crate::schema::{ReachedDefinitions, SchemaFault};
use crate::writer::{Manifest, ManifestTool, WrittenInput};

/// Checks every schema once, cuts what is longer than its bound, leaves out the tools that reach an invalid schema, and
/// returns the others as a manifest.
pub fn check(mut catalog: Catalog, options: &Options, sink: &Sink) -> Manifest {
    // One direction after the other: the schemas of inputs are freed before the texts of outputs are made.
    let inputs = SchemaGate::new(std::mem::take(&mut catalog.input_definitions), options.dialect, sink);
    let of_inputs = checked_inputs(&mut catalog.tools, &inputs, options);
    let inputs = inputs.finish();
    let outputs = SchemaGate::new(std::mem::take(&mut catalog.output_definitions), options.dialect, sink);
    let of_outputs = checked_outputs(&mut catalog.tools, &outputs, options);
    let outputs = outputs.finish();
    let mut listed = Vec::with_capacity(catalog.tools.len());
    let mut cuts = CutTotals::default();
    for ((number, tool), (input, output)) in
        catalog.tools.iter().enumerate().zip(of_inputs.into_iter().zip(of_outputs))
    {
        let passed = is_named(tool).and_then(|()| Ok((input?, output.transpose()?)));
        match passed {
            Ok((input, output)) => {
                let output_cut = output.as_ref().and_then(|output| output.cut);
                report_cuts(tool, input.cut, output_cut, sink);
                cuts.inputs += input.cut.map(SchemaCut::totals).unwrap_or_default();
                cuts.outputs += output_cut.map(SchemaCut::totals).unwrap_or_default();
                let (input, output) = (input.written, output.map(|output| output.written));
                listed.push(ManifestTool { number, input, output, lowered: None });
            }
            Err(fault) => {
                let name = tool.name.as_ref().map_or_else(String::new, ToString::to_string);
                let message =
                    format!("the tool `{name}` is left out, since its schema is not valid: {fault}");
                sink.report(Code::ToolInvalid, tool.place, message);
            }
        }
    }
    let is_withheld = listed.is_empty() && report_empty(&catalog, options, sink);
    let manifest = Manifest {
        source: catalog.source,
        server: catalog.server,
        meta: catalog.meta,
        read: catalog.tools,
        tools: listed,
        cuts,
        inputs,
        outputs,
        options: options.clone(),
        is_withheld,
    };
    report_dialect(&manifest, sink);
    report_depth(&manifest, sink);
    report_size(&manifest, sink);
    if options.exact {
        report_verbatim(&manifest, sink);
    }
    manifest
}

/// Reports an empty list of tools. It is an error, and the result true, unless the caller allows it, or the input is a list that
/// is empty already: a published list is not to be emptied by a misspelt rule.
fn report_empty(catalog: &Catalog, options: &Options, sink: &Sink) -> bool {
    let unit = catalog.source.format.unit();
    let diagnostic = if catalog.found == 0 {
        Diagnostic::new(
            Code::NoOperations,
            format!("the document has no {unit}, so the list of tools is empty"),
        )
    } else {
        let message = format!("no {unit} of the document became a tool; all are left out");
        Diagnostic::new(Code::NoOperations, message).help(
            "Other diagnostics say why each is left out; notes among them are shown with --verbose. --allow-empty writes the \
             empty list.",
        )
    };
    let is_list = catalog.source.format == Format::McpTools && catalog.found == 0;
    let is_withheld = !options.allow_empty && !is_list;
    let diagnostic = match (is_withheld, options.allow_empty) {
        (true, _) => diagnostic,
        (false, true) => diagnostic.note(),
        (false, false) => diagnostic.warning(),
    };
    sink.push(diagnostic.at(catalog.place));
    is_withheld
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

/// Reports what the bounds of a tool left of its schemas.
fn report_cuts(tool: &Tool, input: Option<SchemaCut>, output: Option<SchemaCut>, sink: &Sink) {
    let output_place = tool.output.as_ref().map_or(tool.place, |output| output.place);
    for (cut, code, what, place) in
        [(input, Code::InputCut, "input", tool.place), (output, Code::OutputCut, "output", output_place)]
    {
        let Some(SchemaCut { before, after }) = cut else { continue };
        let message = format!(
            "the {what} schema of {tool} is cut from {} to {} bytes; {} of {} properties are left",
            before.bytes, after.bytes, after.properties, before.properties
        );
        sink.report(code, place, message);
    }
}

/// Warns once about output schemas in a dialect for which clients refuse calls.
fn report_dialect(manifest: &Manifest, sink: &Sink) {
    let Some(uri) = manifest.options.dialect.uri() else { return };
    let Some(refusal) = output_dialect_refusal(uri) else { return };
    let tools = manifest.tools.iter().filter(|listed| listed.output.is_some());
    if let Some(first) = tools.map(|listed| manifest.tool(listed)).next() {
        let message = format!("output schemas declare `{uri}`; {refusal}");
        let help =
            "Write output schemas in the dialect `portable`, or leave them out with --output-schema none.";
        sink.push(Diagnostic::new(Code::OutputDialect, message).at(first.place).help(help));
    }
}

/// Warns about input schemas that are large for a model's context.
fn report_size(manifest: &Manifest, sink: &Sink) {
    let mut reached = ReachedDefinitions::default();
    for listed in &manifest.tools {
        let size = match &listed.input {
            WrittenInput::Whole { arguments, .. } => {
                manifest.inputs.size(arguments.iter().map(|schema| &**schema), &mut reached)
            }
            WrittenInput::Cut(cut) => cut.values,
        };
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
        let deepest = match &listed.input {
            WrittenInput::Whole { arguments, .. } => {
                arguments.iter().map(|schema| 1 + manifest.inputs.levels(schema)).max().unwrap_or(0)
            }
            WrittenInput::Cut(cut) => cut.levels,
        };
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

#[cfg(test)]
mod tests {
    use crate::json::{Map, Value, json};

    use super::*;
    use crate::diagnostic::{DocumentId, NodeId, Place};
    use crate::model::{
        Argument, ArgumentLocation, ArgumentName, Definitions, Format, NameSource, Schema, Serialization,
        SourceInfo, ToolName,
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
            true_name: "b".into(),
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
