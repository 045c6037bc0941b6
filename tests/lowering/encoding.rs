//! How a model says a value: by the lowered schema and the side table, independently of the program.

use serde_json::{Map, Value, json};

/// A lowered schema and its side table.
pub(crate) struct Encoding<'t> {
    schema: &'t Value,
    table: &'t Value,
}

impl<'t> Encoding<'t> {
    pub(crate) fn new(schema: &'t Value, table: &'t Value) -> Self {
        Self { schema, table }
    }

    /// Returns how a model says arguments; `None` if it cannot.
    pub(crate) fn say(&self, arguments: &Value) -> Option<Value> {
        // An argument that is called otherwise.
        let mut renamed = Map::new();
        for (name, value) in arguments.as_object()? {
            let new = self.table.as_object()?.iter().find(|(_, entry)| entry["name"] == json!(name));
            let new = new.map_or_else(|| escaped(name), |(place, _)| place[1..].to_owned());
            renamed.insert(new.replace("~1", "/").replace("~0", "~"), value.clone());
        }
        self.value(self.schema, &Value::Object(renamed), &[""]).filter(|said| self.fits(self.schema, said))
    }

    /// Says a value of a schema. `places` are those of the side table that speak of it: one, and those that references lead to.
    fn value(&self, schema: &Value, value: &Value, places: &[&str]) -> Option<Value> {
        if let Some(name) = schema["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/")) {
            let place = format!("/$defs/{}", escaped(name));
            return self.value(&self.schema["$defs"][name], value, &[places, &[place.as_str()]].concat());
        }
        if let Some(branches) = schema["anyOf"].as_array() {
            let said =
                branches.iter().filter_map(|branch| Some((branch, self.value(branch, value, places)?)));
            let mut fitting = said.filter(|(branch, said)| self.fits(branch, said));
            return fitting.next().map(|(_, said)| said);
        }
        let has = |form: &str| places.iter().any(|place| self.table[*place]["decode"] == json!(form));
        let is_text = kinds(schema).contains(&"string");
        if has("json") && is_text {
            return Some(json!(value.to_string()));
        }
        let members =
            |step: &str| -> Vec<String> { places.iter().map(|place| format!("{place}/{step}")).collect() };
        match value {
            Value::Object(map) if has("entries") && kinds(schema).contains(&"array") => {
                let places = members("*");
                let places: Vec<&str> = places.iter().map(String::as_str).collect();
                let of_value = &schema["items"]["properties"]["value"];
                let entry = |(key, value): (&String, &Value)| {
                    Some(json!({"key": key, "value": self.value(of_value, value, &places)?}))
                };
                map.iter().map(entry).collect()
            }
            Value::Object(map) => self.object(schema, map, &members).map(Value::Object),
            Value::Array(items) => {
                let places = members("*");
                let places: Vec<&str> = places.iter().map(String::as_str).collect();
                items.iter().map(|item| self.value(&schema["items"], item, &places)).collect()
            }
            scalar => Some(scalar.clone()),
        }
    }

    fn object(
        &self,
        schema: &Value,
        map: &Map<String, Value>,
        members: &dyn Fn(&str) -> Vec<String>,
    ) -> Option<Map<String, Value>> {
        let mut said = Map::new();
        for (name, value) in map {
            let named = schema["properties"].get(name);
            let step = if named.is_none() { "*".to_owned() } else { escaped(name) };
            let places = members(&step);
            let places: Vec<&str> = places.iter().map(String::as_str).collect();
            let anything = json!({});
            let further = schema.get("additionalProperties").filter(|further| further.is_object());
            let of_value = named.or(further).unwrap_or(&anything);
            said.insert(name.clone(), self.value(of_value, value, &places)?);
        }
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !said.contains_key(name) {
                let is_absent = |place: &String| self.table[place]["null"] == json!("absent");
                members(&escaped(name)).iter().find(|place| is_absent(place))?;
                said.insert(name.to_owned(), Value::Null);
            }
        }
        Some(said)
    }

    /// Returns true if a value satisfies a part of the schema.
    fn fits(&self, part: &Value, value: &Value) -> bool {
        let mut whole = part.clone();
        if let (Some(whole), Some(definitions)) = (whole.as_object_mut(), self.schema.get("$defs")) {
            whole.insert("$defs".to_owned(), definitions.clone());
        }
        jsonschema::draft202012::new(&whole).is_ok_and(|validator| validator.is_valid(value))
    }
}

fn kinds(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn escaped(name: &str) -> String {
    if name == "*" { "~2".to_owned() } else { name.replace('~', "~0").replace('/', "~1") }
}
