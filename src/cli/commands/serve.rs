//! `apimint serve`: serves the tools of a manifest or description over MCP.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::time::Duration;

use apimint::call::ServerChoice;
use apimint::diagnostic::{Code, Diagnostic, Fatal, Severity, Sink};
use apimint::serve::{
    CallLimits, HttpEndpoint, ServeError, ServeSettings, ServedTools, serve_http, serve_stdio,
};
use apimint::source::{Input, Sources, strip_userinfo};
use apimint::{Manifest, convert};
use clap::error::ErrorKind;
use url::Url;

use super::description_settings::DescriptionSettings;
use super::inputs::typed_input;
use super::request_credentials::{self, SecretsByScheme};
use crate::cli::arguments::{HttpAddress, ServeArguments, WrittenOptions, usage_error};
use crate::cli::exit::Exit;
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::reporting::reporter::{ReportPiece, Reporter};
use crate::cli::reporting::source_places::PlaceLocator;
use crate::cli::request_forms::http_message;
use crate::cli::streams::{StandardStream, was_closed};
use crate::cli::threads::threads;

/// The most tools that clients can hold: the limit of the OpenAI API, on which many of them are built. Beyond it, clients see three
/// tools in place of all.
const MOST_LISTED: usize = 128;

/// Converts the input, and serves its tools. `typed` has the options that take precedence over a configuration.
pub(crate) fn run(arguments: &ServeArguments, typed: &WrittenOptions) -> Result<Exit, clap::Error> {
    let input = typed_input(&arguments.input).map_err(|message| error(ErrorKind::InvalidValue, message))?;
    let settings = DescriptionSettings::read(
        &arguments.description,
        typed,
        std::iter::once(&input),
        "serve",
        &arguments.report,
    )?;
    let mut settings = match settings {
        Ok(settings) => settings.callable(),
        Err(exit) => return Ok(exit),
    };
    if arguments.listen.is_none()
        && [&input].into_iter().chain(&settings.overlays).any(|read| *read == Input::Stdin)
    {
        return Err(conflict(
            "the client speaks on standard input; give a file or a URL, or serve over --http",
        ));
    }
    let endpoint = endpoint(arguments)?;
    if endpoint.is_none() && [StandardStream::Input, StandardStream::Output].into_iter().any(was_closed) {
        return Err(conflict("the client speaks on standard input and output, and one of them is closed"));
    }
    let reporter = settings.reported_by(Reporter::new(&arguments.report).map_err(conflict)?);
    let files = TouchedFiles::inputs(settings.overlays.iter().chain([&input]))
        .reading("configuration", arguments.description.config.as_deref())
        .reading("credentials", arguments.target.credentials.as_deref())
        .writing("report", reporter.files());
    files.are_apart().map_err(conflict)?;
    let report = reporter.open().map_err(|fatal| error(ErrorKind::Io, fatal.message))?;
    let preparation = Preparation { arguments, reporter: &reporter };
    let (prepared, piece) = threads("serve")?.install(|| preparation.run(&input, settings));
    let published = reporter.publish(report, [&piece].into_iter());
    let served = match prepared {
        Ok(served) if published == Exit::Done => served,
        Ok(_) => return Ok(published),
        Err(exit) => return Ok(exit.max(published)),
    };
    let ended = match endpoint {
        Some(endpoint) => serve_http(served.tools, served.settings, endpoint),
        None => serve_stdio(served.tools, served.settings),
    };
    Ok(reported(ended))
}

/// Returns the exit status of a server that has ended.
fn reported(ended: Result<(), ServeError>) -> Exit {
    let Err(error) = ended else { return Exit::Done };
    let _ = writeln!(io::stderr().lock(), "error: {}", apimint::diagnostic::escape(&error.to_string()));
    Exit::Unusable
}

/// Returns where the server listens, if it serves over HTTP.
fn endpoint(arguments: &ServeArguments) -> Result<Option<HttpEndpoint>, clap::Error> {
    let Some(HttpAddress(address)) = arguments.listen else { return Ok(None) };
    let (hosts, origins) = (arguments.allow_host.clone(), arguments.allow_origin.clone());
    if !address.ip().is_loopback() && hosts.is_empty() {
        return Err(conflict(format_args!(
            "{address} can be reached by other computers, and the server has no authentication; if that is meant, name the \
             host that clients use with --allow-host"
        )));
    }
    Ok(Some(HttpEndpoint { address, hosts, origins }))
}

/// What is served.
struct Prepared {
    tools: ServedTools,
    settings: ServeSettings,
}

struct Preparation<'p> {
    arguments: &'p ServeArguments,
    reporter: &'p Reporter,
}

