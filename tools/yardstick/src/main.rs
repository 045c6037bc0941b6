//! What it costs to read a document into a plain tree (and, for JSON, to write it out again), and nothing else: the
//! measure of `tools/ratios.py`. Usage: `yardstick FILE >/dev/null`

use std::error::Error;
use std::io::{self, BufWriter, Write};

use granit_parser::{Event, Parser};
use serde_json::Value;

/// The least that a YAML tree can be.
#[allow(dead_code)]
enum Tree {
    Scalar(String),
    Sequence(Vec<Tree>),
    Mapping(Vec<(Tree, Tree)>),
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("a FILE is needed")?;
    let text = std::fs::read_to_string(&path)?;
    if text.trim_start().starts_with('{') {
        let value: Value = serde_json::from_str(&text)?;
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        serde_json::to_writer(&mut out, &value)?;
        out.flush()?;
        return Ok(());
    }
    let mut open: Vec<Vec<Tree>> = vec![Vec::new()];
    for event in Parser::new_from_str(&text) {
        let (event, _) = event?;
        let closed = match event {
            Event::Scalar(text, ..) => Tree::Scalar(text.into_owned()),
            Event::Alias(_) => Tree::Scalar(String::new()),
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                open.push(Vec::new());
                continue;
            }
            Event::SequenceEnd => Tree::Sequence(open.pop().unwrap_or_default()),
            Event::MappingEnd => {
                let mut items = open.pop().unwrap_or_default().into_iter();
                let mut entries = Vec::new();
                while let (Some(key), Some(value)) = (items.next(), items.next()) {
                    entries.push((key, value));
                }
                Tree::Mapping(entries)
            }
            _ => continue,
        };
        if let Some(items) = open.last_mut() {
            items.push(closed);
        }
    }
    std::hint::black_box(open);
    Ok(())
}
