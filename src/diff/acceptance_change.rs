//! Changes of the set of accepted values, and their classes for input and output schemas.

use super::change::ChangeClass;

/// The schema of a tool that is compared. It decides who makes the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ComparedSchema {
    /// `inputSchema`: the caller makes the values, so that those accepted before have to be accepted now.
    Input,
    /// `outputSchema`: the server makes the values, so that those accepted now have to have been accepted before.
    Output,
}

/// A change of the set of accepted values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AcceptanceChange {
    /// Fewer values are accepted.
    Narrowed,
    /// More values are accepted.
    Widened,
    /// Some values are refused now, and others accepted now.
    Changed,
    /// The sets could not be compared.
    Unknown,
}

impl ComparedSchema {
    /// Orders the old and the new schema: first that of the sender, then that of the receiver.
    pub(super) fn sent_and_received<T>(self, old: T, new: T) -> (T, T) {
        match self {
            Self::Input => (old, new),
            Self::Output => (new, old),
        }
    }

    /// Returns the class of a change for callers of the old tool.
    pub(super) fn class(self, acceptance: AcceptanceChange) -> ChangeClass {
        match (acceptance, self) {
            (AcceptanceChange::Unknown, _) => ChangeClass::Unknown,
            (AcceptanceChange::Changed, _)
            | (AcceptanceChange::Narrowed, Self::Input)
            | (AcceptanceChange::Widened, Self::Output) => ChangeClass::Breaking,
            _ => ChangeClass::Compatible,
        }
    }
}
