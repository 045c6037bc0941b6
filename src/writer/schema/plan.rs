//! From `shared_schemas` schemas to the self-contained schema of one tool: what is written in place, what is
//! shared, and which definitions come along.

use crate::client_limits::LEVELS_AROUND_SCHEMA;
use crate::model::SchemaDialect;
use crate::options::{Options, ReferencePlacement};
use crate::schema::{DefinitionUse, ReachedDefinitions, SchemaFact};

use super::finished::{FinishedSchema, SharedSchemas};
use super::object::{MAX_ROOT_STEPS, ObjectRoot, ObjectSchema};

/// Decides, for one direction, how the schemas of tools are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Emitter<'a> {
    pub(super) shared_schemas: &'a SharedSchemas,
    pub(super) dialect: SchemaDialect,
    /// What may be written in place; `None` shares every reference.
    inline: Option<InPlaceReferences>,
}

/// What may be written in place.
#[derive(Debug, Clone, Copy)]
struct InPlaceReferences {
    /// Nodes of a whole schema up to which references are written in place.
    nodes: usize,
    /// Nodes of a schema that is always written in place.
    small: usize,
    /// Levels of nesting that a schema may have with all that is written in place.
    depth: usize,
}

impl<'a> Emitter<'a> {
    /// For inputs: references are written in place within the limits, or shared if that is asked for.
    pub(crate) fn input(shared_schemas: &'a SharedSchemas, options: &Options) -> Self {
        let limits = &options.limits;
        let inline = (options.references == ReferencePlacement::Auto).then_some(InPlaceReferences {
            nodes: limits.inlined_nodes,
            small: limits.small_schema_nodes,
            depth: limits.output_depth.saturating_sub(LEVELS_AROUND_SCHEMA),
        });
        Self { shared_schemas, dialect: options.dialect, inline }
    }

    /// For outputs: references are always shared.
    pub(crate) fn output(shared_schemas: &'a SharedSchemas, options: &Options) -> Self {
        Self { shared_schemas, dialect: options.dialect, inline: None }
    }

    /// The input schema of a tool with these arguments, and with further keywords at its root.
    pub(crate) fn arguments(
        self,
        properties: Vec<(&'a str, &'a FinishedSchema)>,
        required: Vec<&'a str>,
        further: Option<&'a FinishedSchema>,
        slots: &mut ReachedDefinitions,
    ) -> ObjectSchema<'a> {
        let schemas = properties.iter().map(|&(_, schema)| schema).chain(further);
        let facts: Vec<&SchemaFact> = schemas.map(|schema| &schema.fact).collect();
        self.plan(ObjectRoot::Properties { properties, required, further }, &facts, slots)
    }

    /// An output schema whose root is an object.
    pub(crate) fn object(
        self,
        schema: &'a FinishedSchema,
        slots: &mut ReachedDefinitions,
    ) -> ObjectSchema<'a> {
        self.rooted(ObjectRoot::Schema(schema), schema, slots)
    }

    /// An output schema whose root is anything.
    pub(crate) fn any(self, schema: &'a FinishedSchema, slots: &mut ReachedDefinitions) -> ObjectSchema<'a> {
        self.rooted(ObjectRoot::Any(schema), schema, slots)
    }

    fn rooted(
        self,
        root: ObjectRoot<'a>,
        schema: &'a FinishedSchema,
        slots: &mut ReachedDefinitions,
    ) -> ObjectSchema<'a> {
        // A root reference is written in place, so the tool reaches what its target refers to.
        let mut target = schema.template.target;
        if target.is_none() {
            return self.plan(root, &[&schema.fact], slots);
        }
        let mut fact = schema.fact.clone();
        for _ in 0..MAX_ROOT_STEPS {
            let Some(index) = target else {
                break;
            };
            let definition = self.shared_schemas.at(index);
            fact.references.retain(|one| one.target != index);
            fact.references.extend(&definition.fact.references);
            target = definition.template.target;
        }
        self.plan(root, &[&fact], slots)
    }

    /// An output schema that holds the schema under `result`.
    pub(crate) fn wrapped(
        self,
        schema: &'a FinishedSchema,
        slots: &mut ReachedDefinitions,
    ) -> ObjectSchema<'a> {
        self.plan(ObjectRoot::Wrapped(schema), &[&schema.fact], slots)
    }

    fn fact(self, index: usize) -> &'a SchemaFact {
        &self.shared_schemas.at(index).fact
    }

    fn plan(
        self,
        root: ObjectRoot<'a>,
        roots: &[&SchemaFact],
        slots: &mut ReachedDefinitions,
    ) -> ObjectSchema<'a> {
        let reach = ReachedSchemas::of(roots, self.shared_schemas, slots);
        let Some(limits) = self.inline else {
            return self.planned(root, Vec::new(), reach.order);
        };
        let chosen = self.choose(&reach, roots, limits, slots);
        let mut in_place = Vec::new();
        let mut shared = Vec::with_capacity(reach.order.len());
        for (&index, is_in_place) in reach.order.iter().zip(chosen) {
            let list = if is_in_place { &mut in_place } else { &mut shared };
            list.push(index);
        }
        in_place.sort_unstable();
        self.planned(root, in_place, shared)
    }

    fn planned(self, root: ObjectRoot<'a>, in_place: Vec<usize>, shared: Vec<usize>) -> ObjectSchema<'a> {
        let Self { shared_schemas, dialect, .. } = self;
        ObjectSchema { shared_schemas, dialect, root, in_place, shared }
    }

    /// Chooses what is written in place: schemas that are not recursive and are referred to once or are small,
    /// if the whole stays small with all of them; else those that are referred to once, if it does with them;
    /// else none. So what was written once is written the same again. The answer is by slot.
    fn choose(
        self,
        reach: &ReachedSchemas,
        roots: &[&SchemaFact],
        limits: InPlaceReferences,
        slots: &ReachedDefinitions,
    ) -> Vec<bool> {
        // Whatever refers to a schema that is written in place must still be flat enough with it.
        let referrers = reach.order.iter().map(|&index| self.fact(index).depth);
        let deepest = roots.iter().map(|fact| fact.depth).chain(referrers).max().unwrap_or(0);
        let room = limits.depth.saturating_sub(deepest);
        let count = reach.order.len();
        let mut plan = ReachedSizes { nodes: vec![0; count], in_place: vec![false; count], slots };
        let mut depth = vec![0; count];
        for small in [limits.small, 0] {
            for &slot in &reach.leaves_first {
                let fact = self.fact(reach.order[slot]);
                let inlined =
                    fact.references.iter().map(|one| slots.of(one.target)).filter(|&one| plan.in_place[one]);
                depth[slot] = fact.depth + inlined.map(|one| depth[one]).max().unwrap_or(0);
                plan.nodes[slot] = plan.size(fact);
                plan.in_place[slot] = !fact.recursive
                    && depth[slot] <= room
                    && (reach.uses[slot] == 1 || plan.nodes[slot] <= small);
            }
            let shared = (0..count).filter(|&slot| !plan.in_place[slot]).map(|slot| plan.nodes[slot]);
            let sizes = roots.iter().map(|fact| plan.size(fact)).chain(shared);
            if sizes.fold(0, usize::saturating_add) <= limits.nodes {
                break;
            }
            plan.in_place.fill(false);
        }
        plan.in_place
    }
}

