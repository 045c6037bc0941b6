//! Changes of declared members: new, gone, required or optional now. An argument is a member of the input schema.

use std::collections::HashSet;

use crate::json::{Key, Map, Value};

use super::acceptance_change::{AcceptanceChange, ComparedSchema};
use super::change::{ChangeClass, ChangeKind, ToolChange, below};
use super::declared_properties::{DeclaredProperties, MembersWithin};
use crate::subsumption::RootedSchema;

/// Compares the declared members of two schema objects; `described` is the new one. `is_root` is `true` for the schema of the tool itself.
pub(super) fn compare(
    old: &Map,
    new: &Map,
    described: RootedSchema<'_>,
    pointer: &str,
    compared: ComparedSchema,
    is_root: bool,
) -> Vec<ToolChange> {
    let (
        DeclaredProperties { described: ours, required: was },
        DeclaredProperties { described: theirs, required: is },
    ) = (DeclaredProperties::of(old), DeclaredProperties::of(new));
    let is_argument = is_root && compared == ComparedSchema::Input;
    let is_gone = |name: &&str| !theirs.contains_key(*name);
    let within =
        ours.keys().map(Key::as_str).any(|name| is_gone(&name)).then(|| MembersWithin::of(described));
    let mut comparison = PropertyComparison { old, within, compared, is_argument, changes: Vec::new() };
    let mut all: Vec<&str> = ours.keys().chain(theirs.keys()).map(Key::as_str).collect();
    let listed = [old, new].into_iter().filter_map(|map| map.get("required")?.as_array()).flatten();
    all.extend(listed.filter_map(Value::as_str));
    let mut seen = HashSet::new();
    all.retain(|name| seen.insert(*name));
    let what = comparison.noun();
    for name in all {
        let place = below(&below(pointer, "properties"), name);
        let (was, is) = (was.contains(name), is.contains(name));
        match (ours.contains_key(name), theirs.contains_key(name)) {
            (false, true) if !was => comparison.added(name, is, &place),
            (true, false) if !is => comparison.removed(name, was, &place),
            _ if is && !was => {
                let message = format!("the {what} `{name}` is required now");
                comparison.tell(ChangeKind::Required, AcceptanceChange::Narrowed, &place, message);
            }
            _ if was && !is => {
                let message = format!("the {what} `{name}` is optional now");
                comparison.tell(ChangeKind::Optional, AcceptanceChange::Widened, &place, message);
            }
            _ => {}
        }
    }
    comparison.changes
}

/// The comparison of two schema objects.
struct PropertyComparison<'v> {
    old: &'v Map,
    /// The members of the new schema, if one of the old is not among its own.
    within: Option<MembersWithin<'v>>,
    compared: ComparedSchema,
    /// `true` if the members are the arguments of a tool.
    is_argument: bool,
    changes: Vec<ToolChange>,
}

impl PropertyComparison<'_> {
    /// Returns the word for a member in messages.
    fn noun(&self) -> &'static str {
        if self.is_argument { "argument" } else { "property" }
    }

    /// Adds a change with the class that follows from the accepted values.
    fn tell(&mut self, kind: ChangeKind, acceptance: AcceptanceChange, place: &str, message: String) {
        self.changes.push(ToolChange::new(self.compared.class(acceptance), kind, place, message));
    }

    fn added(&mut self, name: &str, is_required: bool, place: &str) {
        let what = self.noun();
        let kind = if self.is_argument { ChangeKind::ArgumentAdded } else { ChangeKind::PropertyAdded };
        let was_closed = self.old.get("additionalProperties") == Some(&Value::Bool(false));
        match (is_required, self.compared) {
            (true, ComparedSchema::Input) => {
                let message = format!("the {what} `{name}` is new and required");
                self.tell(kind, AcceptanceChange::Narrowed, place, message);
            }
            (_, ComparedSchema::Output) if was_closed => {
                let message = format!("the {what} `{name}` is new, and no other was allowed");
                self.tell(kind, AcceptanceChange::Widened, place, message);
            }
            // No old caller sends a member that the old schema does not declare, and one that reads it ignores it.
            _ => {
                let message = format!("the {what} `{name}` is new");
                self.changes.push(ToolChange::new(ChangeClass::Compatible, kind, place, message));
            }
        }
    }

    fn removed(&mut self, name: &str, was_required: bool, place: &str) {
        let kind = if self.is_argument { ChangeKind::ArgumentRemoved } else { ChangeKind::PropertyRemoved };
        let is_mentioned = self.within.as_mut().is_some_and(|within| within.may_describe(name));
        let message = format!("the {} `{name}` is gone", self.noun());
        let was_impossible =
            self.old.get("properties").and_then(|all| all.get(name)) == Some(&Value::Bool(false));
        match self.compared {
            ComparedSchema::Input if was_impossible => {
                let message = format!("{message}; it could not be given");
                self.changes.push(ToolChange::new(ChangeClass::Compatible, kind, place, message));
            }
            // The value would be accepted, but a server that ignores it does something else: no proof changes the class.
            ComparedSchema::Input if !is_mentioned => {
                self.changes.push(ToolChange::new(ChangeClass::Breaking, kind, place, message).pinned());
            }
            ComparedSchema::Input => self.tell(kind, AcceptanceChange::Unknown, place, message),
            ComparedSchema::Output if was_required => {
                self.tell(kind, AcceptanceChange::Widened, place, format!("{message}; it was required"));
            }
            ComparedSchema::Output => {
                self.changes.push(ToolChange::new(ChangeClass::Compatible, kind, place, message));
            }
        }
    }
}

/// Tells the members that are described nowhere any more, of two schemas that are composed in another way. `known` are those
/// that are compared by themselves.
pub(super) fn gone_within(
    old: RootedSchema<'_>,
    new: RootedSchema<'_>,
    pointer: &str,
    compared: ComparedSchema,
    known: Option<&Map>,
) -> Vec<ToolChange> {
    let mut after = MembersWithin::of(new);
    let is_gone =
        move |name: &&str| known.is_none_or(|known| !known.contains_key(*name)) && !after.may_describe(name);
    let gone = MembersWithin::of(old).names.into_iter().filter(is_gone);
    gone.map(|name| {
        let place = below(&below(pointer, "properties"), name);
        let message = format!("the property `{name}` is gone");
        // As above: a server that ignores it does something else, whatever is accepted.
        let class = match compared {
            ComparedSchema::Input => ChangeClass::Breaking,
            ComparedSchema::Output => ChangeClass::Compatible,
        };
        ToolChange::new(class, ChangeKind::PropertyRemoved, &place, message).pinned()
    })
    .collect()
}
