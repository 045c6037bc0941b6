//! JSON Schema only: from the dialects that descriptions are written in to the portable form that every
//! client takes. Knows nothing of HTTP, operations or tools.

mod alias;
mod cycle;
mod defaults;
mod effort;
mod emit;
mod endless;
mod graph;
mod levels;
mod merge;
mod need;
mod object;
mod opened;
mod order;
mod pattern;
mod position;
mod refused;
mod root;
mod settle;
mod shared;
mod slots;
mod template;
mod text;
mod translate;
mod validate;
mod weakness;
mod within;

pub use emit::Emitter;
pub use object::ObjectSchema;
pub use opened::{RootProperty, SplitRoot, open};
pub(crate) use order::order;
pub(crate) use pattern::objection;
pub use position::{SchemaPosition, position};
pub use refused::{refused, refused_at_root};
pub use root::{SchemaRoot, is_object, required, rooted};
pub use settle::settle;
pub use shared::{FinishedSchema, SharedSchemas, references};
pub use slots::ReachedDefinitions;
pub(crate) use text::{JsonObjectWriter, write_json, write_text};
pub use translate::{SourceDialect, Translator, is_short_form};
pub use validate::{SchemaFault, UncheckedReason, Validator, compile, meta_valid, misfits, misfits_shared};
pub use within::{ChangedSchema, PropertyChange, PropertyObstacle, change_property};

/// Marks, between translation and settling, a schema that accepts more than its source. Never emitted.
const WEAK: &str = "\u{0}weak";
