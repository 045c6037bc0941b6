//! Limits of strict modes, in which a model API makes a model keep to the schema.
//!
//! `OpenAI`: "Structured Outputs", "Supported schemas". Anthropic: "Structured outputs", "Schema complexity limits".

/// Properties of all objects of a schema (`OpenAI`).
pub const PROPERTIES: usize = 5_000;

/// Characters in the names of properties and definitions and in the values of `enum` and `const` (`OpenAI`).
pub const NAME_CHARACTERS: usize = 120_000;

/// Values in all `enum`s of a schema (`OpenAI`).
pub const ENUM_VALUES: usize = 1_000;

/// Values from which on [`ENUM_CHARACTERS`] holds (`OpenAI`).
pub const ENUM_VALUES_OF_LONG: usize = 250;

/// Characters in the values of one long `enum` (`OpenAI`).
pub const ENUM_CHARACTERS: usize = 15_000;

/// Strict tools in one request (Anthropic).
pub const STRICT_TOOLS: usize = 20;

/// Optional properties of all strict tools in one request (Anthropic).
pub const OPTIONAL_PROPERTIES: usize = 24;

/// Properties with a union of types, of all strict tools in one request (Anthropic).
pub const UNION_PROPERTIES: usize = 16;