impl Preparation<'_> {
    /// Converts the input, and reads the credentials. Returns what is served, or the exit status, and the report.
    fn run(&self, input: &Input, mut settings: DescriptionSettings) -> (Result<Prepared, Exit>, ReportPiece) {
        // Tools that may change something stay known, so that a call of one is refused by its name.
        let read_only = std::mem::take(&mut settings.options.selection.read_only);
        let (access, options) = (settings.access(), settings.options);
        let sources = Sources::new(access, options.limits.clone());
        let sink = Sink::bounded(options.limits.diagnostics);
        let prepared = convert(&sources, input, &options, &sink)
            .and_then(|manifest| self.prepare(&manifest, input, read_only, &sink));
        let allowances = sink.allowances();
        let mut diagnostics = sink.into_diagnostics();
        let is_denied = self.reporter.denies(&diagnostics);
        self.reporter.level(&mut diagnostics, &allowances);
        let prepared = match prepared {
            Ok(_) if is_denied => Err(Exit::Flawed),
            Ok(prepared) => Ok(prepared),
            Err(fatal) => {
                diagnostics.push(*fatal);
                Err(Exit::Unusable)
            }
        };
        // A client shows standard error as a log: warnings about the description are for `convert`.
        if !self.arguments.report.verbose {
            diagnostics
                .retain(|found| found.severity == Severity::Error || found.code == Code::ToolNotServed);
        }
        let piece = self.reporter.render(&diagnostics, PlaceLocator::Sources(&sources)).unwrap_or_default();
        (prepared, piece)
    }

    fn prepare(
        &self,
        manifest: &Manifest,
        input: &Input,
        read_only: bool,
        sink: &Sink,
    ) -> Result<Prepared, Fatal> {
        let arguments = self.arguments;
        let file = match &arguments.target.credentials {
            Some(path) => request_credentials::read(path)?,
            None => SecretsByScheme::new(),
        };
        let values = (0..manifest.tool_count()).map(|position| manifest.tool_value(position));
        let tools = ServedTools::new(values, &manifest.result_meta(), &|tool| {
            let there = request_credentials::of_tool(tool, &file);
            if arguments.dry_run { request_credentials::hidden(tool, &there) } else { there }
        });
        for (name, reason) in tools.unusable() {
            sink.push(Diagnostic::new(Code::ToolNotServed, format!("tool `{name}` is left out: {reason}")));
        }
        if tools.is_empty() {
            let message = "there is no tool that can be called";
            return Err(Box::new(Diagnostic::new(Code::CallUnusable, message)));
        }
        let seen = if read_only { tools.read_only_count() } else { tools.len() };
        let settings = ServeSettings {
            server: arguments.target.server(),
            server_variables: arguments.target.server_variables(),
            base: arguments.target.base.clone().or_else(|| url_of(input)),
            trusted_hosts: trusted_hosts(arguments, input),
            limits: limits(arguments),
            read_only,
            dynamic: arguments.dynamic || (seen > MOST_LISTED && !arguments.all),
            page_size: arguments.page_size,
            dry_run: arguments.dry_run.then_some(http_message),
            log: arguments.log,
        };
        Ok(Prepared { tools, settings })
    }
}

fn limits(arguments: &ServeArguments) -> CallLimits {
    CallLimits {
        time: Duration::from_secs(arguments.timeout),
        response_bytes: arguments.max_response,
        concurrent: usize::from(arguments.max_calls),
        ..CallLimits::default()
    }
}

/// Returns the URL of an input: what a relative server is relative to.
fn url_of(input: &Input) -> Option<Url> {
    match input {
        Input::Url(url) => {
            let mut url = url.clone();
            strip_userinfo(&mut url);
            Some(url)
        }
        _ => None,
    }
}

/// Returns the hosts that were typed. They may have private addresses, unlike those that a description names.
fn trusted_hosts(arguments: &ServeArguments, input: &Input) -> BTreeSet<String> {
    let server = match arguments.target.server() {
        ServerChoice::Url(url) => Url::parse(&url).ok(),
        ServerChoice::First | ServerChoice::Number(_) => None,
    };
    let urls = [server, arguments.target.base.clone(), url_of(input)];
    urls.iter().flatten().filter_map(|url| url.host_str().map(str::to_owned)).collect()
}

fn error(kind: ErrorKind, message: impl std::fmt::Display) -> clap::Error {
    usage_error("serve", kind, message)
}

fn conflict(message: impl std::fmt::Display) -> clap::Error {
    error(ErrorKind::ArgumentConflict, message)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::arguments::{Cli, Command};

    #[test]
    fn defaults_are_those_of_the_library() {
        let Cli { command } = Cli::parse_from(["apimint", "serve", "openapi.yaml"]);
        let Some(Command::Serve(arguments)) = command else { panic!("not a server") };
        assert_eq!(limits(&arguments), CallLimits::default());
    }
}
