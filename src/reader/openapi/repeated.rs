//! Parameters that a description repeats: hundreds of operations declare the same `limit`, and it is read once.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

use crate::model::Argument;
use crate::source::Node;

use super::Reader;
use super::operation::Parameters;

/// Arguments that parameters became, so that a parameter like one of those becomes the same argument.
#[derive(Default)]
pub(super) struct Repeated<'s>(HashMap<u64, Vec<(Node<'s>, Argument)>>);

impl<'s> Reader<'s> {
    /// Reads a parameter, or finds that one like it was read.
    pub(super) fn perhaps_repeated(
        &mut self,
        location: &str,
        node: Node<'s>,
        parameters: &mut Parameters<'s>,
    ) {
        let mut hasher = DefaultHasher::new();
        node.hash_like(&mut hasher);
        let hash = hasher.finish();
        let known = self.repeated.0.get(&hash).into_iter().flatten();
        if let Some((_, argument)) = known.into_iter().find(|(other, _)| node.is_like(*other)) {
            parameters.arguments.push(Argument { place: node.place(), ..argument.clone() });
            return;
        }
        let (raised, count) = (self.sink.raised(), parameters.arguments.len());
        self.parameter(location, node, parameters);
        // Whatever there was to say has to be said of each.
        if self.sink.raised() == raised
            && let Some(argument) = parameters.arguments.get(count)
        {
            self.repeated.0.entry(hash).or_default().push((node, argument.clone()));
        }
    }
}
