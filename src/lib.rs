//! spec2mcp turns a description of an API into a Model Context Protocol `tools/list` manifest.

pub mod diagnostic;
pub mod limits;
pub mod model;
pub mod options;
pub mod pass;
pub mod schema;
pub mod source;

pub use limits::Limits;
pub use options::Options;
