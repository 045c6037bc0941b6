//! The data model that all stages share: a catalogue of tools with their arguments, schemas and HTTP calls.
//!
//! A reader fills a [`Catalog`], passes change it, and the writer writes it. The model does not depend on input formats
//! or on the form of the manifest.

mod annotations;
mod argument;
mod argument_schemas;
mod call;
mod catalog;
mod cut_totals;
pub(crate) mod fingerprint;
mod format;
mod lowered_tool;
pub mod meta;
mod remedies;
mod result;
mod route;
mod schema;
mod target;
mod token_estimate;
mod tool;

pub use annotations::{Annotations, Hint};
pub use argument::{
    Argument, ArgumentLocation, ArgumentName, Constant, ParameterStyle, Serialization, StyleSerialization,
};
pub(crate) use argument_schemas::{ArgumentSchema, ArgumentSchemas};
pub(crate) use call::change_shared;
pub use call::{
    BodyCall, HttpCall, Method, OAuthFlow, PartCall, PartHeader, RuntimeCookie, SecurityRequirement, Server,
    ServerVariable,
};
pub use catalog::{Catalog, ServerIdentity, SourceInfo};
pub use cut_totals::{CutSchemas, CutTotals};
pub use format::Format;
pub use lowered_tool::LoweredTool;
pub(crate) use lowered_tool::SIDE_TABLE_VERSION;
pub use remedies::list_remedies;
pub use result::{ListedOutput, ToolOutcome, ToolResult};
pub use route::{Route, Routes};
pub use schema::{Definition, DefinitionNames, Definitions, Direction, Schema, SchemaBound, SchemaDialect};
pub(crate) use schema::{label, referenced};
pub use target::Target;
pub use token_estimate::{BYTES_PER_TOKEN, tokens};
pub use tool::{HintSource, NameSource, OutputRoot, Tool, ToolInput, ToolName, ToolOutput, VerbatimSchemas};
