//! `$ref` within a document and across documents, inside the allowed tree.

use crate::diagnostic::{Code, Sink};

use super::{Node, Sources};

/// Why a reference could not be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceError {
    /// The kind of fault: one of the `R` family.
    pub code: Code,
    /// What is wrong, with the reference in it.
    pub message: String,
}

impl Sources {
    /// The value that a reference in `from` points to: `#/a/b`, `file.yaml#/a/b`, `https://…#/a`,
    /// `#anchor` (JSON Schema 2020-12, section 8.2.2). Only one step: the target may be a reference.
    pub fn resolve<'s>(
        &'s self,
        _from: Node<'s>,
        reference: &str,
        _sink: &Sink,
    ) -> Result<Node<'s>, ReferenceError> {
        Err(ReferenceError {
            code: Code::DanglingReference,
            message: reference.to_owned(),
        })
    }

    /// The value itself, or what its `$ref` leads to in as many steps as it takes. A value without a
    /// string under `$ref` is returned as it is.
    pub fn follow<'s>(&'s self, node: Node<'s>, _sink: &Sink) -> Result<Node<'s>, ReferenceError> {
        Ok(node)
    }
}
