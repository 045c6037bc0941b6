//! Unions (docs/targets.md, "Unions").

use crate::json::{Map, Value, json};
use crate::model::referenced;

use super::all_of::{combine, contradict, is_closed_to};
use super::null::restore;
use super::sentences::{SentencePlace, Sentences};
use super::{LoweredNode, Lowering, STRUCTURE, keywords, only_describes};
use crate::target::ambiguity::{BranchComparison, DecodedBranch, StillUnknown};
use crate::target::decode_plan::DecodePlan;
use crate::target::note::NoteKind;
use crate::target::obstacle::Obstacle;
use crate::target::rules::UnionForm;

/// Keywords that stay outside a union.
const OUTSIDE: [&str; 4] = ["title", "description", "default", "examples"];

impl<'t> Lowering<'t> {
    /// Lowers a schema with `anyOf`, of which null is no branch.
    pub(super) fn union(&mut self, schema: &Map) -> Result<LoweredNode, Obstacle> {
        let mut rest = schema.clone();
        let branches = match rest.shift_remove("anyOf") {
            Some(Value::Array(branches)) => branches,
            _ => Vec::new(),
        };
        if let Some(node) = self.conditions(&rest, &branches)? {
            return Ok(node);
        }
        let mut outside = Map::new();
        for keyword in OUTSIDE {
            if let Some(value) = rest.shift_remove(keyword) {
                outside.insert(keyword, value);
            }
        }
        rest.retain(|keyword, _| keywords::is_carried(keyword));
        let is_kept_beside = self.keeps_beside(&rest);
        let mut distinct: Vec<Map> = Vec::with_capacity(branches.len());
        let mut names = Vec::new();
        let can_be = |branch: &&Value| branch.as_object().is_none_or(|branch| !contradict(&rest, branch));
        let possible: Vec<&Value> = branches.iter().filter(can_be).collect();
        let possible = if possible.is_empty() { branches.iter().collect() } else { possible };
        for branch in possible {
            let branch = branch.as_object().cloned().unwrap_or_default();
            let branch = if rest.is_empty() || is_kept_beside {
                branch
            } else {
                self.beside(&rest, branch, &mut names)?
            };
            if !distinct.contains(&branch) {
                distinct.push(branch);
            }
        }
        self.stack.extend(&names);
        let lowered = self.of_branches(&distinct, outside, rest);
        self.stack.truncate(self.stack.len() - names.len());
        lowered
    }

    /// Lowers the distinct branches of a union.
    fn of_branches(
        &mut self,
        distinct: &[Map],
        outside: Map,
        mut rest: Map,
    ) -> Result<LoweredNode, Obstacle> {
        let is_kept_beside = self.keeps_beside(&rest);
        if let [only] = distinct {
            let mut whole = outside;
            let only = if is_kept_beside {
                self.beside(&rest, only.clone(), &mut Vec::new())?
            } else {
                only.clone()
            };
            for (keyword, value) in only {
                if !whole.contains_key(keyword.as_str()) {
                    whole.insert(keyword, value);
                }
            }
            return self.node(&whole);
        }
        let notes = self.notes.count();
        let mut lowered = Vec::with_capacity(distinct.len());
        for branch in distinct {
            lowered.push(self.node(branch)?);
        }
        if lowered.iter().any(LoweredNode::takes_anything) {
            // One branch takes everything, so that the union does.
            self.notes.forget_forms_after(notes);
            if rest.is_empty() || !is_kept_beside {
                return Ok(self.anything(&outside));
            }
            rest.extend(outside);
            return self.plain(&rest);
        }
        if self.are_in_conflict(&lowered) {
            self.notes.forget_after(notes);
            return Ok(self.json_text(&outside, "any value", Sentences::default()));
        }
        self.united(&outside, &rest, lowered)
    }

