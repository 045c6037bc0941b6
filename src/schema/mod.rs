//! JSON Schema only: from the dialects that descriptions are written in to the portable form that every
//! client takes. Knows nothing of HTTP, operations or tools.

mod edit;
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

pub use edit::{
    ChangedSchema, PropertyChange, PropertyObstacle, RootProperty, SplitRoot, change_property, open,
};
pub(crate) use graph::on_cycle;
pub(crate) use keyword_order::{order, rank};
pub(crate) use measurement::{DefinitionUse, SchemaFact, measure, references};
pub(crate) use nesting::{NestingProfile, levels};
pub use normalize::settle;
pub(crate) use portable_pattern::objection;
pub use reached_definitions::ReachedDefinitions;
pub use root::{SchemaRoot, is_object, required, rooted};
pub(crate) use subschemas::{
    ApplicatorForm, SchemaPath, SubschemaKey, applicator, pre_order, subschemas_under,
};
pub use translate::{SourceDialect, Translator, is_short_form};
pub use validate::{SchemaFault, UncheckedReason, Validator, compile, meta_valid, misfits, misfits_shared};

/// Marks, between translation and normalization, a schema that accepts more than its source. Never emitted.
const WEAK: &str = "\u{0}weak";
