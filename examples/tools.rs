//! Converts a file, and prints the name and the arguments of each tool.
//!
//! Run it with `cargo run --example tools FILE`.

use std::error::Error;
use std::io::{self, Write};

use apimint::diagnostic::Sink;
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, convert};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).ok_or("which file?")?;
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let manifest = convert(&sources, &Input::File(file.into()), &Options::default(), &sink)?;
    for tool in manifest.tools() {
        let arguments = tool["inputSchema"]["properties"].as_object();
        let names: Vec<&str> = arguments.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        writeln!(io::stdout(), "{}({})", tool["name"].as_str().unwrap_or_default(), names.join(", "))?;
    }
    for diagnostic in sink.into_diagnostics() {
        writeln!(io::stderr(), "{diagnostic}")?;
    }
    Ok(())
}
