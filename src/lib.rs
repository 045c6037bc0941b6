//! apimint converts a description of an API to a Model Context Protocol `tools/list` manifest.
//!
//! Data flows in one direction, and each arrow is one call in [`convert_parts`] or in a function that it
//! calls:
//!
//! ```text
//! bytes ──source──▶ Document ──reader──▶ Catalog ──passes──▶ Catalog ──check──▶ Manifest ──target──▶ Manifest ──writer──▶ bytes
//!                                 │                   │                  │                 │
//!                                 └─────────── diagnostics (one sink) ───┴─────────────────┘
//! ```
//!
//! ```
//! use apimint::diagnostic::Sink;
//! use apimint::source::{Access, Input, Sources};
//! use apimint::{Limits, Options, convert};
//!
//! let text = r#"{"openapi": "3.1.0", "info": {"title": "Clock", "version": "1"},
//!     "paths": {"/time": {"get": {"operationId": "getTime", "summary": "The time",
//!         "responses": {"204": {"description": "none"}}}}}}"#;
//! let input = Input::Bytes { name: "clock.json".to_owned(), bytes: text.into() };
//! let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
//! let manifest = convert(&sources, &input, &Options::default(), &sink)?;
//! assert!(manifest.tools().all(|tool| tool["name"] == "get_time"));
//! let mut bytes = Vec::new();
//! manifest.write(&mut bytes)?;
//! for diagnostic in sink.into_diagnostics() {
//!     eprintln!("{diagnostic}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/` has whole programs: `tools.rs` prints the tools of a file, `diagnostics.rs` writes diagnostics
//! in its own format, and `cost.rs` shows what a model reads of the tools.

#![forbid(unsafe_code)]

pub mod call;
pub mod check;
pub mod client_limits;
mod credential;
pub mod diagnostic;
pub mod diff;
mod fnv1a;
pub mod inspect;
mod invisible;
pub mod json;
pub mod limits;
pub mod lock;
pub mod model;
pub mod options;
mod parallel;
pub mod pass;
mod published_list;
pub mod reader;
pub mod rules;
pub mod schema;
pub mod selection;
#[cfg(feature = "serve")]
pub mod serve;
pub mod source;
mod subsumption;
pub mod target;
pub mod verify;
pub mod writer;

#[doc(hidden)]
pub use credential::{CredentialKind, CredentialSample, KINDS as CREDENTIAL_KINDS};

use diagnostic::{Code, Diagnostic, Fatal, Sink};
use model::{Catalog, Format};
use source::{Document, Input, Sources};

pub use limits::Limits;
pub use lock::Lock;
pub use options::Options;
pub use published_list::PublishedList;
pub use reader::DescriptionPart;
pub use selection::Selection;
pub use verify::VerifiedList;
pub use writer::{CallResult, Manifest};

/// Converts one description. Problems that the conversion can work around are reported to `sink`; others are
/// the error.
pub fn convert(sources: &Sources, input: &Input, options: &Options, sink: &Sink) -> Result<Manifest, Fatal> {
    convert_parts(sources, &[DescriptionPart::new(input)], options, sink)
}

