//! Members that have to be there, are new or are gone.

use std::collections::HashSet;

use crate::json::{Key, Map, Value};

use super::change::{Change, Class, Kind, below};
use super::keyword_changes::{Relation, members};
use super::schema_changes::{Direction, Pair, Walk};

/// The members that a schema speaks of.
pub(super) struct Members<'v> {
    pub(super) named: &'v Map,
    required: HashSet<&'v str>,
}

impl<'v> Members<'v> {
    pub(super) fn of(map: &'v Map) -> Self {
        let required = map.get("required").and_then(Value::as_array).into_iter().flatten();
        Self { named: members(map), required: required.filter_map(Value::as_str).collect() }
    }

    /// What is said of a member; one that is only required may be anything.
    pub(super) fn get(&self, name: &str) -> Option<&'v Value> {
        static ANY: Value = Value::Object(Map::new());
        self.named.get(name).or_else(|| self.required.contains(name).then_some(&ANY))
    }
}

impl Walk {
    /// Tells of the members of one place.
    pub(super) fn required(&mut self, Pair { ours: old, theirs: new, pointer, depth, .. }: Pair<'_>) {
        let (Members { named: ours, required: was }, Members { named: theirs, required: is }) =
            (Members::of(old), Members::of(new));
        let is_argument = depth == 0 && self.direction == Direction::Input;
        let what = if is_argument { "argument" } else { "property" };
        let mut all: Vec<&str> = ours.keys().chain(theirs.keys()).map(Key::as_str).collect();
        let listed = [old, new].into_iter().filter_map(|map| map.get("required")?.as_array()).flatten();
        all.extend(listed.filter_map(Value::as_str));
        let mut seen = HashSet::new();
        all.retain(|name| seen.insert(*name));
        for name in all {
            let place = below(&below(pointer, "properties"), name);
            let (was, is) = (was.contains(name), is.contains(name));
            match (ours.contains_key(name), theirs.contains_key(name)) {
                (false, true) if !was => {
                    let was_closed = old.get("additionalProperties") == Some(&Value::Bool(false));
                    self.added(name, is, what, was_closed, &place);
                }
                (true, false) if !is => self.removed(name, was, what, is_argument, new, &place),
                _ if is && !was => {
                    let message = format!("the {what} `{name}` is required now");
                    self.tell(Kind::Required, Relation::Narrowed, &place, message);
                }
                _ if was && !is => {
                    let message = format!("the {what} `{name}` is optional now");
                    self.tell(Kind::Optional, Relation::Widened, &place, message);
                }
                _ => {}
            }
        }
    }

    fn added(&mut self, name: &str, is_required: bool, what: &str, was_closed: bool, place: &str) {
        let kind = if what == "argument" { Kind::ArgumentAdded } else { Kind::PropertyAdded };
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
                let change =
                    Change::new(Class::Compatible, kind, place, format!("the {what} `{name}` is new"));
                self.push(change);
            }
        }
    }

    fn removed(
        &mut self,
        name: &str,
        was_required: bool,
        what: &str,
        is_argument: bool,
        new: &Map,
        place: &str,
    ) {
        let kind = if is_argument { Kind::ArgumentRemoved } else { Kind::PropertyRemoved };
        let is_mentioned = ["additionalProperties", "anyOf", "oneOf", "allOf", "$ref", "patternProperties"]
            .iter()
            .any(|keyword| new.get(*keyword).is_some_and(|value| value != &Value::Bool(false)));
        let message = format!("the {what} `{name}` is gone");
        match self.direction {
            // A server that ignores what it was told does something else.
            Direction::Input if !is_mentioned => {
                self.push(Change::new(Class::Breaking, kind, place, message).pinned());
            }
            Direction::Input => self.tell(kind, Relation::Unknown, place, message),
            Direction::Output if was_required => {
                self.tell(kind, Relation::Widened, place, format!("{message}; it was required"));
            }
            Direction::Output => self.push(Change::new(Class::Compatible, kind, place, message)),
        }
    }
}
