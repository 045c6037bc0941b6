//! Numbers for the definitions that one tool reaches: few of many.

/// A slot for each definition that was met since the slots were last cleared. Clearing costs nothing, so one of these
/// serves many tools.
#[derive(Debug, Default)]
pub struct ReachedDefinitions {
    round: u32,
    /// The round in which each definition was met, and its slot.
    met: Vec<(u32, u32)>,
}

impl ReachedDefinitions {
    /// Forgets all definitions.
    pub(crate) fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.met.clear();
            self.round = 1;
        }
    }

    /// The slot of a definition; `next` if it had none.
    pub(crate) fn take(&mut self, definition: usize, next: usize) -> usize {
        if definition >= self.met.len() {
            self.met.resize(definition + 1, (0, 0));
        }
        let (round, slot) = &mut self.met[definition];
        if *round != self.round {
            *round = self.round;
            // Definitions are nodes of documents, which are fewer than 2^31.
            *slot = u32::try_from(next).unwrap_or(u32::MAX);
        }
        *slot as usize
    }

    /// The slot of a definition that was met.
    pub(crate) fn of(&self, definition: usize) -> usize {
        self.met[definition].1 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_forgets_the_last_one() {
        let mut slots = ReachedDefinitions::default();
        slots.clear();
        assert_eq!((slots.take(7, 0), slots.take(3, 1), slots.take(7, 2)), (0, 1, 0));
        assert_eq!(slots.of(3), 1);
        slots.clear();
        assert_eq!((slots.take(3, 0), slots.take(7, 1)), (0, 1));
    }

    #[test]
    fn rounds_begin_anew_when_they_run_out() {
        let mut slots = ReachedDefinitions { round: u32::MAX, ..ReachedDefinitions::default() };
        slots.take(0, 5);
        slots.clear();
        assert_eq!(slots.take(0, 0), 0);
    }
}
