//! The steps that a comparison may take. They are counted, so that the outcome does not depend on the machine.

/// Steps that are left for a comparison, and for the question that is being answered.
///
/// A step is about the work of validating a value against one small schema.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StepBudget {
    left: usize,
    /// Steps that the question has to leave.
    reserved: usize,
    /// `true` once steps were missing that no question had to leave.
    ran_out: bool,
}

impl StepBudget {
    pub(crate) fn new(steps: usize) -> Self {
        Self { left: steps, ..Self::default() }
    }

    /// Returns the steps that are left.
    pub(crate) fn left(self) -> usize {
        self.left
    }

    /// Returns `true` once a question was not answered since the whole comparison had no steps left.
    pub(crate) fn ran_out(self) -> bool {
        self.ran_out
    }

    /// Takes some steps. `false` if so many are not left for the question.
    pub(crate) fn take(&mut self, steps: usize) -> bool {
        let is_enough = self.left >= self.reserved.saturating_add(steps);
        if is_enough {
            self.left -= steps;
        } else {
            self.left = self.left.min(self.reserved);
            self.ran_out |= self.reserved == 0;
        }
        is_enough
    }

    /// Begins a question that may take some steps, within those of the question around it. Returns what [`Self::end`] needs.
    pub(super) fn begin(&mut self, most: usize) -> usize {
        let around = self.reserved;
        self.reserved = around.max(self.left.saturating_sub(most));
        around
    }

    /// Ends a question.
    pub(super) fn end(&mut self, around: usize) {
        self.reserved = around;
    }
}
