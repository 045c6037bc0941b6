//! Catalogue → catalogue: one decision each, in the order in which `lib.rs` lists them.

mod bodies;
mod outputs;
mod schemas;

pub use bodies::bodies;
pub use outputs::outputs;
pub use schemas::schemas;
