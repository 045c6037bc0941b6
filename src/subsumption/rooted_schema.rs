//! A schema together with the document that its references point into.

use super::annotation_keywords::is_annotation;
use crate::json::Value;

/// Bare references after one another that are followed.
const DEPTH: usize = 32;

/// A schema in its document, which its references point into.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RootedSchema<'v> {
    pub(crate) schema: &'v Value,
    pub(crate) root: &'v Value,
}

impl<'v> RootedSchema<'v> {
    pub(crate) fn root(root: &'v Value) -> Self {
        Self { schema: root, root }
    }

    /// Another schema of the same document.
    pub(crate) fn to<'w>(self, schema: &'w Value) -> RootedSchema<'w>
    where
        'v: 'w,
    {
        RootedSchema { schema, root: self.root }
    }

    /// What a reference points to, if that is in this document.
    pub(crate) fn referred(self, reference: &Value) -> Option<Self> {
        Some(self.to(self.root.at_fragment(reference.as_str()?.strip_prefix('#')?)?))
    }

    /// The schema that a bare reference stands for, its annotations aside.
    pub(crate) fn followed(self) -> Self {
        let mut at = self;
        for _ in 0..DEPTH {
            let Value::Object(map) = at.schema else { break };
            let is_bare = map.keys().all(|key| key == "$ref" || is_annotation(key));
            let Some(next) = map.get("$ref").filter(|_| is_bare).and_then(|to| at.referred(to)) else {
                break;
            };
            at = next;
        }
        at
    }
}
