//! Positions for the few definitions, out of many, that one tool reaches.

/// Assigns a position to each definition that a tool reaches. Clearing it takes constant time, so one
/// instance serves many tools.
#[derive(Debug, Default)]
pub struct ReachedDefinitions {
    round: u32,
    /// For each definition, the round in which it was last reached, and its position then.
    positions: Vec<(u32, u32)>,
}

impl ReachedDefinitions {
    /// Forgets all positions.
    pub(crate) fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.positions.clear();
            self.round = 1;
        }
    }

    /// Returns the position of a definition; one that has none is given `next`.
    pub(crate) fn position_or(&mut self, definition: usize, next: usize) -> usize {
        if definition >= self.positions.len() {
            self.positions.resize(definition + 1, (0, 0));
        }
        let (round, position) = &mut self.positions[definition];
        if *round != self.round {
            *round = self.round;
            // The definitions are nodes of documents, which have fewer than 2^31.
            *position = u32::try_from(next).unwrap_or(u32::MAX);
        }
        *position as usize
    }

    /// Returns the position of a definition that has one.
    pub(crate) fn position(&self, definition: usize) -> usize {
        self.positions[definition].1 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_forgets_the_last_one() {
        let mut reached = ReachedDefinitions::default();
        reached.clear();
        assert_eq!(
            (reached.position_or(7, 0), reached.position_or(3, 1), reached.position_or(7, 2)),
            (0, 1, 0)
        );
        assert_eq!(reached.position(3), 1);
        reached.clear();
        assert_eq!((reached.position_or(3, 0), reached.position_or(7, 1)), (0, 1));
    }

    #[test]
    fn rounds_begin_anew_when_they_run_out() {
        let mut reached = ReachedDefinitions { round: u32::MAX, ..ReachedDefinitions::default() };
        reached.position_or(0, 5);
        reached.clear();
        assert_eq!(reached.position_or(0, 0), 0);
    }
}
