//! Parallel work on the items of a list or on the pieces of a text.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::diagnostic::Sink;

/// Number of items that one core takes at a time: enough to make scheduling cheap, few enough to balance the load.
const SHARE: usize = 32;

/// Applies `work` to every item in parallel, and returns the results in the order of the items. Diagnostics go to
/// `sink` in that order too, so that a run reports the same on one core as on many.
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

/// Applies `work`, which raises no diagnostics, to every item in parallel.
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    items.into_par_iter().map(work).collect()
}

/// Minimum length of a piece, in bytes. It is small for fuzzing, whose texts are short.
const PIECE: usize = if cfg!(fuzzing) { 32 } else { 1 << 16 };

/// Returns the number of pieces in which to parse a text of this length. A parsed piece stays in memory until it is
/// joined to the pieces before it, so pieces are small compared with the whole.
pub(crate) fn pieces(bytes: usize) -> usize {
    match rayon::current_num_threads() {
        1 => 1,
        cores => (8 * cores).min(bytes / PIECE),
    }
}

/// Makes the beginning of a result and its pieces on all cores, and joins each piece as soon as its predecessors are
/// joined. So only about as many pieces wait as there are cores. Returns `None` as soon as one of the functions fails.
pub(crate) fn put_together<W: Send, P: Send>(
    pieces: usize,
    begin: impl Fn() -> Option<W> + Sync,
    make: impl Fn(usize) -> Option<P> + Sync,
    join: impl Fn(&mut W, P) -> Option<()> + Sync,
) -> Option<W> {
    let next = AtomicUsize::new(0);
    let desk = Mutex::new(JoinedPieces { whole: None, joined: 0, waiting: BTreeMap::new() });
    let locked = || desk.lock().unwrap_or_else(PoisonError::into_inner);
    let work = |number: usize| match number.checked_sub(1) {
        None => {
            let whole = begin()?;
            let mut desk = locked();
            desk.whole = Some(whole);
            desk.join(&join)
        }
        Some(piece) => {
            let done = make(piece)?;
            let mut desk = locked();
            desk.waiting.insert(piece, done);
            desk.join(&join)
        }
    };
    let worker = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number > pieces {
                return;
            }
            if work(number).is_none() {
                // Makes the other workers stop.
                next.store(pieces + 1, Ordering::Relaxed);
            }
        }
    };
    rayon::scope(|scope| {
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| worker());
        }
        worker();
    });
    let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    desk.whole.filter(|_| desk.joined == pieces)
}

/// A result under construction, and the pieces that wait to be joined.
struct JoinedPieces<W, P> {
    /// `None` until the beginning is made.
    whole: Option<W>,
    /// Number of pieces joined so far.
    joined: usize,
    /// Pieces whose predecessors are not joined yet, by number.
    waiting: BTreeMap<usize, P>,
}

impl<W, P> JoinedPieces<W, P> {
    /// Joins all pieces whose turn it is.
    fn join(&mut self, join: impl Fn(&mut W, P) -> Option<()>) -> Option<()> {
        while let Some(whole) = &mut self.whole {
            let Some(piece) = self.waiting.remove(&self.joined) else { break };
            join(whole, piece)?;
            self.joined += 1;
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
    fn pieces_are_joined_in_order_until_something_fails() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let run = |pieces: usize, begins: bool, fails: usize, refused: usize| {
            let joined = Mutex::new(Vec::new());
            let whole = pool.install(|| {
                put_together(
                    pieces,
                    || begins.then(Vec::new),
                    |number| (number != fails).then_some(number),
                    |whole, number| {
                        whole.push(number);
                        joined.lock().unwrap().push(number);
                        (number != refused).then_some(())
                    },
                )
            });
            (whole, joined.into_inner().unwrap())
        };
        let first = |count: usize| (0..count).collect::<Vec<_>>();
        assert_eq!(run(100, true, 100, 100), (Some(first(100)), first(100)));
        assert_eq!(run(0, true, 100, 100), (Some(Vec::new()), Vec::new()));
        assert_eq!(run(100, true, 100, 40), (None, first(41)));
        assert_eq!(run(100, false, 100, 100), (None, Vec::new()));
        let (whole, joined) = run(100, true, 40, 100);
        assert!(whole.is_none() && joined.len() <= 40, "{joined:?}");
        assert_eq!(joined, first(joined.len()));
    }
}
