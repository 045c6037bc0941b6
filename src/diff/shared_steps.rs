//! The steps of proofs that the pairs of tools of two lists share.

use crate::limits::Limits;
use crate::parallel::map;
use crate::subsumption::StepBudget;

/// Compares every pair of tools within the limits, on all cores.
///
/// Each pair may take the same part of all steps. What some leave is for those that ran out, which are then compared again. So
/// no tool decides what another may take, and neither does the order or the number of cores.
pub(super) fn map_in_steps<P: Sync, R: Send>(
    pairs: &[P],
    limits: &Limits,
    compare: impl Fn(&P, &mut StepBudget) -> R + Sync + Send,
) -> Vec<R> {
    let within = |pair: &P, steps: usize| {
        let mut budget = StepBudget::new(steps);
        let result = compare(pair, &mut budget);
        (result, budget)
    };
    let share = |steps: usize, pairs: usize| (steps / pairs.max(1)).min(limits.proof_steps);
    let first = share(limits.proof_total_steps, pairs.len());
    let mut compared = map(pairs.iter().collect(), |pair| within(pair, first));
    let spent: usize = compared.iter().map(|(_, budget)| first - budget.left()).sum();
    let short: Vec<usize> = compared
        .iter()
        .enumerate()
        .filter(|(_, (_, budget))| budget.ran_out())
        .map(|(index, _)| index)
        .collect();
    let second = share(limits.proof_total_steps.saturating_sub(spent), short.len());
    if second > first {
        let again = map(short, |index| (index, pairs.get(index).map(|pair| within(pair, second))));
        for (index, result) in again {
            if let (Some(place), Some(result)) = (compared.get_mut(index), result) {
                *place = result;
            }
        }
    }
    compared.into_iter().map(|(result, _)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns which pairs got the steps that they need.
    fn decided(needs: &[usize], each: usize, all: usize) -> Vec<bool> {
        let limits = Limits { proof_steps: each, proof_total_steps: all, ..Limits::default() };
        map_in_steps(needs, &limits, |need, budget| budget.take(*need))
    }

    #[test]
    fn those_that_need_more_get_what_others_leave() {
        assert_eq!(decided(&[10, 600, 10, 10], 1_000, 900), [true, true, true, true]);
        assert_eq!(decided(&[10, 600, 10, 10], 500, 10_000), [true, false, true, true]);
        // The first round took 200 steps of one that needs more.
        assert_eq!(decided(&[600, 600, 10, 10], 1_000, 800), [false, false, true, true]);
        assert_eq!(decided(&[10, 10, 600, 600], 1_000, 800), [true, true, false, false]);
    }

    #[test]
    fn a_long_list_takes_no_more_steps_than_a_short_one() {
        let limits = Limits { proof_steps: 100, proof_total_steps: 1_000, ..Limits::default() };
        for count in [1, 10, 100, 10_000] {
            let taken = std::sync::atomic::AtomicUsize::new(0);
            map_in_steps(&vec![(); count], &limits, |(), budget| {
                while budget.take(1) {
                    taken.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                }
            });
            assert!(taken.into_inner() <= 1_000, "{count}");
        }
    }
}
