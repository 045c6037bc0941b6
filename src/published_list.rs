//! A list of tools as it is published: what `diff` compares and `inspect` shows.

use crate::credential::{self, masked_value};
use crate::diagnostic::Place;
use crate::json::{Map, Value, json};
use crate::model::meta::SOURCE;
use crate::model::{CutTotals, Format, Tool};
use crate::reader::PublishedTools;
use crate::selection::SelectionCandidate;
use crate::writer::Manifest;

/// Returns a text unless it has a credential, which nobody is to read.
fn shown(text: &str) -> Option<&str> {
    let mut masked = text.to_owned();
    credential::mask(&mut masked);
    (masked == text).then_some(text)
}

/// Returns what rules match of a tool that was read, except for its tags. Only operations have methods and paths there.
fn candidate(tool: &Tool) -> SelectionCandidate<'_> {
    let call = tool.call.as_ref();
    match &tool.source_path {
        Some(path) => SelectionCandidate {
            id: call.and_then(|call| call.operation_id.as_deref()).and_then(shown),
            method: call.map(|call| call.method.as_str()),
            path: shown(path),
            tags: Vec::new(),
        },
        None => SelectionCandidate {
            id: tool.source_name.as_deref().or(tool.name_source.given()).and_then(shown),
            ..SelectionCandidate::default()
        },
    }
}

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

    /// Returns the place of a tool in its source, by its position.
    pub fn place(&self, position: usize) -> Option<Place> {
        match self {
            Self::AsItStands(tools) => tools.place(position),
            Self::Converted(manifest) => manifest.read_tool(position).map(|tool| tool.place),
        }
    }

    /// Returns what rules of `--include` match of a tool, except for its tags, by its position.
    pub fn candidate(&self, position: usize) -> SelectionCandidate<'_> {
        match self {
            Self::AsItStands(tools) => SelectionCandidate {
                id: tools.name(position).and_then(shown),
                ..SelectionCandidate::default()
            },
            Self::Converted(manifest) => manifest.read_tool(position).map(candidate).unwrap_or_default(),
        }
    }

    /// Returns true if no option left out tools that the source has.
    pub fn is_whole(&self) -> bool {
        match self {
            Self::AsItStands(_) => true,
            Self::Converted(manifest) => manifest.is_whole(),
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
