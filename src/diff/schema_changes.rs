//! Changes between two schemas, place by place.
//!
//! A keyword that changed gets the class that follows from it alone. At each place, and around it, a proof that the receiver
//! accepts all that the sender sends makes the changes compatible; a counterexample is added to them.

use std::collections::HashSet;
use std::ptr;

use crate::json::{Map, Value};

use super::acceptance_change::{AcceptanceChange, ComparedSchema};
use super::change::{ChangeClass, ChangeKind, ToolChange, all_keys, below, same};
use super::declared_properties::DeclaredProperties;
use super::keyword_changes::{self, KeywordChange};
use super::{annotation_changes, conjoined_keywords, property_changes};
use crate::subsumption::{RootedSchema, StepBudget, SubsumptionChecker, UnnamedMembers, is_annotation};

/// Limit on nested places.
const DEPTH: usize = 64;
/// Limit on the places of one schema.
const PLACES: usize = 100_000;

/// Limit on the branches of a union that are paired.
pub(super) const BRANCHES: usize = 64;

/// Compares the input or output schemas of two tools. `pointer` leads to them in the tool.
/// Proofs take their steps from the budget.
pub(super) fn compare(
    old: &Value,
    new: &Value,
    compared: ComparedSchema,
    pointer: &str,
    budget: &mut StepBudget,
) -> Vec<ToolChange> {
    if same(Some(old), Some(new)) {
        return Vec::new();
    }
    let (old, new) = (RootedSchema::root(old), RootedSchema::root(new));
    let mut comparison = SchemaComparison {
        compared,
        checker: SubsumptionChecker::new(UnnamedMembers::NeverSent, *budget),
        seen: HashSet::new(),
        is_cut: false,
        changes: Vec::new(),
    };
    comparison.compare_at(old, new, pointer, 0);
    let has_worse =
        comparison.changes.iter().any(|change| change.class >= ChangeClass::Unknown && !change.pinned);
    if (comparison.is_cut || !has_worse) && !comparison.is_safe(old, new) {
        let mut change = comparison.undecided(old, new);
        pointer.clone_into(&mut change.at);
        if comparison.is_cut {
            change.message = format!(
                "no more than {PLACES} places and {DEPTH} levels are compared; behind them, {}",
                change.message
            );
        }
        comparison.changes.push(change);
    }
    if comparison.changes.is_empty() {
        // What differs is in no place that is compared, such as a definition that nothing refers to.
        let (sent, received) = compared.sent_and_received(new, old);
        let (class, message) = if comparison.checker.proves(sent, received) {
            (ChangeClass::Cosmetic, "the schema is written in another way, and accepts the same values")
        } else {
            (ChangeClass::Compatible, "the schema is not the same, and accepts what it has to")
        };
        comparison.changes.push(ToolChange::new(class, ChangeKind::Schema, pointer, message));
    }
    *budget = comparison.checker.budget();
    comparison.changes
}

/// The old and the new schema object of one place.
#[derive(Debug, Clone, Copy)]
pub(super) struct SchemaPair<'v> {
    pub(super) old: RootedSchema<'v>,
    pub(super) new: RootedSchema<'v>,
    /// The keywords of the old schema.
    pub(super) ours: &'v Map,
    /// The keywords of the new schema.
    pub(super) theirs: &'v Map,
    /// The place, as a JSON Pointer.
    pub(super) pointer: &'v str,
    /// Number of places around this one.
    pub(super) depth: usize,
}

/// A comparison that walks through two schemas at once.
pub(super) struct SchemaComparison {
    pub(super) compared: ComparedSchema,
    pub(super) checker: SubsumptionChecker,
    /// Addresses of pairs of schemas that have been compared, so that shared ones are compared once and recursive ones end.
    seen: HashSet<(usize, usize)>,
    /// `true` if places beyond a limit were left out.
    is_cut: bool,
    pub(super) changes: Vec<ToolChange>,
}

impl SchemaComparison {
    /// Returns `true` if it is proved that the receiver accepts every value that the sender sends.
    pub(super) fn is_safe(&mut self, old: RootedSchema<'_>, new: RootedSchema<'_>) -> bool {
        let (sent, received) = self.compared.sent_and_received(old, new);
        self.checker.proves(sent, received)
    }

