//! What a change of one keyword does to the values that fit.

use crate::json::{Map, Value};

use super::change::{Kind, shown};
use super::schema_direction::Relation;
use crate::json::number::{exact, is_multiple};
use crate::json::types::TypeSet;
use crate::subsumption::Listed;

/// A change of one keyword.
pub(super) type Found = (Kind, Relation, String);

/// Keywords that hold one value which says how far something goes.
const BOUNDS: [&str; 13] = [
    "minimum",
    "exclusiveMinimum",
    "minLength",
    "minItems",
    "minProperties",
    "maximum",
    "exclusiveMaximum",
    "maxLength",
    "maxItems",
    "maxProperties",
    "multipleOf",
    "pattern",
    "uniqueItems",
];

/// Whether [`changes`] tells what became of a keyword.
pub(super) fn is_compared(keyword: &str) -> bool {
    matches!(keyword, "type" | "enum" | "const") || BOUNDS.contains(&keyword)
}

/// The changes of all keywords that hold no schema.
pub(super) fn changes(old: &Map, new: &Map, found: &mut Vec<Found>) {
    types(old.get("type"), new.get("type"), found);
    values(old, new, found);
    for keyword in BOUNDS {
        let (old, new) = (old.get(keyword), new.get(keyword));
        if old == new {
            continue;
        }
        let kind = if keyword == "pattern" { Kind::Pattern } else { Kind::Bound };
        let (relation, message) = match (old, new) {
            (None, Some(new)) => (Relation::Narrowed, format!("`{keyword}` {} is new", shown(new))),
            (Some(old), None) => (Relation::Widened, format!("`{keyword}` {} is gone", shown(old))),
            (Some(old), Some(new)) => {
                let message = format!("`{keyword}` was {} and is {}", shown(old), shown(new));
                (bound(keyword, old, new), message)
            }
            (None, None) => continue,
        };
        found.push((kind, relation, message));
    }
}

fn bound(keyword: &str, old: &Value, new: &Value) -> Relation {
    let is_less = exact(old).zip(exact(new)).map(|(old, new)| new < old);
    match (keyword, is_less) {
        ("pattern", _) => Relation::Unknown,
        ("multipleOf", _) => match (is_multiple(new, old), is_multiple(old, new)) {
            (Some(true), _) => Relation::Narrowed,
            (_, Some(true)) => Relation::Widened,
            (Some(false), Some(false)) => Relation::Changed,
            _ => Relation::Unknown,
        },
        ("uniqueItems", _) => match new {
            Value::Bool(true) => Relation::Narrowed,
            _ => Relation::Widened,
        },
        (_, None) => Relation::Unknown,
        (_, Some(is_less)) => {
            let is_lower = keyword.starts_with("min") || keyword == "exclusiveMinimum";
            if is_less == is_lower { Relation::Widened } else { Relation::Narrowed }
        }
    }
}

fn types(old: Option<&Value>, new: Option<&Value>, found: &mut Vec<Found>) {
    if old == new {
        return;
    }
    let set = |value: Option<&Value>| value.map_or(Some(TypeSet::ALL), TypeSet::of_keyword);
    let relation = match (set(old), set(new)) {
        (Some(old), Some(new)) if old == new => return,
        (Some(old), Some(new)) if new.is_in(old) => Relation::Narrowed,
        (Some(old), Some(new)) if old.is_in(new) => Relation::Widened,
        (Some(_), Some(_)) => Relation::Changed,
        _ => Relation::Unknown,
    };
    found.push((Kind::Type, relation, format!("the type was {} and is {}", type_name(old), type_name(new))));
}

fn type_name(value: Option<&Value>) -> String {
    match value {
        None => "any".to_owned(),
        Some(Value::String(name)) => name.clone(),
        Some(Value::Array(names)) => {
            let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            names.join(" or ")
        }
        Some(other) => shown(other),
    }
}

/// `enum`, and `const`, which is an `enum` of one.
fn values(old: &Map, new: &Map, found: &mut Vec<Found>) {
    let list = |map: &Map| match (map.get("const"), map.get("enum")) {
        (Some(one), _) => Some(vec![one.clone()]),
        (None, Some(Value::Array(all))) => Some(all.clone()),
        (None, _) => None,
    };
    let (old, new) = match (list(old), list(new)) {
        (None, None) => return,
        (None, Some(new)) => {
            let message = format!("only listed values are allowed: {}", names(&new));
            return found.push((Kind::Enum, Relation::Narrowed, message));
        }
        (Some(_), None) => {
            let message = "values need not be listed ones any more".to_owned();
            return found.push((Kind::Enum, Relation::Widened, message));
        }
        (Some(old), Some(new)) => (old, new),
    };
    let (gone, added) = (missing(&old, &new), missing(&new, &old));
    if !gone.is_empty() {
        found.push((Kind::Enum, Relation::Narrowed, format!("values are gone: {}", names(&gone))));
    }
    if !added.is_empty() {
        found.push((Kind::Enum, Relation::Widened, format!("values are new: {}", names(&added))));
    }
}

/// The values of one list that are not in another.
fn missing(from: &[Value], other: &[Value]) -> Vec<Value> {
    let other = Listed::of(other);
    from.iter().filter(|value| other.holds(value) != Some(true)).cloned().collect()
}

/// A few values for a sentence.
fn names(values: &[Value]) -> String {
    const MOST: usize = 8;
    let text = values.iter().take(MOST).map(shown).collect::<Vec<String>>().join(", ");
    match values.len().saturating_sub(MOST) {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}
