//! Changes between two schemas, place by place.
//!
//! A keyword that changed gets the class that follows from it alone. At each place, and around it, a proof that the receiver
//! accepts all that the sender sends makes the changes compatible; a counterexample is added to them.

use std::collections::HashSet;
use std::ptr;

use crate::json::{Key, Map, Value};

use super::acceptance_change::{AcceptanceChange, ComparedSchema};
use super::change::{ChangeClass, ChangeKind, ToolChange, below};
use super::declared_properties::DeclaredProperties;
use super::keyword_changes::{self, KeywordChange};
use super::property_changes;
use crate::subsumption::{RootedSchema, SubsumptionChecker, UnnamedMembers, are_same_schemas, is_annotation};

/// Limit on nested places.
const DEPTH: usize = 64;
/// Limit on the places of one schema.
const PLACES: usize = 100_000;

/// Limit on the branches of a union that are paired.
const BRANCHES: usize = 64;

/// Compares the input or output schemas of two tools. `pointer` leads to them in the tool.
pub(super) fn compare(old: &Value, new: &Value, compared: ComparedSchema, pointer: &str) -> Vec<ToolChange> {
    if old == new {
        return Vec::new();
    }
    let (old, new) = (RootedSchema::root(old), RootedSchema::root(new));
    let mut comparison = SchemaComparison {
        compared,
        checker: SubsumptionChecker::new(UnnamedMembers::NeverSent),
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
    comparison.changes
}

/// The old and the new schema object of one place.
#[derive(Debug, Clone, Copy)]
struct SchemaPair<'v> {
    old: RootedSchema<'v>,
    new: RootedSchema<'v>,
    /// The keywords of the old schema.
    ours: &'v Map,
    /// The keywords of the new schema.
    theirs: &'v Map,
    /// The place, as a JSON Pointer.
    pointer: &'v str,
    /// Number of places around this one.
    depth: usize,
}

/// A comparison that walks through two schemas at once.
struct SchemaComparison {
    compared: ComparedSchema,
    checker: SubsumptionChecker,
    /// Addresses of pairs of schemas that have been compared, so that shared ones are compared once and recursive ones end.
    seen: HashSet<(usize, usize)>,
    /// `true` if places beyond a limit were left out.
    is_cut: bool,
    changes: Vec<ToolChange>,
}

