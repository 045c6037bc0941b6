//! A call of a tool, as a request.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|bytes: &[u8]| {
    apimint_fuzz::request(bytes);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    apimint_fuzz::mutate(data, size, max_size, seed, fuzzer_mutate)
});
