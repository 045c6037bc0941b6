//! Discriminators (OpenAPI 3.2, "Discriminator Object"; Swagger 2.0, "Polymorphism").

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::diagnostic::{Code, Place};
use crate::source::Node;

use super::keywords::Keywords;
use super::{Context, Translator};

/// Which component schemas are built on which, by `allOf`.
pub(super) type Subtypes = HashMap<Place, Vec<String>>;

/// Levels of `allOf` and references that are searched for a constraint on the property.
const MAX_SEARCH: usize = 6;

impl<'s> Translator<'s> {
    /// For each branch of a union in an input, the property's name and the values that choose the branch;
    /// `None` for a branch that stays as it is. Outputs are never pinned: a server may answer with values
    /// that the document does not know.
    pub(super) fn discriminator(
        &mut self,
        node: Node<'s>,
        keywords: &Keywords<'s>,
        branches: Option<&[Node<'s>]>,
        context: Context<'s>,
    ) -> Vec<Option<Vec<String>>> {
        let Some(discriminator) = keywords.discriminator else {
            return Vec::new();
        };
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
        let mapping: Vec<(&str, Place)> = discriminator
            .get("mapping")
            .into_iter()
            .flat_map(Node::entries)
            .filter_map(|(key, value)| Some((key, self.mapped(discriminator, value.as_str()?, value)?)))
            .collect();
        let default = discriminator
            .get("defaultMapping")
            .and_then(|value| self.mapped(discriminator, value.as_str()?, value));
        branches
            .iter()
            .map(|branch| {
                let reference = branch.get("$ref")?.as_str()?;
                let target = self.sources.resolve(*branch, reference, self.sink).ok()?;
                let place = target.place();
                if default == Some(place) || self.constrains(target, property, MAX_SEARCH) {
                    return None;
                }
                let mut keys: Vec<String> = mapping
                    .iter()
                    .filter(|(_, mapped)| *mapped == place)
                    .map(|(key, _)| (*key).to_owned())
                    .collect();
                if keys.is_empty() {
                    let name = reference.rsplit('/').next().unwrap_or_default();
                    keys.push(name.replace("~1", "/").replace("~0", "~"));
                }
                keys.insert(0, property.to_owned());
                Some(keys)
            })
            .collect()
    }

    /// The schema that a mapping value names: a reference, or the name of a component.
    fn mapped(&self, discriminator: Node<'s>, value: &str, node: Node<'s>) -> Option<Place> {
        let as_component = |prefix: &str| {
            let pointer = format!("#{prefix}{}", value.replace('~', "~0").replace('/', "~1"));
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
        target.map(Node::place)
    }

    /// Whether a schema itself says which values the property may have.
    fn constrains(&self, schema: Node<'s>, property: &str, depth: usize) -> bool {
        if depth == 0 {
            return false;
        }
        let Ok(schema) = self.sources.follow(schema, self.sink) else {
            return false;
        };
        if let Some(described) = schema.get("properties").and_then(|properties| properties.get(property))
            && let Ok(described) = self.sources.follow(described, self.sink)
            && (described.get("const").is_some() || described.get("enum").is_some())
        {
            return true;
        }
        schema
            .get("allOf")
            .is_some_and(|parts| parts.items().any(|part| self.constrains(part, property, depth - 1)))
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
            if self.subtypes.is_none() {
                self.subtypes = Some(self.subtypes_of(node));
            }
            names = self
                .subtypes
                .as_ref()
                .and_then(|subtypes| subtypes.get(&node.place()))
                .cloned()
                .unwrap_or_default();
        }
        if names.is_empty() {
            return;
        }
        let message = format!(
            "`{property}` tells the subtypes {} apart, but no union lists them; only the common part is described",
            names.join(", ")
        );
        self.sink.report(Code::DiscriminatorPlain, discriminator.place(), message);
    }

    fn subtypes_of(&self, node: Node<'s>) -> Subtypes {
        let mut subtypes = Subtypes::new();
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
pub(super) fn pinned(schema: Map<String, Value>, pin: &[String]) -> Value {
    let Some((property, values)) = pin.split_first() else {
        return Value::Object(schema);
    };
    let constraint = json!({"properties": {property: {"enum": values, "type": "string"}}});
    json!({"allOf": [schema, constraint]})
}
