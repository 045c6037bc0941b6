//! The gate for the schemas of one direction.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::diagnostic::{Place, Sink};
use crate::json::Map;
use crate::model::{CutSchemas, Definitions, Schema, SchemaDialect};
use crate::parallel::each;
use crate::schema::{
    AlwaysExpanded, BoundedSchema, DefinitionSizes, MeasuredSchema, SchemaFault, SchemaSize, Validator,
    references,
};
use crate::writer::{FinishedSchema, SharedSchemas};

/// Checks the schemas of one direction: each must be valid, and so must all definitions that it reaches.
pub(super) struct SchemaGate {
    validator: Validator,
    pub(super) definitions: Definitions,
    pub(super) sizes: DefinitionSizes,
    /// The error of each definition.
    faults: Vec<Option<Box<SchemaFault>>>,
    is_faulty: bool,
    /// For each definition, whether a tool writes it whole.
    written: Vec<AtomicBool>,
    /// True if a tool has no bound, so that every definition may be written whole.
    writes_all: AtomicBool,
}

/// A checked schema of one tool.
#[derive(Debug, Clone)]
pub(super) struct CheckedSchema<W> {
    /// The form in which it is written.
    pub(super) written: W,
    /// Its size before and after, if it was cut.
    pub(super) cut: Option<SchemaCut>,
}

/// A checked schema, or the reason for which its tool is left out.
pub(super) type CheckResult<W> = Result<CheckedSchema<W>, Box<SchemaFault>>;

/// The size of a schema before and after it was cut.
#[derive(Debug, Clone, Copy)]
pub(super) struct SchemaCut {
    pub(super) before: SchemaSize,
    pub(super) after: SchemaSize,
}

impl SchemaCut {
    /// Returns the sizes of this one schema as totals.
    pub(super) fn totals(self) -> CutSchemas {
        CutSchemas { schemas: 1, before: self.before.bytes as u64, after: self.after.bytes as u64 }
    }
}

impl SchemaGate {
    pub(super) fn new(mut definitions: Definitions, dialect: SchemaDialect, sink: &Sink) -> Self {
        let validator = Validator { dialect };
        let (list, names) = definitions.list_and_names();
        let faults =
            each(list, sink, |definition, _| validator.check(&definition.schema, names).err().map(Box::new));
        let is_faulty = faults.iter().any(Option::is_some);
        let sizes = DefinitionSizes::of(&definitions, dialect);
        let written = definitions.iter().map(|_| AtomicBool::new(false)).collect();
        let writes_all = AtomicBool::new(false);
        Self { validator, definitions, sizes, faults, is_faulty, written, writes_all }
    }

    pub(super) fn dialect(&self) -> SchemaDialect {
        self.validator.dialect
    }

    /// Checks a schema, with all definitions that it reaches.
    pub(super) fn check(&self, schema: &Schema) -> Result<(), Box<SchemaFault>> {
        self.validator.check(schema, self.definitions.names()).map_err(Box::new)?;
        if self.is_faulty {
            self.check_reached(schema)?;
        }
        Ok(())
    }

    fn check_reached(&self, schema: &Schema) -> Result<(), Box<SchemaFault>> {
        let mut work = references(&schema.0, &self.definitions);
        let mut seen = vec![false; self.faults.len()];
        while let Some(index) = work.pop() {
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            if let Some(fault) = &self.faults[index] {
                return Err(fault.clone());
            }
            if let Some(definition) = self.definitions.at(index) {
                work.extend(references(&definition.schema.0, &self.definitions));
            }
        }
        Ok(())
    }

    /// Finishes a schema that a tool writes as a whole.
    pub(super) fn finish_schema(&self, schema: &Schema) -> FinishedSchema {
        FinishedSchema::of(schema, &self.definitions, self.dialect())
    }

    /// Returns whether a root, or a definition that it refers to, has a type.
    pub(super) fn is_typed(&self, root: &Schema) -> bool {
        let mut next = Some(root);
        // A chain of references is no longer than the list of definitions.
        for _ in 0..=self.definitions.len() {
            let Some(schema) = next else { return false };
            if schema.0.contains_key("type") {
                return true;
            }
            next =
                schema.referenced().and_then(|name| self.definitions.get(name)).map(|target| &target.schema);
        }
        false
    }

    /// Marks the definitions that a root refers to, which are written in its place.
    pub(super) fn mark_root(&self, root: &Schema) {
        let mut target = root.referenced().and_then(|name| self.definitions.index(name));
        while let Some(index) = target.filter(|&index| !self.written[index].swap(true, Ordering::Relaxed)) {
            let referenced = self.definitions.at(index).and_then(|definition| definition.schema.referenced());
            target = referenced.and_then(|name| self.definitions.index(name));
        }
    }

    /// Cuts a schema that is longer than `max` bytes with all it reaches. Returns `None` if it is written whole, and marks
    /// the definitions that it reaches. `fits` says whether the whole, which it is given, is short enough as it is written.
    pub(super) fn cut(
        &self,
        measured: &MeasuredSchema,
        max: usize,
        always: AlwaysExpanded,
        root: impl Fn() -> (Map, Place),
        fits: impl FnOnce(&dyn Fn() -> BoundedSchema) -> bool,
    ) -> Option<(BoundedSchema, SchemaCut)> {
        if max == usize::MAX {
            self.writes_all.store(true, Ordering::Relaxed);
            return None;
        }
        // The writer declares the dialect at the root.
        let declaration = self.dialect().uri().map_or(0, |uri| uri.len() + r#""$schema":"","#.len());
        let max = max.saturating_sub(declaration);
        let mut reached = Vec::new();
        if self.sizes.with_definitions(measured, max, &mut reached).is_none() {
            let before = self.sizes.total(measured);
            let (root, place) = root();
            let cut = |max| self.sizes.cut(&root, &self.definitions, max, always, place);
            // With references in place it may be shorter than it was measured.
            let is_near = before.bytes <= max.saturating_add(max / 2);
            if !(is_near && fits(&|| cut(usize::MAX))) {
                let bounded = cut(max);
                let after = bounded.size;
                // Nothing is cut off where all of it is always expanded.
                if after != before {
                    let declared = |size: SchemaSize| SchemaSize { bytes: size.bytes + declaration, ..size };
                    return Some((bounded, SchemaCut { before: declared(before), after: declared(after) }));
                }
            }
            reached.clear();
            self.sizes.with_definitions(measured, usize::MAX, &mut reached);
        }
        self.mark(&reached);
        None
    }

    /// Marks definitions that a tool writes whole.
    fn mark(&self, definitions: &[usize]) {
        for &index in definitions {
            self.written[index].store(true, Ordering::Relaxed);
        }
    }

    /// Finishes the definitions that tools write.
    pub(super) fn finish(self) -> SharedSchemas {
        let dialect = self.dialect();
        let writes_all = self.writes_all.into_inner();
        let is_written = |index: usize| writes_all || self.written[index].load(Ordering::Relaxed);
        SharedSchemas::new(self.definitions, is_written, dialect)
    }
}
