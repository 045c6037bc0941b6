//! Parents with a discriminator but no union (OpenAPI 3.2, "Discriminator Object"): their subtypes refer to them in `allOf`.

use foldhash::{HashMap, HashSet};

use crate::diagnostic::{Code, Place};
use crate::json::{Key, Map, Value, json};
use crate::schema::DISCRIMINATOR;
use crate::source::Node;

use super::discriminator::{DiscriminatorKeys, constrain_branch, property_of};
use super::keywords::SchemaKeywords;
use super::{BuiltSchema, TranslationContext, Translator};

/// For each component schema, the component schemas that refer to it in `allOf`.
pub(super) type Subtypes<'s> = HashMap<Place, Vec<Node<'s>>>;

/// Maximum number of subtypes of a union: a list of hundreds helps no model to choose.
const MOST_SUBTYPES: usize = 64;

impl<'s> Translator<'s> {
    /// Returns whether a schema in an input is a parent that may be written as a union of its subtypes.
    pub(super) fn is_parent(&self, schema: Node<'s>, context: TranslationContext<'s>) -> bool {
        let has = |keyword| schema.get(keyword).is_some();
        !context.is_output() && self.scope.is_none() && has("discriminator") && !has("oneOf") && !has("anyOf")
    }

    /// Adds the subtypes of a parent to it as a union, in inputs: the parent alone leaves nothing to send. As a part of an
    /// `allOf` it stays what its subtypes build upon.
    pub(super) fn subtypes(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let Some(discriminator) = keywords.discriminator else { return };
        let Some(property) = property_of(discriminator) else { return };
        let mapping = self.mapping(discriminator);
        let mut branches: Vec<(Node<'s>, DiscriminatorKeys)> = mapping
            .into_iter()
            .filter_map(|(place, keys)| Some((self.sources.node(place)?, DiscriminatorKeys::Mapped(keys))))
            .collect();
        let is_mapped = !branches.is_empty();
        if !is_mapped {
            let name = |subtype: Node<'s>| (subtype, DiscriminatorKeys::Name(subtype.key().to_owned()));
            branches.extend(self.all_subtypes(node).into_iter().map(name));
        }
        let names: Vec<String> = branches
            .iter()
            .flat_map(|(subtype, keys)| match keys {
                DiscriminatorKeys::Mapped(keys) => keys.clone(),
                DiscriminatorKeys::Name(_) => vec![subtype.key().to_owned()],
            })
            .collect();
        if names.is_empty() {
            return;
        }
        let names = names.join(", ");
        let is_part = context.is_all_of_part || context.is_plain_parent || context.is_condition;
        if is_part || branches.len() > MOST_SUBTYPES || !self.is_parent(node, context) {
            let message = format!(
                "the discriminator `{property}` has the subtypes {names}, but no `oneOf` or `anyOf` lists them; only their \
                 common properties are described"
            );
            if !is_part {
                self.plain_parents.push((
                    (node.place(), context.is_output()),
                    discriminator.place(),
                    message,
                ));
            }
            return;
        }
        let message =
            format!("the subtypes {names} of the discriminator `{property}` are written as `anyOf`");
        self.sink.report(Code::ParentUnion, discriminator.place(), message);
        let inner = TranslationContext { is_plain_parent: true, ..context.in_place(node, None) };
        let mut union = Vec::with_capacity(branches.len() + 1);
        let mut mapping = Map::new();
        for (index, (subtype, keys)) in (0_u64..).zip(branches) {
            match &keys {
                DiscriminatorKeys::Mapped(keys) => {
                    mapping.extend(keys.iter().map(|key| (Key::from(key.as_str()), index.into())));
                }
                DiscriminatorKeys::Name(name) => {
                    mapping.insert(name.as_str(), index.into());
                }
            }
            let schema = self.reference_to(subtype, inner);
            union.push(match self.selector(subtype, property, keys, context.dialect) {
                Some(selector) => constrain_branch(schema, &selector),
                None => Value::Object(schema),
            });
        }
        if !is_mapped {
            // Without a mapping, the parent may be meant too.
            union.push(json!({"type": "object"}));
        }
        // Beside `allOf` and `const`, null is accepted around the whole.
        if keywords.says_nullable() && keywords.all_of.is_none() && keywords.constant.is_none() {
            union.push(json!({"type": "null"}));
        }
        built.set("anyOf", union);
        if self.keeps_discriminators {
            built.set(DISCRIMINATOR, json!({"propertyName": property, "mapping": mapping}));
        }
    }

    /// Reports the noted parents that are used as schemas of their own. A parent that is only used in `allOf` loses
    /// nothing.
    pub(super) fn report_plain_parents(&mut self) {
        for (parent, place, message) in std::mem::take(&mut self.plain_parents) {
            if self.used_directly.contains(&parent) {
                self.sink.report(Code::DiscriminatorPlain, place, message);
            }
        }
    }

    /// Returns the subtypes of a component schema and their subtypes, each once, in document order.
    fn all_subtypes(&mut self, node: Node<'s>) -> Vec<Node<'s>> {
        let document = node.place().document;
        if !self.subtypes.contains_key(&document) {
            self.subtypes.insert(document, self.direct_subtypes(node));
        }
        let Some(subtypes) = self.subtypes.get(&document) else { return Vec::new() };
        let mut found = HashSet::from_iter([node.place()]);
        let mut all = Vec::new();
        let mut work = vec![node.place()];
        while let Some(parent) = work.pop() {
            for &subtype in subtypes.get(&parent).into_iter().flatten() {
                if found.insert(subtype.place()) {
                    all.push(subtype);
                    work.push(subtype.place());
                }
            }
        }
        all.sort_by_key(|subtype| subtype.place());
        all
    }

    fn direct_subtypes(&self, node: Node<'s>) -> Subtypes<'s> {
        let mut subtypes = Subtypes::default();
        let root = node.document().root();
        let components = root.get("components").and_then(|components| components.get("schemas"));
        let schemas = components.or_else(|| root.get("definitions")).into_iter().flat_map(Node::children);
        for schema in schemas {
            for part in schema.get("allOf").into_iter().flat_map(Node::items) {
                let Some(reference) = part.get("$ref").and_then(Node::as_str) else { continue };
                if let Ok(target) = self.sources.resolve(part, reference, self.sink) {
                    subtypes.entry(target.place()).or_default().push(schema);
                }
            }
        }
        subtypes
    }
}
