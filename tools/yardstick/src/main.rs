//! What it costs to read a document into a plain tree (and, for JSON, to write it to a file), and nothing else: the
//! measure of `tools/ratios.py`. Usage: `yardstick FILE OUTPUT`

use std::error::Error;

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
    let mut arguments = std::env::args_os().skip(1);
    let (path, output) = (arguments.next().ok_or("a FILE is needed")?, arguments.next());
    let bytes = std::fs::read(&path)?;
    if bytes.trim_ascii_start().starts_with(b"{") {
        let value: Value = serde_json::from_slice(&bytes)?;
        std::fs::write(output.ok_or("an OUTPUT is needed")?, serde_json::to_vec(&value)?)?;
        return Ok(());
    }
    let text = String::from_utf8(bytes)?;
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
