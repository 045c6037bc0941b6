//! Arguments of parameters that a description repeats: if hundreds of operations declare the same `limit`, it is read once.

use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use foldhash::HashMap;

use crate::diagnostic::Place;
use crate::model::{Argument, Schema, Tool};
use crate::source::{Node, Sources};

/// The hash of a parameter; equal parameters have equal hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ParameterHash(u64);

/// The arguments of the parameters that were read, to be used for equal parameters.
#[derive(Default)]
pub(super) struct RepeatedParameters<'s> {
    arguments: Vec<(Node<'s>, Argument)>,
    /// Indices into `arguments`, by the place of a parameter.
    by_place: HashMap<Place, usize>,
    /// Indices into `arguments`, by the hash of a parameter.
    by_hash: HashMap<ParameterHash, Vec<usize>>,
}

impl<'s> RepeatedParameters<'s> {
    /// Returns the argument of this parameter, if it or an equal one was read before; otherwise the hash to add it with.
    pub(super) fn find(&mut self, node: Node<'s>) -> Result<Argument, ParameterHash> {
        let place = node.place();
        let index = match self.by_place.get(&place) {
            Some(&index) => index,
            None => {
                let hash = self.hash(node);
                self.find_equal(node, hash).ok_or(hash)?
            }
        };
        self.by_place.insert(place, index);
        Ok(Argument { place, ..self.arguments[index].1.clone() })
    }

    fn hash(&self, node: Node<'s>) -> ParameterHash {
        let mut hasher = self.by_hash.hasher().build_hasher();
        node.hash_content(&mut hasher);
        ParameterHash(hasher.finish())
    }

    /// Returns the index of the argument of an equal parameter.
    fn find_equal(&self, node: Node<'s>, hash: ParameterHash) -> Option<usize> {
        let has_same_content = |&&index: &&usize| {
            self.arguments.get(index).is_some_and(|(other, _)| node.has_same_content(*other))
        };
        self.by_hash.get(&hash)?.iter().find(has_same_content).copied()
    }

    /// Adds the arguments of a later part of the description. If an equal parameter was read before, the tools of that part get
    /// its schema, so that all tools share one schema.
    pub(super) fn absorb(&mut self, other: RepeatedParameters<'_>, tools: &mut [Tool], sources: &'s Sources) {
        let mut earlier: HashMap<*const Schema, Arc<Schema>> = HashMap::default();
        for (node, argument) in other.arguments {
            let Some(node) = sources.node(node.place()) else { continue };
            let hash = self.hash(node);
            match self.find_equal(node, hash).and_then(|index| self.arguments.get(index)) {
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

    /// Remembers the argument of a parameter.
    pub(super) fn add(&mut self, node: Node<'s>, hash: ParameterHash, argument: Argument) {
        let index = self.arguments.len();
        self.arguments.push((node, argument));
        self.by_place.insert(node.place(), index);
        self.by_hash.entry(hash).or_default().push(index);
    }
}
