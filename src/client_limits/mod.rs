//! Limits of MCP clients and model APIs: the one table that conversion, `check` and targets read. What conversion repairs,
//! `check` reports.
//!
//! A number here is one that a client was seen to have, or that its maker publishes; [the list](../../docs/clients.md) names
//! who. Bounds on the input are somewhere else: [`crate::limits`].

mod schema_root;

pub use schema_root::{REFUSED_AT_INPUT_ROOT, refused_at_root};

/// Characters of a tool's name that claude.ai, Amazon Bedrock and `OpenAI`'s Chat Completions accept.
pub const TOOL_NAME_CHARACTERS: usize = 64;

/// Characters of a server's name and a tool's name together that Cursor shows.
pub const QUALIFIED_NAME_CHARACTERS: usize = 60;

/// Characters of a description that `OpenAI`'s stricter endpoints accept, and that Claude Code keeps.
pub const DESCRIPTION_CHARACTERS: [usize; 2] = [1_024, 2_048];

/// Numbers of tools that some clients stop at: Cursor (at first), Windsurf, and `OpenAI`'s API and VS Code.
pub const TOOL_COUNTS: [usize; 3] = [40, 100, 128];

/// Levels of arrays and objects in what an input schema describes that model APIs accept (`OpenAI`, structured outputs).
pub const SCHEMA_LEVELS: usize = 10;

/// Values of an input schema up to which a model can be expected to read it: about 100 KB of JSON.
pub const INPUT_SCHEMA_VALUES: usize = 5_000;

/// Levels of JSON in a whole response that every client reads: the Rust client fails from 128 on.
pub const RESPONSE_LEVELS: usize = 120;

/// Levels of JSON around a schema in a response: the response, its result, the list of tools, the tool, the schema, its
/// `$defs` or `properties`, and the name there.
pub const LEVELS_AROUND_SCHEMA: usize = 8;

/// Bytes of one message that a client accepts, and the client: the TypeScript client closes the connection beyond, and the
/// Rust client's transport for child processes drops the message.
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
