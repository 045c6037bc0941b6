//! Shows what a model reads of the tools of a file, and how many tokens that takes.
//!
//! Run it with `cargo run --example cost FILE`.

use std::error::Error;
use std::io;

use apimint::diagnostic::Sink;
use apimint::inspect::{ToolOrder, write_table};
use apimint::options::Slim;
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, PublishedList, convert, inspection};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).ok_or("which file?")?;
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let options = Options { slim: Slim::Redundant, ..Options::default() };
    let manifest = convert(&sources, &Input::File(file.into()), &options, &sink)?;
    let inspection = inspection(&PublishedList::Converted(Box::new(manifest)), None);
    let largest = inspection.ordered(ToolOrder::Tokens, Some(10));
    write_table(&mut io::stdout().lock(), &inspection, &largest, 100)?;
    Ok(())
}
