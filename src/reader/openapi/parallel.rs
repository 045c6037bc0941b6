//! Reads the operations of a long description in parts, on several cores. The result is that of reading the operations one
//! after another; if the parts cannot be combined to it, they are read one after another.

use std::collections::HashSet;

use rayon::prelude::*;

use crate::diagnostic::{Code, Sink};
use crate::source::Node;

use super::methods::METHODS;
use super::reader::OpenApiReader;
use super::repeated_parameters::RepeatedParameters;

/// A path with its path item.
type PathEntry<'s> = (&'s str, Node<'s>);

/// Fewest values of a part: starting a part costs time too.
const VALUES: usize = 20_000;

/// Most parts: each reads the schemas that operations share again. The number does not depend on the number of cores, so that
/// all machines write the same manifest.
const MOST_PARTS: usize = 4;

impl<'s> OpenApiReader<'s> {
    /// Reads all path items, in parts if there are many.
    pub(super) fn paths(&mut self, paths: Node<'s>) {
        let items: Vec<PathEntry<'s>> = paths.entries().collect();
        let parts = split(&items, (paths.size() / VALUES).min(MOST_PARTS));
        let operations = operation_count(&items);
        // Rules of the options are matched against all operations, in order.
        let is_read = parts.len() > 1 && self.choice.is_open() && self.read_in_parallel(&parts, operations);
        if !is_read {
            self.tools.reserve_exact(operations);
            self.path_items(&items);
        }
    }

    /// Reads parts in parallel. Returns false if they cannot be combined; then nothing is read or reported.
    fn read_in_parallel(&mut self, parts: &[&[PathEntry<'s>]], operations: usize) -> bool {
        let said: Vec<Sink> = parts.iter().map(|_| self.sink.beside()).collect();
        let read = self.sources.without_further(|| {
            let mut readers: Vec<OpenApiReader<'_>> = said.iter().map(|sink| self.beside(sink)).collect();
            let shares = readers.par_iter_mut().zip(parts).enumerate();
            shares.for_each(|(number, (reader, &items))| {
                // All tools are moved to the list of the first part.
                let count = if number == 0 { operations } else { operation_count(items) };
                reader.tools.reserve_exact(count);
                reader.path_items(items);
            });
            readers
        });
        if read.is_none_or(|read| self.join(read, &said).is_none()) {
            return false;
        }
        for said in said {
            self.sink.absorb(said);
        }
        true
    }

    /// Makes a reader of the same document that has read no operation yet, and reports to `sink`.
    fn beside<'r>(&self, sink: &'r Sink) -> OpenApiReader<'r>
    where
        's: 'r,
    {
        OpenApiReader {
            sources: self.sources,
            sink,
            options: self.options,
            document: self.document,
            format: self.format,
            dialect: self.dialect,
            translator: self.translator.fork(sink),
            schemes: self.schemes.beside(),
            security: self.security,
            servers: self.servers.clone(),
            consumes: self.consumes,
            produces: self.produces,
            extension: self.extension.clone(),
            repeated: RepeatedParameters::default(),
            choice: self.choice.clone(),
            found: 0,
            tools: Vec::new(),
        }
    }

    /// Combines the parts; `said` holds the diagnostics of each. Returns `None`, and changes nothing, if reading one part
    /// depends on another.
    fn join(&mut self, parts: Vec<OpenApiReader<'_>>, said: &[Sink]) -> Option<()> {
        let mut undeclared = HashSet::new();
        let mut translator = self.translator.fork(self.sink);
        let mut rest = Vec::with_capacity(parts.len());
        for (part, said) in parts.into_iter().zip(said) {
            // An undeclared security scheme is reported once per document.
            for (name, place) in part.schemes.undeclared() {
                if !undeclared.insert(name) {
                    said.take(|one| one.code == Code::DanglingScheme && one.place == Some(place));
                }
            }
            translator.absorb(part.translator, said)?;
            rest.push((part.repeated, part.tools, part.found));
        }
        self.translator = translator;
        for (repeated, mut tools, found) in rest {
            self.repeated.absorb(repeated, &mut tools, self.sources);
            self.found += found;
            if self.tools.is_empty() {
                self.tools = tools;
            } else {
                self.tools.append(&mut tools);
            }
        }
        Some(())
    }
}

/// Estimates the number of operations; path items behind a `$ref` are not counted.
fn operation_count(items: &[PathEntry<'_>]) -> usize {
    let of_item = |(_, item): &PathEntry<'_>| item.entries().filter(|(key, _)| METHODS.contains(key)).count();
    items.iter().map(of_item).sum()
}

/// Splits path items into at most `count` parts of about the same size, none of them empty.
fn split<'i, 's>(items: &'i [PathEntry<'s>], count: usize) -> Vec<&'i [PathEntry<'s>]> {
    let size: usize = items.iter().map(|(_, item)| item.size()).sum();
    let mut parts = Vec::with_capacity(count);
    let mut rest = items;
    let mut before = 0;
    for number in 1..count {
        let wanted = size / count * number;
        let is_before = |(_, item): &&PathEntry<'s>| {
            let fits = before < wanted;
            before += if fits { item.size() } else { 0 };
            fits
        };
        let (part, after) = rest.split_at(rest.iter().take_while(is_before).count());
        if !part.is_empty() {
            parts.push(part);
        }
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(rest);
    }
    parts
}