/// Converts several descriptions into one manifest; each tool's name gets the prefix of its description.
/// `options` apply to the whole list, and to each description without options of its own.
pub fn convert_parts(
    sources: &Sources,
    parts: &[DescriptionPart<'_>],
    options: &Options,
    sink: &Sink,
) -> Result<Manifest, Fatal> {
    if let [DescriptionPart { input, prefix: None, options: None }] = parts {
        return convert_document(sources, sources.load(input, sink)?, options, sink);
    }
    let (catalogs, options) = reader::read_parts(sources, parts, options, sink)?;
    let catalogs = catalogs.into_iter().zip(parts.iter().map(|part| part.prefix));
    let no_description = || Box::new(Diagnostic::new(Code::Empty, "there is no description to convert"));
    let catalog = pass::join(catalogs.collect()).ok_or_else(no_description)?;
    finish(sources, catalog, &options, sink)
}

/// Converts one description that is loaded already.
pub fn convert_document(
    sources: &Sources,
    document: &Document,
    options: &Options,
    sink: &Sink,
) -> Result<Manifest, Fatal> {
    let document = sources.overlay(document, &options.overlays, sink)?;
    let catalog = reader::read(sources, document, options, sink)?;
    finish(sources, catalog, options, sink)
}

/// Runs the passes, the check and the target on a catalogue.
fn finish(
    sources: &Sources,
    mut catalog: Catalog,
    options: &Options,
    sink: &Sink,
) -> Result<Manifest, Fatal> {
    pass::all(&mut catalog, options, sink);
    let mut manifest = check::check(catalog, options, sink);
    let lowered = target::lower(&mut manifest, sink);
    sources.pinpoint(sink);
    lowered.map(|()| manifest)
}

/// Analyses a published list, tool by tool; a tokenizer counts tokens in a build with the feature `token-count` only.
pub fn inspection(list: &PublishedList<'_>, tokenizer: Option<inspect::Tokenizer>) -> inspect::Inspection {
    let tool = |position| inspect::InspectedTool::of(position, &list.shown_tool(position), tokenizer);
    let tools = parallel::map((0..list.tool_count()).collect(), tool);
    let inspection = inspect::Inspection::new(Some(&list.shown_meta()), tools, tokenizer);
    let candidates: Vec<_> = (0..list.tool_count()).map(|position| list.candidate(position)).collect();
    inspect::Inspection { cuts: list.cuts(), ..inspection.with_rules(&candidates, list.is_whole()) }
}

/// Assigns findings to the tools that they are about: a tool has the findings in its part of the source.
pub fn assign_findings(
    findings: &mut [diagnostic::Finding<'_>],
    list: &PublishedList<'_>,
    sources: &Sources,
) {
    let tools = sources.subtrees((0..list.tool_count()).map(|position| list.place(position)));
    for finding in findings {
        // The exact place can be in a text that several tools share.
        let places = [finding.diagnostic.place, finding.diagnostic.exact];
        finding.tool = places.into_iter().flatten().find_map(|place| tools.number(place));
    }
}

/// Returns the list that a document publishes: itself, if it is a list of tools already, or what it is converted to.
pub fn publish<'s>(
    sources: &'s Sources,
    document: &'s Document,
    options: &Options,
    sink: &Sink,
) -> Result<PublishedList<'s>, Fatal> {
    let root = document.root();
    reader::refuse_error_response(root)?;
    let is_list = match options.from {
        None => reader::lists_tools(document),
        Some(format) => format == Format::McpTools,
    };
    if let Some(tools) = is_list.then(|| reader::PublishedTools::of(root)).flatten() {
        reader::report_one_page(root, sink);
        sources.pinpoint(sink);
        return Ok(PublishedList::AsItStands(tools));
    }
    convert_document(sources, document, options, sink)
        .map(|manifest| PublishedList::Converted(Box::new(manifest)))
}

/// Compares two published lists, tool by tool. Proofs about their schemas are within the limits.
pub fn compare(old: &PublishedList<'_>, new: &PublishedList<'_>, limits: &Limits) -> diff::ManifestDiff {
    let (old_tool, new_tool) = (|position| old.tool_value(position), |position| new.tool_value(position));
    let old = diff::ComparedList::new(old.tool_count(), &old_tool);
    diff::diff_lists(&old, &diff::ComparedList::new(new.tool_count(), &new_tool), limits)
}

/// Reports what clients refuse in a list of tools from any source: what violates MCP, and what exceeds the
/// limits of real clients. The list is judged as it is published; nothing is repaired or written.
pub fn verify(
    sources: &Sources,
    input: &Input,
    options: &Options,
    sink: &Sink,
) -> Result<VerifiedList, Fatal> {
    verify_document(sources, sources.load(input, sink)?, options, sink)
}

/// Does the same for a list that is loaded already.
pub fn verify_document(
    sources: &Sources,
    document: &Document,
    options: &Options,
    sink: &Sink,
) -> Result<VerifiedList, Fatal> {
    let verified = verify::verify(document, options, sink)?;
    sources.pinpoint(sink);
    Ok(verified)
}

/// Converts the result of a tool (`ToolResult` JSON) to the result of MCP's `tools/call`. With a manifest,
/// the data is checked against the output schema that the tool has there.
pub fn result(
    sources: &Sources,
    input: &Input,
    manifest: Option<&Input>,
    sink: &Sink,
) -> Result<CallResult, Fatal> {
    let document = sources.load(input, sink)?;
    let result = reader::tool_result(document, sink)?;
    let listed = match manifest {
        Some(manifest) => reader::listed_output(sources.load(manifest, sink)?, &result, sink)?,
        None => None,
    };
    let wrapped = listed.as_ref().is_some_and(|listed| listed.wrapped);
    let call = CallResult::new(result.outcome.clone(), wrapped).fetched_at(result.fetched_at.clone());
    if let Some(listed) = &listed {
        check::check_result(&result, &call, listed, document, sink);
    }
    Ok(call)
}
