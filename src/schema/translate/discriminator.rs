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

/// Which component schemas are built on which, by `allOf`.
pub(super) type Subtypes = HashMap<Place, Vec<String>>;

/// Levels of `allOf` and references that are searched for a constraint on the property.
const MAX_SEARCH: usize = 6;

/// Which values a branch lets the discriminating property have.
enum OwnValues {
    /// It does not describe the property.
    Undescribed,
    /// Any string.
    Any,
    /// Only these strings.
    Known(Arc<HashSet<String>>),
    /// Something that a list of strings cannot say.
    Unclear,
}

impl OwnValues {
    /// Both hold.
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
    /// For each branch of a union in an input, the property's name and the values that choose the branch;
    /// `None` for a branch that stays as it is. Outputs are never pinned: a server may answer with values
    /// that the document does not know.
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
                self.drop_keyword(value, "is no field of a discriminator");
            }
        }
        let property =
            discriminator.as_str().or_else(|| discriminator.get("propertyName").and_then(Node::as_str));
        let Some(property) = property else {
            let message = "`discriminator` names no property; it is dropped";
            self.sink.report(Code::DiscriminatorRepaired, discriminator.place(), message);
            return Vec::new();
        };
        let Some(branches) = branches else {
            self.plain_discriminator(node, discriminator, property);
            return Vec::new();
        };
        if context.is_output() {
            return Vec::new();
        }
        let mut mapping: HashMap<Place, Vec<String>> = HashMap::default();
        for (key, value) in discriminator.get("mapping").into_iter().flat_map(Node::entries) {
            let mapped = value.as_str().and_then(|text| self.mapped(discriminator, text, value));
            if let Some(mapped) = mapped {
                mapping.entry(mapped).or_default().push(key.to_owned());
            }
        }
        let default = discriminator
            .get("defaultMapping")
            .and_then(|value| self.mapped(discriminator, value.as_str()?, value));
        branches
            .iter()
            .map(|branch| {
                let reference = branch.get("$ref")?.as_str()?;
                let target = self.sources.resolve(*branch, reference, self.sink).ok()?;
                let target = self.unaliased(target);
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
                match self.own_values(target, property, MAX_SEARCH, &mut AllOfSearch::default()) {
                    // What says the same by itself needs no pin.
                    OwnValues::Known(values) if values.iter().all(|value| keys.contains(value)) => {
                        return None;
                    }
                    OwnValues::Known(values) if is_mapped => keys.retain(|key| values.contains(key)),
                    OwnValues::Known(_) | OwnValues::Unclear => return None,
                    OwnValues::Any => {}
                    // The name of a schema means something only where the property is described.
                    OwnValues::Undescribed if is_mapped => {}
                    OwnValues::Undescribed => return None,
                }
                if keys.is_empty() {
                    return None;
                }
                keys.insert(0, property.to_owned());
                Some(keys)
            })
            .collect()
    }

    /// The schema that a mapping value names: a reference, or the name of a component.
    fn mapped(&self, discriminator: Node<'s>, value: &str, node: Node<'s>) -> Option<Place> {
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
            let message = format!("the mapping of `{}` points to nothing: `{value}`", node.key());
            self.sink.report(Code::DiscriminatorRepaired, node.place(), message);
        }
        target.map(|target| self.unaliased(target).place())
    }

    /// The schema that one which is nothing but a reference stands for.
    fn unaliased(&self, schema: Node<'s>) -> Node<'s> {
        let is_alias = schema.len() == 1 && schema.get("$ref").is_some();
        if is_alias { self.sources.follow(schema, self.sink).unwrap_or(schema) } else { schema }
    }

    /// Which values a branch itself lets the property have.
    fn own_values(
        &self,
        branch: Node<'s>,
        property: &str,
        depth: usize,
        search: &mut AllOfSearch,
    ) -> OwnValues {
        let Ok(branch) = self.sources.follow(branch, self.sink) else { return OwnValues::Unclear };
        if depth == 0 || branch.get("anyOf").is_some() || branch.get("oneOf").is_some() {
            // A branch that is a union itself leaves the choice to its own branches.
            return OwnValues::Unclear;
        }
        let own = branch.get("properties").and_then(|properties| properties.get(property));
        let mut values =
            own.map_or(OwnValues::Undescribed, |described| self.values_of(described, depth, search));
        for part in branch.get("allOf").into_iter().flat_map(Node::items) {
            // A base may be the union itself; only what it says of the property counts.
            let Ok(part) = self.sources.follow(part, self.sink) else { continue };
            let described = part.get("properties").and_then(|properties| properties.get(property));
            let of_part = match described {
                Some(described) => self.values_of(described, depth, search),
                None if part.get("allOf").is_some() => {
                    if search.enters(part, depth) {
                        self.own_values(part, property, depth - 1, search)
                    } else if search.is_exhausted() {
                        OwnValues::Unclear
                    } else {
                        // What it says counts already.
                        OwnValues::Undescribed
                    }
                }
                None => OwnValues::Undescribed,
            };
            values = values.and(of_part);
        }
        values
    }

    /// Which values a description of the property allows.
    fn values_of(&self, described: Node<'s>, depth: usize, search: &mut AllOfSearch) -> OwnValues {
        let Ok(described) = self.sources.follow(described, self.sink) else { return OwnValues::Unclear };
        if let Some(constant) = described.get("const") {
            return constant.as_str().map_or(OwnValues::Unclear, |text| {
                OwnValues::Known(Arc::new(HashSet::from_iter([text.to_owned()])))
            });
        }
        if let Some(list) = described.get("enum") {
            // A base that many branches are built on is asked for each.
            let mut listed = self.listed.borrow_mut();
            let values = listed.entry(list.place()).or_insert_with(|| {
                Arc::new(list.items().filter_map(Node::as_str).map(str::to_owned).collect())
            });
            return OwnValues::Known(Arc::clone(values));
        }
        if ["anyOf", "oneOf", "not"].iter().any(|keyword| described.get(keyword).is_some()) {
            return OwnValues::Unclear;
        }
        if let Some(kind) = described.get("type").filter(|kind| kind.as_str() != Some("string")) {
            let takes_strings = kind.items().any(|kind| kind.as_str() == Some("string"));
            return if takes_strings { OwnValues::Any } else { OwnValues::Unclear };
        }
        if depth == 0 {
            return OwnValues::Unclear;
        }
        let Some(parts) = described.get("allOf") else { return OwnValues::Any };
        if !search.enters(described, depth) {
            return if search.is_exhausted() { OwnValues::Unclear } else { OwnValues::Any };
        }
        parts.items().fold(OwnValues::Any, |values, part| values.and(self.values_of(part, depth - 1, search)))
    }

    /// A parent that names its subtypes by a discriminator but is used as a plain object.
    fn plain_discriminator(&mut self, node: Node<'s>, discriminator: Node<'s>, property: &str) {
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
            "`{property}` tells the subtypes {} apart, but no union lists them; only the common part is described",
            names.join(", ")
        );
        self.plain_parents.push((node.place(), discriminator.place(), message));
    }

    /// Reports the parents that are used as schemas of their own; one that is only built upon loses nothing.
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

/// A branch that is chosen by these values: the property's name first, then the values.
pub(super) fn pinned(schema: Map, pin: &[String]) -> Value {
    let Some((property, values)) = pin.split_first() else {
        return Value::Object(schema);
    };
    let constraint = json!({"properties": {property: {"enum": values, "type": "string"}}});
    json!({"allOf": [schema, constraint]})
}
