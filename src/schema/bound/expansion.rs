//! The expansion of one schema: which subschemas are written, and which are left as outlines.

use std::ops::Range;

use foldhash::HashSet;

use crate::json::{Map, Value};
use crate::model::{Definition, Definitions, Schema, SchemaDialect, referenced};
use crate::schema::WEAK;
use crate::schema::subschemas::{ApplicatorForm, applicator, subschemas};

use super::length::{SchemaLength, length_of_map};
use super::outline::Outline;
use super::{AlwaysExpanded, DefinitionSizes};

/// A schema that is being expanded.
pub(super) struct Expansion<'e> {
    sizes: &'e DefinitionSizes,
    lengths: SchemaLength<'e>,
    /// The lengths of placeholders that were measured last, kept to use its memory again.
    inner: Vec<usize>,
    /// The schemas in the order in which they are tried: each after the one that contains it.
    nodes: Vec<ExpandedNode<'e>>,
    /// The expanded definitions, each with its node, in the order in which they were expanded.
    definitions: Vec<(usize, usize)>,
    /// The indexes of these definitions, and of those that are being tried.
    expanded: HashSet<usize>,
    bytes: usize,
    max: usize,
}

struct ExpandedNode<'e> {
    schema: &'e Map,
    /// The nodes of its subschemas, in document order; `None` while it is an outline.
    children: Option<Range<usize>>,
    /// Its length until it is expanded.
    length: usize,
    /// True if it is expanded even if it does not fit.
    always: bool,
}

impl<'e> Expansion<'e> {
    /// Expands a schema while it fits.
    pub(super) fn run(
        sizes: &'e DefinitionSizes,
        lengths: SchemaLength<'e>,
        root: &'e Map,
        max: usize,
        always: AlwaysExpanded,
    ) -> Self {
        let (nodes, definitions, expanded) = (Vec::new(), Vec::new(), HashSet::default());
        let mut expansion =
            Self { sizes, lengths, inner: Vec::new(), nodes, definitions, expanded, bytes: 0, max };
        expansion.nodes.push(ExpandedNode { schema: root, children: None, length: 0, always: true });
        expansion.expand(0);
        if always == AlwaysExpanded::Arguments {
            expansion.keep_arguments();
        }
        // What is always expanded takes its room first.
        for only_always in [true, false] {
            let mut next = 1;
            while let Some(node) = expansion.nodes.get(next) {
                if node.always || !only_always {
                    expansion.expand(next);
                }
                next += 1;
            }
        }
        expansion
    }

    /// Returns its length in bytes of compact JSON, before weakening.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Marks the properties of the root as always expanded.
    fn keep_arguments(&mut self) {
        let Some(root) = self.nodes.first() else { return };
        let keywords: Vec<bool> =
            subschemas(root.schema).map(|(row, _)| row.keyword == "properties").collect();
        let children = root.children.clone().unwrap_or_default();
        for (child, is_argument) in children.zip(keywords) {
            self.nodes[child].always = is_argument;
        }
    }

    /// Replaces the outline of a node by its own keywords, and by the definition that it refers to, if the whole fits.
    fn expand(&mut self, at: usize) {
        let ExpandedNode { schema, ref children, length, always } = self.nodes[at];
        if children.is_some() {
            return;
        }
        let targets = self.targets(schema);
        for &target in &targets {
            self.expanded.insert(target);
        }
        // What is no longer than its outline is written beyond the bound too.
        let room = self.max.saturating_sub(self.bytes).saturating_add(length);
        let room = if always { usize::MAX } else { room.max(length) };
        let mut inner = std::mem::take(&mut self.inner);
        inner.clear();
        let own = self.own_length(schema, &targets, room, &mut inner);
        if let Some(own) = own {
            self.bytes = self.bytes - length + own;
            self.fill(at, targets, inner.drain(..));
        } else {
            self.expanded.retain(|target| !targets.contains(target));
        }
        self.inner = inner;
    }

    /// Adds the subschemas of an expanded node, and the definitions that it needs, with the lengths of their placeholders.
    fn fill(&mut self, at: usize, targets: Vec<usize>, mut lengths: impl Iterator<Item = usize>) {
        let ExpandedNode { schema, always, .. } = self.nodes[at];
        // The parts of the root's own `allOf` are no arguments.
        let children = self.enter(schema, always && at > 0, &mut lengths);
        self.nodes[at].children = Some(children);
        for target in targets {
            let Some(definition) = self.lengths.definitions.at(target) else { continue };
            let node = self.nodes.len();
            self.definitions.push((target, node));
            let schema = &definition.schema.0;
            self.nodes.push(ExpandedNode { schema, children: None, length: 0, always });
            let children = self.enter(schema, always, &mut lengths);
            self.nodes[node].children = Some(children);
        }
    }

