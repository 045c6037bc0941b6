//! YAML parser (YAML 1.2.2): builds the tree from parser events with an explicit stack, and expands aliases and merge
//! keys.

mod alias;
mod pieces;
mod reader;

use crate::limits::Limits;
use crate::parallel;

use super::builder::TreeBuilder;
use super::parse_error::ParseError;
use reader::{ParsedYaml, YamlReader};

/// Parses the first document of a YAML stream (YAML 1.2.2, section 9.2); `None` if the stream has none. A long text is
/// parsed in pieces, in parallel.
pub(super) fn parse(text: &str, limits: &Limits) -> Result<Option<ParsedYaml>, ParseError> {
    match pieces::parse(text, limits, parallel::pieces(text.len())) {
        Some(parsed) => Ok(Some(parsed)),
        None => whole(text, limits),
    }
}

fn whole(text: &str, limits: &Limits) -> Result<Option<ParsedYaml>, ParseError> {
    let mut reader = YamlReader::new(TreeBuilder::new(text, limits));
    let bounds = reader.read(text, limits)?;
    reader.close_ended().map_err(|fault| fault.at(bounds.end))?;
    let parsed = reader.finish(bounds.second);
    Ok((!parsed.tree.entries.is_empty()).then_some(parsed))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
