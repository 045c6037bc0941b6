//! A list of tools as it is published: what `diff` compares and `inspect` shows.

use crate::credential::masked_value;
use crate::json::{Map, Value, json};
use crate::model::meta::SOURCE;
use crate::model::{CutTotals, Format};
use crate::reader::PublishedTools;
use crate::writer::Manifest;

/// A list of tools as it is published.
pub enum PublishedList<'s> {
    /// A list that was published already; it is taken as it stands, with everything that a conversion would repair.
    AsItStands(PublishedTools<'s>),
    /// The list that a description is converted to.
    Converted(Box<Manifest>),
}

impl PublishedList<'_> {
    /// Returns the number of tools.
    pub fn tool_count(&self) -> usize {
        match self {
            Self::AsItStands(tools) => tools.tool_count(),
            Self::Converted(manifest) => manifest.tool_count(),
        }
    }

    /// Returns a tool by its position, in the form of MCP.
    pub fn tool_value(&self, position: usize) -> Value {
        match self {
            Self::AsItStands(tools) => tools.tool_value(position),
            Self::Converted(manifest) => manifest.tool_value(position),
        }
    }

    /// Returns a tool by its position as people may read it: a conversion removed the credentials, and those of a list that
    /// was not converted are masked.
    pub fn shown_tool(&self, position: usize) -> Value {
        match self {
            Self::AsItStands(tools) => masked_value(&tools.tool_value(position)),
            Self::Converted(manifest) => manifest.tool_value(position),
        }
    }

    /// Returns the `_meta` of the list as people may read it. It says at least which format the list was made from.
    pub fn shown_meta(&self) -> Value {
        match self {
            Self::AsItStands(tools) => {
                let mut meta = match masked_value(&tools.result_meta()) {
                    Value::Object(meta) => meta,
                    _ => Map::new(),
                };
                if !meta.contains_key(SOURCE) {
                    meta.insert(SOURCE, json!({"format": Format::McpTools.to_string()}));
                }
                Value::Object(meta)
            }
            Self::Converted(manifest) => manifest.result_meta(),
        }
    }

    /// Returns the totals of the schemas that the bounds of the conversion cut.
    pub fn cuts(&self) -> CutTotals {
        match self {
            Self::AsItStands(_) => CutTotals::default(),
            Self::Converted(manifest) => manifest.cuts(),
        }
    }
}
