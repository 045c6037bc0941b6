//! Verbatim schemas (`--exact`), which are neither translated nor validated.

use crate::client_limits::{LEVELS_AROUND_SCHEMA, RESPONSE_LEVELS, refused_at_root};
use crate::json::Value;
use crate::model::{ArgumentName, Direction, Schema};
use crate::schema::compile;

/// Returns the reasons for which clients refuse a schema; none if they accept it.
pub(super) fn refusal_reasons(schema: &Schema, direction: Direction) -> Vec<String> {
    let root = &schema.0;
    let mut reasons = refused_at_root(root, direction);
    let properties = root.get("properties").filter(|_| direction == Direction::Input);
    let names = properties.and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name);
    for name in names.filter(|name| ArgumentName::new(name).is_none()) {
        reasons.push(format!("its argument `{name}` has a name that is not allowed"));
    }
    let whole = Value::Object(root.clone());
    if whole.levels() > RESPONSE_LEVELS - LEVELS_AROUND_SCHEMA {
        reasons.push("it nests too deeply".to_owned());
    } else if let Err(fault) = compile(&whole) {
        reasons.push(format!("it is not valid under both Draft 07 and 2020-12: {fault}"));
    }
    reasons
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    fn reasons(schema: Value, direction: Direction) -> Vec<String> {
        let Value::Object(map) = schema else { return Vec::new() };
        refusal_reasons(&Schema(map), direction)
    }

    #[test]
    fn what_every_client_takes_is_not_refused() {
        let schema =
            json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {}}});
        assert_eq!(reasons(schema.clone(), Direction::Input), Vec::<String>::new());
        assert_eq!(reasons(schema, Direction::Output), Vec::<String>::new());
    }

    #[test]
    fn each_reason_is_named() {
        for (schema, expected) in [
            (json!({"type": "string"}), "not an object"),
            (json!({"type": "object", "properties": {"a b": {}}}), "`a b`"),
            (json!({"type": "object", "properties": {"a": {"type": "any"}}}), "not valid"),
            (json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}}), "not valid"),
        ] {
            let reasons = reasons(schema.clone(), Direction::Input);
            assert!(reasons.iter().any(|reason| reason.contains(expected)), "{schema}: {reasons:?}");
        }
    }
}
