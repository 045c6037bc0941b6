//! Bytes that are read as a YAML document.
#![no_main]

use apimint::source::Syntax;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match apimint_fuzz::reading(bytes) {
        // The other target is for these.
        Some(Syntax::Json) => Corpus::Reject,
        Some(Syntax::Yaml) | None => Corpus::Keep,
    }
});
