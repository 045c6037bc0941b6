//! Bytes that are read as a JSON document, compared with what `serde_json` reads.
#![no_main]

use apimint::source::Syntax;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match apimint_fuzz::reading(bytes) {
        // The other target is for these.
        Some(Syntax::Yaml) => Corpus::Reject,
        Some(Syntax::Json) | None => Corpus::Keep,
    }
});
