//! Discriminators that are kept: beside the one union of a schema, with the branches that their values select.

use crate::diagnostic::{Code, Place};
use crate::json::pointer::unescaped;
use crate::json::{Map, Value};
use crate::schema::DISCRIMINATOR;
use crate::source::Node;

use super::discriminator::property_of;
use super::keywords::SchemaKeywords;
use super::{BuiltSchema, SourceDialect, Translator};

/// A branch of a union, and the schema that it refers to.
struct UnionBranch<'s> {
    own: Place,
    target: Option<Node<'s>>,
    /// The name of that schema, if it is referred to.
    name: Option<String>,
}

impl<'s> Translator<'s> {
    /// Keeps the discriminator of a union whose branches are `branches`, in their order; otherwise reports that it is
    /// dropped. JSON Schema does not have the keyword, and the pointers of the description lead nowhere in a tool.
    pub(super) fn keep_discriminator(
        &self,
        keywords: &SchemaKeywords<'s>,
        branches: Option<&[Node<'s>]>,
        dialect: SourceDialect,
        built: &mut BuiltSchema,
    ) {
        let Some(discriminator) = keywords.discriminator else { return };
        // One without a property is reported elsewhere.
        let Some(property) = property_of(discriminator) else { return };
        let union = branches.filter(|_| built.has("anyOf") != built.has("oneOf"));
        let (Some(branches), true) = (union, self.keeps_discriminators) else {
            let why = if self.keeps_discriminators {
                "it is not beside one `oneOf` or `anyOf`"
            } else {
                "its pointers lead nowhere"
            };
            let message = format!("the discriminator `{property}` is dropped: {why}");
            self.sink.report(Code::DiscriminatorDropped, discriminator.place(), message);
            return;
        };
        let branches: Vec<UnionBranch<'s>> =
            branches.iter().map(|&branch| self.union_branch(branch)).collect();
        let mut kept = Map::from_iter([("propertyName".to_owned(), Value::from(property))]);
        let mapping = self.mapped_branches(discriminator, property, dialect, &branches);
        if !mapping.is_empty() {
            kept.insert("mapping", Value::Object(mapping));
        }
        if let Some(default) = discriminator.get("defaultMapping")
            && let Some(index) = self.branch_index(discriminator, default, &branches)
        {
            kept.insert("defaultMapping", index.into());
        }
        built.set(DISCRIMINATOR, kept);
    }

    /// Returns the values of a discriminator, each with the index of the branch that it selects.
    fn mapped_branches(
        &self,
        discriminator: Node<'s>,
        property: &str,
        dialect: SourceDialect,
        branches: &[UnionBranch<'s>],
    ) -> Map {
        let mut mapping = Map::new();
        if let Some(malformed) = discriminator.get("mapping").filter(|mapping| !mapping.is_object()) {
            let message = format!("`mapping` is {}; it is dropped", malformed.kind());
            self.sink.report(Code::DiscriminatorRepaired, malformed.place(), message);
        }
        for (key, value) in discriminator.get("mapping").into_iter().flat_map(Node::entries) {
            if let Some(index) = self.branch_index(discriminator, value, branches) {
                mapping.insert(key, index.into());
            }
        }
        // The name of a component is a value too (OpenAPI 3.2, "Discriminator Object"), and would be lost with the component.
        let mapped: Vec<u64> = mapping.values().filter_map(Value::as_u64).collect();
        for (index, branch) in (0_u64..).zip(branches).filter(|_| self.scope.is_none()) {
            if let (Some(name), Some(target)) = (&branch.name, branch.target)
                && !mapped.contains(&index)
                && !mapping.contains_key(name)
                && self.is_selected_by_name(target, property, name, dialect)
            {
                mapping.insert(name.as_str(), index.into());
            }
        }
        mapping
    }

    fn union_branch(&self, branch: Node<'s>) -> UnionBranch<'s> {
        let reference = branch.get("$ref").and_then(Node::as_str);
        let target = match reference {
            Some(reference) => self.sources.resolve(branch, reference, self.sink).ok(),
            None => Some(branch),
        };
        let name = reference.and_then(|reference| reference.rsplit('/').next());
        UnionBranch {
            own: branch.place(),
            target: target.map(|target| self.resolve_alias(target)),
            name: name.map(|name| unescaped(name).into_owned()),
        }
    }

    /// Returns the index of the branch that an entry of a mapping names. One that names no branch is reported.
    fn branch_index(
        &self,
        discriminator: Node<'s>,
        entry: Node<'s>,
        branches: &[UnionBranch<'s>],
    ) -> Option<u64> {
        let place = self.mapping_target(discriminator, entry.as_str()?, entry)?;
        let is_meant = |branch: &UnionBranch<'s>| {
            branch.own == place || branch.target.is_some_and(|target| target.place() == place)
        };
        let index = branches.iter().position(is_meant);
        if index.is_none() {
            let message =
                format!("`{}` is left out of the discriminator: it leads to no branch", entry.key());
            self.sink.report(Code::DiscriminatorDropped, entry.place(), message);
        }
        index.map(|index| index as u64)
    }
}
