//! Plans the self-contained schema of one tool: which references are inlined, and which definitions it needs.

use crate::client_limits::LEVELS_AROUND_SCHEMA;
use crate::model::SchemaDialect;
use crate::options::{Options, ReferencePlacement};
use crate::schema::{DefinitionUse, ReachedDefinitions, SchemaFact};

use super::finished::{FinishedSchema, SharedSchemas};
use super::object::{ListedArguments, MAX_ROOT_STEPS, ObjectRoot, ObjectSchema};

/// Plans the schemas of tools in one direction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Emitter<'a> {
    pub(super) shared_schemas: &'a SharedSchemas,
    pub(super) dialect: SchemaDialect,
    /// Limits of inlining; `None` shares every reference.
    inlining: Option<InPlaceReferences>,
}

/// The limits of inlining.
#[derive(Debug, Clone, Copy)]
struct InPlaceReferences {
    /// The number of values up to which a whole schema may grow by inlining.
    nodes: usize,
    /// The number of values up to which a schema is inlined wherever it is used.
    small: usize,
    /// The nesting that a schema may have with everything that is inlined.
    depth: usize,
}

impl<'a> Emitter<'a> {
    /// Returns the planner of inputs, which inlines references within the limits unless the options share
    /// them all.
    pub(crate) fn input(shared_schemas: &'a SharedSchemas, options: &Options) -> Self {
        let limits = &options.limits;
        let inlining = (options.references == ReferencePlacement::Auto).then_some(InPlaceReferences {
            nodes: limits.inlined_nodes,
            small: limits.small_schema_nodes,
            depth: limits.output_depth.saturating_sub(LEVELS_AROUND_SCHEMA),
        });
        Self { shared_schemas, dialect: options.dialect, inlining }
    }

    /// Returns the planner of outputs, which shares every reference.
    pub(crate) fn output(shared_schemas: &'a SharedSchemas, options: &Options) -> Self {
        Self { shared_schemas, dialect: options.dialect, inlining: None }
    }

    /// Writes the input schema of a tool with these arguments, and with further keywords at its root. If references in place
    /// take it beyond `max` bytes, all are shared: a second conversion has to find the same references.
    pub(crate) fn write_arguments(
        self,
        arguments: &ListedArguments<'a>,
        max: usize,
        reached: &mut ReachedDefinitions,
        out: &mut Vec<u8>,
    ) {
        let start = out.len();
        self.arguments(arguments, reached).write(out);
        if out.len() - start > max && self.inlining.is_some() {
            out.truncate(start);
            Self { inlining: None, ..self }.arguments(arguments, reached).write(out);
        }
    }

    fn arguments(
        self,
        arguments: &ListedArguments<'a>,
        reached: &mut ReachedDefinitions,
    ) -> ObjectSchema<'a> {
        let schemas = arguments.properties.iter().map(|&(_, schema)| schema).chain(arguments.further);
        let facts: Vec<&SchemaFact> = schemas.map(|schema| &schema.fact).collect();
        self.plan(ObjectRoot::Properties(arguments.clone()), &facts, reached)
    }

    /// Plans an output schema whose root is an object.
    pub(crate) fn object(
        self,
        schema: &'a FinishedSchema,
        reached: &mut ReachedDefinitions,
    ) -> ObjectSchema<'a> {
        self.plan_root(ObjectRoot::Schema(schema), schema, reached)
    }

    /// Plans an output schema whose root has any type.
    pub(crate) fn any(
        self,
        schema: &'a FinishedSchema,
        reached: &mut ReachedDefinitions,
    ) -> ObjectSchema<'a> {
        self.plan_root(ObjectRoot::Any(schema), schema, reached)
    }

    fn plan_root(
        self,
        root: ObjectRoot<'a>,
        schema: &'a FinishedSchema,
        reached: &mut ReachedDefinitions,
    ) -> ObjectSchema<'a> {
        // A reference at the root is always inlined, so the tool uses the references of its target.
        let mut target = schema.template.target;
        if target.is_none() {
            return self.plan(root, &[&schema.fact], reached);
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
        self.plan(root, &[&fact], reached)
    }

    /// Plans an output schema that wraps the schema under `result`.
    pub(crate) fn wrapped(
        self,
        schema: &'a FinishedSchema,
        reached: &mut ReachedDefinitions,
    ) -> ObjectSchema<'a> {
        self.plan(ObjectRoot::Wrapped(schema), &[&schema.fact], reached)
    }

    fn fact(self, index: usize) -> &'a SchemaFact {
        &self.shared_schemas.at(index).fact
    }

    fn plan(
        self,
        root: ObjectRoot<'a>,
        roots: &[&SchemaFact],
        reached: &mut ReachedDefinitions,
    ) -> ObjectSchema<'a> {
        let reached_schemas = ReachedSchemas::of(roots, self.shared_schemas, reached);
        let Some(limits) = self.inlining else {
            return self.object_schema(root, Vec::new(), reached_schemas.order);
        };
        let chosen = self.choose(&reached_schemas, roots, limits, reached);
        let mut inlined = Vec::new();
        let mut shared = Vec::with_capacity(reached_schemas.order.len());
        for (&index, is_inlined) in reached_schemas.order.iter().zip(chosen) {
            let list = if is_inlined { &mut inlined } else { &mut shared };
            list.push(index);
        }
        inlined.sort_unstable();
        self.object_schema(root, inlined, shared)
    }

    fn object_schema(
        self,
        root: ObjectRoot<'a>,
        inlined: Vec<usize>,
        shared: Vec<usize>,
    ) -> ObjectSchema<'a> {
        let Self { shared_schemas, dialect, .. } = self;
        ObjectSchema { shared_schemas, dialect, root, inlined, shared }
    }

    /// Chooses the definitions that are inlined, by position: those that are not recursive, and that are used
    /// once or are small, if the whole stays within its limit; otherwise those that are used once, if it then
    /// does; otherwise none. A second conversion of the result makes the same choice.
    fn choose(
        self,
        reached_schemas: &ReachedSchemas,
        roots: &[&SchemaFact],
        limits: InPlaceReferences,
        reached: &ReachedDefinitions,
    ) -> Vec<bool> {
        // Each referrer must stay within the limit of nesting with its inlined definitions.
        let referrers = reached_schemas.order.iter().map(|&index| self.fact(index).depth);
        let deepest = roots.iter().map(|fact| fact.depth).chain(referrers).max().unwrap_or(0);
        let room = limits.depth.saturating_sub(deepest);
        let count = reached_schemas.order.len();
        let mut plan = ReachedSizes { nodes: vec![0; count], inlined: vec![false; count], reached };
        let mut depth = vec![0; count];
        for small in [limits.small, 0] {
            for &position in &reached_schemas.leaves_first {
                let fact = self.fact(reached_schemas.order[position]);
                let inlined = fact
                    .references
                    .iter()
                    .map(|one| reached.position(one.target))
                    .filter(|&one| plan.inlined[one]);
                depth[position] = fact.depth + inlined.map(|one| depth[one]).max().unwrap_or(0);
                plan.nodes[position] = plan.size(fact);
                plan.inlined[position] = !fact.recursive
                    && depth[position] <= room
                    && (reached_schemas.uses[position] == 1 || plan.nodes[position] <= small);
            }
            let shared =
                (0..count).filter(|&position| !plan.inlined[position]).map(|position| plan.nodes[position]);
            let sizes = roots.iter().map(|fact| plan.size(fact)).chain(shared);
            if sizes.fold(0, usize::saturating_add) <= limits.nodes {
                break;
            }
            plan.inlined.fill(false);
        }
        plan.inlined
    }
}

