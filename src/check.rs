//! The last gate before writing: a tool whose schemas are not valid, or not closed, is left out.

mod result;

pub use result::check_result;

use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::model::{Catalog, Definitions, Direction, Names, Schema, Tool};
use crate::options::Options;
use crate::parallel::each;
use crate::schema::{Fault, Levels, SharedSchemas, Slots, Validator, refused};
use crate::writer::Manifest;

/// Checks every schema once, drops the tools that reach a faulty one, and gives what is left as a
/// manifest that can be written.
pub fn check(mut catalog: Catalog, options: &Options, sink: &Sink) -> Manifest {
    let validator = Validator { dialect: options.dialect };
    let inputs = faulty(&mut catalog.input_definitions, validator, sink);
    let outputs = faulty(&mut catalog.output_definitions, validator, sink);
    let (input_definitions, output_definitions) = (&catalog.input_definitions, &catalog.output_definitions);
    let faults = each(&mut catalog.tools, sink, |tool, _| {
        tool_fault(tool, input_definitions.names(), output_definitions.names(), validator).or_else(|| {
            let arguments = tool
                .arguments
                .iter()
                .find_map(|argument| inputs.reached(&argument.schema, input_definitions));
            let input =
                || tool.input.as_ref().and_then(|input| inputs.reached(&input.schema, input_definitions));
            arguments.or_else(input).or_else(|| {
                tool.output.as_ref().and_then(|output| outputs.reached(&output.schema, output_definitions))
            })
        })
    });
    let mut faults = faults.into_iter();
    catalog.tools.retain(|tool| {
        let Some(fault) = faults.next().flatten() else {
            return true;
        };
        let name = tool.name.as_ref().map_or_else(String::new, ToString::to_string);
        let message = format!("the tool `{name}` is left out, since its schema is not sound: {fault}");
        sink.report(Code::ToolInvalid, tool.place, message);
        false
    });
    if catalog.tools.is_empty() {
        report_empty(&catalog, sink);
    }
    let manifest = manifest(catalog, options);
    report_depth(&manifest, sink);
    report_size(&manifest, sink);
    if options.exact {
        report_verbatim(&manifest, sink);
    }
    manifest
}

/// Warns of a list without a tool, whatever it was that emptied it.
fn report_empty(catalog: &Catalog, sink: &Sink) {
    let unit = catalog.source.format.unit();
    let diagnostic = if catalog.found == 0 {
        Diagnostic::new(
            Code::NoOperations,
            format!("the document has no {unit}, so the list of tools is empty"),
        )
    } else {
        let message = format!("no {unit} of the document became a tool; each is left out");
        Diagnostic::new(Code::NoOperations, message)
            .help("Other diagnostics say why each is left out; notes among them are shown with --verbose.")
    };
    sink.push(diagnostic.at(catalog.place));
}

/// Warns of schemas that are written as they are and that clients refuse.
fn report_verbatim(manifest: &Manifest, sink: &Sink) {
    for tool in &manifest.tools {
        let schemas = [
            (&tool.verbatim.input, Direction::Input, "input"),
            (&tool.verbatim.output, Direction::Output, "output"),
        ];
        for (schema, direction, what) in schemas {
            for reason in schema.iter().flat_map(|schema| refused(schema, direction)) {
                let message = format!("the {what} schema of {tool} is kept as it is, though {reason}");
                sink.report(Code::SchemaVerbatim, tool.place, message);
            }
        }
    }
}

/// Values in an input schema from which it is large: about 100 KB of JSON.
const LARGE: usize = 5_000;

/// Warns of input schemas that take much of what a model can read.
fn report_size(manifest: &Manifest, sink: &Sink) {
    let mut slots = Slots::default();
    for tool in &manifest.tools {
        let schemas = tool.arguments.iter().map(|argument| &argument.schema);
        let size = manifest.inputs.size(schemas, &mut slots);
        if size > LARGE {
            let message = format!("the input schema of {tool} has {size} values, which a model has to read");
            sink.report(Code::LargeSchema, tool.place, message);
        }
    }
}

