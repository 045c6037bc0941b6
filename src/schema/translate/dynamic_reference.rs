//! `$dynamicRef` (JSON Schema 2020-12 core, section 8.2.3.2): a reference to the schema that the outermost schema resource
//! names, as in a page whose items another schema chooses.

use crate::diagnostic::Sink;
use crate::source::Node;

use super::{TranslationContext, Translator};

/// Maximum number of values that are looked at to find out whether a schema reaches a keyword.
const MAX_VALUES: usize = 100_000;

impl<'s> Translator<'s> {
    /// Returns the schema that a `$dynamicRef` means, which leads to `target` by itself; `None` if that cannot be told. A
    /// placeholder that accepts nothing is not meant.
    pub(super) fn dynamic_target(
        &self,
        reference: &str,
        target: Node<'s>,
        context: TranslationContext<'s>,
    ) -> Option<Node<'s>> {
        let name = reference.rsplit_once('#').map(|(_, name)| name)?;
        let is_dynamic = target.get("$dynamicAnchor").and_then(Node::as_str) == Some(name);
        let meant = match context.dynamic_scope.and_then(|place| self.sources.node(place)) {
            Some(outermost) if is_dynamic => target.dynamic_target(name, outermost)?,
            _ => target,
        };
        let is_placeholder =
            meant.get("not").is_some_and(|not| not.is_empty() || not.as_bool() == Some(true));
        (!is_placeholder).then_some(meant)
    }

    /// Returns whether a `$dynamicRef` is reached from a schema, so that what it means depends on the dynamic scope.
    pub(super) fn reaches_dynamic_reference(&self, schema: Node<'s>) -> bool {
        if let Some(&known) = self.dynamic_references.borrow().get(&schema.place()) {
            return known;
        }
        let found = self.reaches(schema, &|node| node.key() == "$dynamicRef");
        self.dynamic_references.borrow_mut().insert(schema.place(), found);
        found
    }

    /// Returns whether a value for which the predicate holds is in a schema, or in one that it refers to; also true if there
    /// are too many to look at.
    pub(super) fn reaches(&self, schema: Node<'s>, is_wanted: &dyn Fn(Node<'s>) -> bool) -> bool {
        let nothing = Sink::new();
        let mut work = vec![schema];
        let mut entered = foldhash::HashSet::default();
        let mut left = MAX_VALUES;
        while let Some(node) = work.pop() {
            if node.is_object() && node.get("$ref").is_some() {
                let target = self.sources.follow(node, &nothing).ok();
                work.extend(target.filter(|target| entered.insert(target.place())));
            }
            if left == 0 || node.children().any(is_wanted) {
                return true;
            }
            left -= 1;
            work.extend(node.children().filter(|child| child.is_object() || child.is_array()));
        }
        false
    }
}
