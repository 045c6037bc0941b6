//! `apimint request`: shows the HTTP request that a call of a tool becomes.

use std::ffi::OsStr;
use std::path::Path;

use apimint::call::{CallError, CallableTool, Credentials, RequestDraft, RequestSettings, draft};
use apimint::diagnostic::{Code, Diagnostic, Fatal, Severity, Sink, nearest};
use apimint::json::{Map, Value};
use apimint::model::meta::HTTP;
use apimint::source::{Document, Input, Node, Sources};
use apimint::target::{SideTable, SideTableError};
use apimint::{Manifest, Options, convert};
use clap::error::ErrorKind;

use super::description_settings::DescriptionSettings;
use super::inputs::{standard_input, typed_input};
use super::request_credentials::{self, SecretsByScheme};
use crate::cli::arguments::{RequestArguments, RequestFormatArgument, WrittenOptions, usage_error};
use crate::cli::exit::Exit;
use crate::cli::files::destination::Destination;
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::files::writable::ExactBytes;
use crate::cli::reporting::reporter::Reporter;
use crate::cli::reporting::source_places::PlaceLocator;
use crate::cli::request_forms::{curl, http_message, json};
use crate::cli::threads::threads;

/// The name of the output in messages.
const REQUEST: &str = "request";

/// Makes the request, and writes it. `typed` has the options that take precedence over a configuration.
pub(crate) fn run(arguments: &RequestArguments, typed: &WrittenOptions) -> Result<Exit, clap::Error> {
    let invalid = |message| usage_error("request", ErrorKind::InvalidValue, message);
    let input = typed_input(&arguments.input).map_err(invalid)?;
    let values = argument_input(&arguments.arguments).map_err(invalid)?;
    if input == Input::Stdin && values == Input::Stdin {
        return Err(conflict("standard input can be the manifest or the arguments, not both"));
    }
    let settings = DescriptionSettings::read(
        &arguments.description,
        typed,
        std::iter::once(&input),
        "request",
        &arguments.report,
    )?;
    let mut settings = match settings {
        Ok(settings) => settings.callable(),
        Err(exit) => return Ok(exit),
    };
    if values == Input::Stdin && settings.overlays.contains(&Input::Stdin) {
        return Err(conflict("standard input can be an overlay or the arguments, not both"));
    }
    let reporter = settings.reported_by(Reporter::new(&arguments.report).map_err(conflict)?);
    let files = TouchedFiles::inputs(settings.overlays.iter().chain([&input, &values]))
        .reading("configuration", arguments.description.config.as_deref())
        .reading("credentials", arguments.target.credentials.as_deref())
        .reading("side table", arguments.map.as_deref());
    files.writing("report", reporter.files()).are_apart().map_err(conflict)?;
    let report = reporter.open().map_err(|fatal| usage_error("request", ErrorKind::Io, fatal.message))?;
    let run = RequestRun { arguments, options: &settings.options, reporter: &reporter };
    let (piece, exit) = threads("request")?.install(|| {
        let sources = Sources::new(settings.access(), settings.options.limits.clone());
        let (diagnostics, exit) = run.run(&sources, &input, &values);
        (reporter.render(&diagnostics, PlaceLocator::Sources(&sources)).unwrap_or_default(), exit)
    });
    Ok(exit.max(reporter.publish(report, [&piece].into_iter())))
}

/// Reads the typed arguments of the call: JSON, `@FILE` or `-`.
fn argument_input(typed: &OsStr) -> Result<Input, String> {
    let text = typed.to_str().ok_or("the arguments are not UTF-8")?;
    Ok(match text.strip_prefix('@') {
        _ if text == "-" => standard_input()?,
        Some(path) => Input::File(path.into()),
        None => Input::Bytes { name: "ARGUMENTS".to_owned(), bytes: text.as_bytes().to_vec() },
    })
}

struct RequestRun<'r> {
    arguments: &'r RequestArguments,
    /// The options for the description.
    options: &'r Options,
    reporter: &'r Reporter,
}

