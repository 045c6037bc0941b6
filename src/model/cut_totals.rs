//! Totals of what the bounds of schemas cut.

use std::ops::AddAssign;

use serde::Serialize;

/// The schemas of a manifest that were longer than their bounds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CutTotals {
    /// The input schemas.
    pub inputs: CutSchemas,
    /// The output schemas.
    pub outputs: CutSchemas,
}

/// Schemas of one direction that were cut.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CutSchemas {
    /// The number of schemas, one per tool.
    pub schemas: usize,
    /// Their bytes before they were cut.
    pub before: u64,
    /// Their bytes in the manifest.
    pub after: u64,
}

impl CutTotals {
    /// Returns whether no schema was cut.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl AddAssign for CutSchemas {
    fn add_assign(&mut self, other: Self) {
        self.schemas += other.schemas;
        self.before += other.before;
        self.after += other.after;
    }
}
