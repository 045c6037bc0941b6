//! The same work on every item of a list, or every piece of a text, on all cores.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::diagnostic::Sink;

/// Items that one core takes at a time: enough to make the handing out cheap, few enough to share out evenly.
const SHARE: usize = 32;

/// Does the same to every item and gives the results in the order of the items. What is said of the items goes to
/// `sink` in their order too, so that a run says the same on one core as on many.
pub(crate) fn each<T: Send, R: Send>(
    items: &mut [T],
    sink: &Sink,
    work: impl Fn(&mut T, &Sink) -> R + Sync,
) -> Vec<R> {
    if items.len() <= SHARE {
        return items.iter_mut().map(|item| work(item, sink)).collect();
    }
    let shares = items.par_chunks_mut(SHARE).map(|share| {
        let said = sink.beside();
        let results: Vec<R> = share.iter_mut().map(|item| work(item, &said)).collect();
        (results, said)
    });
    let shares: Vec<(Vec<R>, Sink)> = shares.collect();
    let mut results = Vec::with_capacity(items.len());
    for (share, said) in shares {
        results.extend(share);
        sink.absorb(said);
    }
    results
}

/// Makes something of every item, where there is nothing to say of any.
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    items.into_par_iter().with_min_len(SHARE).map(work).collect()
}

/// Bytes of a text that are worth a piece of their own; a fuzzer's texts are small.
const PIECE: usize = if cfg!(fuzzing) { 32 } else { 1 << 16 };

/// How many pieces a text of so many bytes is best read in. What was read of a piece takes room until it is put together
/// with what comes before it, so pieces are small against the whole.
pub(crate) fn pieces(bytes: usize) -> usize {
    match rayon::current_num_threads() {
        1 => 1,
        cores => (8 * cores).min(bytes / PIECE),
    }
}

/// Does pieces of work by their numbers, on all cores, and hands over what comes of each in the order of the numbers, as soon
/// as it is there: about as much waits at a time as there are cores. `None` once one of both fails.
pub(crate) fn in_order<R: Send>(
    count: usize,
    work: impl Fn(usize) -> Option<R> + Sync,
    take: impl FnMut(R) -> Option<()> + Send,
) -> Option<()> {
    let next = AtomicUsize::new(0);
    let queue = Mutex::new(Queue { waiting: BTreeMap::new(), due: 0, take });
    let worker = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let done = work(number);
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            if done.and_then(|done| queue.add(number, done)).is_none() {
                next.store(count, Ordering::Relaxed);
                return;
            }
        }
    };
    rayon::scope(|scope| {
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| worker());
        }
        worker();
    });
    (queue.into_inner().unwrap_or_else(PoisonError::into_inner).due == count).then_some(())
}

/// What was done before its turn came.
struct Queue<R, T> {
    waiting: BTreeMap<usize, R>,
    /// The number whose turn it is.
    due: usize,
    take: T,
}

impl<R, T: FnMut(R) -> Option<()>> Queue<R, T> {
    fn add(&mut self, number: usize, done: R) -> Option<()> {
        self.waiting.insert(number, done);
        while let Some(done) = self.waiting.remove(&self.due) {
            (self.take)(done)?;
            self.due += 1;
        }
        Some(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Diagnostic};

    #[test]
    fn results_and_diagnostics_come_in_the_order_of_the_items() {
        let mut items: Vec<usize> = (0..1_000).collect();
        let sink = Sink::new();
        let doubled = each(&mut items, &sink, |item, sink| {
            sink.push(Diagnostic::new(Code::Syntax, item.to_string()));
            *item += 1;
            *item * 2
        });
        assert_eq!(items, (1..=1_000).collect::<Vec<_>>());
        assert_eq!(doubled, (1..=1_000).map(|item| item * 2).collect::<Vec<_>>());
        let said: Vec<String> =
            sink.into_diagnostics().into_iter().map(|diagnostic| diagnostic.message).collect();
        assert_eq!(said, (0..1_000).map(|item: usize| item.to_string()).collect::<Vec<_>>());
    }

    #[test]
    fn work_is_handed_over_in_order_until_something_fails() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let run = |fails: usize, refused: usize| {
            let mut taken = Vec::new();
            let done = pool.install(|| {
                in_order(
                    100,
                    |number| (number != fails).then_some(number),
                    |number| {
                        taken.push(number);
                        (number != refused).then_some(())
                    },
                )
            });
            (done.is_some(), taken)
        };
        assert_eq!(run(100, 100), (true, (0..100).collect()));
        assert_eq!(run(100, 40), (false, (0..=40).collect()));
        let (done, taken) = run(40, 100);
        assert!(!done && taken.len() <= 40, "{taken:?}");
        assert_eq!(taken, (0..taken.len()).collect::<Vec<_>>());
        assert_eq!(pool.install(|| in_order(0, Some, |_| None)), Some(()));
    }
}
