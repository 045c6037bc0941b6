//! The applicators of JSON Schema: the one table of keywords that hold subschemas, and the walks over it.
//!
//! A walk that treats all subschemas alike uses the iterators and drivers here, so that a new keyword is one row. A walk
//! that interprets single keywords reads the rows ([`applicator`]).

use either::Either;

use crate::json::{Map, Value};

/// The form of an applicator's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ApplicatorForm {
    /// One schema.
    One,
    /// A list of schemas.
    List,
    /// A map from names to schemas.
    Map,
}

/// The part of an instance that the subschemas of an applicator describe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AppliesTo {
    /// The instance itself (JSON Schema 2020-12 core, section 10.2).
    SameValue,
    /// A member of the instance: a property or an item (section 10.3).
    Member,
    /// The name of a property.
    Name,
    /// No part of the instance: the schema is a definition, or describes decoded content.
    Nothing,
}

/// A keyword whose value holds subschemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Applicator {
    /// The keyword.
    pub(crate) keyword: &'static str,
    /// The form of its value.
    pub(crate) form: ApplicatorForm,
    /// The part of an instance that its subschemas describe.
    pub(crate) applies_to: AppliesTo,
}

macro_rules! applicators {
    ($($keyword:literal: $form:ident $applies_to:ident;)*) => {
        /// Every applicator of Draft 07 and 2020-12.
        #[cfg(test)]
        pub(crate) const APPLICATORS: &[Applicator] = &[$(Applicator {
            keyword: $keyword,
            form: ApplicatorForm::$form,
            applies_to: AppliesTo::$applies_to,
        },)*];

        /// Returns the row of a keyword, whatever its value is; a `match`, since that is several times as fast as a search.
        pub(crate) fn applicator_row(keyword: &str) -> Option<&'static Applicator> {
            match keyword {
                $($keyword => Some(const { &Applicator {
                    keyword: $keyword,
                    form: ApplicatorForm::$form,
                    applies_to: AppliesTo::$applies_to,
                } }),)*
                _ => None,
            }
        }
    };
}

applicators! {
    "allOf": List SameValue;
    "anyOf": List SameValue;
    "oneOf": List SameValue;
    "not": One SameValue;
    "if": One SameValue;
    "then": One SameValue;
    "else": One SameValue;
    "dependentSchemas": Map SameValue;
    "dependencies": Map SameValue;
    "properties": Map Member;
    "patternProperties": Map Member;
    "additionalProperties": One Member;
    "unevaluatedProperties": One Member;
    "propertyNames": One Name;
    "prefixItems": List Member;
    "items": One Member;
    "additionalItems": One Member;
    "unevaluatedItems": One Member;
    "contains": One Member;
    "contentSchema": One Nothing;
    "$defs": Map Nothing;
    "definitions": Map Nothing;
}

/// `items` whose value is a list: a tuple, as Draft 07 and earlier have it.
const TUPLE: Applicator =
    Applicator { keyword: "items", form: ApplicatorForm::List, applies_to: AppliesTo::Member };

/// Returns the row of a keyword that holds subschemas. Text, numbers and data have none, as they must never
/// be read as schemas.
pub(crate) fn applicator(keyword: &str, value: &Value) -> Option<&'static Applicator> {
    match value {
        Value::Object(_) => applicator_row(keyword),
        Value::Array(_) if keyword == "items" => Some(&TUPLE),
        Value::Array(_) => applicator_row(keyword).filter(|row| row.form == ApplicatorForm::List),
        // A boolean schema has no keywords, so nothing is found in it.
        _ => None,
    }
}

/// The key or index of a subschema below its keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SubschemaKey<'k> {
    /// The name in a map.
    Name(&'k str),
    /// The index in a list.
    Index(usize),
}

