//! The operations of a long description are read in parts, on several cores. What comes of it is what reading them one after
//! the other gives; where it might not be, that is done.

use std::collections::HashSet;

use rayon::prelude::*;

use crate::diagnostic::{Code, Sink};
use crate::source::Node;

use super::{METHODS, OpenApiReader, RepeatedParameters};

/// A path with its path item.
type PathEntry<'s> = (&'s str, Node<'s>);

/// Values that are worth a part of their own.
const VALUES: usize = 20_000;

/// Most parts: each reads again what operations share. The number does not depend on the cores, so that a run gives the same on
/// all machines.
const MOST_PARTS: usize = 4;

impl<'s> OpenApiReader<'s> {
    /// Reads all path items.
    pub(super) fn paths(&mut self, paths: Node<'s>) {
        let items: Vec<PathEntry<'s>> = paths.entries().collect();
        let parts = parts(&items, (paths.size() / VALUES).min(MOST_PARTS));
        let operations = operations(&items);
        // What the caller chose is held against all operations.
        let is_read = parts.len() > 1 && self.choice.is_open() && self.read_apart(&parts, operations);
        if !is_read {
            self.tools.reserve_exact(operations);
            self.path_items(&items);
        }
    }

    /// Reads parts side by side. Whether that could be done; else nothing is read or said.
    fn read_apart(&mut self, parts: &[&[PathEntry<'s>]], operations: usize) -> bool {
        let said: Vec<Sink> = parts.iter().map(|_| self.sink.beside()).collect();
        let read = self.sources.without_further(|| {
            let mut readers: Vec<OpenApiReader<'_>> = said.iter().map(|sink| self.beside(sink)).collect();
            let shares = readers.par_iter_mut().zip(parts).enumerate();
            shares.for_each(|(number, (reader, &items))| {
                // The first is where all of them go.
                let count = if number == 0 { operations } else { self::operations(items) };
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

    /// A reader of the same document that has read no operation and says what it has to say to `sink`.
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

    /// Takes over what parts have read; `said` is what each of them said. `None`, and nothing is taken over, where one part had
    /// to know of another.
    fn join(&mut self, parts: Vec<OpenApiReader<'_>>, said: &[Sink]) -> Option<()> {
        let mut undeclared = HashSet::new();
        let mut translator = self.translator.fork(self.sink);
        let mut rest = Vec::with_capacity(parts.len());
        for (part, said) in parts.into_iter().zip(said) {
            // Each scheme that is not declared is reported once.
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

/// How many operations there are about; a path item elsewhere is not looked at.
fn operations(items: &[PathEntry<'_>]) -> usize {
    let of_item = |(_, item): &PathEntry<'_>| item.entries().filter(|(key, _)| METHODS.contains(key)).count();
    items.iter().map(of_item).sum()
}

/// So many parts of about the same size, each with something in it.
fn parts<'i, 's>(items: &'i [PathEntry<'s>], count: usize) -> Vec<&'i [PathEntry<'s>]> {
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
