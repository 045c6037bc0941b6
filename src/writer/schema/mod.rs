//! Schemas as text: each is rendered once, and each tool writes it with shared or inlined references.

mod discriminator;
mod finished;
mod object;
mod plan;
mod template;

pub use finished::{FinishedSchema, SharedSchemas};
pub(crate) use object::ListedArguments;
pub(crate) use plan::Emitter;
