//! The words in which the form of a manifest is written down: what a value has to be, and which fields an object
//! has.

use crate::diagnostic::Place;
use crate::source::Node;

use super::path::ManifestPath;

/// What a value has to be.
#[derive(Debug)]
pub(super) enum FieldShape {
    /// A string.
    Text(TextShape),
    /// One of these strings.
    Word(&'static [&'static str]),
    /// A number, or a whole one, within bounds.
    Number {
        /// Whether it has no fraction.
        whole: bool,
        least: f64,
        most: f64,
    },
    /// This number.
    Exactly(i32),
    /// A boolean.
    Flag,
    /// `true`.
    True,
    /// A list of values.
    List {
        of: &'static Self,
        least: usize,
        /// Whether no value may stand in it twice.
        unique: bool,
    },
    /// An object with these fields.
    Object(&'static ObjectShape),
    /// A schema in place, or a reference to one.
    Schema,
    /// Any object.
    AnyObject,
    /// Any list.
    AnyList,
    /// An object or a boolean.
    Subschema,
}

/// What a string has to be.
#[derive(Debug)]
pub(super) struct TextShape {
    /// Fewest characters.
    pub(super) least: usize,
    /// Most characters.
    pub(super) most: usize,
    /// The form it has, if that is laid down.
    pub(super) form: Option<&'static StringForm>,
}

/// A form of strings.
#[derive(Debug)]
pub(super) struct StringForm {
    /// What a string of this form is, for people.
    pub(super) name: &'static str,
    pub(super) matches: fn(&str) -> bool,
}

/// An object with known fields.
#[derive(Debug)]
pub(super) struct ObjectShape {
    pub(super) fields: &'static [FieldRule],
    /// What its fields demand of one another.
    pub(super) condition: Option<ObjectCondition>,
}

/// A field of an object.
#[derive(Debug)]
pub(super) struct FieldRule {
    pub(super) name: &'static str,
    pub(super) is_required: bool,
    pub(super) shape: &'static FieldShape,
}

impl ObjectShape {
    /// The shape of the field with this name.
    pub(super) fn field(&self, name: &str) -> Option<&'static FieldShape> {
        self.fields.iter().find(|field| field.name == name).map(|field| field.shape)
    }
}

impl FieldShape {
    /// The object that a value of this shape is; a schema is another matter.
    pub(super) fn object(&self) -> Option<&'static ObjectShape> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// What each item of a list of this shape is.
    pub(super) fn item(&self) -> Option<&'static Self> {
        match self {
            Self::List { of, .. } => Some(of),
            _ => None,
        }
    }
}

/// What the fields of one object demand of one another: whatever is broken there.
pub(super) type ObjectCondition = fn(Node<'_>, &ManifestPath<'_>) -> Vec<BrokenCondition>;

/// A condition that is broken.
#[derive(Debug)]
pub(super) struct BrokenCondition {
    pub(super) place: Place,
    pub(super) message: String,
}
