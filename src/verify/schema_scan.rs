//! A walk over a schema and all its subschemas, which finds what clients refuse.

use std::collections::HashSet;

use crate::json::pointer::escaped;
use crate::json::{Map, Value};

use super::references::{ROOT, References};
use super::required_names::{RequiredNames, SameValueSchemas};
use crate::client_limits::{
    HEADER_MARK, PROTOTYPE, PROTOTYPE_MEMBERS, header_mark_fault, refused_constructs,
};
use crate::diagnostic::Code;
use crate::model::Direction;
use crate::schema::{AppliesTo, SchemaFault, SubschemaKey, applicator, pattern_refusal, required};

/// Maximum length in bytes of the JSON Pointer of an error; there may be many errors.
const LONGEST_POINTER: usize = 4_096;

/// The findings of a walk over a schema and all its subschemas.
pub(super) struct SchemaScan<'s> {
    direction: Direction,
    /// The references, and what they can lead to.
    pub(super) references: References<'s>,
    /// The names of the headers that arguments are repeated in, in lower case.
    headers: HashSet<String>,
    required_names: RequiredNames<'s>,
    /// Constructs that clients or model APIs refuse in a valid schema.
    pub(super) refused: Vec<(Code, SchemaFault)>,
}

/// The position of a schema in the one that is walked.
#[derive(Debug, Clone, Copy)]
struct ScanSpot<'s> {
    /// The number of properties that lead from the root to the schema, if nothing but properties does.
    properties: Option<usize>,
    /// The schemas that apply to the same value.
    composition: Option<SameValueSchemas<'s>>,
    /// True for a definition, which applies to a value only where something refers to it.
    is_definition: bool,
    /// The number of the schema resource around it.
    resource: usize,
}

impl<'s> SchemaScan<'s> {
    /// Walks a schema. The limit on the depth of the source bounds the recursion.
    pub(super) fn of(schema: &'s Value, direction: Direction) -> Self {
        let mut scan = Self {
            direction,
            references: References::of(schema),
            headers: HashSet::new(),
            required_names: RequiredNames::default(),
            refused: Vec::new(),
        };
        let root = ScanSpot { properties: Some(0), composition: None, is_definition: false, resource: ROOT };
        scan.visit(schema, &mut String::new(), root);
        scan
    }

    fn visit(&mut self, value: &'s Value, pointer: &mut String, spot: ScanSpot<'s>) {
        let Value::Object(map) = value else { return };
        let resource = self.references.enter(value, map, spot.resource, pointer);
        self.required_names.note(value, spot.composition, spot.is_definition, pointer);
        self.check_constructs(map, pointer);
        self.check_names(map, pointer);
        self.check_header(map, pointer, spot.properties);
        for (keyword, inner) in map {
            let Some(row) = applicator(keyword, inner) else { continue };
            let same_value = row.applies_to == AppliesTo::SameValue;
            let below = ScanSpot {
                properties: spot.properties.filter(|_| keyword == "properties").map(|count| count + 1),
                composition: same_value
                    .then(|| SameValueSchemas::below(spot.composition, value, keyword, inner)),
                is_definition: row.applies_to == AppliesTo::Nothing,
                resource,
            };
            for (key, schema) in row.subschemas(inner) {
                let length = pointer.len();
                let index;
                let key = match key {
                    None => None,
                    Some(SubschemaKey::Name(name)) => Some(name),
                    Some(SubschemaKey::Index(number)) => {
                        index = number.to_string();
                        Some(index.as_str())
                    }
                };
                for key in std::iter::once(keyword.as_str()).chain(key) {
                    // The pointer stops at an ancestor where names are as long as this.
                    if pointer.len() + key.len() > LONGEST_POINTER {
                        break;
                    }
                    pointer.push('/');
                    pointer.push_str(&escaped(key));
                }
                self.visit(schema, pointer, below);
                pointer.truncate(length);
            }
        }
    }

