//! Writes the diagnostics of a file in a custom format.
//!
//! Run it with `cargo run --example diagnostics FILE`.

use std::error::Error;
use std::io::{self, Write};

use apimint::diagnostic::{Severity, Sink, escape};
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, convert};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).ok_or("which file?")?;
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let manifest = convert(&sources, &Input::File(file.into()), &Options::default(), &sink)
        .map_err(|fatal| fatal.message)?;

    let mut out = io::stdout().lock();
    for diagnostic in sink.into_diagnostics() {
        if diagnostic.severity < Severity::Warning {
            continue;
        }
        // Line and column are computed only on request.
        let position = diagnostic.exact.or(diagnostic.place).and_then(|place| sources.position(place));
        let line = position.and_then(|position| position.line).unwrap_or(0);
        let help = diagnostic.help.as_deref().unwrap_or_else(|| diagnostic.code.help());
        // Texts of the document may contain control characters.
        writeln!(out, "{line}: {} {}. {help}", diagnostic.code, escape(&diagnostic.message))?;
    }
    writeln!(out, "{} tools", manifest.tool_count())?;
    Ok(())
}
