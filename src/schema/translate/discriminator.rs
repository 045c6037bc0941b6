//! Discriminators (OpenAPI 3.2, "Discriminator Object"; Swagger 2.0, "Polymorphism").

use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use crate::diagnostic::{Code, Place};
use crate::json::pointer::{escaped, unescaped};
use crate::json::{Map, Value, json};
use crate::source::Node;

use super::keywords::SchemaKeywords;
use super::search::AllOfSearch;
use super::{TranslationContext, Translator};

/// For each component schema, the names of the schemas that refer to it in `allOf`.
pub(super) type Subtypes = HashMap<Place, Vec<String>>;

/// Maximum depth of the search for constraints on the discriminating property through `allOf` and references.
const MAX_SEARCH: usize = 6;

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
        &mut self,
        node: Node<'s>,
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
        let property =
            discriminator.as_str().or_else(|| discriminator.get("propertyName").and_then(Node::as_str));
        let Some(property) = property else {
            let message = "`discriminator` has no `propertyName`; it is dropped";
            self.sink.report(Code::DiscriminatorRepaired, discriminator.place(), message);
            return Vec::new();
        };
        let Some(branches) = branches else {
            self.note_plain_parent(node, discriminator, property);
            return Vec::new();
        };
        if context.is_output() {
            return Vec::new();
        }
        let mut mapping: HashMap<Place, Vec<String>> = HashMap::default();
        for (key, value) in discriminator.get("mapping").into_iter().flat_map(Node::entries) {
            let mapped = value.as_str().and_then(|text| self.mapping_target(discriminator, text, value));
            if let Some(mapped) = mapped {
                mapping.entry(mapped).or_default().push(key.to_owned());
            }
        }
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
                let mut keys = mapping.get(&place).cloned().unwrap_or_default();
                let is_mapped = !keys.is_empty();
                if !is_mapped {
                    let name = reference.rsplit('/').next().unwrap_or_default();
                    keys.push(unescaped(name).into_owned());
                }
                match self.values_of_branch(target, property, MAX_SEARCH, &mut AllOfSearch::default()) {
                    // The branch has the same constraint already.
                    AllowedValues::Known(values) if values.iter().all(|value| keys.contains(value)) => {
                        return None;
                    }
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
            })
            .collect()
    }

    /// Returns the schema that a mapping value names: by reference, or by the name of a component.
    fn mapping_target(&self, discriminator: Node<'s>, value: &str, node: Node<'s>) -> Option<Place> {
        let as_component = |prefix: &str| {
            let pointer = format!("#{prefix}{}", escaped(value));
            self.sources.resolve(discriminator, &pointer, self.sink).ok()
        };
        let is_name = !value.contains(['/', '#']);
        let target = if is_name {
            as_component("/components/schemas/").or_else(|| as_component("/definitions/"))
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
    fn resolve_alias(&self, schema: Node<'s>) -> Node<'s> {
        let is_alias = schema.len() == 1 && schema.get("$ref").is_some();
        if is_alias { self.sources.follow(schema, self.sink).unwrap_or(schema) } else { schema }
    }

    /// Returns the values that a branch itself allows for the property.
    fn values_of_branch(
        &self,
        branch: Node<'s>,
        property: &str,
        depth: usize,
        search: &mut AllOfSearch,
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
                    if search.enter(part, depth) {
                        self.values_of_branch(part, property, depth - 1, search)
                    } else if search.is_exhausted() {
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
        search: &mut AllOfSearch,
    ) -> AllowedValues {
        let Ok(described) = self.sources.follow(described, self.sink) else { return AllowedValues::Unclear };
        if let Some(constant) = described.get("const") {
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
        if !search.enter(described, depth) {
            return if search.is_exhausted() { AllowedValues::Unclear } else { AllowedValues::Any };
        }
        parts.items().fold(AllowedValues::Any, |values, part| {
            values.and(self.values_of_property(part, depth - 1, search))
        })
    }

    /// Notes a parent that has a discriminator but no union, so that its subtypes are not described.
    fn note_plain_parent(&mut self, node: Node<'s>, discriminator: Node<'s>, property: &str) {
        let mut names: Vec<String> = discriminator
            .get("mapping")
            .into_iter()
            .flat_map(Node::entries)
            .map(|(key, _)| key.to_owned())
            .collect();
        if names.is_empty() {
            let document = node.place().document;
            if !self.subtypes.contains_key(&document) {
                self.subtypes.insert(document, self.subtypes_of(node));
            }
            let subtypes = self.subtypes.get(&document);
            names = subtypes.and_then(|subtypes| subtypes.get(&node.place())).cloned().unwrap_or_default();
        }
        if names.is_empty() {
            return;
        }
        let message = format!(
            "the discriminator `{property}` has the subtypes {}, but no `oneOf` or `anyOf` lists them; only their common \
             properties are described",
            names.join(", ")
        );
        self.plain_parents.push((node.place(), discriminator.place(), message));
    }

    /// Reports the noted parents that are used as schemas of their own. A parent that is only used in `allOf`
    /// loses nothing.
    pub(super) fn report_plain_parents(&mut self) {
        for (parent, place, message) in std::mem::take(&mut self.plain_parents) {
            if self.used_directly.contains(&parent) {
                self.sink.report(Code::DiscriminatorPlain, place, message);
            }
        }
    }

    fn subtypes_of(&self, node: Node<'s>) -> Subtypes {
        let mut subtypes = Subtypes::default();
        let root = node.document().root();
        let components = root.get("components").and_then(|components| components.get("schemas"));
        for (name, schema) in
            components.or_else(|| root.get("definitions")).into_iter().flat_map(Node::entries)
        {
            for part in schema.get("allOf").into_iter().flat_map(Node::items) {
                let Some(reference) = part.get("$ref").and_then(Node::as_str) else {
                    continue;
                };
                if let Ok(target) = self.sources.resolve(part, reference, self.sink) {
                    subtypes.entry(target.place()).or_default().push(name.to_owned());
                }
            }
        }
        subtypes
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
