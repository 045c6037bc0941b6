//! What a change of the accepted values means for callers: of an input schema, and of an output schema.

use super::change::ChangeClass;

/// Who made the values of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ComparedSchema {
    /// The caller: what fitted must still fit.
    Input,
    /// The server: what fits must have fitted before.
    Output,
}

/// What became of the values that fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AcceptanceChange {
    /// Fewer fit.
    Narrowed,
    /// More fit.
    Widened,
    /// Some fit no more, others do now.
    Changed,
    /// Not known.
    Unknown,
}

impl ComparedSchema {
    /// The schema of those who send, and that of those who receive.
    pub(super) fn sent_and_received<T>(self, old: T, new: T) -> (T, T) {
        match self {
            Self::Input => (old, new),
            Self::Output => (new, old),
        }
    }

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
