//! A schema together with the document that its references point into.

use super::annotation_keywords::is_annotation;
use super::schema_draft::SchemaDraft;
use crate::json::Value;

/// Limit on references that lead to references.
const DEPTH: usize = 32;

/// A schema, and the document that its references point into.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RootedSchema<'v> {
    pub(crate) schema: &'v Value,
    pub(crate) root: &'v Value,
    /// The draft that the document is written in.
    pub(super) draft: SchemaDraft,
}

impl<'v> RootedSchema<'v> {
    /// Makes a document the schema itself.
    pub(crate) fn root(root: &'v Value) -> Self {
        Self { schema: root, root, draft: SchemaDraft::of(root) }
    }

    /// Pairs another schema with the same document.
    pub(crate) fn to<'w>(self, schema: &'w Value) -> RootedSchema<'w>
    where
        'v: 'w,
    {
        RootedSchema { schema, root: self.root, draft: self.draft }
    }

    /// Resolves a reference within the document, such as `#/$defs/Book`. `None` if it leads elsewhere or nowhere.
    pub(crate) fn referred(self, reference: &Value) -> Option<Self> {
        Some(self.to(self.root.at_fragment(reference.as_str()?.strip_prefix('#')?)?))
    }

    /// Follows references as long as a schema has nothing but `$ref` and annotations.
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
