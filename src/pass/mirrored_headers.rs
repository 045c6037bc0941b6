//! Keeps one argument per mirrored header, `x-mcp-header` (MCP 2026-07-28, "Streamable HTTP").

use std::collections::HashSet;
use std::sync::Arc;

use crate::client_limits::HEADER_MARK;
use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::Catalog;
use crate::parallel::each;

/// Drops each `x-mcp-header` whose name, ignoring case, an earlier one of the tool has.
pub fn deduplicate_mirrored_headers(catalog: &mut Catalog, sink: &Sink) {
    each(&mut catalog.tools, sink, |tool, sink| {
        let mut taken = HashSet::new();
        for argument in &mut tool.arguments {
            if !has_header(&argument.schema.0) {
                continue;
            }
            retain_headers(&mut Arc::make_mut(&mut argument.schema).0, &mut |name| {
                let is_free = taken.insert(name.to_ascii_lowercase());
                if !is_free {
                    let message = format!("`x-mcp-header: {name}` is dropped: another argument has it");
                    sink.report(Code::HeaderNotMirrored, argument.place, message);
                }
                is_free
            });
        }
    });
}

/// Returns true if a schema has `x-mcp-header` anywhere: translation keeps it only where `properties` alone lead. The depth of translated schemas bounds the recursion.
fn has_header(schema: &Map) -> bool {
    // A schema has few keywords, so that a scan is faster than a look-up.
    schema.iter().any(|(keyword, value)| match value {
        Value::Object(properties) if keyword == "properties" => {
            properties.values().filter_map(Value::as_object).any(has_header)
        }
        _ => keyword == HEADER_MARK,
    })
}

/// Removes each `x-mcp-header` that `keep` rejects. The depth of translated schemas bounds the recursion.
fn retain_headers(schema: &mut Map, keep: &mut impl FnMut(&str) -> bool) {
    if let Some(name) = schema.get(HEADER_MARK).and_then(Value::as_str)
        && !keep(name)
    {
        schema.shift_remove(HEADER_MARK);
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for property in properties.values_mut().filter_map(Value::as_object_mut) {
            retain_headers(property, keep);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;
    use crate::pass::fixture::{argument, catalog, raised, tool};

    #[test]
    fn the_first_of_equal_names_is_kept() {
        let mut one = tool("GET", "/", Some("a"));
        one.arguments = vec![
            argument("a", json!({"type": "string", "x-mcp-header": "Region"})),
            argument(
                "b",
                json!({"properties": {"c": {"x-mcp-header": "REGION"}, "d": {"x-mcp-header": "Zone"}}}),
            ),
        ];
        let mut catalog = catalog(vec![one]);
        let sink = Sink::new();
        deduplicate_mirrored_headers(&mut catalog, &sink);
        let arguments = &catalog.tools[0].arguments;
        assert_eq!(arguments[0].schema.0["x-mcp-header"], "Region");
        assert_eq!(
            Value::Object(arguments[1].schema.0.clone()),
            json!({"properties": {"c": {}, "d": {"x-mcp-header": "Zone"}}})
        );
        assert_eq!(raised(sink).len(), 1);
    }
}
