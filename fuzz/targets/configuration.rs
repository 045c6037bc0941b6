//! A configuration in TOML.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    apimint_fuzz::configuration(bytes);
});
