//! The same work on every item of a list, or every piece of a text, on all cores.

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

/// How many pieces a text of so many bytes is best read in: two a core, since some take longer than others.
pub(crate) fn pieces(bytes: usize) -> usize {
    match rayon::current_num_threads() {
        1 => 1,
        cores => (2 * cores).min(bytes / PIECE),
    }
}

#[cfg(test)]
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
}