    /// Makes one schema of lowered branches.
    fn united(
        &mut self,
        outside: &Map,
        rest: &Map,
        branches: Vec<LoweredNode>,
    ) -> Result<LoweredNode, Obstacle> {
        if self.rules.unions == UnionForm::None {
            return Ok(self.without_union(outside, branches));
        }
        let mut lowered = Map::new();
        let mut sentences = Sentences::default();
        self.keywords(outside, &[], &mut lowered, &mut sentences);
        if self.rules.unions == UnionForm::AloneWithTexts
            && let Some(value) = lowered.shift_remove("default")
        {
            self.describe("default", &value, &mut sentences);
        }
        let mut node = LoweredNode::default();
        if !rest.is_empty() && self.keeps_beside(rest) {
            let beside = self.plain(rest)?;
            lowered.extend(beside.schema);
            node.plan = beside.plan;
        }
        let mut written: Vec<Value> = Vec::with_capacity(branches.len());
        for branch in branches {
            node.plan.unite(branch.plan);
            for text in branch.hoisted {
                sentences.add(SentencePlace::Reference, text);
            }
            // A union alone in a union is part of it.
            let inner = match (branch.schema.len(), branch.schema.get("anyOf")) {
                (1, Some(Value::Array(inner))) => inner.clone(),
                _ => vec![Value::Object(branch.schema)],
            };
            for one in inner {
                if !written.contains(&one) {
                    written.push(one);
                }
            }
        }
        // Null of a branch is null of the union; it stands last, and one schema that may be null has a shorter form.
        let null = json!({"type": "null"});
        let has_null = written.contains(&null);
        written.retain(|branch| *branch != null);
        if has_null && written.len() == 1 && only_describes(&lowered) {
            if let Some(Value::Object(only)) = written.pop() {
                node.schema = only;
            }
            node.schema.extend(lowered);
            restore(&mut node.schema, self.rules.null);
        } else if let ([Value::Object(only)], true) = (written.as_slice(), lowered.is_empty()) {
            node.schema = only.clone();
        } else {
            written.extend(has_null.then_some(null));
            lowered.insert("anyOf", Value::Array(written));
            node.schema = lowered;
        }
        sentences.write(&mut node.schema);
        Ok(node)
    }

    /// Returns true if the branches have different forms for the same value. Where that is not known yet, it is checked at the
    /// end.
    fn are_in_conflict(&mut self, branches: &[LoweredNode]) -> bool {
        if branches.iter().all(|branch| branch.plan == DecodePlan::default()) {
            return false;
        }
        let resolve = |name: &str| {
            let node = self.lowered.get(*self.started.get(name)?)?.1.as_ref()?;
            Some(node.decoded())
        };
        let compared: Vec<DecodedBranch<'_>> = branches.iter().map(LoweredNode::decoded).collect();
        match BranchComparison::new(resolve).are_in_conflict(&compared) {
            Ok(conflict) => conflict,
            Err(StillUnknown) => {
                self.undecided.push((self.path.join("/"), branches.to_vec()));
                false
            }
        }
    }

    /// Returns true if what stands beside a union stays there: not if it speaks of members without naming a type, since it could
    /// not be said then.
    fn keeps_beside(&self, rest: &Map) -> bool {
        let is_said =
            rest.contains_key("type") || !STRUCTURE.iter().any(|keyword| rest.contains_key(*keyword));
        self.rules.unions == UnionForm::Beside && is_said
    }

    /// Returns a branch with what stands beside the union. `names` gets that of the definition that the branch refers to.
    fn beside(&mut self, rest: &Map, branch: Map, names: &mut Vec<&'t str>) -> Result<Map, Obstacle> {
        let target = referenced(&branch).and_then(|name| self.definition(name));
        let branch = match target {
            Some((name, _)) if self.is_too_often_on_path(name) => {
                return Err(Obstacle::Recursive(name.to_owned()));
            }
            Some((name, target)) => {
                names.push(name);
                let mut own = branch.clone();
                own.shift_remove("$ref");
                combine(own, target.clone(), &mut Vec::new())
            }
            None => branch,
        };
        if is_closed_to(rest, &branch) {
            self.lose("additionalProperties");
        }
        let mut lost = Vec::new();
        let combined = combine(rest.clone(), branch, &mut lost);
        for keyword in lost {
            self.lose(&keyword);
        }
        Ok(combined)
    }

