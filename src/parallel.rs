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

/// Makes the beginning of a whole and pieces of it, by their numbers, on all cores, and joins each piece to what comes before
/// it as soon as that is there: about as many wait at a time as there are cores. `None` once any of it fails.
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
                // Nothing further is begun.
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

/// A whole that pieces are joined to.
struct JoinedPieces<W, P> {
    /// Not there before its beginning is made.
    whole: Option<W>,
    /// How many pieces it has.
    joined: usize,
    /// Pieces that were made before their turn.
    waiting: BTreeMap<usize, P>,
}

impl<W, P> JoinedPieces<W, P> {
    /// Joins what can be joined.
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
