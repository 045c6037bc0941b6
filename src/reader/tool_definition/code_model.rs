//! Schemas of Zod and Pydantic that were written as JSON together with the objects of the library around them.

use crate::source::Node;

/// Returns the name of the library whose object a schema is: `_def` is a member of each object of Zod 3, `def` with `type`
/// of Zod 4, and `model_fields` of each model of Pydantic 2.
pub(super) fn library(schema: Node<'_>) -> Option<&'static str> {
    let object = |key: &str| schema.get(key).filter(|value| value.is_object());
    let is_zod_4 = || object("def").and_then(kind).is_some_and(|own| kind(schema) == Some(own));
    // In the short form, the field `model_fields` has a type.
    let is_pydantic = || object("model_fields").is_some_and(|fields| kind(fields).is_none());
    if object("_def").is_some() || is_zod_4() {
        Some("Zod")
    } else if is_pydantic() {
        Some("Pydantic")
    } else {
        None
    }
}

fn kind(node: Node<'_>) -> Option<&str> {
    node.get("type").and_then(Node::as_str)
}
