//! Discriminators (OpenAPI 3.2, "Discriminator Object"; Swagger 2.0, "Polymorphism").

use std::sync::Arc;

use foldhash::HashSet;
use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::diagnostic::{Code, Place};
use crate::json::pointer::{escaped, unescaped};
use crate::json::{Map, Value, json};
use crate::source::Node;

use super::keywords::SchemaKeywords;
use super::search::AllOfSearch;
use super::{SourceDialect, TranslationContext, Translator};

/// Maximum depth of the search for constraints on the discriminating property through `allOf` and references.
const MAX_SEARCH: usize = 6;

/// The values that select a branch.
pub(super) enum DiscriminatorKeys {
    /// The keys of the mapping that name it.
    Mapped(Vec<String>),
    /// The name of its schema, which counts without a mapping.
    Name(String),
}

/// Returns the property that a discriminator names; in Swagger 2.0 the discriminator is that name.
pub(super) fn property_of(discriminator: Node<'_>) -> Option<&str> {
    discriminator.as_str().or_else(|| discriminator.get("propertyName").and_then(Node::as_str))
}

/// A search for the values of the discriminating property in schemas of one dialect.
struct ValueSearch {
    dialect: SourceDialect,
    parts: AllOfSearch,
}

/// The values that a branch allows for the discriminating property.
enum AllowedValues {
    /// The branch does not describe the property.
    Undescribed,
    /// Any string.
    Any,
    /// Only these strings.
    Known(Arc<HashSet<String>>),
    /// A constraint that a list of strings cannot express.
    Unclear,
}

impl AllowedValues {
    /// Returns the values that both allow.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unclear, _) | (_, Self::Unclear) => Self::Unclear,
            (Self::Undescribed, other) | (other, Self::Undescribed | Self::Any) => other,
            (Self::Any, other) => other,
            (Self::Known(values), Self::Known(others)) => {
                Self::Known(Arc::new(values.intersection(&others).cloned().collect()))
            }
        }
    }
}