    /// Returns the length of a schema's own keywords and of definitions that it needs; `None` if it is more than `max`. The
    /// lengths of the placeholders of all subschemas are added to `inner`, in order.
    fn own_length(
        &self,
        schema: &Map,
        targets: &[usize],
        max: usize,
        inner: &mut Vec<usize>,
    ) -> Option<usize> {
        let mut placeholder = |part: &Map| {
            let length = self.placeholder_length(part);
            inner.push(length);
            length
        };
        let mut length = self.lengths.own(schema, max, &mut placeholder)?;
        if self.definitions.is_empty() && !targets.is_empty() {
            length += length_of_map(self.lengths.dialect);
        }
        for &target in targets {
            length += self.lengths.key(target);
            let definition = self.lengths.definitions.at(target)?;
            let max = max.checked_sub(length)?;
            length += self.lengths.own(&definition.schema.0, max, &mut placeholder)?;
        }
        (length <= max).then_some(length)
    }

    /// Returns the length of a subschema that is not expanded yet: that of its outline, or that of its reference if the
    /// definition is there already.
    fn placeholder_length(&self, part: &Map) -> usize {
        let target = referenced(part).and_then(|name| self.lengths.definitions.index(name));
        let own = target
            .filter(|target| part.len() == 1 && self.expanded.contains(target))
            .and_then(|_| self.lengths.own(part, usize::MAX, |_| 0));
        let outline = target.filter(|_| part.len() == 1).and_then(|target| self.sizes.outline(target));
        own.or(outline).unwrap_or_else(|| Outline::of(part, self.lengths.definitions).length())
    }

    /// Returns the definitions that a schema needs, by its own reference, and that are not expanded yet.
    fn targets(&self, schema: &Map) -> Vec<usize> {
        let mut targets = Vec::new();
        let mut next = Some(schema);
        while let Some(target) =
            next.and_then(referenced).and_then(|name| self.lengths.definitions.index(name))
        {
            if self.expanded.contains(&target) || targets.contains(&target) {
                break;
            }
            targets.push(target);
            next = self.lengths.definitions.at(target).map(|definition| &definition.schema.0);
        }
        targets
    }

    /// Adds the subschemas of a schema as nodes, with the lengths of their placeholders.
    fn enter(
        &mut self,
        schema: &'e Map,
        always: bool,
        lengths: &mut impl Iterator<Item = usize>,
    ) -> Range<usize> {
        let start = self.nodes.len();
        for ((row, schema), length) in subschemas(schema).zip(lengths) {
            let always = always && row.keyword == "allOf";
            self.nodes.push(ExpandedNode { schema, children: None, length, always });
        }
        start..self.nodes.len()
    }

    /// Returns the schema and its definitions, with marks where an outline accepts more.
    pub(super) fn build(&self) -> (Schema, Definitions) {
        let mut definitions = Definitions::default();
        for &(target, node) in &self.definitions {
            let Some(Definition { name, place, .. }) = self.lengths.definitions.at(target) else { continue };
            let schema = Schema(self.schema(node));
            definitions.insert(Definition { name: name.clone(), schema, place: *place });
        }
        (Schema(self.schema(0)), definitions)
    }

    fn schema(&self, at: usize) -> Map {
        let node = &self.nodes[at];
        let Some(children) = &node.children else {
            return Outline::of(node.schema, self.lengths.definitions).to_schema();
        };
        let mut children = children.clone();
        // The portable form of a tuple repeats `prefixItems` in `items`, and is only read as a tuple if both agree.
        let keeps_tuple = self.lengths.dialect != SchemaDialect::Portable
            || !node.schema.contains_key("prefixItems")
            || children.clone().all(|child| self.is_whole(child));
        let mut subschema = |part: &Value| match (part, part.is_object().then(|| children.next())) {
            (_, Some(Some(child))) => Value::Object(self.schema(child)),
            (part, _) => part.clone(),
        };
        let mut map = Map::with_capacity(node.schema.len());
        for (keyword, value) in node.schema {
            let value = match (applicator(keyword, value).map(|row| row.form), value) {
                (None, value) => value.clone(),
                (Some(ApplicatorForm::One), value) => subschema(value),
                (Some(ApplicatorForm::List), Value::Array(list)) => {
                    Value::Array(list.iter().map(&mut subschema).collect())
                }
                (Some(ApplicatorForm::Map), Value::Object(parts)) => {
                    Value::Object(parts.iter().map(|(name, part)| (name.clone(), subschema(part))).collect())
                }
                (_, value) => value.clone(),
            };
            if keeps_tuple || keyword.as_str() != "prefixItems" {
                map.insert(keyword.clone(), value);
            }
        }
        if !keeps_tuple {
            map.insert(WEAK, Value::Bool(true));
        }
        map
    }

    /// Returns whether nothing in a schema is an outline; definitions are not looked at.
    fn is_whole(&self, at: usize) -> bool {
        let mut children = self.nodes[at].children.clone();
        children.as_mut().is_some_and(|children| children.all(|child| self.is_whole(child)))
    }
}
