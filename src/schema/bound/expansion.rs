//! The expansion of one schema: which subschemas are written, and which are left as outlines.

use std::ops::Range;

use foldhash::HashSet;

use crate::json::{Map, Value};
use crate::model::{Definition, Definitions, Schema, SchemaDialect};
use crate::schema::WEAK;
use crate::schema::subschemas::{ApplicatorForm, applicator, subschemas};

use super::layout::SchemaLayout;
use super::length::{SchemaLength, length_of_map};
use super::outline::Outline;
use super::{AlwaysExpanded, DefinitionSizes};

/// A schema that is being expanded.
pub(super) struct Expansion<'e> {
    sizes: &'e DefinitionSizes,
    lengths: SchemaLength<'e>,
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
    layout: &'e SchemaLayout,
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
        (schema, layout): (&'e Map, &'e SchemaLayout),
        max: usize,
        always: AlwaysExpanded,
    ) -> Self {
        let (definitions, expanded) = (Vec::new(), HashSet::default());
        let nodes = vec![ExpandedNode { schema, layout, children: None, length: 0, always: true }];
        let mut expansion = Self { sizes, lengths, nodes, definitions, expanded, bytes: 0, max };
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
        let ExpandedNode { layout, ref children, length, always, .. } = self.nodes[at];
        if children.is_some() {
            return;
        }
        let targets = self.targets(layout);
        for &(target, _) in &targets {
            self.expanded.insert(target);
        }
        // What is no longer than its outline is written beyond the bound too.
        let room = self.max.saturating_sub(self.bytes).saturating_add(length);
        let room = if always { usize::MAX } else { room.max(length) };
        if let Some(own) = self.own_length(layout, &targets, room) {
            self.bytes = self.bytes - length + own;
            self.fill(at, &targets);
        } else {
            self.expanded.retain(|expanded| targets.iter().all(|(target, _)| target != expanded));
        }
    }

    /// Adds the subschemas of an expanded node, and the definitions that it needs.
    fn fill(&mut self, at: usize, targets: &[(usize, &'e SchemaLayout)]) {
        let ExpandedNode { schema, layout, always, .. } = self.nodes[at];
        // The parts of the root's own `allOf` are no arguments.
        let children = self.enter(schema, layout, always && at > 0);
        self.nodes[at].children = Some(children);
        for &(target, layout) in targets {
            let Some(definition) = self.lengths.definitions.at(target) else { continue };
            let node = self.nodes.len();
            self.definitions.push((target, node));
            let schema = &definition.schema.0;
            self.nodes.push(ExpandedNode { schema, layout, children: None, length: 0, always });
            let children = self.enter(schema, layout, always);
            self.nodes[node].children = Some(children);
        }
    }

    /// Returns the length of a schema's own keywords and of definitions that it needs, with placeholders for subschemas;
    /// `None` if it is more than `max`.
    fn own_length(
        &self,
        layout: &SchemaLayout,
        targets: &[(usize, &SchemaLayout)],
        max: usize,
    ) -> Option<usize> {
        let mut length = 0;
        if self.definitions.is_empty() && !targets.is_empty() {
            length += length_of_map(self.lengths.dialect);
        }
        length += targets.iter().map(|&(target, _)| self.lengths.key(target)).sum::<usize>();
        for layout in std::iter::once(layout).chain(targets.iter().map(|&(_, layout)| layout)) {
            length += layout.own;
            for part in &layout.parts {
                if length > max {
                    return None;
                }
                length += self.placeholder_length(part);
            }
        }
        (length <= max).then_some(length)
    }

    /// Returns the length of a subschema that is not expanded yet: that of its outline, or that of its reference if the
    /// definition is there already.
    fn placeholder_length(&self, part: &SchemaLayout) -> usize {
        let is_there = part.target.is_some_and(|target| self.expanded.contains(&target));
        if is_there && part.is_reference { part.own } else { part.outline }
    }

    /// Returns the definitions that a schema needs, by its own reference, and that are not expanded yet.
    fn targets(&self, layout: &SchemaLayout) -> Vec<(usize, &'e SchemaLayout)> {
        let mut targets: Vec<(usize, &SchemaLayout)> = Vec::new();
        let mut next = layout.target;
        while let Some(target) = next {
            if self.expanded.contains(&target) || targets.iter().any(|&(other, _)| other == target) {
                break;
            }
            let Some(layout) = self.sizes.layout(target, self.lengths) else { break };
            targets.push((target, layout));
            next = layout.target;
        }
        targets
    }

    /// Adds the subschemas of a schema as nodes.
    fn enter(&mut self, schema: &'e Map, layout: &'e SchemaLayout, always: bool) -> Range<usize> {
        let start = self.nodes.len();
        for ((row, schema), layout) in subschemas(schema).zip(&layout.parts) {
            let always = always && row.keyword == "allOf";
            let length = self.placeholder_length(layout);
            self.nodes.push(ExpandedNode { schema, layout, children: None, length, always });
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
