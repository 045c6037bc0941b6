//! Limits of MCP clients and model APIs, in one table for conversion, `check` and targets: conversion repairs
//! what `check` reports.
//!
//! Each number was observed in a client, or is published by its maker; [the list](../../docs/clients.md)
//! names the clients. Limits of the input are in [`crate::limits`].

mod header_mark;
mod names;
mod output_constructs;
mod output_dialect;
mod schema_root;
pub mod strict;
mod typed_members;

pub use header_mark::{HEADER_MARK, header_mark_fault};
pub use names::{
    GEMINI_ARGUMENT_CHARACTERS, QUALIFIED_NAME_CHARACTERS, TOOL_NAME_CHARACTERS, begins_identifier,
    gemini_arguments_warning, is_identifier, qualified_name_excess, qualified_names_warning,
    takes_gemini_argument, tool_name_refusal,
};
pub use output_constructs::refused_constructs;
pub use output_dialect::output_dialect_refusal;
pub use schema_root::{REFUSED_AT_INPUT_ROOT, has_root_map, refused_at_root, root_map_warning};
pub use typed_members::{TypedObject, is_typed_member};

/// Maximum lengths of a description, in characters: `OpenAI`'s stricter endpoints refuse longer ones, and
/// Claude Code truncates them.
pub const DESCRIPTION_CHARACTERS: [usize; 2] = [1_024, 2_048];

/// Returns the length of a description in characters, if it is longer than some client takes.
pub fn description_excess(text: &str) -> Option<usize> {
    // Bytes are never fewer than characters, and cost nothing to count.
    let longest = DESCRIPTION_CHARACTERS[0];
    let length = if text.len() > longest { text.chars().count() } else { 0 };
    (length > longest).then_some(length)
}

/// Maximum numbers of tools: Cursor (at first), Windsurf, and `OpenAI`'s API and VS Code.
pub const TOOL_COUNTS: [usize; 3] = [40, 100, 128];

/// Returns the highest number of tools that a client takes and that a list exceeds.
pub fn exceeded_tool_count(count: usize) -> Option<usize> {
    TOOL_COUNTS.into_iter().rfind(|&limit| count > limit)
}

/// Maximum nesting of arrays and objects in the instances of an input schema (`OpenAI`, structured outputs).
pub const SCHEMA_LEVELS: usize = 10;

/// Number of values in an input schema up to which a model can be expected to read it: about 100 KB of JSON.
pub const INPUT_SCHEMA_VALUES: usize = 5_000;

/// Number of bytes that an output schema may have, unless the caller sets another: Claude Code has lost servers over
/// 53 and 340 KB in all, and output schemas are most of a list.
pub const OUTPUT_SCHEMA_BYTES: usize = 8 << 10;

/// Number of bytes that an input schema may have, unless the caller sets another: a model reads all of it.
pub const INPUT_SCHEMA_BYTES: usize = 32 << 10;

/// Levels of JSON in a response that every client reads; the Rust client fails from 128 on.
pub const RESPONSE_LEVELS: usize = 120;

/// Levels of JSON around a schema in a response: the response, its result, the list of tools, the tool, the
/// schema, its `$defs` or `properties`, and the name there.
pub const LEVELS_AROUND_SCHEMA: usize = 8;

/// Maximum size of one message in bytes, per client: beyond it the TypeScript client closes the connection,
/// and the Rust client's transport for child processes drops the message.
pub const MESSAGE_BYTES: [(u64, &str); 2] =
    [(10_000_000, "the TypeScript client 2.x takes 10 MB at most"), (16 << 20, "the Rust client 16 MiB")];

/// A name that JavaScript does not take for a member when an object is built: the TypeScript client loses a property of an input
/// that has it (tests/clients/matrix).
pub const PROTOTYPE: &str = "__proto__";

/// Members of JavaScript's `Object.prototype`. A property with such a name in an output schema makes the TypeScript
/// client's validator fail for the whole list.
pub const PROTOTYPE_MEMBERS: [&str; 12] = [
    PROTOTYPE,
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
];
