//! The default and the examples of an input as a whole, whose members are arguments: they have the names of the arguments, and
//! no member for an argument that a tool does not have any more.

use crate::json::{Key, Map, Value};
use crate::model::{Argument, ArgumentName, Catalog};

/// Names the members of these values as their arguments are named.
pub fn name_root_values(catalog: &mut Catalog) {
    for tool in &mut catalog.tools {
        let Some(input) = tool.input.as_mut().filter(|input| !input.wrapped) else { continue };
        for (keyword, value) in &mut input.schema.0 {
            match (keyword.as_str(), value) {
                ("default", value) => rename(value, &tool.arguments),
                ("examples", Value::Array(examples)) => {
                    for example in examples {
                        rename(example, &tool.arguments);
                    }
                }
                _ => {}
            }
        }
    }
}

fn rename(value: &mut Value, arguments: &[Argument]) {
    let Value::Object(members) = value else { return };
    let named = |(member, value): (Key, Value)| {
        let name = match arguments.iter().find(|argument| *argument.true_name == *member) {
            Some(argument) => Key::from(argument.name.as_ref().map(ArgumentName::as_str)?),
            None => member,
        };
        Some((name, value))
    };
    *members = std::mem::take(members).into_iter().filter_map(named).collect::<Map>();
}
