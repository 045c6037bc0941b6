//! Definitions of a schema that was pasted into a description: its references begin at the schema, not at the document.

use crate::json::pointer::unescaped;

use super::node::Node;

impl Node<'_> {
    /// Returns the definition that a reference like `#/$defs/Name` means in the nearest enclosing schema that has it.
    pub(crate) fn nearby_definition(self, reference: &str) -> Option<Self> {
        let mut steps = reference.strip_prefix("#/")?.split('/');
        let map = steps.next().filter(|map| matches!(*map, "definitions" | "$defs"))?;
        let names: Vec<&str> = steps.collect();
        if names.is_empty() {
            return None;
        }
        let in_schema = |schema: Self| {
            names.iter().try_fold(schema.get(map)?, |node, name| node.get(unescaped(name).as_ref()))
        };
        std::iter::successors(Some(self), |node| node.parent()).find_map(in_schema)
    }
}
