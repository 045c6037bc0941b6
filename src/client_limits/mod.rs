//! Limits of MCP clients and model APIs, in one table for conversion, `check` and targets: conversion repairs
//! what `check` reports.
//!
//! Each number was observed in a client, or is published by its maker; [the list](../../docs/clients.md)
//! names the clients. Limits of the input are in [`crate::limits`].

mod schema_root;
pub mod strict;

pub use schema_root::{REFUSED_AT_INPUT_ROOT, refused_at_root};

/// Maximum length of a tool's name, in characters, that claude.ai, Amazon Bedrock and `OpenAI`'s Chat
/// Completions accept.
pub const TOOL_NAME_CHARACTERS: usize = 64;

/// Maximum length of a server's name and a tool's name together, in characters, that Cursor shows.
pub const QUALIFIED_NAME_CHARACTERS: usize = 60;

/// Maximum length of an argument's name that the Gemini API takes, in characters.
pub const GEMINI_ARGUMENT_CHARACTERS: usize = 64;

/// Returns true if the Gemini API takes a name for an argument: an identifier (Gemini API, `Schema`, `properties`; observed).
pub fn takes_gemini_argument(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(begins_identifier)
        && characters.all(is_identifier)
        && name.len() <= GEMINI_ARGUMENT_CHARACTERS
}

/// Returns true for letters and `_`.
pub fn begins_identifier(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

/// Returns true for letters, digits and `_`.
pub fn is_identifier(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Maximum lengths of a description, in characters: `OpenAI`'s stricter endpoints refuse longer ones, and
/// Claude Code truncates them.
pub const DESCRIPTION_CHARACTERS: [usize; 2] = [1_024, 2_048];

/// Maximum numbers of tools: Cursor (at first), Windsurf, and `OpenAI`'s API and VS Code.
pub const TOOL_COUNTS: [usize; 3] = [40, 100, 128];

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

/// Members of JavaScript's `Object.prototype`. A property with such a name in an output schema makes the TypeScript
/// client's validator fail for the whole list.
pub const PROTOTYPE_MEMBERS: [&str; 12] = [
    "__proto__",
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