    /// Lowers an object whose union says only which properties are needed, and says that in the description.
    fn conditions(&mut self, rest: &Map, branches: &[Value]) -> Result<Option<LoweredNode>, Obstacle> {
        let is_object =
            rest.contains_key("properties") || rest.get("type").is_some_and(|kind| *kind == "object");
        let is_condition = |branch: &Value| {
            branch.as_object().is_some_and(|branch| {
                branch.iter().all(|(keyword, value)| match keyword.as_str() {
                    "required" | "not" => true,
                    "type" => *value == "object",
                    _ => false,
                })
            })
        };
        if !is_object || !branches.iter().all(is_condition) {
            return Ok(None);
        }
        let mut groups: Vec<String> = Vec::new();
        for branch in branches {
            let names = branch.get("required").and_then(Value::as_array).into_iter().flatten();
            let names: Vec<&str> = names.filter_map(Value::as_str).collect();
            if !names.is_empty() {
                groups.push(names.join(" + "));
            }
        }
        let is_moved = self.with_sentences && groups.len() == branches.len();
        self.note(NoteKind::Weakened { keyword: "anyOf".to_owned(), is_moved });
        let mut node = self.plain(rest)?;
        if is_moved {
            let mut sentences = Sentences::default();
            sentences
                .add(SentencePlace::Conditions, format!("Give at least one of: {}.", groups.join(" | ")));
            sentences.write(&mut node.schema);
        }
        Ok(Some(node))
    }

    /// Says a union where the target has none: objects become one with all their properties, scalars of one type that type, and
    /// others JSON text.
    fn without_union(&mut self, outside: &Map, branches: Vec<LoweredNode>) -> LoweredNode {
        let kind = |node: &LoweredNode| node.schema.get("type").and_then(Value::as_str).map(str::to_owned);
        let first = branches.first().and_then(kind);
        let Some(first) =
            first.filter(|first| branches.iter().all(|node| kind(node).as_ref() == Some(first)))
        else {
            return self.json_text(outside, "any value", Sentences::default());
        };
        if first == "array" || branches.iter().any(|node| node.plan.form.is_some()) {
            return self.json_text(outside, "any value", Sentences::default());
        }
        self.lose("anyOf");
        let mut sentences = Sentences::default();
        let mut lowered = Map::new();
        self.keywords(outside, &[], &mut lowered, &mut sentences);
        lowered.insert("type", json!(first));
        let mut plan = DecodePlan::default();
        if first == "object" {
            let names = |node: &LoweredNode| -> Vec<String> {
                let list = node.schema.get("required").and_then(Value::as_array).into_iter().flatten();
                list.filter_map(|name| name.as_str().map(str::to_owned)).collect()
            };
            let mut required = branches.first().map(names).unwrap_or_default();
            let mut spellings: Vec<(String, Vec<LoweredNode>)> = Vec::new();
            for node in branches {
                let own = names(&node);
                required.retain(|name| own.contains(name));
                let Some(Value::Object(properties)) = node.schema.get("properties") else { continue };
                for (name, property) in properties {
                    let schema = property.as_object().cloned().unwrap_or_default();
                    let plan = node.plan.property(name.as_str()).cloned().unwrap_or_default();
                    let spelling = LoweredNode { schema, plan, hoisted: Vec::new() };
                    match spellings.iter_mut().find(|(one, _)| *name == one.as_str()) {
                        Some((_, known)) => known.push(spelling),
                        None => spellings.push((name.to_string(), vec![spelling])),
                    }
                }
            }
            let mut properties = Map::with_capacity(spellings.len());
            for (name, mut known) in spellings {
                known.dedup_by(|one, other| one.schema == other.schema && one.plan == other.plan);
                let united = match known.len() {
                    1 => known.remove(0),
                    _ => self.without_union(&keywords::annotations(&known[0].schema), known),
                };
                properties.insert(name.as_str(), Value::Object(united.schema));
                plan.properties.push((name, united.plan));
            }
            lowered.insert("properties", Value::Object(properties));
            if !required.is_empty() {
                lowered.insert("required", required.into_iter().map(Value::String).collect());
            }
        }
        sentences.write(&mut lowered);
        LoweredNode { schema: lowered, plan, hoisted: Vec::new() }
    }
}
