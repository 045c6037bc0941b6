//! The distinct schemas of all arguments. Documents repeat a parameter in hundreds of operations, and a pass handles
//! its schema once for all of them.

use std::sync::Arc;

use foldhash::HashMap;

use crate::diagnostic::Place;

use super::argument::ArgumentLocation;
use super::schema::Schema;
use super::tool::Tool;

/// The schema of an argument, or of several arguments with the same name that share it.
#[derive(Debug)]
pub(crate) struct ArgumentSchema {
    /// The name of the argument in the source.
    pub(crate) true_name: Arc<str>,
    /// The schema.
    pub(crate) schema: Schema,
    /// True if `place` is that of an input schema, of which the argument is a property.
    pub(crate) is_property: bool,
    /// The place of the first argument.
    pub(crate) place: Place,
    /// The places of the other arguments.
    pub(crate) further_places: Vec<Place>,
}

/// The distinct schemas of all arguments, moved out of their tools.
#[derive(Debug)]
pub(crate) struct ArgumentSchemas {
    /// The schemas, in order of first use.
    pub(crate) list: Vec<ArgumentSchema>,
    /// For each argument, tool by tool, the index of its schema in `list`.
    pub(crate) of_arguments: Vec<usize>,
}

impl ArgumentSchemas {
    /// Moves the schemas out of the arguments.
    pub(crate) fn take(tools: &mut [Tool]) -> Self {
        let nothing = Arc::new(Schema::any());
        let mut schemas: Vec<(Arc<Schema>, ArgumentSchema)> = Vec::new();
        let mut known: HashMap<*const Schema, usize> = HashMap::default();
        let mut of_arguments = Vec::new();
        let arguments = tools.iter_mut().flat_map(|tool| {
            let is_wrapped = tool.input.as_ref().is_some_and(|input| input.wrapped);
            tool.arguments.iter_mut().map(move |argument| (argument, is_wrapped))
        });
        for (argument, is_wrapped) in arguments {
            let schema = std::mem::replace(&mut argument.schema, Arc::clone(&nothing));
            let is_shared = Arc::strong_count(&schema) > 1;
            let earlier = known.get(&Arc::as_ptr(&schema)).filter(|_| is_shared);
            match earlier.and_then(|&index| Some((index, &mut schemas.get_mut(index)?.1))) {
                Some((index, earlier)) if earlier.true_name == argument.true_name => {
                    earlier.further_places.push(argument.place);
                    of_arguments.push(index);
                }
                _ => {
                    if is_shared {
                        known.insert(Arc::as_ptr(&schema), schemas.len());
                    }
                    of_arguments.push(schemas.len());
                    let one = ArgumentSchema {
                        true_name: Arc::clone(&argument.true_name),
                        schema: Schema::any(),
                        is_property: argument.location == ArgumentLocation::Input && !is_wrapped,
                        place: argument.place,
                        further_places: Vec::new(),
                    };
                    schemas.push((schema, one));
                }
            }
        }
        let list = schemas
            .into_iter()
            .map(|(schema, one)| ArgumentSchema { schema: Arc::unwrap_or_clone(schema), ..one })
            .collect();
        Self { list, of_arguments }
    }

    /// Moves the schemas back. Arguments that shared a schema share it again.
    pub(crate) fn put_back(self, tools: &mut [Tool]) {
        let schemas: Vec<Arc<Schema>> = self.list.into_iter().map(|one| Arc::new(one.schema)).collect();
        let arguments = tools.iter_mut().flat_map(|tool| &mut tool.arguments);
        for (argument, schema) in arguments.zip(self.of_arguments) {
            argument.schema = Arc::clone(&schemas[schema]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{DocumentId, NodeId};
    use crate::model::{Argument, NameSource, Serialization};

    fn tool(node: u32, arguments: &[(&str, &Arc<Schema>)]) -> Tool {
        let place = Place { document: DocumentId(0), node: NodeId(node) };
        let arguments = arguments.iter().map(|&(name, schema)| Argument {
            place,
            true_name: name.into(),
            sent_as: None,
            name: None,
            location: ArgumentLocation::Input,
            required: false,
            schema: Arc::clone(schema),
            serialization: Serialization::Value,
        });
        let arguments = arguments.collect();
        Tool { arguments, ..Tool::new(place, NameSource::Copied("a".to_owned())) }
    }

    #[test]
    fn what_was_shared_is_there_once_and_is_shared_after() {
        let (one, other) = (Arc::new(Schema::any()), Arc::new(Schema::any()));
        let mut tools =
            [tool(1, &[("a", &one), ("b", &other)]), tool(2, &[("a", &one), ("c", &one), ("b", &other)])];
        drop((one, other));
        let mut schemas = ArgumentSchemas::take(&mut tools);
        assert_eq!(schemas.of_arguments, [0, 1, 0, 2, 1]);
        let places: Vec<u32> = schemas.list[0].further_places.iter().map(|place| place.node.0).collect();
        assert_eq!(places, [2]);
        schemas.list[0].schema.0.insert("title", "A".into());
        schemas.put_back(&mut tools);
        assert!(Arc::ptr_eq(&tools[0].arguments[0].schema, &tools[1].arguments[0].schema));
        assert_eq!(tools[1].arguments[0].schema.0["title"], "A");
        assert_eq!(tools[1].arguments[1].schema.0.get("title"), None);
    }
}
