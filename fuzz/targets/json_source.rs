//! Bytes that are read as a JSON document, compared with what `serde_json` reads.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use spec2mcp::source::Syntax;

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match spec2mcp_fuzz::reading(bytes) {
        // The other target is for these.
        Some(Syntax::Yaml) => Corpus::Reject,
        Some(Syntax::Json) | None => Corpus::Keep,
    }
});
