//! Converts a file, and prints the name and the arguments of each tool.
//!
//! Run it with `cargo run --example tools FILE`.

use std::error::Error;
use std::io::{self, Write};

use apimint::diagnostic::Sink;
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, convert};
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).ok_or("which file?")?;
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let manifest = convert(&sources, &Input::File(file.into()), &Options::default(), &sink)
        .map_err(|fatal| fatal.message)?;

    // A manifest is the result of `tools/list`.
    let mut json = Vec::new();
    manifest.write(&mut json)?;
    let result: Value = serde_json::from_slice(&json)?;
    let mut out = io::stdout().lock();
    for tool in result["tools"].as_array().into_iter().flatten() {
        let arguments = tool["inputSchema"]["properties"].as_object();
        let names: Vec<&str> = arguments.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        writeln!(out, "{}({})", tool["name"].as_str().unwrap_or_default(), names.join(", "))?;
    }
    Ok(())
}
