//! `enum`: its values in the declared types.

use std::collections::HashSet;

use crate::diagnostic::Code;
use crate::json::Value;
use crate::source::Node;

use super::data::{coerce, in_type};
use super::keywords::SchemaKeywords;
use super::{BuiltSchema, TranslationContext, Translator};

/// Returns the `enum` beside `items` if it lists items and not arrays.
pub(super) fn enum_of_items<'s>(keywords: &SchemaKeywords<'s>, types: &[&'static str]) -> Option<Node<'s>> {
    let values = keywords.values.filter(|values| values.is_array() && !values.is_empty())?;
    let has_items = keywords.items.is_some_and(Node::is_object);
    let are_arrays = types.contains(&"array") && types.iter().all(|kind| matches!(*kind, "array" | "null"));
    let lists_items = values.items().all(|value| !value.is_array() && !value.is_null());
    (has_items && are_arrays && lists_items).then_some(values)
}

impl<'s> Translator<'s> {
    /// Translates `enum`. Values of another type are converted, or left out where that is not possible; `None` if no
    /// value is left, or if the list is meant for `items`.
    pub(super) fn enum_values(
        &self,
        keywords: &SchemaKeywords<'s>,
        types: &[&'static str],
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) -> Option<Vec<Value>> {
        let node = keywords.values?;
        if enum_of_items(keywords, types).is_some() {
            built.weak = true;
            return None;
        }
        let nullable = types.contains(&"null") || types.is_empty();
        let mut values: Vec<Value> = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        let mut changed = Vec::new();
        let single = [node];
        let items: Vec<Node<'s>> =
            if node.is_array() { node.items().collect() } else { single.into_iter().collect() };
        for item in items {
            let Some(value) = self.data(item) else { continue };
            let value = if value.is_null() && !nullable {
                value
            } else {
                match coerce(in_type(item, value.clone(), types), types) {
                    Ok(coerced) => {
                        if coerced != value {
                            built.weak = true;
                            changed.push(value.to_string());
                        }
                        coerced
                    }
                    Err(misfit) => {
                        changed.push(misfit.to_string());
                        continue;
                    }
                }
            };
            if seen.insert(value.to_string()) {
                values.push(value);
            }
        }
        if !changed.is_empty() && !values.is_empty() {
            let message = format!(
                "the `enum` of `{}` has values that are not of type {}: {}; they are converted, or left out where that would change them",
                context.owner,
                types.join(" or "),
                first_few(&changed)
            );
            self.sink.report(Code::EnumRepaired, node.place(), message);
        }
        if values.is_empty() {
            built.weak = true;
            let message = if changed.is_empty() {
                "`enum` has no usable value; it is dropped".to_owned()
            } else {
                let list = first_few(&changed);
                built.notes.push(format!("Values: {}", changed.join(", ")));
                format!(
                    "no value in the `enum` of `{}` is of type {}: {list}; they are moved into the description",
                    context.owner,
                    types.join(" or "),
                )
            };
            self.sink.report(Code::EnumRepaired, node.place(), message);
            return None;
        }
        Some(values)
    }
}

/// Lists the first few of many values.
fn first_few(values: &[String]) -> String {
    let shown: Vec<&str> = values.iter().take(5).map(String::as_str).collect();
    let more = if values.len() > 5 { format!(" and {} more", values.len() - 5) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
