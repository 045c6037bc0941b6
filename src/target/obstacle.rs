//! Why a tool cannot be written in a strict mode, or not at all.

/// A reason, which a diagnostic shows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Obstacle {
    /// A schema refers to itself.
    #[error("its schema `{0}` refers to itself")]
    Recursive(String),
    /// The schema has more subschemas than this, once those that are written in place are counted.
    #[error("its schema has more than {0} subschemas")]
    TooLarge(usize),
    /// Two branches of a union have different forms for the same value.
    #[error("the branches of a union at `{0}` could not be told apart after encoding")]
    Ambiguous(String),
    /// Branches of a union begin with the same property.
    #[error("branches of a union begin with the same property `{0}`")]
    SameFirstProperty(String),
    /// A limit of the target.
    #[error("it has {found} {what}, and the API takes {most}")]
    Limit {
        /// What is counted.
        what: &'static str,
        /// The number in the tool.
        found: usize,
        /// The largest number that is taken.
        most: usize,
    },
    /// Something that the target refuses.
    #[error("{0}")]
    Refused(String),
}