    /// Makes a change for schemas that differ in no keyword that is compared by itself.
    fn undecided(&mut self, old: RootedSchema<'_>, new: RootedSchema<'_>) -> ToolChange {
        let (sent, received) = self.compared.sent_and_received(old, new);
        let example = self.checker.counterexample(sent, received);
        let (class, message) = match (&example, self.compared) {
            (Some(_), ComparedSchema::Input) => {
                (ChangeClass::Breaking, "values that were accepted are refused")
            }
            (Some(_), ComparedSchema::Output) => {
                (ChangeClass::Breaking, "values may come that did not come before")
            }
            (None, _) => (ChangeClass::Unknown, "whether the same values fit could not be decided"),
        };
        ToolChange { example, ..ToolChange::new(class, ChangeKind::Schema, "", message) }
    }

    /// Adds a change with the class that follows from the accepted values.
    pub(super) fn tell(
        &mut self,
        kind: ChangeKind,
        acceptance: AcceptanceChange,
        pointer: &str,
        message: impl Into<String>,
    ) {
        let change = ToolChange::new(self.compared.class(acceptance), kind, pointer, message);
        self.push(change);
    }

    fn push(&mut self, change: ToolChange) {
        self.changes.push(change);
    }

    /// Compares two schemas at one place, and then those inside.
    pub(super) fn compare_at(
        &mut self,
        old: RootedSchema<'_>,
        new: RootedSchema<'_>,
        pointer: &str,
        depth: usize,
    ) {
        let (old, new) = (old.followed(), new.followed());
        let pair = (ptr::from_ref(old.schema).addr(), ptr::from_ref(new.schema).addr());
        if self.seen.contains(&pair) {
            return;
        }
        if depth > DEPTH || self.seen.len() >= PLACES {
            self.is_cut = true;
            return;
        }
        self.seen.insert(pair);
        let start = self.changes.len();
        let (ours, theirs) = match (old.schema, new.schema) {
            (Value::Object(ours), Value::Object(theirs)) => (ours, theirs),
            (ours, theirs) if same(Some(ours), Some(theirs)) => return,
            _ => {
                let change = self.undecided(old, new);
                let change = ToolChange { at: pointer.to_owned(), ..change };
                self.push(change);
                self.settle(old, new, start, start + 1);
                return;
            }
        };
        let pair = SchemaPair { old, new, ours, theirs, pointer, depth };
        let is_composed = |map: &Map| COMPOSING_KEYWORDS.map(|keyword| map.contains_key(keyword));
        if is_composed(ours) != is_composed(theirs) {
            // Compared keyword by keyword, constraints that only moved into a branch would seem to be gone.
            let message = "the schema is composed in another way";
            self.push(ToolChange::new(ChangeClass::Unknown, ChangeKind::Union, pointer, message));
            self.changes.extend(annotation_changes::compare_composed(old, new, pointer, self.compared));
            self.changes.extend(property_changes::gone_within(old, new, pointer, self.compared, None));
            self.settle(old, new, start, start + 1);
            return;
        }
        let mut found = Vec::new();
        keyword_changes::changes(ours, theirs, &mut found);
        for KeywordChange { kind, acceptance, message } in found {
            self.tell(kind, acceptance, pointer, message);
        }
        self.changes.extend(property_changes::compare(ours, theirs, new, pointer, self.compared, depth == 0));
        self.other_keywords(pair);
        let own = self.changes.len();
        self.changes.extend(annotation_changes::compare(ours, theirs, pointer, self.compared));
        self.subschemas(pair);
        self.settle(old, new, start, own);
    }

    /// Makes the changes from `start` on compatible if a proof allows it. Else adds a counterexample to the changes of this
    /// place itself, which end at `own`.
    fn settle(&mut self, old: RootedSchema<'_>, new: RootedSchema<'_>, start: usize, own: usize) {
        let is_open = |change: &ToolChange| change.class >= ChangeClass::Unknown && !change.pinned;
        if !self.changes.iter().skip(start).any(is_open) {
            return;
        }
        if self.is_safe(old, new) {
            for change in self.changes.iter_mut().skip(start).filter(|change| is_open(change)) {
                change.class = ChangeClass::Compatible;
                change.example = None;
            }
            return;
        }
        let own = self.changes.iter_mut().take(own).skip(start).filter(|change| is_open(change));
        let mut own: Vec<&mut ToolChange> = own.collect();
        let (sent, received) = self.compared.sent_and_received(old, new);
        let Some(example) = (!own.is_empty()).then(|| self.checker.counterexample(sent, received)).flatten()
        else {
            return;
        };
        // With several changes, it is not known which of them the counterexample is about.
        let is_alone = own.len() == 1;
        for change in &mut own {
            if is_alone {
                change.class = ChangeClass::Breaking;
            }
            if change.class == ChangeClass::Breaking {
                change.example = Some(example.clone());
            }
        }
    }

