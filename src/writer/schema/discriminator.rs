//! Writes discriminators (OpenAPI 3.2, "Discriminator Object") with pointers to the branches of their unions.
//!
//! Until a schema is written, a discriminator knows a branch by its index ([`DISCRIMINATOR`]): only the text of a tool's
//! schema says which references are in place, and so where each branch stands.

use crate::json::pointer::escaped;
use crate::json::text::{parse_written, write_json};
use crate::json::{Key, Map, Value};
use crate::schema::{DISCRIMINATOR, pre_order};

/// Resolves the discriminators in the schema that was written from `start` on.
pub(super) fn resolve_discriminators(out: &mut Vec<u8>, start: usize) {
    let Value::Object(mut root) = parse_written(&out[start..]) else { return };
    let mut any = false;
    pre_order(
        &mut root,
        (),
        |schema, path, ()| {
            if schema.contains_key(DISCRIMINATOR) {
                any = true;
                resolve(schema, &path.keys());
            }
        },
        |(), _, _| (),
    );
    if any {
        out.truncate(start);
        write_json(&root, out);
    }
}

/// Gives the discriminator of a schema its name, and pointers in place of indexes. `path` leads to the schema.
fn resolve(schema: &mut Map, path: &[String]) {
    let union =
        ["oneOf", "anyOf"].into_iter().find_map(|keyword| Some((keyword, schema.get(keyword)?.as_array()?)));
    let pointer = |value: &Value| {
        let (keyword, branches) = union?;
        let index = value.as_u64()?;
        let branch = branches.get(usize::try_from(index).ok()?)?;
        let reference = branch.as_object().and_then(|branch| branch.get("$ref"));
        Some(reference.cloned().unwrap_or_else(|| {
            let steps = path.iter().map(|key| format!("/{}", escaped(key)));
            Value::from(format!("#{}/{keyword}/{index}", steps.collect::<String>()))
        }))
    };
    let mut written = Map::new();
    for (field, value) in schema.get(DISCRIMINATOR).and_then(Value::as_object).into_iter().flatten() {
        let value = match value {
            Value::String(_) => Some(value.clone()),
            Value::Object(mapping) => {
                let entries = mapping.iter().filter_map(|(key, index)| Some((key.clone(), pointer(index)?)));
                Some(Value::Object(entries.collect()))
            }
            index => pointer(index),
        };
        if let Some(value) = value {
            written.insert(field.clone(), value);
        }
    }
    let name = |key: Key| if key == DISCRIMINATOR { Key::from("discriminator") } else { key };
    *schema = std::mem::take(schema).into_iter().map(|(key, value)| (name(key), value)).collect();
    if let Some(value) = schema.get_mut("discriminator") {
        *value = Value::Object(written);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexes_become_pointers() {
        let marked = r#""\u0000discriminator":{"propertyName":"k","mapping":{"a":0,"b":1,"none":2},"defaultMapping":1}"#;
        let union = r##""anyOf":[{"type":"object"},{"$ref":"#/$defs/B"}]"##;
        let data = r#""default":{"\u0000discriminator":{"mapping":{"a":0}}}"#;
        let mut out = format!(r#"before{{"properties":{{"x/y":{{{data},{union},{marked}}}}}}}"#).into_bytes();
        resolve_discriminators(&mut out, "before".len());
        let discriminator = r##""discriminator":{"propertyName":"k","mapping":{"a":"#/properties/x~1y/anyOf/0","b":"#/$defs/B"},"defaultMapping":"#/$defs/B"}"##;
        let expected = format!(r#"before{{"properties":{{"x/y":{{{data},{union},{discriminator}}}}}}}"#);
        assert_eq!(String::from_utf8(out), Ok(expected));
    }
}
