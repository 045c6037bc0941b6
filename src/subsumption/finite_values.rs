//! Schemas that accept finitely many values: those with `enum` or `const`, and those of booleans and `null`.

use crate::json::{Map, Value};

use super::conjunction::{Conjunct, SchemaConjunction};
use super::enum_values::EnumValues;
use super::rooted_schema::RootedSchema;
use super::value_acceptance::{STEPS, accepts};
use crate::json::types::TypeSet;

/// Returns the values that a conjunction can accept, or `None` if they are not known to be finitely many. Values that it
/// refuses may be among them.
pub(super) fn finite(sub: &SchemaConjunction<'_>, types: TypeSet) -> Option<Vec<Value>> {
    let listed = sub.parts.iter().find_map(|part| match (part.map.get("enum"), part.map.get("const")) {
        (_, Some(one)) => Some(vec![one.clone()]),
        (Some(Value::Array(values)), _) => Some(values.clone()),
        _ => None,
    });
    let mut values = match listed {
        Some(values) => values,
        None if types.is_in(TypeSet::NULL) => vec![Value::Null],
        None if !types.meets(TypeSet::NUMBER)
            && !types.meets(TypeSet::STRING)
            && !types.meets(TypeSet::ARRAY)
            && !types.meets(TypeSet::OBJECT) =>
        {
            vec![Value::Null, Value::Bool(false), Value::Bool(true)]
        }
        None => return None,
    };
    let lists: Vec<EnumValues<'_>> =
        sub.parts.iter().filter_map(|part| part.list("enum")).map(|list| EnumValues::of(list)).collect();
    values.retain(|value| {
        TypeSet::of_value(value).is_none_or(|of| of.is_in(types))
            && lists.iter().all(|list| list.holds(value) != Some(false))
            && sub.parts.iter().all(|part| may_accept(*part, value))
    });
    Some(values)
}

/// Returns `false` if a keyword other than `anyOf` and `oneOf` is known to refuse the value.
fn may_accept(part: Conjunct<'_>, value: &Value) -> bool {
    let bounds = ["const", "minimum", "maximum", "minLength", "maxLength", "pattern", "not"];
    bounds.iter().filter_map(|keyword| Some((*keyword, part.map.get(*keyword)?))).all(
        |(keyword, argument)| {
            let schema = Value::Object(Map::from_iter([(keyword.to_owned(), argument.clone())]));
            accepts(RootedSchema { schema: &schema, root: part.root }, value, &mut { STEPS }) != Some(false)
        },
    )
}
