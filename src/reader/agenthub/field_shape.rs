//! Types that describe the form of a manifest: types and bounds of values, and the fields of objects.

use crate::diagnostic::Place;
use crate::source::Node;

use super::manifest_path::ManifestPath;

/// The shape of a valid value.
#[derive(Debug)]
pub(super) enum FieldShape {
    /// A string, with bounds on its length and its form.
    Text(TextShape),
    /// One of these strings.
    Word(&'static [&'static str]),
    /// A number within bounds.
    Number {
        /// True if only integers are valid.
        whole: bool,
        least: f64,
        most: f64,
    },
    /// Exactly this number.
    Exactly(i32),
    /// A boolean.
    Flag,
    /// `true`.
    True,
    /// A list of values.
    List {
        of: &'static Self,
        least: usize,
        /// True if all items must differ.
        unique: bool,
    },
    /// An object with these fields.
    Object(&'static ObjectShape),
    /// An inline schema, or a reference to one.
    Schema,
    /// Any object.
    AnyObject,
    /// Any list.
    AnyList,
    /// An object or a boolean, as any JSON Schema is.
    Subschema,
}

/// The shape of a valid string.
#[derive(Debug)]
pub(super) struct TextShape {
    /// Fewest characters.
    pub(super) least: usize,
    /// Most characters.
    pub(super) most: usize,
    /// Its form, if AgentHub defines one.
    pub(super) form: Option<&'static StringForm>,
}

/// A form of strings, such as a semantic version.
#[derive(Debug)]
pub(super) struct StringForm {
    /// Description for messages: "a semantic version such as 1.2.3".
    pub(super) name: &'static str,
    pub(super) matches: fn(&str) -> bool,
}

/// An object with known fields.
#[derive(Debug)]
pub(super) struct ObjectShape {
    pub(super) fields: &'static [FieldRule],
    /// Rules between its fields.
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
    /// Returns the shape of the field with this name.
    pub(super) fn field(&self, name: &str) -> Option<&'static FieldShape> {
        self.fields.iter().find(|field| field.name == name).map(|field| field.shape)
    }
}

impl FieldShape {
    /// Returns the fields of an object of this shape; `None` for schemas and all other values.
    pub(super) fn object(&self) -> Option<&'static ObjectShape> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Returns the shape of the items of a list.
    pub(super) fn item(&self) -> Option<&'static Self> {
        match self {
            Self::List { of, .. } => Some(of),
            _ => None,
        }
    }
}

/// Checks rules between the fields of one object, and returns those that are broken.
pub(super) type ObjectCondition = fn(Node<'_>, &ManifestPath<'_>) -> Vec<BrokenCondition>;

/// A condition that is broken.
#[derive(Debug)]
pub(super) struct BrokenCondition {
    pub(super) place: Place,
    pub(super) message: String,
}