impl SchemaComparison {
    /// Returns `true` if it is proved that the receiver accepts every value that the sender sends.
    fn is_safe(&mut self, old: RootedSchema<'_>, new: RootedSchema<'_>) -> bool {
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
    fn tell(
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
    fn compare_at(&mut self, old: RootedSchema<'_>, new: RootedSchema<'_>, pointer: &str, depth: usize) {
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
            (ours, theirs) if ours == theirs => return,
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
            self.annotations(pair);
            self.settle(old, new, start, start + 1);
            return;
        }
        let mut found = Vec::new();
        keyword_changes::changes(ours, theirs, &mut found);
        for KeywordChange { kind, acceptance, message } in found {
            self.tell(kind, acceptance, pointer, message);
        }
        self.changes.extend(property_changes::compare(ours, theirs, pointer, self.compared, depth == 0));
        self.other_keywords(pair);
        let own = self.changes.len();
        self.annotations(pair);
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
    fn settle_keyword(&mut self, old: RootedSchema<'_>, new: RootedSchema<'_>, keyword: &str) {
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
        let mut names: Vec<&Key> = ours.keys().chain(theirs.keys()).collect();
        names.sort();
        names.dedup();
        for name in names {
            let holds_schemas = COMPOSING_KEYWORDS.iter().chain(&CHILD_KEYWORDS).any(|known| name == known);
            let is_told = is_annotation(name) || keyword_changes::is_compared(name) || holds_schemas;
            if !is_told && ours.get(name) != theirs.get(name) {
                let message = format!("`{name}` is not the same");
                self.tell(ChangeKind::Schema, AcceptanceChange::Unknown, pointer, message);
            }
        }
    }

    /// Compares annotations: `format`, `default`, `title` and `description`.
    fn annotations(&mut self, SchemaPair { ours: old, theirs: new, pointer, depth, .. }: SchemaPair<'_>) {
        let (ours, theirs) = (old.get("format"), new.get("format"));
        if ours != theirs {
            // Only a validator that checks formats accepts fewer values for a new one. Without one it accepts all of them.
            let relaxed = match self.compared {
                ComparedSchema::Input => theirs,
                ComparedSchema::Output => ours,
            };
            let class = if relaxed.is_none() { ChangeClass::Compatible } else { ChangeClass::Unknown };
            let name =
                |format: Option<&Value>| format.map_or_else(|| "none".to_owned(), super::change::shown);
            let message = format!("the format was {} and is {}", name(ours), name(theirs));
            self.push(ToolChange::new(class, ChangeKind::Format, pointer, message).pinned());
        }
        if self.compared == ComparedSchema::Input && old.get("default") != new.get("default") {
            let name = |value: Option<&Value>| value.map_or_else(|| "none".to_owned(), super::change::shown);
            let message =
                format!("the default was {} and is {}", name(old.get("default")), name(new.get("default")));
            self.push(ToolChange::new(ChangeClass::Compatible, ChangeKind::Default, pointer, message));
        }
        for (keyword, kind) in [("title", ChangeKind::Title), ("description", ChangeKind::Description)] {
            if depth > 0 && old.get(keyword) != new.get(keyword) {
                let message = format!("the {keyword} changed");
                self.push(ToolChange::new(ChangeClass::Cosmetic, kind, pointer, message));
            }
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
        for (keyword, kind) in [
            ("additionalProperties", ChangeKind::AdditionalProperties),
            ("items", ChangeKind::Items),
            ("not", ChangeKind::Schema),
        ] {
            let place = below(pointer, keyword);
            match (ours.get(keyword), theirs.get(keyword)) {
                (Some(Value::Object(_)), Some(Value::Object(_))) if keyword != "not" => {
                    let (Some(our), Some(their)) = (ours.get(keyword), theirs.get(keyword)) else { continue };
                    self.compare_at(old.to(our), new.to(their), &place, depth + 1);
                }
                (our, their) if our == their => {}
                (our, their) => {
                    let is_any =
                        |schema: Option<&Value>| schema.is_none_or(|schema| schema == &Value::Bool(true));
                    let (acceptance, message) = match (our, their) {
                        _ if keyword == "not" => {
                            (AcceptanceChange::Unknown, "`not` is not the same".to_owned())
                        }
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

    /// Compares the branches of `anyOf`, `oneOf` or `allOf`, or `prefixItems`. Branches with equal keywords are paired first; a
    /// single branch that is left on each side is one that changed.
    fn branches(&mut self, keyword: &str, pair: SchemaPair<'_>) {
        let SchemaPair { old, new, ours, theirs, pointer, depth } = pair;
        let empty = Vec::new();
        let (was, is) = (
            ours.get(keyword).and_then(Value::as_array).unwrap_or(&empty),
            theirs.get(keyword).and_then(Value::as_array).unwrap_or(&empty),
        );
        if was.is_empty() && is.is_empty() {
            return;
        }
        let place = below(pointer, keyword);
        if keyword == "prefixItems" && was.len() == is.len() {
            for (index, (our, their)) in was.iter().zip(is).enumerate() {
                self.compare_at(old.to(our), new.to(their), &below(&place, &index.to_string()), depth + 1);
            }
            return;
        }
        let mut left: Vec<(usize, &Value)> = is.iter().take(BRANCHES).enumerate().collect();
        let mut gone: Vec<&Value> = Vec::new();
        for our in was.iter().take(BRANCHES) {
            match left.iter().position(|(_, their)| are_same_schemas(old.to(our), new.to(their))) {
                Some(found) => drop(left.remove(found)),
                None => gone.push(our),
            }
        }
        match (gone.as_slice(), left.as_slice()) {
            ([], []) if was.len().max(is.len()) <= BRANCHES => {}
            ([our], [(index, their)]) => {
                let place = below(&place, &index.to_string());
                self.compare_at(old.to(our), new.to(their), &place, depth + 1);
            }
            (gone, left) => {
                let message = format!(
                    "of the branches of `{keyword}`, {} of {} are not as before, and {} of {} were not so before",
                    gone.len(),
                    was.len(),
                    left.len(),
                    is.len()
                );
                self.tell(ChangeKind::Union, AcceptanceChange::Unknown, &place, message);
                self.settle_keyword(old, new, keyword);
            }
        }
    }
}

/// Keywords that compose a schema of others that apply to the same value.
const COMPOSING_KEYWORDS: [&str; 4] = ["anyOf", "oneOf", "allOf", "$ref"];

/// Keywords for members and items, and `not`, which are compared apart.
const CHILD_KEYWORDS: [&str; 6] =
    ["required", "properties", "additionalProperties", "items", "prefixItems", "not"];
