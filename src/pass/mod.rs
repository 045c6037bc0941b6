//! Catalogue → catalogue: one decision each, in the order in which `lib.rs` lists them.