impl RequestRun<'_> {
    /// Makes and writes the request. Returns the diagnostics, with their levels, and the exit status.
    fn run(&self, sources: &Sources, input: &Input, values: &Input) -> (Vec<Diagnostic>, Exit) {
        let sink = Sink::bounded(self.options.limits.diagnostics);
        let manifest = convert(sources, input, self.options, &sink);
        let allowances = sink.allowances();
        let mut diagnostics = sink.into_diagnostics();
        let is_denied = self.reporter.denies(&diagnostics);
        self.reporter.level(&mut diagnostics, &allowances);
        let table = self.arguments.map.as_deref().map(|path| side_table(path, sources)).transpose();
        let tool = table.and_then(|table| Ok((self.tool(&manifest?, table.as_ref())?, table)));
        // What the conversion found in other tools does not matter here. Where the tool is missing, an error may say why.
        if !self.arguments.report.verbose {
            diagnostics.retain(|diagnostic| tool.is_err() && diagnostic.severity == Severity::Error);
        }
        let sink = Sink::new();
        let written = tool.and_then(|(tool, table)| {
            let document = sources.load(values, &sink)?;
            let mut values = document.root().to_value();
            if let Some(table) = table {
                values =
                    table.decode(&self.arguments.tool, values).map_err(|error| unusable_table(&error))?;
            }
            let bytes = self.request(&tool, &values, document, &sink)?;
            Destination::Stdout.write(&ExactBytes { name: REQUEST, bytes }, u64::MAX).map(drop)
        });
        let mut own = sink.into_diagnostics();
        let exit = match written {
            Ok(()) if is_denied || self.reporter.denies(&own) => Exit::Flawed,
            Ok(()) => Exit::Done,
            Err(fatal) => {
                own.push(*fatal);
                Exit::Unusable
            }
        };
        self.reporter.level(&mut own, &[]);
        diagnostics.extend(own);
        (diagnostics, exit)
    }

    /// Finds the tool: by its own name, or by the one that a side table leads to. The table has the call too, for a list that has
    /// none.
    fn tool(&self, manifest: &Manifest, table: Option<&SideTable>) -> Result<CallableTool, Fatal> {
        let called = self.arguments.tool.as_str();
        let name = match table {
            None => called,
            Some(table) => table.tool(called).map_err(|error| {
                let near =
                    nearest(called, table.names()).map(|near| format!("; the nearest name is `{near}`"));
                let message = format!("the side table cannot be used: {error}{}", near.unwrap_or_default());
                Box::new(Diagnostic::new(Code::ToolUnknown, message))
            })?,
        };
        // One tool at a time: all of a large list take much memory.
        let listed: Vec<String> = (0..manifest.tool_count())
            .map(|position| manifest.tool_value(position)["name"].as_str().unwrap_or_default().to_owned())
            .collect();
        let names = || listed.iter().map(String::as_str);
        let found = names().position(|known| known == name).map(|position| manifest.tool_value(position));
        let has_call = |tool: &Value| tool["_meta"].get(HTTP).is_some();
        if let (Some(table), None) = (table, found.as_ref().filter(|tool| has_call(tool)))
            && let Some(call) = table.call(called).map_err(|error| unusable_table(&error))?
        {
            let unchecked: Value =
                serde_json::json!({"name": name, "inputSchema": {"type": "object"}}).into();
            let tool = with_call(unchecked, call.clone());
            return CallableTool::parse(&tool).map_err(|error| unusable_call(name, &error));
        }
        let Some(tool) = found else {
            let near = nearest(name, names()).map(|near| format!("; the nearest name is `{near}`"));
            let message = format!("there is no tool `{name}`{}", near.unwrap_or_default());
            return Err(Box::new(Diagnostic::new(Code::ToolUnknown, message)));
        };
        CallableTool::parse(&tool).map_err(|error| unusable_call(name, &error))
    }

    /// Makes the request, in the form that was typed.
    fn request(
        &self,
        tool: &CallableTool,
        values: &Value,
        document: &Document,
        sink: &Sink,
    ) -> Result<Vec<u8>, Fatal> {
        let file = match &self.arguments.target.credentials {
            Some(path) => request_credentials::read(path)?,
            None => SecretsByScheme::new(),
        };
        let there = request_credentials::of_tool(tool, &file);
        let credentials =
            if self.arguments.show_credentials { there } else { request_credentials::hidden(tool, &there) };
        let settings = self.settings(credentials);
        draft(tool, values, &settings)
            .and_then(|draft| self.rendered(draft, &settings.credentials))
            .map_err(|error| reported(&error, document, sink))
    }

    fn settings(&self, credentials: Credentials) -> RequestSettings {
        RequestSettings {
            credentials,
            server: self.arguments.target.server(),
            server_variables: self.arguments.target.server_variables(),
            base: self.arguments.target.base.clone(),
            validate: !self.arguments.no_validate,
        }
    }

    fn rendered(&self, draft: RequestDraft, credentials: &Credentials) -> Result<Vec<u8>, CallError> {
        match self.arguments.format {
            RequestFormatArgument::Curl => curl(draft, credentials),
            RequestFormatArgument::Http => Ok(http_message(&draft.finish(credentials)?)),
            RequestFormatArgument::Json => Ok(json(&draft.finish(credentials)?)),
        }
    }
}

