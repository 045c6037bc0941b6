//! `apimint init`: writes a configuration file for a description.

mod template;

use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use apimint::diagnostic::{Code, Diagnostic, Fatal, Sink};
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, PublishedList};

use super::inputs::typed_input;
use super::server_headers::HeaderServers;
use crate::cli::arguments::{HeaderArgument, InitArguments, shown, usage_error};
use crate::cli::exit::Exit;
use crate::cli::files::destination::Destination;
use crate::cli::files::manifest_names::manifest_name;
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::files::writable::WholeText;
use crate::cli::reporting::conversion_outcome::{ConversionOutcome, report};
use crate::cli::reporting::reporter::Reporter;
use crate::cli::reporting::run_totals::RunTotals;
use crate::cli::threads::threads;
use template::{DescriptionFacts, template};

/// Writes a configuration for an input, unless the file exists.
pub(crate) fn run(arguments: &InitArguments) -> Result<Exit, clap::Error> {
    let refuse = |message: String| usage_error("init", clap::error::ErrorKind::ArgumentConflict, message);
    let input = typed_input(&arguments.input).map_err(refuse)?;
    if input == Input::Stdin {
        let message = "a configuration needs the name of its source, and standard input has none";
        return Err(refuse(message.to_owned()));
    }
    let headers =
        HeaderServers::default().headers([(&input, arguments.headers.header.as_slice())]).map_err(refuse)?;
    let file = &arguments.output;
    if file.as_os_str() == "-" {
        return Err(refuse("a configuration is a file, and `-` is not the name of one".to_owned()));
    }
    if file.symlink_metadata().is_ok() {
        return Err(refuse(format!("{} exists already, and is not overwritten", file.display())));
    }
    let reporter = Reporter::new(&arguments.report).map_err(refuse)?;
    let files = TouchedFiles::inputs([&input]).writing("configuration", Some(file));
    files.writing("report", reporter.files()).are_apart().map_err(refuse)?;
    let opened = reporter.open().map_err(|fatal| refuse(fatal.message))?;
    let output = format!("{}.tools.json", manifest_name(&input));
    let outcome = threads("init")?.install(|| {
        let sources = Sources::new(Access { headers, ..Access::default() }, Limits::default());
        let done = begin(&sources, &input, &output, arguments);
        let totals = RunTotals { inputs: 1, ..RunTotals::default() };
        ConversionOutcome::new(done, Vec::new(), totals, &sources, &reporter)
    });
    let exit = report(&[outcome], &reporter, opened);
    if exit == Exit::Done && reporter.is_chatty() {
        let name = file.display();
        let command = if file == Path::new(crate::cli::config::FILE) {
            "apimint".to_owned()
        } else {
            format!("apimint build --config {name}")
        };
        let _ = writeln!(io::stderr().lock(), "{name} is written; `{command}` builds {output}");
    }
    Ok(exit)
}

/// Writes a configuration with examples from the description, and returns the number of its tools.
fn begin(sources: &Sources, input: &Input, output: &str, arguments: &InitArguments) -> Result<usize, Fatal> {
    // Diagnostics are reported when the manifest is built.
    let unheard = Sink::new();
    let options = Options::default();
    let list = PublishedList::Converted(Box::new(apimint::convert(sources, input, &options, &unheard)?));
    let inspection = apimint::inspection(&list, None);
    let file = &arguments.output;
    let source = source(input, file.parent().unwrap_or(Path::new("")))?;
    let headers = arguments.headers.header.iter().filter_map(HeaderArgument::for_configuration);
    let headers: Vec<String> = headers.collect();
    let text = template(
        &source,
        &headers,
        output,
        &DescriptionFacts::new(&inspection, |position| list.tool_value(position)),
    );
    let text = WholeText { name: "configuration", bytes: text.into_bytes() };
    // Reading the description takes time, in which somebody else may have written the file.
    Destination::named(Some(file)).open(text.name)?.fill(&text, u64::MAX)?.publish_new()?;
    Ok(list.tool_count())
}

/// Returns the input as a configuration in `directory` names it.
fn source(input: &Input, directory: &Path) -> Result<String, Fatal> {
    let path = match input {
        Input::Url(_) => return Ok(shown(input)),
        Input::File(path) => path,
        Input::Stdin | Input::Bytes { .. } => return Ok(String::new()),
    };
    let is_here = directory.as_os_str().is_empty() || directory == Path::new(".");
    let relative = if is_here || path.is_absolute() { path.clone() } else { seen_from(directory, path) };
    let text = relative.to_str().map(|text| text.replace(std::path::MAIN_SEPARATOR, "/"));
    text.ok_or_else(|| {
        let message = "the name of the input is not UTF-8, which a configuration has to be";
        Box::new(Diagnostic::new(Code::Unreadable, message))
    })
}

/// Returns the relative path from a directory to a file. Links are resolved first, since `..` after a link leads elsewhere.
fn seen_from(directory: &Path, file: &Path) -> PathBuf {
    let (Ok(directory), Ok(file)) = (directory.canonicalize(), file.canonicalize()) else {
        return std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    };
    let shared =
        directory.components().zip(file.components()).take_while(|(one, other)| one == other).count();
    let up = directory.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}
