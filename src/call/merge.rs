//! Constants that are put into a value.

use crate::json::{Map, Value};

/// Puts constants into a value, member by member: where both have an object, the two are put together; any other value of the
/// constants takes the place of what is there. The depth of the constants bounds the recursion.
pub(super) fn merged(value: Option<&Value>, constants: &Map) -> Option<Value> {
    if constants.is_empty() {
        return value.cloned();
    }
    let mut members = match value {
        Some(Value::Object(members)) => members.clone(),
        _ => Map::new(),
    };
    put_into(&mut members, constants);
    Some(Value::Object(members))
}

fn put_into(members: &mut Map, constants: &Map) {
    for (name, constant) in constants {
        match (members.get_mut(name.as_str()), constant) {
            (Some(Value::Object(inner)), Value::Object(constants)) => put_into(inner, constants),
            _ => {
                members.insert(name.clone(), constant.clone());
            }
        }
    }
}
