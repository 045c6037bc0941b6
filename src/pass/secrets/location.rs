//! The location of a schema or keyword, for messages.

use std::fmt::{self, Display};

use crate::pass::schema_walk::SchemaSpot;

/// The location of a schema: its position inside the walked schema, and a name for that one.
#[derive(Clone, Copy)]
pub(super) struct SchemaLocation<'p> {
    pub(super) spot: &'p SchemaSpot<'p, 'p>,
    pub(super) root: &'p dyn Display,
}

impl<'p> SchemaLocation<'p> {
    pub(super) fn keyword<'k>(self, keyword: &'k str) -> KeywordLocation<'k>
    where
        'p: 'k,
    {
        KeywordLocation { schema: self, keyword }
    }
}

/// The location of a keyword. Its text is built only when it is printed.
pub(super) struct KeywordLocation<'p> {
    schema: SchemaLocation<'p>,
    keyword: &'p str,
}

impl Display for KeywordLocation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}/{}` of {}", self.schema.spot, self.keyword, self.schema.root)
    }
}
