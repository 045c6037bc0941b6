//! The threads that run subcommands.

use super::arguments::usage_error;

/// The stack of each thread that converts. Documents may nest 128 levels, and a debug build may take tens of kilobytes per
/// level; the system allocates only the memory that is used.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// The largest number of threads: no description has work for more, and each needs a stack.
const MOST_THREADS: usize = 64;

/// Starts the threads of a subcommand, with stack for the deepest documents.
pub(crate) fn threads(subcommand: &str) -> Result<rayon::ThreadPool, clap::Error> {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|number| number.parse().ok());
    let usual = || std::thread::available_parallelism().map_or(1, usize::from);
    let number = asked.filter(|&number| number > 0).unwrap_or_else(usual).min(MOST_THREADS);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(number).stack_size(STACK_BYTES).build();
    pool.map_err(|error| {
        let message = format_args!("no thread could be started: {error}").to_string();
        usage_error(subcommand, clap::error::ErrorKind::Io, message)
    })
}
