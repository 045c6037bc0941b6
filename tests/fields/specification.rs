//! The list of the specification's fields, and where they stand in a document.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The versions of OpenAPI, oldest first.
pub(crate) const VERSIONS: [&str; 4] = ["2.0", "3.0", "3.1", "3.2"];

/// One row of the list: a field of an object.
pub(crate) struct SpecificationField {
    pub(crate) object: String,
    pub(crate) name: String,
    /// Indexes of the first and the last version that has the field.
    first: usize,
    last: usize,
    holds: Option<HeldObject>,
    /// Why the field is ignored in silence.
    pub(crate) reason: Option<String>,
}

/// The objects in the value of a field.
enum HeldObject {
    One(String),
    List(String),
    Map(String),
}

/// An object that has a field: its JSON Pointer, and the name of the field.
pub(crate) struct FieldPlace {
    pub(crate) object: String,
    pub(crate) field: String,
}

impl SpecificationField {
    /// Reads the list: object, field, versions (`3.0-3.2`), the object that the field holds (`[` begins a list, `{` a map),
    /// and why the field is ignored in silence, separated by tabs.
    pub(crate) fn read(text: &str) -> Vec<Self> {
        text.lines().skip(1).map(Self::row).collect()
    }

    fn row(line: &str) -> Self {
        let cells: Vec<&str> = line.split('\t').collect();
        let [object, name, versions, holds, reason] = cells[..] else { panic!("five cells: {line}") };
        let index = |version: &str| VERSIONS.iter().position(|known| *known == version).expect("a version");
        let (first, last) = versions.split_once('-').expect("two versions");
        let holds = match holds.chars().next() {
            None => None,
            Some('[') => Some(HeldObject::List(holds[1..].to_owned())),
            Some('{') => Some(HeldObject::Map(holds[1..].to_owned())),
            Some(_) => Some(HeldObject::One(holds.to_owned())),
        };
        Self {
            object: object.to_owned(),
            name: name.to_owned(),
            first: index(first),
            last: index(last),
            holds,
            reason: (!reason.is_empty()).then(|| reason.to_owned()),
        }
    }

    pub(crate) fn is_in(&self, version: usize) -> bool {
        (self.first..=self.last).contains(&version)
    }
}

/// The document of a version, without the fields that only other versions have.
pub(crate) fn document(name: &str, version: usize, fields: &[SpecificationField]) -> Value {
    let file = if version == 0 { "swagger" } else { "openapi" };
    let text = super::read(&format!("tests/fields/{file}.yaml"));
    let mut document: Value = yaml_serde::from_str(&text).expect("the document is YAML");
    if version > 0 {
        document["openapi"] = format!("{name}.0").into();
        remove_others(&mut document, "Document", version, fields);
    }
    document
}

/// Removes fields of an object, and of those in it, that this version does not have.
fn remove_others(value: &mut Value, object: &str, version: usize, fields: &[SpecificationField]) {
    let Value::Object(entries) = value else { return };
    for field in fields.iter().filter(|field| field.object == object) {
        if !field.is_in(version) {
            entries.shift_remove(&field.name);
        } else if let (Some(held), Some(value)) = (&field.holds, entries.get_mut(&field.name)) {
            match held {
                HeldObject::One(of) => remove_others(value, of, version, fields),
                HeldObject::List(of) => {
                    for item in value.as_array_mut().into_iter().flatten() {
                        remove_others(item, of, version, fields);
                    }
                }
                HeldObject::Map(of) => {
                    for (_, item) in value.as_object_mut().into_iter().flatten() {
                        remove_others(item, of, version, fields);
                    }
                }
            }
        }
    }
}

/// The places of each field, by the index of its row.
pub(crate) fn places(
    document: &Value,
    version: usize,
    fields: &[SpecificationField],
) -> BTreeMap<usize, Vec<FieldPlace>> {
    let mut places = BTreeMap::new();
    let mut open = vec![(String::new(), document, "Document")];
    while let Some((pointer, value, object)) = open.pop() {
        let Value::Object(entries) = value else { continue };
        for (row, field) in fields.iter().enumerate().filter(|(_, field)| field.object == object) {
            let Some(value) = entries.get(&field.name).filter(|_| field.is_in(version)) else { continue };
            let place = FieldPlace { object: pointer.clone(), field: field.name.clone() };
            places.entry(row).or_insert_with(Vec::new).push(place);
            let at = format!("{pointer}/{}", escaped(&field.name));
            match &field.holds {
                None => {}
                Some(HeldObject::One(of)) => open.push((at, value, of)),
                Some(HeldObject::List(of)) => {
                    let items = value.as_array().into_iter().flatten().enumerate();
                    open.extend(items.map(|(index, item)| (format!("{at}/{index}"), item, of.as_str())));
                }
                Some(HeldObject::Map(of)) => {
                    let items = value.as_object().into_iter().flat_map(Map::iter);
                    open.extend(
                        items.map(|(key, item)| (format!("{at}/{}", escaped(key)), item, of.as_str())),
                    );
                }
            }
        }
    }
    places
}

/// Escapes a name for a JSON Pointer (RFC 6901, section 3).
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
