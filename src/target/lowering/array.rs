//! Arrays.

use crate::json::{Map, Value, json};

use super::sentences::{SentencePlace, Sentences};
use super::{LoweredNode, Lowering};
use crate::target::decode_plan::DecodePlan;
use crate::target::obstacle::Obstacle;

impl Lowering<'_> {
    /// Lowers an array. Where a target has no tuples, `items` alone describes the members: in the portable form it is the union
    /// of all positions.
    pub(super) fn array(&mut self, schema: &Map) -> Result<LoweredNode, Obstacle> {
        let mut lowered = Map::new();
        lowered.insert("type", json!("array"));
        let mut sentences = Sentences::default();
        self.keywords(schema, &["array"], &mut lowered, &mut sentences);
        let mut plan = DecodePlan::default();
        let positions = schema.get("prefixItems").and_then(Value::as_array);
        if let Some(positions) = positions.filter(|_| self.rules.kept.contains(&"prefixItems")) {
            let mut written = Vec::with_capacity(positions.len());
            for position in positions {
                written.push(Value::Object(self.at("*", position)?.schema));
            }
            lowered.insert("prefixItems", Value::Array(written));
        }
        if positions.is_some() && !self.rules.kept.contains(&"prefixItems") {
            self.lose("prefixItems");
        }
        let union = || {
            let mut union = Map::with_capacity(1);
            union.insert("anyOf", Value::Array(positions?.clone()));
            Some(Value::Object(union))
        };
        let anything = Value::Object(Map::new());
        let items = schema.get("items").cloned().or_else(union).unwrap_or(anything);
        let is_required = std::mem::replace(&mut self.is_required, true);
        let items = self.at("*", &items)?;
        self.is_required = is_required;
        for text in items.hoisted {
            sentences.add(SentencePlace::Reference, text);
        }
        if !items.schema.is_empty() || self.rules.empty_items {
            lowered.insert("items", Value::Object(items.schema));
        }
        plan.members = Some(Box::new(items.plan));
        sentences.write(&mut lowered);
        Ok(LoweredNode { schema: lowered, plan, hoisted: Vec::new() })
    }
}
