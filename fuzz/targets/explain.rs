//! What a person types for a diagnostic: a code, a name, a family, or something like it.
#![no_main]

use apimint::diagnostic::{Code, CodeSelector, escape};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let found = Code::find(text);
    if let Some(code) = found {
        assert!(code.page().starts_with("# "));
        assert!(text.parse::<CodeSelector>().is_ok());
    }
    let near = Code::nearest(text);
    assert!(found.is_none_or(|code| near.first() == Some(&code)), "{text:?}: {near:?}");
    assert!(near.len() <= 3);
    assert!(!escape(text).contains(char::is_control));
    if let Err(message) = text.parse::<CodeSelector>() {
        assert!(!message.to_string().is_empty());
    }
});
