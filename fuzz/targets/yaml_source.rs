//! Bytes that are read as a YAML document.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use spec2mcp::source::Syntax;

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match spec2mcp_fuzz::reading(bytes) {
        // The other target is for these.
        Some(Syntax::Json) => Corpus::Reject,
        Some(Syntax::Yaml) | None => Corpus::Keep,
    }
});
