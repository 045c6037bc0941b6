//! Parameters that a description repeats: hundreds of operations declare the same `limit`, and it is read once.

use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use foldhash::HashMap;

use crate::diagnostic::Place;
use crate::model::{Argument, Schema, Tool};
use crate::source::{Node, Sources};

use super::OpenApiReader;
use super::operation::OperationParameters;

/// Arguments that parameters became, so that a parameter like one of those becomes the same argument.
#[derive(Default)]
pub(super) struct RepeatedParameters<'s> {
    arguments: Vec<(Node<'s>, Argument)>,
    /// Which of them a parameter at a place became.
    by_place: HashMap<Place, usize>,
    /// Which of them may be like a parameter with a hash.
    by_hash: HashMap<u64, Vec<usize>>,
}

impl<'s> OpenApiReader<'s> {
    /// Reads a parameter, or finds that one like it was read.
    pub(super) fn perhaps_repeated(
        &mut self,
        location: &str,
        node: Node<'s>,
        parameters: &mut OperationParameters<'s>,
    ) {
        let place = node.place();
        let known = self.repeated.by_place.get(&place).copied();
        let hash = if known.is_some() { 0 } else { self.repeated.hash(node) };
        if let Some(index) = known.or_else(|| self.repeated.like(node, hash))
            && let Some((_, argument)) = self.repeated.arguments.get(index)
        {
            parameters.arguments.push(Argument { place, ..argument.clone() });
            self.repeated.by_place.insert(place, index);
            return;
        }
        let (raised, count) = (self.sink.raised(), parameters.arguments.len());
        self.parameter(location, node, parameters);
        // Whatever there was to say has to be said of each.
        if self.sink.raised() == raised
            && let Some(argument) = parameters.arguments.get(count)
        {
            self.repeated.add(node, hash, argument.clone());
        }
    }
}

impl<'s> RepeatedParameters<'s> {
    fn hash(&self, node: Node<'s>) -> u64 {
        let mut hasher = self.by_hash.hasher().build_hasher();
        node.hash_content(&mut hasher);
        hasher.finish()
    }

    /// What a parameter like this one, which has this hash, became.
    fn like(&self, node: Node<'s>, hash: u64) -> Option<usize> {
        let has_same_content = |&&index: &&usize| {
            self.arguments.get(index).is_some_and(|(other, _)| node.has_same_content(*other))
        };
        self.by_hash.get(&hash)?.iter().find(has_same_content).copied()
    }

    /// Takes over what parameters of another part of the description became. Arguments of its tools share the schemas of
    /// those before them that are like theirs.
    pub(super) fn absorb(&mut self, other: RepeatedParameters<'_>, tools: &mut [Tool], sources: &'s Sources) {
        let mut earlier: HashMap<*const Schema, Arc<Schema>> = HashMap::default();
        for (node, argument) in other.arguments {
            let Some(node) = sources.node(node.place()) else { continue };
            let hash = self.hash(node);
            match self.like(node, hash).and_then(|index| self.arguments.get(index)) {
                Some((_, like)) => {
                    earlier.insert(Arc::as_ptr(&argument.schema), Arc::clone(&like.schema));
                }
                None => self.add(node, hash, argument),
            }
        }
        if earlier.is_empty() {
            return;
        }
        for argument in tools.iter_mut().flat_map(|tool| &mut tool.arguments) {
            if let Some(schema) = earlier.get(&Arc::as_ptr(&argument.schema)) {
                argument.schema = Arc::clone(schema);
            }
        }
    }

    fn add(&mut self, node: Node<'s>, hash: u64, argument: Argument) {
        let index = self.arguments.len();
        self.arguments.push((node, argument));
        self.by_place.insert(node.place(), index);
        self.by_hash.entry(hash).or_default().push(index);
    }
}