impl Applicator {
    /// Returns the subschemas in a value of this keyword, each with its key where there may be several. Boolean
    /// schemas are included, and so are values that are not schemas.
    pub(crate) fn subschemas<'v>(
        &self,
        value: &'v Value,
    ) -> impl Iterator<Item = (Option<SubschemaKey<'v>>, &'v Value)> + use<'v> {
        match (self.form, value) {
            (ApplicatorForm::One, value) => Either::Left(Some((None, value)).into_iter()),
            (ApplicatorForm::List, Value::Array(list)) => Either::Right(Either::Left(
                list.iter().enumerate().map(|(index, value)| (Some(SubschemaKey::Index(index)), value)),
            )),
            (ApplicatorForm::Map, Value::Object(map)) => Either::Right(Either::Right(
                map.iter().map(|(name, value)| (Some(SubschemaKey::Name(name)), value)),
            )),
            _ => Either::Left(None.into_iter()),
        }
    }

    /// Returns the subschemas in a value of this keyword, for changes: see [`Self::subschemas`].
    pub(crate) fn subschemas_mut<'v>(
        &self,
        value: &'v mut Value,
    ) -> impl Iterator<Item = (Option<SubschemaKey<'v>>, &'v mut Value)> + use<'v> {
        match (self.form, value) {
            (ApplicatorForm::One, value) => Either::Left(Some((None, value)).into_iter()),
            (ApplicatorForm::List, Value::Array(list)) => Either::Right(Either::Left(
                list.iter_mut().enumerate().map(|(index, value)| (Some(SubschemaKey::Index(index)), value)),
            )),
            (ApplicatorForm::Map, Value::Object(map)) => Either::Right(Either::Right(
                map.iter_mut().map(|(name, value)| (Some(SubschemaKey::Name(name.as_str())), value)),
            )),
            _ => Either::Left(None.into_iter()),
        }
    }
}

/// Returns the subschemas under one keyword: see [`Applicator::subschemas`].
pub(crate) fn subschemas_under<'v>(
    keyword: &str,
    value: &'v Value,
) -> impl Iterator<Item = (Option<SubschemaKey<'v>>, &'v Value)> + use<'v> {
    applicator(keyword, value).into_iter().flat_map(move |row| row.subschemas(value))
}

/// Returns every subschema of a schema that is an object, with the row of its keyword.
pub(crate) fn subschemas(map: &Map) -> impl Iterator<Item = (&'static Applicator, &Map)> {
    map.iter().filter_map(|(keyword, value)| Some((applicator(keyword, value)?, value))).flat_map(
        |(row, value)| row.subschemas(value).filter_map(move |(_, one)| Some((row, one.as_object()?))),
    )
}

/// Returns every subschema of a schema that is an object, for changes: see [`subschemas`].
pub(crate) fn subschemas_mut(map: &mut Map) -> impl Iterator<Item = (&'static Applicator, &mut Map)> {
    map.iter_mut().filter_map(|(keyword, value)| Some((applicator(keyword, value)?, value))).flat_map(
        |(row, value)| {
            row.subschemas_mut(value).filter_map(move |(_, one)| Some((row, one.as_object_mut()?)))
        },
    )
}

/// Returns the subschemas of in-place applicators, which apply to the same instance location as the schema
/// itself (JSON Schema 2020-12 core, section 10.2).
pub(crate) fn in_place(map: &Map) -> impl Iterator<Item = &Map> {
    subschemas(map).filter(|(row, _)| row.applies_to == AppliesTo::SameValue).map(|(_, one)| one)
}

/// Returns the subschemas of in-place applicators, for changes: see [`in_place`].
pub(crate) fn in_place_mut(map: &mut Map) -> impl Iterator<Item = &mut Map> {
    subschemas_mut(map).filter(|(row, _)| row.applies_to == AppliesTo::SameValue).map(|(_, one)| one)
}

/// Returns whether the predicate holds for a schema or for any subschema in it, at any depth.
pub(crate) fn any_schema(map: &Map, mut found: impl FnMut(&Map) -> bool) -> bool {
    let mut pending = vec![map];
    while let Some(map) = pending.pop() {
        if found(map) {
            return true;
        }
        pending.extend(subschemas(map).map(|(_, one)| one));
    }
    false
}