impl<'s> Translator<'s> {
    /// Returns, for each branch of a union in an input, the property's name followed by the values that
    /// select the branch; `None` for a branch that is not constrained. Branches in outputs are never
    /// constrained: a server may return values that the document does not list.
    pub(super) fn discriminator(
        &self,
        keywords: &SchemaKeywords<'s>,
        branches: Option<&[Node<'s>]>,
        context: TranslationContext<'s>,
    ) -> Vec<Option<Vec<String>>> {
        let Some(discriminator) = keywords.discriminator else {
            return Vec::new();
        };
        for (key, value) in discriminator.entries() {
            let known = matches!(key, "propertyName" | "mapping" | "defaultMapping") || key.starts_with("x-");
            if !known && !value.is_null() {
                self.drop_keyword(value, "is not a field of a discriminator");
            }
        }
        let Some(property) = property_of(discriminator) else {
            let message = "`discriminator` has no `propertyName`; it is dropped";
            self.sink.report(Code::DiscriminatorRepaired, discriminator.place(), message);
            return Vec::new();
        };
        let Some(branches) = branches.filter(|_| !context.is_output()) else { return Vec::new() };
        let mapping = self.mapping(discriminator);
        let default = discriminator
            .get("defaultMapping")
            .and_then(|value| self.mapping_target(discriminator, value.as_str()?, value));
        branches
            .iter()
            .map(|branch| {
                let reference = branch.get("$ref")?.as_str()?;
                let target = self.sources.resolve(*branch, reference, self.sink).ok()?;
                let target = self.resolve_alias(target);
                let place = target.place();
                if default == Some(place) {
                    return None;
                }
                let keys = match mapping.get(&place) {
                    Some(keys) => DiscriminatorKeys::Mapped(keys.clone()),
                    None => DiscriminatorKeys::Name(unescaped(reference.rsplit('/').next()?).into_owned()),
                };
                self.selector(target, property, keys, context.dialect)
            })
            .collect()
    }

    /// Returns the mapping of a discriminator: its keys by the schema that they select, in document order.
    pub(super) fn mapping(&self, discriminator: Node<'s>) -> IndexMap<Place, Vec<String>, RandomState> {
        let mut mapping = IndexMap::<_, Vec<String>, _>::default();
        for (key, value) in discriminator.get("mapping").into_iter().flat_map(Node::entries) {
            let mapped = value.as_str().and_then(|text| self.mapping_target(discriminator, text, value));
            if let Some(mapped) = mapped {
                mapping.entry(mapped).or_default().push(key.to_owned());
            }
        }
        mapping
    }

    /// Returns the property's name followed by the values that select a branch; `None` if the branch is not constrained.
    pub(super) fn selector(
        &self,
        target: Node<'s>,
        property: &str,
        keys: DiscriminatorKeys,
        dialect: SourceDialect,
    ) -> Option<Vec<String>> {
        let (mut keys, is_mapped) = match keys {
            DiscriminatorKeys::Mapped(keys) => (keys, true),
            DiscriminatorKeys::Name(name) => (vec![name], false),
        };
        match self.values_of_branch(target, property, dialect) {
            // The branch has the same constraint already.
            AllowedValues::Known(values) if values.iter().all(|value| keys.contains(value)) => return None,
            AllowedValues::Known(values) if is_mapped => keys.retain(|key| values.contains(key)),
            AllowedValues::Known(_) | AllowedValues::Unclear => return None,
            AllowedValues::Any => {}
            // A schema's name is an implicit value only if the branch describes the property.
            AllowedValues::Undescribed if is_mapped => {}
            AllowedValues::Undescribed => return None,
        }
        if keys.is_empty() {
            return None;
        }
        keys.insert(0, property.to_owned());
        Some(keys)
    }

    /// Returns whether the name of a schema selects it as a branch: it describes the property, and allows the name.
    pub(super) fn is_selected_by_name(
        &self,
        target: Node<'s>,
        property: &str,
        name: &str,
        dialect: SourceDialect,
    ) -> bool {
        match self.values_of_branch(target, property, dialect) {
            AllowedValues::Any => true,
            AllowedValues::Known(values) => values.contains(name),
            AllowedValues::Undescribed | AllowedValues::Unclear => false,
        }
    }

    /// Returns whether each value of the property is allowed by one of these branches at most, and each requires it.
    pub(super) fn are_told_apart(
        &self,
        branches: &[Node<'s>],
        property: &str,
        dialect: SourceDialect,
    ) -> bool {
        let mut seen = HashSet::default();
        branches.iter().all(|&branch| {
            let values = self.values_of_branch(branch, property, dialect);
            let is_required = || {
                let is_property = |name: &str| name == property;
                self.requires(branch, &is_property, MAX_SEARCH, &mut AllOfSearch::default())
            };
            match values {
                AllowedValues::Known(values) => {
                    values.iter().all(|value| seen.insert(value.clone())) && is_required()
                }
                _ => false,
            }
        })
    }

    /// Returns the schema that a mapping value names: by reference, or by the name of a component.
    pub(super) fn mapping_target(
        &self,
        discriminator: Node<'s>,
        value: &str,
        node: Node<'s>,
    ) -> Option<Place> {
        let as_component = |prefix: &str| {
            let pointer = format!("#{prefix}{}", escaped(value));
            self.sources.resolve(discriminator, &pointer, self.sink).ok()
        };
        let is_name = !value.contains(['/', '#']);
        let target = if is_name {
            let places = ["/components/schemas/", "/definitions/", "/$defs/"];
            places.into_iter().find_map(as_component)
        } else {
            None
        };
        let target = target.or_else(|| self.sources.resolve(discriminator, value, self.sink).ok());
        if target.is_none() {
            let message = format!("the mapping of `{}` does not resolve: `{value}`", node.key());
            self.sink.report(Code::DiscriminatorRepaired, node.place(), message);
        }
        target.map(|target| self.resolve_alias(target).place())
    }

    /// Returns the target of a schema that consists of nothing but a reference, and other schemas as they
    /// are.
    pub(super) fn resolve_alias(&self, schema: Node<'s>) -> Node<'s> {
        let is_alias = schema.len() == 1 && schema.get("$ref").is_some();
        if is_alias { self.sources.follow(schema, self.sink).unwrap_or(schema) } else { schema }
    }

    /// Returns the values that a branch itself allows for the property, as a schema of this dialect.
    fn values_of_branch(&self, branch: Node<'s>, property: &str, dialect: SourceDialect) -> AllowedValues {
        let mut search = ValueSearch { dialect, parts: AllOfSearch::default() };
        self.values_of_part(branch, property, MAX_SEARCH, &mut search)
    }

    fn values_of_part(
        &self,
        branch: Node<'s>,
        property: &str,
        depth: usize,
        search: &mut ValueSearch,
    ) -> AllowedValues {
        let Ok(branch) = self.sources.follow(branch, self.sink) else { return AllowedValues::Unclear };
        if depth == 0 || branch.get("anyOf").is_some() || branch.get("oneOf").is_some() {
            // A branch that is a union itself is selected by its own branches.
            return AllowedValues::Unclear;
        }
        let own = branch.get("properties").and_then(|properties| properties.get(property));
        let mut values = own.map_or(AllowedValues::Undescribed, |described| {
            self.values_of_property(described, depth, search)
        });
        for part in branch.get("allOf").into_iter().flat_map(Node::items) {
            // A part may be the union itself; only its own constraints on the property count.
            let Ok(part) = self.sources.follow(part, self.sink) else { continue };
            let described = part.get("properties").and_then(|properties| properties.get(property));
            let of_part = match described {
                Some(described) => self.values_of_property(described, depth, search),
                None if part.get("allOf").is_some() => {
                    if search.parts.enter(part, depth) {
                        self.values_of_part(part, property, depth - 1, search)
                    } else if search.parts.is_exhausted() {
                        AllowedValues::Unclear
                    } else {
                        // Its constraints are counted already.
                        AllowedValues::Undescribed
                    }
                }
                None => AllowedValues::Undescribed,
            };
            values = values.and(of_part);
        }
        values
    }

    /// Returns the values that a schema of the property allows.
    fn values_of_property(
        &self,
        described: Node<'s>,
        depth: usize,
        search: &mut ValueSearch,
    ) -> AllowedValues {
        let Ok(described) = self.sources.follow(described, self.sink) else { return AllowedValues::Unclear };
        // A `const` that the dialect does not have is not carried over, so that it does not select the branch.
        if let Some(constant) = described.get("const").filter(|_| search.dialect.has_const()) {
            return constant.as_str().map_or(AllowedValues::Unclear, |text| {
                AllowedValues::Known(Arc::new(HashSet::from_iter([text.to_owned()])))
            });
        }
        if let Some(list) = described.get("enum") {
            // Cached, since many branches may share a base with the same list.
            let mut listed = self.enum_strings.borrow_mut();
            let values = listed.entry(list.place()).or_insert_with(|| {
                Arc::new(list.items().filter_map(Node::as_str).map(str::to_owned).collect())
            });
            return AllowedValues::Known(Arc::clone(values));
        }
        if ["anyOf", "oneOf", "not"].iter().any(|keyword| described.get(keyword).is_some()) {
            return AllowedValues::Unclear;
        }
        if let Some(kind) = described.get("type").filter(|kind| kind.as_str() != Some("string")) {
            let takes_strings = kind.items().any(|kind| kind.as_str() == Some("string"));
            return if takes_strings { AllowedValues::Any } else { AllowedValues::Unclear };
        }
        if depth == 0 {
            return AllowedValues::Unclear;
        }
        let Some(parts) = described.get("allOf") else { return AllowedValues::Any };
        if !search.parts.enter(described, depth) {
            return if search.parts.is_exhausted() { AllowedValues::Unclear } else { AllowedValues::Any };
        }
        parts.items().fold(AllowedValues::Any, |values, part| {
            values.and(self.values_of_property(part, depth - 1, search))
        })
    }
}

/// Constrains a branch to the values that select it: `selector` is the property's name, then its values.
pub(super) fn constrain_branch(schema: Map, selector: &[String]) -> Value {
    let Some((property, values)) = selector.split_first() else {
        return Value::Object(schema);
    };
    let constraint = json!({"properties": {property: {"enum": values, "type": "string"}}});
    json!({"allOf": [schema, constraint]})
}
