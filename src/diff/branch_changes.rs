//! Changes of the branches of unions, compositions and tuples.

use crate::json::Value;

use super::acceptance_change::AcceptanceChange;
use super::change::{ChangeClass, ChangeKind, ToolChange, below};
use super::property_changes;
use super::schema_changes::{BRANCHES, SchemaComparison, SchemaPair};

impl SchemaComparison {
    /// Compares the branches of `anyOf`, `oneOf` or `allOf`, or `prefixItems`. Branches with equal keywords are paired first; a
    /// single branch that is left on each side is one that changed.
    pub(super) fn branches(&mut self, keyword: &str, pair: SchemaPair<'_>) {
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
            match left.iter().position(|(_, their)| self.checker.are_same(old.to(our), new.to(their))) {
                Some(found) => {
                    let (index, their) = left.remove(found);
                    // Their annotations may differ.
                    self.compare_at(
                        old.to(our),
                        new.to(their),
                        &below(&place, &index.to_string()),
                        depth + 1,
                    );
                }
                None => gone.push(our),
            }
        }
        match (gone.as_slice(), left.as_slice()) {
            ([], []) if was.len().max(is.len()) <= BRANCHES => {}
            ([our], [(index, their)]) => {
                let place = below(&place, &index.to_string());
                let start = self.changes.len();
                self.compare_at(old.to(our), new.to(their), &place, depth + 1);
                if keyword != "allOf" {
                    self.doubt_branch(pair, start);
                }
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
                let known = ours.get("properties").and_then(Value::as_object);
                self.changes.extend(property_changes::gone_within(old, new, pointer, self.compared, known));
            }
        }
    }

    /// Makes the changes of a branch, from `start` on, unknown if the union as a whole may be as wide as before: another branch
    /// may accept what this one refuses now, or refuse it before in a `oneOf`.
    fn doubt_branch(&mut self, SchemaPair { old, new, .. }: SchemaPair<'_>, start: usize) {
        let is_open = |change: &ToolChange| change.class == ChangeClass::Breaking && !change.pinned;
        if !self.changes.iter().skip(start).any(is_open) {
            return;
        }
        let (sent, received) = self.compared.sent_and_received(old, new);
        if self.checker.counterexample(sent, received).is_some() {
            return;
        }
        for change in self.changes.iter_mut().skip(start).filter(|change| is_open(change)) {
            change.class = ChangeClass::Unknown;
            change.example = None;
        }
    }
}
