//! The threads that run subcommands.

use super::arguments::usage_error;

/// The stack of each thread that converts. Documents may nest 128 levels; a level takes up to tens of kilobytes in a build
/// without optimization, and a tenth of that in others. The system allocates only the memory that is used, but the whole
/// stack counts as address space, which `ulimit -v` bounds.
pub(crate) const STACK_BYTES: usize = if cfg!(debug_assertions) { 64 << 20 } else { 16 << 20 };

/// The largest number of threads: no description has work for more, and each needs a stack.
const MOST_THREADS: usize = 64;

/// The address space that the system's C library reserves for the allocations of a thread (glibc, `arena.c`: a heap of
/// 64 MiB), whether it makes any or not.
const HEAP_BYTES: u64 = 64 << 20;

/// The address space that is left to the documents, the program and its other threads.
const SHARED_BYTES: u64 = 384 << 20;

/// Starts the threads of a subcommand, with stack for the deepest documents.
pub(crate) fn threads(subcommand: &str) -> Result<rayon::ThreadPool, clap::Error> {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|number| number.parse().ok());
    let usual = || std::thread::available_parallelism().map_or(1, usize::from);
    let number = asked.filter(|&number| number > 0).unwrap_or_else(usual).min(most_threads(address_space()));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(number).stack_size(STACK_BYTES).build();
    pool.map_err(|error| {
        let message = format_args!("no thread could be started: {error}").to_string();
        usage_error(subcommand, clap::error::ErrorKind::Io, message)
    })
}

/// Returns the number of threads that fit into an address space of so many bytes, at least one.
fn most_threads(address_space: Option<u64>) -> usize {
    let Some(bytes) = address_space else { return MOST_THREADS };
    let each = HEAP_BYTES + STACK_BYTES as u64;
    let fitting = bytes.saturating_sub(SHARED_BYTES) / each;
    usize::try_from(fitting).unwrap_or(MOST_THREADS).clamp(1, MOST_THREADS)
}

/// Returns the bound on the address space of the process in bytes, if there is one.
fn address_space() -> Option<u64> {
    #[cfg(unix)]
    {
        rustix::process::getrlimit(rustix::process::Resource::As).current
    }
    #[cfg(not(unix))]
    {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_fit_into_the_address_space() {
        let each = HEAP_BYTES + STACK_BYTES as u64;
        assert_eq!(most_threads(None), MOST_THREADS);
        assert_eq!(most_threads(Some(u64::MAX)), MOST_THREADS);
        assert_eq!(most_threads(Some(SHARED_BYTES + 5 * each + 1)), 5);
        assert_eq!(most_threads(Some(0)), 1);
    }
}
