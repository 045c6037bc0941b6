//! Laws of `apimint diff`: no change of a published list goes unnoticed, and nothing is a change that is none.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test ends at the first thing it does not expect, and says how much it did"
)]

#[cfg(test)]
mod changes {
    mod lists;
    mod mutations;
    mod same_options;
}