/// Visits a schema and every subschema in it, inner ones first, in document order.
pub(crate) fn post_order(root: &mut Map, mut visit: impl FnMut(&mut Map)) {
    let mut open = vec![OpenSchema::of(std::mem::take(root))];
    while let Some(schema) = open.last_mut() {
        if let Some(child) = schema.take_child() {
            open.push(OpenSchema::of(child));
            continue;
        }
        let Some(OpenSchema { mut map, .. }) = open.pop() else { return };
        visit(&mut map);
        match open.last_mut() {
            Some(parent) => parent.put_back(map),
            None => *root = map,
        }
    }
}

/// A schema whose subschemas are being visited. Each is taken out of its parent for the visit, so that the
/// walk needs neither recursion nor two references to one value.
struct OpenSchema {
    map: Map,
    /// The keyword whose subschemas are being visited, and the index of its next subschema.
    member: usize,
    next: usize,
}

impl OpenSchema {
    fn of(map: Map) -> Self {
        Self { map, member: 0, next: 0 }
    }

    fn subschema_at(&mut self, index: usize) -> Option<&mut Value> {
        let (keyword, value) = self.map.at_mut(self.member)?;
        match (applicator(keyword, value)?.form, value) {
            (ApplicatorForm::One, value) => Some(value).filter(|_| index == 0),
            (ApplicatorForm::List, Value::Array(list)) => list.get_mut(index),
            (ApplicatorForm::Map, Value::Object(map)) => map.at_mut(index).map(|(_, value)| value),
            _ => None,
        }
    }

    fn take_child(&mut self) -> Option<Map> {
        while self.member < self.map.len() {
            let next = self.next;
            match self.subschema_at(next) {
                Some(value) => {
                    let child = value.as_object_mut().map(std::mem::take);
                    self.next += 1;
                    if child.is_some() {
                        return child;
                    }
                }
                None => (self.member, self.next) = (self.member + 1, 0),
            }
        }
        None
    }

    /// Puts back the subschema that was taken last.
    fn put_back(&mut self, child: Map) {
        if let Some(value) = self.next.checked_sub(1).and_then(|index| self.subschema_at(index)) {
            *value = Value::Object(child);
        }
    }
}

/// A step from a schema to a subschema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SchemaStep<'a> {
    /// The number of the step to the schema around it: 0 for the root, else its index plus one.
    parent: usize,
    /// The row of the keyword that holds the subschema.
    pub(crate) applicator: &'static Applicator,
    /// The key or index below the keyword, where there may be several.
    pub(crate) key: Option<SubschemaKey<'a>>,
}

/// The path from the root of a walk to a schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SchemaPath<'s, 'a> {
    steps: &'s [SchemaStep<'a>],
    last: usize,
}

impl<'s, 'a> SchemaPath<'s, 'a> {
    /// Returns the steps to the schema, the last one first.
    pub(crate) fn steps_up(self) -> impl Iterator<Item = &'s SchemaStep<'a>> {
        let step_at = move |at: usize| at.checked_sub(1).and_then(|index| self.steps.get(index));
        std::iter::successors(step_at(self.last), move |step| step_at(step.parent))
    }

    /// Returns whether the schema is the root of the walk.
    pub(crate) fn is_root(self) -> bool {
        self.last == 0
    }

    /// Returns the reference tokens of the JSON Pointer to the schema (RFC 6901), unescaped.
    pub(crate) fn keys(self) -> Vec<String> {
        let chain: Vec<_> = self.steps_up().collect();
        let keys = chain.iter().rev().flat_map(|step| {
            let key = step.key.map(|key| match key {
                SubschemaKey::Name(name) => name.to_owned(),
                SubschemaKey::Index(index) => index.to_string(),
            });
            std::iter::once(step.applicator.keyword.to_owned()).chain(key)
        });
        keys.collect()
    }
}

