//! `nullable` (OpenAPI 3.0, "Schema Object"), as authors mean it: null is accepted wherever they write it.

use crate::diagnostic::Code;
use crate::json::Map;
use crate::source::Node;

use super::keywords::{SchemaKeywords, is_built_upon};
use super::{BuiltSchema, Translator};

/// Returns whether a value of `nullable` or `x-nullable` means true; `None` for a value that is no boolean.
fn truth(node: Node<'_>) -> Option<bool> {
    node.as_bool().or_else(|| node.as_str().and_then(|text| text.parse().ok()))
}

fn says_nullable(schema: Node<'_>) -> bool {
    schema.get("nullable").or_else(|| schema.get("x-nullable")).and_then(truth) == Some(true)
}

/// Returns whether a schema says nothing of a value but that it may be null.
fn is_only_nullable(schema: Node<'_>) -> bool {
    let says_nothing = |key: &str| {
        matches!(key, "nullable" | "title" | "description" | "externalDocs") || key.starts_with("x-")
    };
    says_nullable(schema) && schema.entries().all(|(key, _)| says_nothing(key))
}

/// Returns whether several branches of `oneOf` accept null because they, or the schemas that they refer to, say so. By the
/// letter none of them may then be null.
pub(super) fn has_several_nulls(branches: &[Node<'_>], targets: &[Node<'_>]) -> bool {
    let nullable = branches
        .iter()
        .zip(targets)
        .filter(|(branch, target)| says_nullable(**branch) || says_nullable(**target));
    nullable.count() > 1
}

impl<'s> SchemaKeywords<'s> {
    /// Returns whether `nullable` is true.
    pub(super) fn says_nullable(&self) -> bool {
        self.nullable.or(self.x_nullable).and_then(truth) == Some(true)
    }

    /// Returns the first part of `allOf` that says `nullable` itself, where the whole is more than that part.
    pub(super) fn nullable_part(&self, node: Node<'s>) -> Option<Node<'s>> {
        let all = self.all_of.filter(|all| all.is_array() && (all.len() > 1 || is_built_upon(node)))?;
        all.items().find(|part| part.get("$ref").is_none() && says_nullable(*part))
    }
}

impl<'s> Translator<'s> {
    /// Returns whether `nullable` is true; reports a value that is no boolean.
    pub(super) fn is_nullable(&self, keywords: &SchemaKeywords<'s>) -> bool {
        let Some(node) = keywords.nullable.or(keywords.x_nullable) else { return false };
        let nullable = truth(node);
        if nullable.is_none() {
            let message = "`nullable` is not a boolean; it is dropped";
            self.sink.report(Code::KeywordRepaired, node.place(), message);
        }
        nullable.unwrap_or_default()
    }

    /// Returns the schema of null for a branch of a union that only says `nullable`. By the letter it accepts any value, so
    /// that the union would say nothing.
    pub(super) fn null_branch(&self, branch: Node<'s>) -> Option<Map> {
        if !is_only_nullable(branch) {
            return None;
        }
        let message = "a branch that is only `nullable` is read as null, not as any value";
        self.sink.report(Code::NullBranch, branch.place(), message);
        let mut built = BuiltSchema::default();
        built.set("type", "null");
        for keyword in ["title", "description"] {
            if let Some(text) = branch.get(keyword).and_then(|node| self.text(node)) {
                built.set(keyword, text);
            }
        }
        Some(built.finish())
    }

    /// Reports that null is accepted where the letter of OpenAPI 3.0.3 refuses it: `nullable` adds null to the `type` beside
    /// it, and changes nothing else.
    pub(super) fn report_null(&self, at: Option<Node<'s>>) {
        if let Some(node) = at {
            let message =
                "null is accepted as `nullable` says, though the letter of OpenAPI 3.0 refuses it here";
            self.sink.report(Code::NullMeant, node.place(), message);
        }
    }
}
