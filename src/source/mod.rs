//! Reading and parsing of documents: origin, text, tree, and positions on demand.
//!
//! This layer handles files, encodings, JSON, YAML and references between documents. It does not know the formats of
//! the descriptions themselves.

mod builder;
mod bytes;
mod collect_identifiers;
mod copied_places;
mod document;
mod dynamic_anchor;
mod encoding;
mod entry;
mod fields;
mod foreign_text;
mod identifier;
mod input;
mod json;
mod json_comments;
mod line_index;
mod locate;
#[cfg_attr(not(feature = "network"), allow(dead_code, reason = "nothing is downloaded"))]
mod login;
mod mended_text;
mod nearby_definition;
#[cfg_attr(not(feature = "network"), allow(dead_code, reason = "nothing is downloaded"))]
mod network;
#[cfg_attr(not(feature = "network"), allow(dead_code, reason = "nothing is downloaded"))]
mod network_use;
mod node;
mod node_equality;
mod overlay;
mod parse;
mod parse_error;
mod pinpoint;
mod position;
#[cfg_attr(not(feature = "network"), allow(dead_code, reason = "nothing is downloaded"))]
pub(crate) mod private_address;
mod reference;
#[cfg(test)]
mod sample;
mod scalar;
mod scope;
#[cfg_attr(not(feature = "network"), allow(dead_code, reason = "nothing is downloaded"))]
mod server_header;
mod sources;
mod subtrees;
mod tree;
mod yaml;

pub use document::{Document, Syntax};
pub use fields::{Fields, TakenField};
pub use input::{Access, Input, Origin};
pub use login::{strip_userinfo, without_userinfo};
pub use node::{Children, Node};
pub use position::LinePosition;
pub use reference::error::ReferenceError;
pub use server_header::{InvalidHeader, ServerHeader};
pub use sources::Sources;
pub use subtrees::Subtrees;
pub use tree::{NodeKind, Tree};
