//! What JSON values are, exactly: which type a value is of, and which numbers are one.

pub(crate) mod number;
pub(crate) mod types;
