//! Schemas that apply to the same value: a schema, those that its combinators hold, and those that combine it. A property
//! that `required` names may be described in any of them.

use foldhash::HashSet;
use foldhash::fast::RandomState;
use indexmap::{IndexMap, IndexSet};

use crate::diagnostic::{Code, Place, Sink};
use crate::source::Node;

use super::Translator;
use super::context::{Composition, TranslationContext};

/// Maximum number of schemas that one search for a description visits.
const MOST: usize = 2_000;

/// A definition in one direction: the place of its schema, and true for outputs.
type DefinitionPlace = (Place, bool);

/// The root of a composition, the union in it, and the branch of that.
type CompositionPlace = (Place, Option<Place>, Option<Place>);

/// The uses of definitions in compositions, and the required names that await a description there.
#[derive(Debug, Default)]
pub(super) struct CompositionUses {
    /// The compositions that each definition is part of; `None` for a use by itself.
    uses: IndexMap<DefinitionPlace, IndexSet<Option<CompositionPlace>, RandomState>, RandomState>,
    /// The definition that requires a name, the place of the name, and the name.
    undescribed: Vec<(DefinitionPlace, Place, String)>,
}

impl CompositionUses {
    /// Adds what another translator has found.
    pub(super) fn extend(&mut self, other: Self) {
        for (definition, uses) in other.uses {
            self.uses.entry(definition).or_default().extend(uses);
        }
        self.undescribed.extend(other.undescribed);
    }
}

impl<'s> Translator<'s> {
    /// Notes that a definition is used, by itself or in a composition.
    pub(super) fn note_use(&mut self, definition: Node<'s>, context: TranslationContext<'s>) {
        let place = |Composition { root, union, branch }: Composition<'s>| {
            (root.place(), union.map(Node::place), branch.map(Node::place))
        };
        let key = (definition.place(), context.is_output());
        self.composition_uses.uses.entry(key).or_default().insert(context.composition.map(place));
    }

    /// Returns whether a schema that applies to the same value as `node` describes a property, as far as that is known
    /// before all definitions are translated.
    pub(super) fn describes(&self, node: Node<'s>, name: &str, context: TranslationContext<'s>) -> bool {
        let composition =
            context.composition.unwrap_or(Composition { root: node, union: None, branch: None });
        let union = composition.union.map(Node::place);
        self.is_described(node, name, None)
            || composition.branch.is_some_and(|branch| self.is_described(branch, name, None))
            || self.is_described(composition.root, name, union)
    }

    /// Returns whether a schema is combined with others that describe properties, and nothing else of them: names that it
    /// requires count as undescribed even if it describes none itself.
    pub(super) fn is_beside_properties(&self, context: TranslationContext<'s>) -> bool {
        context.composition.is_some_and(|composition| {
            let union = composition.union.map(Node::place);
            let (mut any, mut is_closed) = (false, false);
            self.visit_composition(composition.root, union, &mut |keyword, value| {
                any |= keyword == "properties" && !value.is_empty();
                is_closed |= keyword == "patternProperties"
                    || matches!(keyword, "additionalProperties" | "unevaluatedProperties")
                        && value.as_bool() != Some(true);
                false
            });
            any && !is_closed
        })
    }

    /// Reports a required name that no schema describes; for a definition, once all its uses are known.
    pub(super) fn report_undescribed(
        &mut self,
        item: Node<'s>,
        name: &str,
        node: Node<'s>,
        context: TranslationContext<'s>,
    ) {
        let root = context.composition.map_or(node, |composition| composition.root);
        let definition = (root.place(), context.is_output());
        self.composition_uses.undescribed.push((definition, item.place(), name.to_owned()));
    }

    /// Reports the required names that a use of their definition leaves undescribed.
    pub(super) fn report_all_undescribed(&mut self) {
        let found = std::mem::take(&mut self.composition_uses);
        for (definition, place, name) in &found.undescribed {
            if self.is_left_undescribed(&found, *definition, name) {
                let message =
                    format!("`required` lists `{name}`, which has no schema; any value is accepted");
                self.sink.report(Code::RequiredWithoutProperty, *place, message);
            }
        }
    }

    /// Returns whether a definition is used where nothing describes a property.
    fn is_left_undescribed(&self, found: &CompositionUses, definition: DefinitionPlace, name: &str) -> bool {
        let mut work = vec![definition];
        let mut seen = HashSet::from_iter([definition]);
        while let Some(definition) = work.pop() {
            let Some(uses) = found.uses.get(&definition) else { return true };
            for composition in uses {
                let Some((root, union, branch)) = *composition else { return true };
                let describes = |place: Place, union| {
                    self.sources.node(place).is_some_and(|node| self.is_described(node, name, union))
                };
                let is_described =
                    branch.is_some_and(|branch| describes(branch, None)) || describes(root, union);
                let around = (root, definition.1);
                if !is_described && seen.insert(around) {
                    work.push(around);
                }
            }
        }
        false
    }

    /// Returns whether a schema, or one that its combinators hold, describes a property. The branches of `union` do not
    /// count.
    fn is_described(&self, schema: Node<'s>, name: &str, union: Option<Place>) -> bool {
        let nothing = Sink::new();
        self.visit_composition(schema, union, &mut |keyword, value| {
            let spread = || self.sources.follow(value, &nothing).unwrap_or(value);
            keyword == "properties" && (value.get(name).is_some() || spread().get(name).is_some())
        })
    }

    /// Visits the keywords of a schema and of those that its combinators hold, but for the branches of `union`, until `found`
    /// returns true. Returns whether it did.
    fn visit_composition(
        &self,
        schema: Node<'s>,
        union: Option<Place>,
        found: &mut dyn FnMut(&str, Node<'s>) -> bool,
    ) -> bool {
        let nothing = Sink::new();
        let mut seen = HashSet::default();
        let mut work = vec![schema];
        while let Some(node) = work.pop().filter(|_| seen.len() < MOST) {
            if !node.is_object() || !seen.insert(node.place()) {
                continue;
            }
            for (keyword, value) in node.entries() {
                if found(keyword, value) {
                    return true;
                }
                match keyword {
                    "$ref" => work.extend(self.sources.follow(node, &nothing)),
                    "allOf" | "anyOf" | "oneOf" if Some(value.place()) != union => {
                        work.extend(value.items());
                    }
                    "if" | "then" | "else" => work.push(value),
                    "dependentSchemas" | "dependencies" => work.extend(value.children()),
                    _ => {}
                }
            }
        }
        false
    }
}
