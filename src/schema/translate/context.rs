//! The context in which a schema is translated.

use crate::diagnostic::Place;
use crate::model::Direction;
use crate::source::Node;

use super::SourceDialect;

/// The outermost of the schemas that apply to the same value, as far as one definition goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Composition<'s> {
    pub(super) root: Node<'s>,
    /// The innermost `anyOf` or `oneOf` on the way from there: its other branches are alternatives.
    pub(super) union: Option<Node<'s>>,
    /// The branch of that union, if the way goes on below it.
    pub(super) branch: Option<Node<'s>>,
}

impl<'s> Composition<'s> {
    /// Returns the composition of a subschema of `node` that applies to the same value; `union` is the keyword that holds
    /// it, if it is one of several branches.
    pub(super) fn below(around: Option<Self>, node: Node<'s>, union: Option<Node<'s>>) -> Self {
        let around = around.unwrap_or(Self { root: node, union: None, branch: None });
        let branch = around.branch.or(around.union.map(|_| node)).filter(|_| union.is_none());
        Self { root: around.root, union: union.or(around.union), branch }
    }
}

/// The position of a schema in the schemas around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct TranslationContext<'s> {
    pub(super) dialect: SourceDialect,
    pub(super) direction: Direction,
    pub(super) level: usize,
    /// The argument, property or definition that the schema describes, for messages.
    pub(super) owner: &'s str,
    /// The first schema resource with dynamic anchors that evaluation enters (JSON Schema 2020-12 core, section 7.1).
    pub(super) dynamic_scope: Option<Place>,
    /// The definition, or the argument's or output's schema, that contains the schema.
    pub(super) root: Node<'s>,
    /// True under `not` or `if`, where a narrower subschema would make the whole accept more.
    pub(super) is_condition: bool,
    /// True for one of several parts of an `allOf`.
    pub(super) is_all_of_part: bool,
    /// True for a parent with a discriminator that is described without its subtypes.
    pub(super) is_plain_parent: bool,
    /// True for a part of an `allOf` that accepts null as a whole.
    pub(super) is_part_of_nullable: bool,
    /// The outermost schema that this one is a part of by `allOf`.
    pub(super) outermost_all_of: Option<Node<'s>>,
    /// The schemas around it that apply to the same value.
    pub(super) composition: Option<Composition<'s>>,
    /// True if the schema is reached from the root of a tool's input through `properties` only.
    pub(super) is_argument: bool,
    /// True inside a definition that is inlined because its `allOf` hides a property; definitions in it are not.
    pub(super) is_inlined: bool,
    /// True if the schema or its subschemas may be in the short form.
    pub(super) is_short_form: bool,
    /// True if the schema was reached through a `$ref` in place of `properties`.
    pub(super) is_behind_properties_reference: bool,
}

impl<'s> TranslationContext<'s> {
    /// Returns the context of a definition, or of an argument's or output's schema.
    pub(super) fn outermost(
        root: Node<'s>,
        dialect: SourceDialect,
        direction: Direction,
        owner: &'s str,
    ) -> Self {
        Self {
            dialect,
            direction,
            level: 0,
            dynamic_scope: root.dynamic_resource(),
            owner,
            root,
            is_condition: false,
            is_all_of_part: false,
            is_plain_parent: false,
            is_part_of_nullable: false,
            outermost_all_of: None,
            composition: None,
            is_argument: false,
            is_inlined: false,
            is_short_form: false,
            is_behind_properties_reference: false,
        }
    }

    /// Returns the context of a subschema.
    pub(super) fn deeper(self) -> Self {
        Self {
            level: self.level + 1,
            is_all_of_part: false,
            is_plain_parent: false,
            is_part_of_nullable: false,
            outermost_all_of: None,
            composition: None,
            is_argument: false,
            ..self
        }
    }

    /// Returns the context of a property.
    pub(super) fn property(self, name: &'s str) -> Self {
        Self { owner: name, is_argument: self.is_argument, ..self.deeper() }
    }

    /// Returns the context of a part of the `allOf` of `node`. A single part without other keywords is the schema
    /// itself.
    pub(super) fn all_of_part(self, node: Node<'s>, is_one_of_several: bool) -> Self {
        Self {
            is_all_of_part: is_one_of_several,
            outermost_all_of: self.outermost_all_of.or(Some(node)),
            ..self.in_place(node, None)
        }
    }

    /// Returns the context of a subschema of `node` that applies to the same value; `union` is the keyword that holds it, if
    /// it is one of several branches.
    pub(super) fn in_place(self, node: Node<'s>, union: Option<Node<'s>>) -> Self {
        Self { composition: Some(Composition::below(self.composition, node, union)), ..self.deeper() }
    }

    /// Returns the context of a subschema of `node` under `not` or `if`.
    pub(super) fn condition(self, node: Node<'s>) -> Self {
        Self { is_condition: true, ..self.in_place(node, None) }
    }

    /// Returns whether the schema describes an output.
    pub(super) fn is_output(self) -> bool {
        self.direction == Direction::Output
    }
}
