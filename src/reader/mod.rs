//! One reader an input format: each turns a document into a catalogue and reports what it had to leave.

mod openapi;

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};
use crate::model::{Catalog, Format};
use crate::options::Options;
use crate::source::{Document, Node, Sources};

/// Reads a document into a catalogue, in the format that it says it has.
pub fn read<'s>(
    sources: &'s Sources,
    document: &'s Document,
    options: &Options,
    sink: &'s Sink,
) -> Result<Catalog, Fatal> {
    let format = match options.from {
        Some(format) => format,
        None => detect(document.root(), sink)?,
    };
    if !document.root().is_object() {
        let message =
            format!("an API description is an object, but the document is {}", document.root().kind());
        return Err(Box::new(Diagnostic::new(Code::WrongRoot, message).at(document.root().place())));
    }
    Ok(openapi::read(sources, document, format, options, sink))
}

/// The format a document says it has (OpenAPI 3.2, "OpenAPI Object", field `openapi`; Swagger 2.0, field
/// `swagger`).
fn detect(root: Node<'_>, sink: &Sink) -> Result<Format, Fatal> {
    let unknown = |message: String| Box::new(Diagnostic::new(Code::UnknownFormat, message).at(root.place()));
    if !root.is_object() {
        return Err(unknown(format!(
            "the document is {}; an API description is an object with `openapi` or `swagger` at its root",
            root.kind()
        )));
    }
    let Some(version) = root.get("openapi").or_else(|| root.get("swagger")) else {
        let keys: Vec<&str> = root.entries().map(|(key, _)| key).take(5).collect();
        let found = if keys.is_empty() { "nothing".to_owned() } else { format!("`{}`", keys.join("`, `")) };
        return Err(unknown(format!(
            "looked for `openapi` or `swagger` at the root of the document and found {found}"
        )));
    };
    let Some(text) = version.scalar_text() else {
        return Err(unknown(format!("`{}` is {}, not a version", version.key(), version.kind())));
    };
    let text = text.trim();
    let mut parts = text.split(['.', '-']);
    let major_minor = (parts.next().unwrap_or_default(), parts.next().unwrap_or("0"));
    let format = match major_minor {
        ("2", _) => Format::Swagger20,
        ("3", "0") => Format::OpenApi30,
        ("3", "1") => Format::OpenApi31,
        ("3", "2") => Format::OpenApi32,
        _ => {
            let message = format!("`{}: {text}` is not supported", version.key());
            return Err(Box::new(Diagnostic::new(Code::UnsupportedVersion, message).at(version.place())));
        }
    };
    if version.as_str().is_none() {
        let message = format!("`{}` is {}; it is read as version {text}", version.key(), version.kind());
        sink.report(Code::VersionSpelling, version.place(), message);
    }
    Ok(format)
}