/// Nodes of a reference, which go where the schema is written in place.
const REFERENCE_NODES: usize = 2;

/// How large the schemas that a tool reaches are, by slot.
struct ReachedSizes<'s> {
    nodes: Vec<usize>,
    in_place: Vec<bool>,
    slots: &'s ReachedDefinitions,
}

impl ReachedSizes<'_> {
    /// Nodes of a schema with what is written in place in it.
    fn size(&self, fact: &SchemaFact) -> usize {
        fact.references.iter().fold(fact.nodes, |sum, one| {
            let slot = self.slots.of(one.target);
            if !self.in_place[slot] {
                return sum;
            }
            // The references are counted already; a schema that accepts everything is smaller than one.
            sum.saturating_add(one.count.saturating_mul(self.nodes[slot]))
                .saturating_sub(one.count.saturating_mul(REFERENCE_NODES))
                .saturating_sub(one.replaced)
        })
    }
}

/// What a tool's schemas reach. Whatever is reached has a slot, so that a tool costs as much as it reaches and not as
/// much as there is.
struct ReachedSchemas {
    /// The definition in each slot, in order of first reference.
    order: Vec<usize>,
    /// References to what is in each slot, from the roots and from everything that is reached.
    uses: Vec<usize>,
    /// Slots, each after those that it refers to, but for cycles.
    leaves_first: Vec<usize>,
}

impl ReachedSchemas {
    fn of(roots: &[&SchemaFact], shared: &SharedSchemas, slots: &mut ReachedDefinitions) -> Self {
        slots.clear();
        let mut reach = Self { order: Vec::new(), uses: Vec::new(), leaves_first: Vec::new() };
        for root in roots {
            for one in &root.references {
                reach.visit(one, shared, slots);
            }
        }
        reach
    }

    fn visit(&mut self, from: &DefinitionUse, shared: &SharedSchemas, slots: &mut ReachedDefinitions) {
        let references = |index: usize| shared.at(index).fact.references.iter();
        let Some(slot) = self.enter(from, slots) else {
            return;
        };
        let mut work = vec![(slot, references(from.target))];
        while let Some((slot, edges)) = work.last_mut() {
            match edges.next() {
                Some(next) => {
                    if let Some(slot) = self.enter(next, slots) {
                        work.push((slot, references(next.target)));
                    }
                }
                None => {
                    self.leaves_first.push(*slot);
                    work.pop();
                }
            }
        }
    }

    /// Counts a reference; the slot of its target, if that is new.
    fn enter(&mut self, one: &DefinitionUse, slots: &mut ReachedDefinitions) -> Option<usize> {
        let slot = slots.take(one.target, self.order.len());
        if slot == self.order.len() {
            self.order.push(one.target);
            self.uses.push(one.count);
            return Some(slot);
        }
        self.uses[slot] += one.count;
        None
    }
}