/// Reads a side table.
fn side_table(path: &Path, sources: &Sources) -> Result<SideTable, Fatal> {
    let sink = Sink::new();
    let document = sources.load(&Input::File(path.to_owned()), &sink)?;
    SideTable::new(&document.root().to_value()).map_err(|error| unusable_table(&error))
}

fn unusable_table(error: &SideTableError) -> Fatal {
    Box::new(Diagnostic::new(Code::CallUnusable, format!("the side table cannot be used: {error}")))
}

fn unusable_call(tool: &str, error: &impl std::fmt::Display) -> Fatal {
    Box::new(Diagnostic::new(Code::CallUnusable, format!("tool `{tool}`: {error}")))
}

/// Returns a tool with a call.
fn with_call(mut tool: Value, call: Value) -> Value {
    let mut meta = Map::new();
    meta.insert(HTTP, call);
    if let Some(tool) = tool.as_object_mut() {
        tool.insert("_meta", Value::Object(meta));
    }
    tool
}

/// Reports every fault but the last, which is the error.
fn reported(error: &CallError, document: &Document, sink: &Sink) -> Fatal {
    let code = match error {
        CallError::NoServer | CallError::Server(_) => Code::ServerUnusable,
        CallError::MissingCredentials { .. } | CallError::MissingCookie(_) | CallError::Scheme { .. } => {
            Code::CredentialsMissing
        }
        CallError::InvalidArguments(_) | CallError::Argument { .. } => Code::ArgumentMisfit,
        _ => Code::CallUnusable,
    };
    let root = document.root();
    match error {
        CallError::InvalidArguments(faults) => {
            let found = faults.iter().map(|fault| {
                Diagnostic::new(code, fault.to_string()).at(follow(root, &fault.pointer).place())
            });
            let mut found: Vec<Diagnostic> = found.collect();
            let last = found.pop();
            for diagnostic in found {
                sink.push(diagnostic);
            }
            Box::new(last.unwrap_or_else(|| Diagnostic::new(code, error.to_string())))
        }
        CallError::Argument { argument, .. } => {
            let place = root.get(argument).unwrap_or(root).place();
            Box::new(Diagnostic::new(code, error.to_string()).at(place))
        }
        error => Box::new(Diagnostic::new(code, error.to_string())),
    }
}

/// Returns the value at a JSON Pointer, or the last one on its path that exists.
fn follow<'d>(root: Node<'d>, pointer: &str) -> Node<'d> {
    let mut node = root;
    for token in pointer.split('/').skip(1) {
        let key = token.replace("~1", "/").replace("~0", "~");
        let next = if node.is_array() {
            key.parse().ok().and_then(|index| node.item(index))
        } else {
            node.get(&key)
        };
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    node
}

fn conflict(message: impl std::fmt::Display) -> clap::Error {
    usage_error("request", ErrorKind::ArgumentConflict, message)
}
