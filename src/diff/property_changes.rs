//! Members that have to be there, are new or are gone.

use std::collections::HashSet;

use crate::json::{Key, Map, Value};

use super::change::{Change, Class, Kind, below};
use super::declared_properties::Members;
use super::schema_direction::{Direction, Relation};

/// Tells of the members of one place.
pub(super) fn compare(
    old: &Map,
    new: &Map,
    pointer: &str,
    direction: Direction,
    is_root: bool,
) -> Vec<Change> {
    let (Members { named: ours, required: was }, Members { named: theirs, required: is }) =
        (Members::of(old), Members::of(new));
    let is_argument = is_root && direction == Direction::Input;
    let mut comparison = Comparison { old, new, direction, is_argument, changes: Vec::new() };
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
                comparison.tell(Kind::Required, Relation::Narrowed, &place, message);
            }
            _ if was && !is => {
                let message = format!("the {what} `{name}` is optional now");
                comparison.tell(Kind::Optional, Relation::Widened, &place, message);
            }
            _ => {}
        }
    }
    comparison.changes
}

struct Comparison<'v> {
    old: &'v Map,
    new: &'v Map,
    direction: Direction,
    /// Whether the members are the arguments of a tool.
    is_argument: bool,
    changes: Vec<Change>,
}

impl Comparison<'_> {
    fn noun(&self) -> &'static str {
        if self.is_argument { "argument" } else { "property" }
    }

    fn tell(&mut self, kind: Kind, relation: Relation, place: &str, message: String) {
        self.changes.push(Change::new(self.direction.class(relation), kind, place, message));
    }

    fn added(&mut self, name: &str, is_required: bool, place: &str) {
        let what = self.noun();
        let kind = if self.is_argument { Kind::ArgumentAdded } else { Kind::PropertyAdded };
        let was_closed = self.old.get("additionalProperties") == Some(&Value::Bool(false));
        match (is_required, self.direction) {
            (true, Direction::Input) => {
                let message = format!("the {what} `{name}` is new and required");
                self.tell(kind, Relation::Narrowed, place, message);
            }
            (_, Direction::Output) if was_closed => {
                let message = format!("the {what} `{name}` is new, and no other was allowed");
                self.tell(kind, Relation::Widened, place, message);
            }
            // What no old schema named, no old caller sent, and every old caller that reads it ignores.
            _ => {
                let message = format!("the {what} `{name}` is new");
                self.changes.push(Change::new(Class::Compatible, kind, place, message));
            }
        }
    }

    fn removed(&mut self, name: &str, was_required: bool, place: &str) {
        let kind = if self.is_argument { Kind::ArgumentRemoved } else { Kind::PropertyRemoved };
        let is_mentioned = ["additionalProperties", "anyOf", "oneOf", "allOf", "$ref", "patternProperties"]
            .iter()
            .any(|keyword| self.new.get(*keyword).is_some_and(|value| value != &Value::Bool(false)));
        let message = format!("the {} `{name}` is gone", self.noun());
        match self.direction {
            // A server that ignores what it was told does something else.
            Direction::Input if !is_mentioned => {
                self.changes.push(Change::new(Class::Breaking, kind, place, message).pinned());
            }
            Direction::Input => self.tell(kind, Relation::Unknown, place, message),
            Direction::Output if was_required => {
                self.tell(kind, Relation::Widened, place, format!("{message}; it was required"));
            }
            Direction::Output => self.changes.push(Change::new(Class::Compatible, kind, place, message)),
        }
    }
}
