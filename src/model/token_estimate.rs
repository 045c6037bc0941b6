//! An estimate of the tokens that a model reads, for programs without a tokenizer.

/// Average number of bytes per token.
pub const BYTES_PER_TOKEN: u64 = 4;

/// Estimates the number of tokens in a number of bytes.
pub fn tokens(bytes: u64) -> u64 {
    bytes.div_ceil(BYTES_PER_TOKEN)
}
