//! Schemas as text: made once, and written by each tool with the references that it shares or writes in place.

mod finished;
mod object;
mod plan;
mod template;

pub use finished::{FinishedSchema, SharedSchemas};
pub(crate) use object::ObjectSchema;
pub(crate) use plan::Emitter;
