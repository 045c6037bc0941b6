//! The words in which the form of a manifest is written down: what a value has to be, and which fields an object
//! has.

use crate::diagnostic::Place;
use crate::source::Node;

use super::path::Path;

/// What a value has to be.
#[derive(Debug)]
pub(super) enum Shape {
    /// A string.
    Text(Text),
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
    Object(&'static Object),
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
pub(super) struct Text {
    /// Fewest characters.
    pub(super) least: usize,
    /// Most characters.
    pub(super) most: usize,
    /// The form it has, if that is laid down.
    pub(super) form: Option<&'static Form>,
}

/// A form of strings.
#[derive(Debug)]
pub(super) struct Form {
    /// What a string of this form is, for people.
    pub(super) name: &'static str,
    pub(super) matches: fn(&str) -> bool,
}

/// An object with known fields.
#[derive(Debug)]
pub(super) struct Object {
    pub(super) fields: &'static [Field],
    /// What its fields demand of one another.
    pub(super) condition: Option<Condition>,
}

/// A field of an object.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) is_required: bool,
    pub(super) shape: &'static Shape,
}

impl Object {
    /// The shape of the field with this name.
    pub(super) fn field(&self, name: &str) -> Option<&'static Shape> {
        self.fields.iter().find(|field| field.name == name).map(|field| field.shape)
    }
}

impl Shape {
    /// The object that a value of this shape is; a schema is another matter.
    pub(super) fn object(&self) -> Option<&'static Object> {
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
pub(super) type Condition = fn(Node<'_>, &Path<'_>) -> Vec<Broken>;

/// A condition that is broken.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) place: Place,
    pub(super) message: String,
}