/// Visits a schema and every subschema in it, outer ones first, in document order. `visit` may change the
/// schema before its subschemas are visited. `inherit` derives the context of a subschema from that of its
/// parent.
pub(crate) fn pre_order<'a, C: Copy>(
    root: &'a mut Map,
    context: C,
    mut visit: impl FnMut(&mut Map, SchemaPath<'_, 'a>, C),
    inherit: impl Fn(C, &'static Applicator, Option<SubschemaKey<'a>>) -> C,
) {
    let mut steps: Vec<SchemaStep<'a>> = Vec::new();
    let mut pending = vec![(root, 0, context)];
    let mut inner = Vec::new();
    while let Some((schema, last, context)) = pending.pop() {
        visit(schema, SchemaPath { steps: &steps, last }, context);
        for (keyword, value) in schema.iter_mut() {
            let Some(row) = applicator(keyword, value) else { continue };
            for (key, value) in row.subschemas_mut(value) {
                if let Value::Object(schema) = value {
                    steps.push(SchemaStep { parent: last, applicator: row, key });
                    inner.push((schema, steps.len(), inherit(context, row, key)));
                }
            }
        }
        pending.extend(inner.drain(..).rev());
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    fn object(value: Value) -> Map {
        match value {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    /// Returns a schema in which every applicator holds one subschema, titled with the applicator's name.
    fn one_of_each() -> Map {
        let marked = |row: &Applicator| {
            let schema = json!({"title": (row.keyword)});
            match row.form {
                ApplicatorForm::One => schema,
                ApplicatorForm::List => Value::Array(vec![json!(true), schema]),
                ApplicatorForm::Map => json!({"a": 1, "b": schema}),
            }
        };
        APPLICATORS.iter().map(|row| (row.keyword.to_owned(), marked(row))).collect()
    }

    #[test]
    fn every_walk_meets_every_applicator() {
        let expected: Vec<&str> = APPLICATORS.iter().map(|row| row.keyword).collect();
        let title = |map: &Map| map.get("title").and_then(Value::as_str).map(str::to_owned);
        let mut schema = one_of_each();
        let found: Vec<_> = subschemas(&schema).filter_map(|(_, map)| title(map)).collect();
        assert_eq!(found, expected);
        let mut found = Vec::new();
        post_order(&mut schema, |map| found.extend(title(map)));
        assert_eq!(found, expected);
        assert_eq!(schema, one_of_each());
        let mut found = Vec::new();
        pre_order(&mut schema, (), |map, _, ()| found.extend(title(map)), |(), _, _| ());
        assert_eq!(found, expected);
        for keyword in expected {
            assert!(any_schema(&schema, |map| title(map).as_deref() == Some(keyword)), "{keyword}");
        }
    }

    #[test]
    fn data_is_not_a_schema() {
        let data = json!({"properties": {"no": {"title": "no"}}});
        let mut schema = object(json!({
            "default": data, "const": data, "enum": [data], "examples": [data], "example": data,
            "required": ["items"], "items": [{"title": "tuple"}, true], "dependencies": {"a": ["b"]}, "allOf": data,
        }));
        let mut found = Vec::new();
        post_order(&mut schema, |map| found.extend(map.get("title").cloned()));
        assert_eq!(found, [json!("tuple")]);
    }

    #[test]
    fn inner_schemas_come_first_and_changes_stay() {
        let mut schema = object(json!({"not": {"items": {}}, "anyOf": [{}, {"not": {}}]}));
        let mut order = 0_u64;
        post_order(&mut schema, |map| {
            map.insert("title", order.into());
            order += 1;
        });
        let expected = json!({
            "not": {"items": {"title": 0}, "title": 1},
            "anyOf": [{"title": 2}, {"not": {"title": 3}, "title": 4}], "title": 5,
        });
        assert_eq!(Value::Object(schema), expected);
    }

    #[test]
    fn in_place_applicators_describe_the_same_value() {
        let mut schema = one_of_each();
        let expected =
            ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"];
        let title = |map: &Map| map.get("title").cloned().unwrap_or_default();
        assert_eq!(in_place(&schema).map(title).collect::<Vec<_>>(), expected);
        assert_eq!(in_place_mut(&mut schema).map(|map| title(map)).collect::<Vec<_>>(), expected);
    }
}
