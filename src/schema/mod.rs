//! Translates JSON Schema from the dialects that descriptions use into the portable form that every client
//! accepts. Knows nothing of HTTP, operations or tools.

mod bound;
mod edit;
mod first_sentence;
mod graph;
mod keyword_order;
mod measurement;
mod nesting;
mod normalize;
mod portable_pattern;
mod reached_definitions;
mod root;
mod satisfiability;
mod subschemas;
mod translate;
mod validate;

pub(crate) use bound::{AlwaysExpanded, BoundedSchema, DefinitionSizes, MeasuredSchema, SchemaSize};
pub use edit::{
    ChangedSchema, PropertyChange, PropertyObstacle, RootProperty, SplitRoot, change_property, split_root,
};
pub(crate) use first_sentence::first_sentence;
pub(crate) use graph::on_cycle;
pub(crate) use keyword_order::{order, rank};
pub(crate) use measurement::{DefinitionUse, SchemaFact, measure, references};
pub(crate) use nesting::{NestingProfile, levels};
pub use normalize::normalize;
pub(crate) use normalize::{adapt_to_widened, mark_widened};
pub(crate) use portable_pattern::pattern_refusal;
pub use reached_definitions::ReachedDefinitions;
pub use root::{SchemaRoot, inline_root_reference, is_object, required};
pub(crate) use subschemas::{
    ApplicatorForm, AppliesTo, SchemaPath, SubschemaKey, applicator, pre_order, subschemas, subschemas_mut,
};
pub use translate::{SourceDialect, Translator, is_short_form};
pub(crate) use validate::is_valid_under;
pub use validate::{SchemaFault, UncheckedReason, Validator, compile, meta_valid, misfits, misfits_shared};

/// The keyword of a kept discriminator, between translation and writing. In its `mapping` and `defaultMapping`, a branch is its
/// index in the `oneOf` or `anyOf` beside it, which stays right wherever the schema is moved. It is emitted as
/// `discriminator`, with pointers.
pub(crate) const DISCRIMINATOR: &str = "\u{0}discriminator";

/// Marks a schema that accepts more than its source, between translation and normalization. Never emitted.
const WEAK: &str = "\u{0}weak";