/// The number of values of a reference, which inlining removes.
const REFERENCE_NODES: usize = 2;

/// The sizes of the definitions that a tool reaches, by position.
struct ReachedSizes<'s> {
    nodes: Vec<usize>,
    inlined: Vec<bool>,
    reached: &'s ReachedDefinitions,
}

impl ReachedSizes<'_> {
    /// Counts the values of a schema with its inlined definitions.
    fn size(&self, fact: &SchemaFact) -> usize {
        fact.references.iter().fold(fact.nodes, |sum, one| {
            let position = self.reached.position(one.target);
            if !self.inlined[position] {
                return sum;
            }
            // The references themselves are counted already. The subtraction saturates, since the schema that
            // accepts everything is smaller than a reference.
            sum.saturating_add(one.count.saturating_mul(self.nodes[position]))
                .saturating_sub(one.count.saturating_mul(REFERENCE_NODES))
                .saturating_sub(one.overridden)
        })
    }
}

/// The definitions that a tool reaches. Each has a position in order of first reference, so that the cost of
/// a tool depends on the definitions it reaches and not on all definitions.
struct ReachedSchemas {
    /// The definition at each position.
    order: Vec<usize>,
    /// The number of references to each definition, from the roots and from all reached definitions.
    uses: Vec<usize>,
    /// Positions, each after those that it refers to, except in cycles.
    leaves_first: Vec<usize>,
}

impl ReachedSchemas {
    fn of(roots: &[&SchemaFact], shared: &SharedSchemas, reached: &mut ReachedDefinitions) -> Self {
        reached.clear();
        let mut reached_schemas = Self { order: Vec::new(), uses: Vec::new(), leaves_first: Vec::new() };
        for root in roots {
            for one in &root.references {
                reached_schemas.visit(one, shared, reached);
            }
        }
        reached_schemas
    }

    fn visit(&mut self, from: &DefinitionUse, shared: &SharedSchemas, reached: &mut ReachedDefinitions) {
        let references = |index: usize| shared.at(index).fact.references.iter();
        let Some(position) = self.enter(from, reached) else {
            return;
        };
        let mut work = vec![(position, references(from.target))];
        while let Some((position, edges)) = work.last_mut() {
            match edges.next() {
                Some(next) => {
                    if let Some(position) = self.enter(next, reached) {
                        work.push((position, references(next.target)));
                    }
                }
                None => {
                    self.leaves_first.push(*position);
                    work.pop();
                }
            }
        }
    }

    /// Counts a reference, and returns the position of its target if it is new.
    fn enter(&mut self, one: &DefinitionUse, reached: &mut ReachedDefinitions) -> Option<usize> {
        let position = reached.position_or(one.target, self.order.len());
        if position == self.order.len() {
            self.order.push(one.target);
            self.uses.push(one.count);
            return Some(position);
        }
        self.uses[position] += one.count;
        None
    }
}
