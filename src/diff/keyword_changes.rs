//! Changes of keywords that hold no schema, each with its effect on the set of accepted values.

use crate::json::{Map, Value};

use super::acceptance_change::AcceptanceChange;
use super::change::{ChangeKind, same, shown};
use crate::json::number::{exact, is_multiple};
use crate::json::types::TypeSet;
use crate::subsumption::EnumValues;

/// A change of one keyword, taken by itself.
pub(super) struct KeywordChange {
    pub(super) kind: ChangeKind,
    pub(super) acceptance: AcceptanceChange,
    pub(super) message: String,
}

impl KeywordChange {
    fn new(kind: ChangeKind, acceptance: AcceptanceChange, message: String) -> Self {
        Self { kind, acceptance, message }
    }
}

/// Keywords whose one value bounds the accepted values.
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

/// Returns `true` for the keywords that [`changes`] compares.
pub(super) fn is_compared(keyword: &str) -> bool {
    matches!(keyword, "type" | "enum" | "const") || BOUNDS.contains(&keyword)
}

/// Adds the changes of all keywords that hold no schema.
pub(super) fn changes(old: &Map, new: &Map, found: &mut Vec<KeywordChange>) {
    types(old.get("type"), new.get("type"), found);
    values(old, new, found);
    for keyword in BOUNDS {
        let (old, new) = (old.get(keyword), new.get(keyword));
        if same(old, new) {
            continue;
        }
        let kind = if keyword == "pattern" { ChangeKind::Pattern } else { ChangeKind::Bound };
        let (acceptance, message) = match (old, new) {
            (None, Some(new)) => (AcceptanceChange::Narrowed, format!("`{keyword}` {} is new", shown(new))),
            (Some(old), None) => (AcceptanceChange::Widened, format!("`{keyword}` {} is gone", shown(old))),
            (Some(old), Some(new)) => {
                let message = format!("`{keyword}` was {} and is {}", shown(old), shown(new));
                (bound(keyword, old, new), message)
            }
            (None, None) => continue,
        };
        found.push(KeywordChange::new(kind, acceptance, message));
    }
}

/// Compares two values of a keyword that both schemas have.
fn bound(keyword: &str, old: &Value, new: &Value) -> AcceptanceChange {
    let is_less = exact(old).zip(exact(new)).map(|(old, new)| new < old);
    match (keyword, is_less) {
        ("pattern", _) => AcceptanceChange::Unknown,
        ("multipleOf", _) => match (is_multiple(new, old), is_multiple(old, new)) {
            (Some(true), _) => AcceptanceChange::Narrowed,
            (_, Some(true)) => AcceptanceChange::Widened,
            (Some(false), Some(false)) => AcceptanceChange::Changed,
            _ => AcceptanceChange::Unknown,
        },
        ("uniqueItems", _) => match new {
            Value::Bool(true) => AcceptanceChange::Narrowed,
            _ => AcceptanceChange::Widened,
        },
        (_, None) => AcceptanceChange::Unknown,
        (_, Some(is_less)) => {
            let is_lower = keyword.starts_with("min") || keyword == "exclusiveMinimum";
            if is_less == is_lower { AcceptanceChange::Widened } else { AcceptanceChange::Narrowed }
        }
    }
}

/// Compares `type`.
fn types(old: Option<&Value>, new: Option<&Value>, found: &mut Vec<KeywordChange>) {
    if old == new {
        return;
    }
    let set = |value: Option<&Value>| value.map_or(Some(TypeSet::ALL), TypeSet::of_keyword);
    let acceptance = match (set(old), set(new)) {
        (Some(old), Some(new)) if old == new => return,
        (Some(old), Some(new)) if new.is_in(old) => AcceptanceChange::Narrowed,
        (Some(old), Some(new)) if old.is_in(new) => AcceptanceChange::Widened,
        (Some(_), Some(_)) => AcceptanceChange::Changed,
        _ => AcceptanceChange::Unknown,
    };
    found.push(KeywordChange::new(
        ChangeKind::Type,
        acceptance,
        format!("the type was {} and is {}", type_name(old), type_name(new)),
    ));
}

/// Writes the value of `type` for a sentence.
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

/// Compares `enum` and `const`, which is an `enum` of one value (JSON Schema Validation, section 6.1.3).
fn values(old: &Map, new: &Map, found: &mut Vec<KeywordChange>) {
    let list = |map: &Map| match (map.get("const"), map.get("enum")) {
        (Some(one), _) => Some(vec![one.clone()]),
        (None, Some(Value::Array(all))) => Some(all.clone()),
        (None, _) => None,
    };
    let (old, new) = match (list(old), list(new)) {
        (None, None) => return,
        (None, Some(new)) => {
            let message = format!("only listed values are allowed: {}", names(&new));
            return found.push(KeywordChange::new(ChangeKind::Enum, AcceptanceChange::Narrowed, message));
        }
        (Some(_), None) => {
            let message = "values need not be listed ones any more".to_owned();
            return found.push(KeywordChange::new(ChangeKind::Enum, AcceptanceChange::Widened, message));
        }
        (Some(old), Some(new)) => (old, new),
    };
    let (gone, added) = (missing(&old, &new), missing(&new, &old));
    if !gone.is_empty() {
        found.push(KeywordChange::new(
            ChangeKind::Enum,
            AcceptanceChange::Narrowed,
            format!("values are gone: {}", names(&gone)),
        ));
    }
    if !added.is_empty() {
        found.push(KeywordChange::new(
            ChangeKind::Enum,
            AcceptanceChange::Widened,
            format!("values are new: {}", names(&added)),
        ));
    }
}

/// Returns the values of one list that another lacks.
fn missing(from: &[Value], other: &[Value]) -> Vec<Value> {
    let other = EnumValues::of(other);
    from.iter().filter(|value| other.holds(value) != Some(true)).cloned().collect()
}

/// Writes a few values for a sentence.
fn names(values: &[Value]) -> String {
    const MOST: usize = 8;
    let text = values.iter().take(MOST).map(shown).collect::<Vec<String>>().join(", ");
    match values.len().saturating_sub(MOST) {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}