/// Levels of nesting from which several model APIs refuse a schema.
const MAX_LEVELS: usize = 10;

/// Warns of arguments that nest deeper than model APIs accept.
fn report_depth(manifest: &Manifest, sink: &Sink) {
    let levels = Levels::of(&manifest.inputs);
    for tool in &manifest.tools {
        let deepest =
            tool.arguments.iter().map(|argument| 1 + levels.count(&argument.schema)).max().unwrap_or(0);
        if deepest > MAX_LEVELS {
            let name = tool.name.as_ref().map_or("", |name| name.as_str());
            let message = format!(
                "the arguments of `{name}` nest {deepest} levels deep; some model APIs accept {MAX_LEVELS}"
            );
            sink.report(Code::DeepSchema, tool.place, message);
        }
    }
}

fn manifest(catalog: Catalog, options: &Options) -> Manifest {
    Manifest {
        source: catalog.source,
        server: catalog.server,
        meta: catalog.meta,
        tools: catalog.tools,
        inputs: SharedSchemas::new(catalog.input_definitions),
        outputs: SharedSchemas::new(catalog.output_definitions),
        options: options.clone(),
    }
}

fn tool_fault(tool: &mut Tool, inputs: &Names, outputs: &Names, validator: Validator) -> Option<Fault> {
    if tool.name.is_none() || tool.arguments.iter().any(|argument| argument.name.is_none()) {
        return Some(Fault { pointer: String::new(), reason: "it was not named".to_owned() });
    }
    let argument =
        tool.arguments.iter_mut().find_map(|argument| validator.check(&mut argument.schema, inputs).err());
    let input = tool.input.as_mut().and_then(|input| validator.check(&mut input.schema, inputs).err());
    argument.or(input).or_else(|| {
        tool.output.as_mut().and_then(|output| validator.check(&mut output.schema, outputs).err())
    })
}

/// Definitions that are faulty themselves, or lead to one that is.
struct Faulty {
    any: bool,
    faults: Vec<Option<Fault>>,
}

impl Faulty {
    fn reached(&self, schema: &Schema, definitions: &Definitions) -> Option<Fault> {
        if !self.any {
            return None;
        }
        let mut work = crate::schema::references(schema, definitions);
        let mut seen = vec![false; self.faults.len()];
        while let Some(index) = work.pop() {
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            if let Some(fault) = &self.faults[index] {
                return Some(fault.clone());
            }
            if let Some(definition) = definitions.at(index) {
                work.extend(crate::schema::references(&definition.schema, definitions));
            }
        }
        None
    }
}

fn faulty(definitions: &mut Definitions, validator: Validator, sink: &Sink) -> Faulty {
    let (list, names) = definitions.list_and_names();
    let faults = each(list, sink, |definition, _| validator.check(&mut definition.schema, names).err());
    Faulty { any: faults.iter().any(Option::is_some), faults }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::diagnostic::{DocumentId, NodeId, Place};
    use crate::model::{
        Argument, ArgumentName, Format, Location, NameSource, Serialization, SourceInfo, ToolName,
    };

    /// The tools that are left of one with this argument, and what is said of it.
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
            location: Location::Input,
            required: false,
            schema: Schema(map),
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
        let said =
            sink.into_diagnostics().into_iter().map(|diagnostic| (diagnostic.code, diagnostic.message));
        (manifest.tool_count(), said.collect())
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
            let (tools, said) = checked(schema);
            assert_eq!(tools, 0);
            let codes: Vec<Code> = said.iter().map(|(code, _)| *code).collect();
            assert_eq!(codes, [Code::ToolInvalid, Code::NoOperations]);
            assert!(said[0].1.contains("the tool `a` is left out"), "{}", said[0].1);
        }
    }

    /// C005
    #[test]
    fn a_large_input_is_reported() {
        let properties: Map<String, Value> =
            (0..2_500).map(|number| (number.to_string(), json!({"type": "string"}))).collect();
        let (tools, said) = checked(json!({"type": "object", "properties": properties}));
        assert_eq!(tools, 1);
        assert_eq!(said.len(), 1);
        assert_eq!(said[0].0, Code::LargeSchema);
    }
}
