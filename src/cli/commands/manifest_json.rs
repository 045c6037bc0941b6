//! A manifest as JSON values.

use apimint::diagnostic::{Code, Diagnostic, Fatal};
use apimint::json::Value;
use apimint::{Limits, Manifest};
use serde::Deserialize;

/// Writes a manifest and parses it again.
pub(crate) fn as_json(manifest: &Manifest, limits: &Limits) -> Result<Value, Fatal> {
    let unusable = |error: &dyn std::fmt::Display| {
        let message = format!("the manifest could not be read again: {error}");
        Box::new(Diagnostic::new(Code::Unwritable, message))
    };
    let mut text = Vec::new();
    manifest.write(&mut text).map_err(|error| unusable(&error))?;
    if text.len() as u64 > limits.output_bytes {
        return Err(unusable(&format_args!("it would have more than {} bytes", limits.output_bytes)));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(&text);
    // The writer limits the depth, and the threads have enough stack for it.
    deserializer.disable_recursion_limit();
    Value::deserialize(&mut deserializer).map_err(|error| unusable(&error))
}