    fn refuse(&mut self, code: Code, pointer: String, reason: impl Into<String>) {
        self.refused.push((code, SchemaFault { pointer, reason: reason.into() }));
    }

    /// Finds refused constructs in one schema: an array without `items` in an input, and a pattern that is
    /// not portable.
    fn check_constructs(&mut self, map: &Map, pointer: &str) {
        let is_array = |kind: &Value| {
            kind == "array" || kind.as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "array"))
        };
        let has_items = ["items", "prefixItems", "$ref"].iter().any(|keyword| map.contains_key(*keyword));
        if self.direction == Direction::Input && !has_items && map.get("type").is_some_and(is_array) {
            let reason = "an array has no `items`, which model APIs require";
            self.refuse(Code::SchemaRefused, format!("{pointer}/type"), reason);
        }
        if self.direction == Direction::Output {
            for (keyword, reason) in refused_constructs(map) {
                self.refuse(Code::SchemaRefused, format!("{pointer}/{keyword}"), reason);
            }
        }
        let pattern = map.get("pattern").and_then(Value::as_str);
        let names = map.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
        let names = names.map(|(name, _)| (format!("/patternProperties/{}", escaped(name)), name.as_str()));
        for (at, pattern) in pattern.map(|pattern| ("/pattern".to_owned(), pattern)).into_iter().chain(names)
        {
            if let Some(pattern_refusal) = pattern_refusal(pattern, self.direction) {
                let reason = format!("the pattern `{pattern}` {pattern_refusal}");
                self.refuse(Code::SchemaRefused, format!("{pointer}{at}"), reason);
            }
        }
    }

    /// Finds names for which the TypeScript client refuses the calls, or loses the property.
    fn check_names(&mut self, map: &Map, pointer: &str) {
        let properties = map.get("properties").and_then(Value::as_object);
        if self.direction == Direction::Input {
            if properties.is_some_and(|properties| properties.contains_key(PROTOTYPE)) {
                let reason = format!("`{PROTOTYPE}` is no name of a member in JavaScript");
                self.refuse(Code::UnsafeProperty, format!("{pointer}/properties/{PROTOTYPE}"), reason);
            }
            return;
        }
        for name in PROTOTYPE_MEMBERS {
            let at = match properties {
                Some(properties) if properties.contains_key(name) => format!("properties/{name}"),
                _ if required(map).any(|required| required == name) => "required".to_owned(),
                _ => continue,
            };
            let reason = format!(
                "`{name}` is named like a member of JavaScript's Object.prototype; the TypeScript client refuses the calls"
            );
            self.refuse(Code::UnsafeProperty, format!("{pointer}/{at}"), reason);
        }
    }

    /// Finds an `x-mcp-header` for which clients leave out the tool.
    fn check_header(&mut self, map: &Map, pointer: &str, properties: Option<usize>) {
        let Some(mark) = map.get(HEADER_MARK).filter(|_| self.direction == Direction::Input) else { return };
        let is_on_argument = properties.is_some_and(|count| count > 0);
        let fault = header_mark_fault(mark.as_str(), map.get("type"), is_on_argument);
        let mut is_new = || self.headers.insert(mark.as_str().unwrap_or_default().to_ascii_lowercase());
        let fault = match fault {
            None if !is_new() => "another argument has the same name",
            None => return,
            Some(fault) => fault,
        };
        let reason = format!("`{HEADER_MARK}` breaks a rule, and clients leave out the tool: {fault}");
        self.refuse(Code::HeaderNotMirrored, format!("{pointer}/{HEADER_MARK}"), reason);
    }

    /// Returns the required names that no schema of a composition describes. The Gemini API refuses a request for such a name
    /// in an input.
    pub(super) fn undescribed(&self) -> Vec<SchemaFault> {
        if self.direction == Direction::Output {
            return Vec::new();
        }
        self.required_names.undescribed(&|schema| self.references.followed(schema))
    }
}
