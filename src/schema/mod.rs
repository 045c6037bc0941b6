//! JSON Schema only: from the dialects that descriptions are written in to the portable form that every
//! client takes. Knows nothing of HTTP, operations or tools.

mod emit;
mod graph;
mod merge;
mod pattern;
mod position;
mod settle;
mod translate;
mod validate;

pub use emit::{Emitter, ObjectSchema};
pub use position::{Position, position};
pub use settle::Settled;
pub use translate::{Dialect, Translator};
pub use validate::{Fault, Validator};

/// Marks, between translation and settling, a schema that accepts more than its source. Never emitted.
const WEAK: &str = "\u{0}weak";
