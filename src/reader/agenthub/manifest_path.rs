//! Paths of values in a manifest, for messages: `capabilities[0].cost.mode`.

use std::fmt;

use crate::credential;
use crate::diagnostic::brief;

/// The path from the root to a value. It is made into text only when it is displayed.
#[derive(Debug, Clone, Copy)]
pub(super) struct ManifestPath<'a> {
    parent: Option<&'a Self>,
    step: PathStep<'a>,
}

#[derive(Debug, Clone, Copy)]
enum PathStep<'a> {
    Root,
    Field(&'a str),
    Item(usize),
}

impl<'a> ManifestPath<'a> {
    /// Path of the manifest itself.
    pub(super) const ROOT: ManifestPath<'static> = ManifestPath { parent: None, step: PathStep::Root };

    /// Path of a field of this object.
    pub(super) fn field(&'a self, name: &'a str) -> Self {
        ManifestPath { parent: Some(self), step: PathStep::Field(name) }
    }

    /// Path of an item of this list, counted from 0.
    pub(super) fn item(&'a self, index: usize) -> Self {
        ManifestPath { parent: Some(self), step: PathStep::Item(index) }
    }
}

impl fmt::Display for ManifestPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(f)?;
        }
        match self.step {
            PathStep::Root => Ok(()),
            PathStep::Item(index) => write!(f, "[{index}]"),
            PathStep::Field(name) => {
                let is_first = self.parent.is_none_or(|parent| matches!(parent.step, PathStep::Root));
                f.write_str(if is_first { "" } else { "." })?;
                // A field name can be a credential by mistake.
                let name = brief(name);
                f.write_str(if credential::contains(&name) { credential::REMOVED } else { &name })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_as_people_write_them() {
        let root = ManifestPath::ROOT;
        let (list, third) = (root.field("capabilities"), 2);
        let item = list.item(third);
        let cost = item.field("cost");
        assert_eq!(cost.field("mode").to_string(), "capabilities[2].cost.mode");
    }
}
