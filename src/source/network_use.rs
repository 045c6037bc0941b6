//! Bounds on all network requests of one run together.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::limits::Limits;

/// Requests that were sent, and the time that they took.
#[derive(Debug, Default)]
pub(super) struct NetworkUse(Mutex<NetworkTotals>);

#[derive(Debug, Default)]
struct NetworkTotals {
    requests: u64,
    time: Duration,
}

/// A limit on all requests that is used up.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub(super) enum NetworkUsedUp {
    #[error(
        "the network took {0} s in all (limit network_total_seconds); --limit network_total_seconds=N raises the limit"
    )]
    Time(u64),
    #[error(
        "there were {0} network requests (limit network_requests); --limit network_requests=N raises the limit"
    )]
    Requests(u64),
}

/// The time for one download, which counts until it is dropped.
pub(super) struct DownloadTime<'u> {
    totals: &'u NetworkUse,
    begin: Instant,
    /// The time for all of it, redirects included.
    patience: Duration,
    /// Set if the total leaves less time than one request may take.
    is_last: bool,
}

impl NetworkUse {
    fn totals(&self) -> MutexGuard<'_, NetworkTotals> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a download.
    pub(super) fn begin(&self, limits: &Limits) -> DownloadTime<'_> {
        let own = Duration::from_secs(limits.network_seconds);
        let left = Duration::from_secs(limits.network_total_seconds).saturating_sub(self.totals().time);
        DownloadTime { totals: self, begin: Instant::now(), patience: own.min(left), is_last: left < own }
    }
}

impl DownloadTime<'_> {
    /// Returns the time that is left. The error is the message for none.
    pub(super) fn left(&self, limits: &Limits) -> Result<Duration, String> {
        let left = self.patience.saturating_sub(self.begin.elapsed());
        if left.is_zero() { Err(self.too_late(limits)) } else { Ok(left) }
    }

    /// Counts a request. The error is the message for one too many.
    pub(super) fn count_request(&self, limits: &Limits) -> Result<(), String> {
        let mut totals = self.totals.totals();
        if totals.requests >= limits.network_requests {
            return Err(NetworkUsedUp::Requests(limits.network_requests).to_string());
        }
        totals.requests += 1;
        Ok(())
    }

    /// Returns the message for a download that took too long.
    pub(super) fn too_late(&self, limits: &Limits) -> String {
        if self.is_last {
            return NetworkUsedUp::Time(limits.network_total_seconds).to_string();
        }
        let seconds = limits.network_seconds;
        format!("there was no complete answer within {seconds} s (limit network_seconds)")
    }
}

impl Drop for DownloadTime<'_> {
    fn drop(&mut self) {
        self.totals.totals().time += self.begin.elapsed();
    }
}