    /// Adds a counterexample to the last change, if one is found for its keyword alone.
    pub(super) fn settle_keyword(&mut self, old: RootedSchema<'_>, new: RootedSchema<'_>, keyword: &str) {
        let (sent, received) = self.compared.sent_and_received(old, new);
        let Some(map) = received.schema.as_object() else { return };
        let beside = ["properties", "patternProperties", "prefixItems"];
        let is_about = |name: &str| {
            name == keyword || (matches!(keyword, "items" | "additionalProperties") && beside.contains(&name))
        };
        let only = map.iter().filter(|(name, _)| is_about(name));
        let only = Value::Object(only.map(|(name, value)| (name.clone(), value.clone())).collect());
        let found = self.checker.counterexample(sent, received.to(&only));
        if let (Some(example), Some(change)) = (found, self.changes.last_mut()) {
            change.class = ChangeClass::Breaking;
            change.example = Some(example);
        }
    }

    /// Adds a change for each other keyword that differs.
    fn other_keywords(&mut self, SchemaPair { ours, theirs, pointer, .. }: SchemaPair<'_>) {
        for name in all_keys(ours, theirs) {
            let holds_schemas = COMPOSING_KEYWORDS.iter().chain(&CHILD_KEYWORDS).any(|known| name == *known);
            let is_told = is_annotation(name) || keyword_changes::is_compared(name) || holds_schemas;
            let (was, is) = (ours.get(name), theirs.get(name));
            if is_told || same(was, is) {
                continue;
            }
            // A condition is told as one, by its `if`.
            if matches!(name, "then" | "else") && !same(ours.get("if"), theirs.get("if")) {
                continue;
            }
            let is_alone = conjoined_keywords::stands_alone(name, ours, theirs);
            let (acceptance, message) = match (was, is) {
                (None, Some(_)) if is_alone => (AcceptanceChange::Narrowed, format!("`{name}` is new")),
                (Some(_), None) if is_alone => (AcceptanceChange::Widened, format!("`{name}` is gone")),
                _ => (AcceptanceChange::Unknown, format!("`{name}` is not the same")),
            };
            self.tell(ChangeKind::Schema, acceptance, pointer, message);
        }
    }

    /// Compares the subschemas.
    fn subschemas(&mut self, pair: SchemaPair<'_>) {
        let SchemaPair { old, new, ours, theirs, pointer, depth } = pair;
        let (was, is) = (DeclaredProperties::of(ours), DeclaredProperties::of(theirs));
        for name in
            was.described.keys().chain(is.described.keys().filter(|name| !was.described.contains_key(*name)))
        {
            if let (Some(our), Some(their)) = (was.get(name), is.get(name)) {
                let place = below(&below(pointer, "properties"), name);
                self.compare_at(old.to(our), new.to(their), &place, depth + 1);
            }
        }
        for (keyword, kind) in
            [("additionalProperties", ChangeKind::AdditionalProperties), ("items", ChangeKind::Items)]
        {
            let place = below(pointer, keyword);
            match (ours.get(keyword), theirs.get(keyword)) {
                (Some(our @ Value::Object(_)), Some(their @ Value::Object(_))) => {
                    self.compare_at(old.to(our), new.to(their), &place, depth + 1);
                }
                (our, their) if same(our, their) => {}
                (our, their) => {
                    let is_any =
                        |schema: Option<&Value>| schema.is_none_or(|schema| schema == &Value::Bool(true));
                    let (acceptance, message) = match (our, their) {
                        (our, their) if is_any(our) && is_any(their) => continue,
                        (our, _) if is_any(our) => {
                            (AcceptanceChange::Narrowed, format!("`{keyword}` is not any more"))
                        }
                        (_, their) if is_any(their) => {
                            (AcceptanceChange::Widened, format!("`{keyword}` may be anything"))
                        }
                        _ => (AcceptanceChange::Unknown, format!("`{keyword}` is not the same")),
                    };
                    self.tell(kind, acceptance, &place, message);
                    self.settle_keyword(old, new, keyword);
                }
            }
        }
        for keyword in ["anyOf", "oneOf", "allOf", "prefixItems"] {
            self.branches(keyword, pair);
        }
        let referred = ours.get("$ref").and_then(|our| old.referred(our));
        if let (Some(our), Some(their)) = (referred, theirs.get("$ref").and_then(|their| new.referred(their)))
        {
            self.compare_at(our, their, pointer, depth + 1);
        }
    }
}

/// Keywords that compose a schema of others that apply to the same value.
const COMPOSING_KEYWORDS: [&str; 4] = ["anyOf", "oneOf", "allOf", "$ref"];

/// Keywords for members and items, which are compared apart.
const CHILD_KEYWORDS: [&str; 5] = ["required", "properties", "additionalProperties", "items", "prefixItems"];
