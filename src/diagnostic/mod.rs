//! Diagnostics: their data, the catalogue of codes, the sink that collects them, and the report formats.

mod code;
pub mod code_climate;
#[allow(clippy::module_inception, reason = "the type is the subject of the folder")]
mod diagnostic;
mod escape;
mod excerpt;
mod finding;
pub mod github;
#[cfg(feature = "cli")]
pub mod human;
pub mod json;
pub mod junit;
mod levels;
mod location;
mod nearest;
mod place;
mod report_budget;
pub mod sarif;
mod secret_spans;
mod severity;
mod shorten;
mod sink;
mod text_digest;
mod unescaped;

pub use code::{Code, Family};
pub use diagnostic::{Diagnostic, Fatal};
pub use escape::escape;
pub(crate) use escape::escape_json;
pub use finding::{Finding, SourceLine, findings};
pub use levels::{CodeSelector, Level, Levels, SourceAllowance};
pub use location::{Locate, Nowhere, SourceLocation};
pub use nearest::nearest;
pub use place::{DocumentId, NodeId, Place, TextPlace};
pub use report_budget::within;
pub use severity::Severity;
pub(crate) use shorten::brief;
pub use sink::Sink;
pub use text_digest::TextDigest;
