//! spec2mcp turns a description of an API into a Model Context Protocol `tools/list` manifest.

pub mod check;
pub mod diagnostic;
pub mod limits;
pub mod model;
pub mod options;
pub mod pass;
pub mod reader;
pub mod schema;
pub mod source;
pub mod writer;

use diagnostic::{Fatal, Sink};
use source::{Input, Sources};

pub use limits::Limits;
pub use options::Options;
pub use writer::Manifest;

/// Converts one description: source → reader → passes → check, ready for the writer.
pub fn convert(sources: &Sources, input: &Input, options: &Options, sink: &Sink) -> Result<Manifest, Fatal> {
    let document = sources.load(input, sink)?;
    let mut catalog = reader::read(sources, document, options, sink)?;
    pass::schemas(&mut catalog, sink);
    pass::outputs(&mut catalog, sink);
    pass::bodies(&mut catalog, options, sink);
    Ok(check::check(catalog, options, sink))
}
