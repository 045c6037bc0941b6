//! Converts the fields of a definition about its behaviour to the four hints (the table in docs/mapping.md,
//! "ToolDefinition").

use crate::model::{Annotations, Hint};

/// `category`: the kind of effect that a tool has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Category {
    /// Reads data from another system.
    Read,
    /// Computes a result from its arguments alone.
    Analysis,
    /// Changes data.
    Write,
    /// Deletes data.
    Delete,
    /// Does something that cannot be undone, such as sending a message.
    SideEffect,
    /// An unknown word.
    Unknown,
}

impl Category {
    /// Returns the category with this name; case and the separator of words are ignored.
    pub(super) fn new(name: &str) -> Self {
        match name.trim().to_ascii_lowercase().replace(['-', ' '], "_").as_str() {
            "read" => Self::Read,
            "analysis" => Self::Analysis,
            "write" => Self::Write,
            "delete" => Self::Delete,
            "side_effect" => Self::SideEffect,
            _ => Self::Unknown,
        }
    }

    /// Returns true if a tool of this category changes nothing.
    pub(super) fn is_read_only(self) -> bool {
        matches!(self, Self::Read | Self::Analysis)
    }
}

/// `consequenceLevel`: the damage that a wrong call can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConsequenceLevel {
    /// `low` or `medium`.
    Moderate,
    /// `high`.
    High,
}

impl ConsequenceLevel {
    /// Returns the level with this name.
    pub(super) fn new(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            "low" | "medium" => Some(Self::Moderate),
            "high" => Some(Self::High),
            _ => None,
        }
    }
}

/// The fields of a definition about its behaviour.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Behaviour {
    pub(super) category: Option<Category>,
    pub(super) level: Option<ConsequenceLevel>,
    /// `requiresConfirmation`.
    pub(super) confirmed: bool,
}

impl Behaviour {
    /// Returns the hints; a hint that does not follow from the fields is not set.
    pub(super) fn hints(self) -> Annotations {
        let mut hints = Annotations::default();
        let mut set = |hint: Hint, value: Option<bool>| {
            if let Some(value) = value {
                hints.set(hint, value);
            }
        };
        let (read_only, destructive, idempotent, open_world) = match (self.category, self.level) {
            (None, Some(ConsequenceLevel::Moderate)) => (None, Some(false), None, None),
            (None, _) => (None, None, None, None),
            (Some(Category::Read), _) => (Some(true), Some(false), Some(true), Some(true)),
            (Some(Category::Analysis), _) => (Some(true), Some(false), Some(true), Some(false)),
            (Some(Category::Write), Some(ConsequenceLevel::Moderate)) => {
                (Some(false), Some(false), None, Some(true))
            }
            (Some(Category::Write), Some(ConsequenceLevel::High)) => {
                (Some(false), Some(true), Some(false), Some(true))
            }
            (Some(Category::Write), None) => (Some(false), None, None, Some(true)),
            (Some(Category::Delete), _) => (Some(false), Some(true), Some(true), Some(true)),
            (Some(Category::SideEffect | Category::Unknown), level) => {
                (Some(false), Some(level != Some(ConsequenceLevel::Moderate)), Some(false), Some(true))
            }
        };
        let asks = self.confirmed && !self.category.is_some_and(Category::is_read_only);
        set(Hint::ReadOnly, read_only);
        set(Hint::Destructive, if asks { Some(true) } else { destructive });
        set(Hint::Idempotent, idempotent);
        set(Hint::OpenWorld, open_world);
        hints
    }
}
