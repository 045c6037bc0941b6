//! `unevaluatedProperties` and `unevaluatedItems` (JSON Schema 2020-12 core, section 11): they see what references and
//! combinators beside them evaluate. Draft 07 has neither, and no keyword that does.

use foldhash::HashSet;
use foldhash::fast::RandomState;
use indexmap::IndexSet;

use crate::client_limits::PROTOTYPE_MEMBERS;
use crate::diagnostic::{Place, Sink};
use crate::source::Node;

use super::{TranslationContext, Translator};

/// Maximum number of schemas that are visited to find out what is evaluated.
const MOST: usize = 2_000;

/// What the keyword means to a schema that cannot say it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unevaluated<T> {
    /// Nothing: all properties or items are evaluated.
    Nothing,
    /// Its schema counts for all but these.
    AllBut(T),
    /// It depends on the value.
    Unclear,
}

/// The keyword that is translated, and the annotations that it sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EvaluatedKind {
    Properties,
    Items,
}

/// What schemas evaluate.
#[derive(Debug, Default)]
struct Evaluated<'s> {
    names: IndexSet<&'s str, RandomState>,
    /// The number of items at the beginning.
    items: usize,
    /// True if everything is evaluated.
    all: bool,
    is_unclear: bool,
}

impl<'s> Translator<'s> {
    /// Returns the names of the properties that other keywords of a schema evaluate, for its `unevaluatedProperties`.
    pub(super) fn unevaluated_properties(
        &self,
        node: Node<'s>,
        context: TranslationContext<'s>,
    ) -> Unevaluated<Vec<&'s str>> {
        let evaluated = self.evaluated_by(node, EvaluatedKind::Properties, context);
        let is_removed = |name: &&str| context.is_output() && PROTOTYPE_MEMBERS.contains(name);
        if evaluated.is_unclear || evaluated.names.iter().any(is_removed) {
            return Unevaluated::Unclear;
        }
        if evaluated.all {
            return Unevaluated::Nothing;
        }
        let dropped = self.dropped_names(node, context.direction);
        Unevaluated::AllBut(evaluated.names.into_iter().filter(|name| !dropped.contains(name)).collect())
    }

    /// Returns the number of items that other keywords of a schema evaluate, for its `unevaluatedItems`.
    pub(super) fn unevaluated_items(
        &self,
        node: Node<'s>,
        context: TranslationContext<'s>,
    ) -> Unevaluated<usize> {
        let evaluated = self.evaluated_by(node, EvaluatedKind::Items, context);
        match evaluated {
            Evaluated { is_unclear: true, .. } => Unevaluated::Unclear,
            Evaluated { all: true, .. } => Unevaluated::Nothing,
            Evaluated { items, .. } => Unevaluated::AllBut(items),
        }
    }

    /// Returns what a schema evaluates for every value that it accepts; unclear if a branch or a condition adds to it.
    fn evaluated_by(
        &self,
        node: Node<'s>,
        kind: EvaluatedKind,
        context: TranslationContext<'s>,
    ) -> Evaluated<'s> {
        let mut branches = Vec::new();
        let mut evaluated = self.evaluated_always(node, kind, context, &mut branches);
        let mut seen: HashSet<Place> = HashSet::default();
        while let Some(branch) = branches.pop() {
            if evaluated.all || evaluated.is_unclear {
                break;
            }
            if !seen.insert(branch.place()) {
                continue;
            }
            let of_branch = self.evaluated_always(branch, kind, context, &mut branches);
            evaluated.is_unclear |= of_branch.is_unclear
                || of_branch.all
                || of_branch.items > evaluated.items
                || !of_branch.names.is_subset(&evaluated.names)
                || seen.len() > MOST;
        }
        evaluated
    }

    /// Returns what a schema evaluates by its own keywords, its references and its `allOf`; adds the schemas that apply to
    /// some values only to `branches`.
    fn evaluated_always(
        &self,
        outermost: Node<'s>,
        kind: EvaluatedKind,
        context: TranslationContext<'s>,
        branches: &mut Vec<Node<'s>>,
    ) -> Evaluated<'s> {
        let nothing = Sink::new();
        let mut evaluated = Evaluated::default();
        let mut seen = HashSet::default();
        let mut work = vec![outermost];
        while let Some(node) = work.pop() {
            if seen.len() > MOST {
                evaluated.is_unclear = true;
                break;
            }
            if !node.is_object() || !seen.insert(node.place()) {
                continue;
            }
            // The keyword does not see itself.
            let is_own = node == outermost;
            for (keyword, value) in node.entries() {
                match (kind, keyword) {
                    (_, "$ref" | "$dynamicRef" | "$recursiveRef") => {
                        match self.referenced_schema(node, value, context, is_own) {
                            Some(target) => work.push(target),
                            None => evaluated.is_unclear = true,
                        }
                    }
                    (_, "allOf") => work.extend(value.items()),
                    (_, "anyOf" | "oneOf") => branches.extend(value.items()),
                    (_, "if" | "then" | "else") => branches.push(value),
                    (_, "dependentSchemas" | "dependencies") => branches.extend(value.children()),
                    (EvaluatedKind::Properties, "properties") => match self.sources.follow(value, &nothing) {
                        Ok(properties) => {
                            evaluated.names.extend(properties.entries().map(|(name, _)| name));
                        }
                        Err(_) => evaluated.is_unclear = true,
                    },
                    // Beside the keyword itself, they stay as they are.
                    (EvaluatedKind::Properties, "patternProperties") => evaluated.is_unclear |= !is_own,
                    (EvaluatedKind::Properties, "additionalProperties") => evaluated.all = true,
                    (EvaluatedKind::Properties, "unevaluatedProperties")
                    | (EvaluatedKind::Items, "unevaluatedItems") => evaluated.all |= !is_own,
                    (EvaluatedKind::Items, "prefixItems" | "items") if value.is_array() => {
                        evaluated.items = evaluated.items.max(value.len());
                    }
                    (EvaluatedKind::Items, "items") => evaluated.all = true,
                    (EvaluatedKind::Items, "additionalItems") => {
                        evaluated.all |= node.get("items").is_some_and(Node::is_array);
                    }
                    (EvaluatedKind::Items, "contains") => evaluated.is_unclear = true,
                    _ => {}
                }
            }
        }
        evaluated
    }

    /// Returns the schema that a reference leads to, if that can be told. A dynamic one can where evaluation begins.
    fn referenced_schema(
        &self,
        holder: Node<'s>,
        reference: Node<'s>,
        context: TranslationContext<'s>,
        is_own: bool,
    ) -> Option<Node<'s>> {
        let text = reference.as_str()?;
        let nothing = Sink::new();
        match reference.key() {
            "$ref" if text != "#" => self.sources.resolve(holder, text, &nothing).ok(),
            "$dynamicRef" if is_own => {
                let target = self.sources.resolve(holder, text, &nothing).ok()?;
                self.dynamic_target(text, target, context)
            }
            _ => None,
        }
    }
}
