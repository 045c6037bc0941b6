//! Converts one capability to one tool.

use std::collections::HashSet;

use crate::diagnostic::Code;
use crate::json::{Map, Value, json};
use crate::model::meta::AGENTHUB_POLICY;
use crate::model::{Hint, NameSource, Tool};
use crate::selection::SelectionCandidate;
use crate::source::Node;

use super::field_shape::FieldShape;
use super::manifest_fields::{CAPABILITY, GUARDRAILS};
use super::manifest_path::ManifestPath;
use super::projected_values::ProjectedValues;
use super::reader::AgentHubReader;

/// The field that tells if a call needs an idempotency key, with which a call that is sent twice is executed once.
pub(super) const IDEMPOTENCY_KEY: &str = "idempotency_key_required";

/// Rules of the manifest that apply to every capability.
pub(super) struct ManifestPolicy {
    /// `trust.policy.high_risk_approval_required`: true if privileged and high-risk capabilities need approval.
    approval: Option<bool>,
    /// `trust.budget_guardrails`: the thresholds of the budget.
    guardrails: Map,
    /// Permissions of privileged interfaces.
    privileged: HashSet<String>,
    /// True if every interface for MCP is privileged, so that each call over MCP goes through one.
    only_privileged_mcp: bool,
}

impl ManifestPolicy {
    /// Reads the rules of a manifest.
    pub(super) fn of(root: Node<'_>, projected: &mut ProjectedValues) -> Self {
        let trust = root.get("trust");
        let approval = trust
            .and_then(|trust| trust.get("policy"))
            .and_then(|policy| projected.flag(policy, "high_risk_approval_required"));
        let mut guardrails = Map::new();
        if let Some(given) = trust.and_then(|trust| trust.get("budget_guardrails")) {
            for field in GUARDRAILS.fields {
                let number = projected.get(given, field.name).filter(|value| value.as_number().is_some());
                let copy = number.and_then(|number| projected.copy(number, None));
                guardrails.extend(copy.map(|copy| (field.name.to_owned(), copy)));
            }
        }
        let interfaces = || root.get("interfaces").into_iter().flat_map(Node::items);
        let is_privileged = |one: &Node<'_>| one.get("privileged").and_then(Node::as_bool) == Some(true);
        let for_mcp = || interfaces().filter(|one| one.get("protocol").and_then(Node::as_str) == Some("MCP"));
        let privileged = interfaces()
            .filter(is_privileged)
            .filter_map(|one| one.get("permissions"))
            .flat_map(|permissions| permissions.items().chain([permissions]))
            .filter_map(|permission| permission.as_str().map(str::to_owned))
            .collect();
        let only_privileged_mcp = for_mcp().next().is_some() && for_mcp().all(|one| is_privileged(&one));
        Self { approval, guardrails, privileged, only_privileged_mcp }
    }
}

/// `side_effect_level`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SideEffects {
    None,
    Low,
    High,
    /// Missing, or a value that is not a level.
    Unknown,
}

impl SideEffects {
    fn of(word: Option<&str>) -> Self {
        match word {
            Some("none") => Self::None,
            Some("low") => Self::Low,
            Some("high") => Self::High,
            _ => Self::Unknown,
        }
    }
}

fn is_over_mcp(capability: Node<'_>) -> bool {
    let mut protocols = capability.get("protocols").into_iter().flat_map(Node::items);
    protocols.any(|protocol| protocol.as_str() == Some("MCP"))
}

/// Returns the first permission that is not text.
fn not_text(permissions: Node<'_>) -> Option<Node<'_>> {
    if permissions.is_array() {
        permissions.items().find(|item| item.as_str().is_none())
    } else {
        Some(permissions).filter(|only| only.as_str().is_none())
    }
}

/// Returns true if a capability is left out because it has side effects and `idempotency_key_required` is missing.
pub(super) fn lacks_key(capability: Node<'_>, only_mcp: bool) -> bool {
    let has_id = capability.get("id").and_then(Node::scalar_text).is_some_and(|id| !id.trim().is_empty());
    let level = capability.get("side_effect_level").and_then(Node::as_str);
    has_id
        && (!only_mcp || is_over_mcp(capability))
        && SideEffects::of(level) != SideEffects::None
        && capability.get(IDEMPOTENCY_KEY).and_then(Node::as_bool).is_none()
}

impl<'s> AgentHubReader<'s> {
    /// Converts a capability to a tool. One that cannot be converted is reported as an error, and one that the options
    /// exclude as a note.
    pub(super) fn capability(
        &mut self,
        node: Node<'s>,
        path: &ManifestPath<'_>,
        policy: &ManifestPolicy,
    ) -> Option<Tool> {
        let id = self.projected.text(node, "id");
        let Some(id) = id else {
            let what = if node.is_object() { "has no id" } else { "is not an object" };
            self.leave_out(node, Code::MalformedTool, format!("`{path}` {what}; it is left out"));
            return None;
        };
        let candidate = SelectionCandidate { id: Some(id), ..SelectionCandidate::default() };
        if !self.choice.wants(&candidate, &format_args!("the capability `{id}`"), node.place(), self.sink) {
            self.projected.mark(node);
            return None;
        }
        let is_over_mcp = is_over_mcp(node);
        if self.options.only_mcp && !is_over_mcp {
            let message =
                format!("the capability `{id}` is not offered over MCP; it is left out, as requested");
            self.leave_out(node, Code::NotOverMcpSkipped, message);
            return None;
        }
        let level = node.get("side_effect_level").and_then(Node::as_str);
        let effects = SideEffects::of(level);
        let key_required = self.projected.flag(node, IDEMPOTENCY_KEY);
        if lacks_key(node, self.options.only_mcp) {
            let why = match effects {
                SideEffects::Unknown => "may have side effects",
                _ => "has side effects",
            };
            let message = format!(
                "the capability `{id}` {why}, but its boolean `idempotency_key_required` is missing; it is left out"
            );
            self.leave_out(node, Code::IdempotencyMissing, message);
            return None;
        }
        if let Some(permission) = self.projected.get(node, "permissions").and_then(not_text) {
            let message = format!(
                "a permission of the capability `{id}` is {}, not text, and cannot be preserved; it is left out",
                permission.kind()
            );
            self.leave_out(node, Code::PermissionNotText, message);
            return None;
        }
        if !is_over_mcp {
            let message = format!("the capability `{id}` is not offered over MCP; it is converted anyway");
            self.sink.report(Code::NotOverMcp, node.get("protocols").unwrap_or(node).place(), message);
        }
        let source = if self.options.exact { NameSource::Verbatim } else { NameSource::Copied };
        let mut tool = Tool::new(node.place(), source(id.to_owned()));
        tool.rules = self.choice.rules(&candidate);
        tool.explicit_title = self.projected.text(node, "name").map(str::to_owned);
        tool.source_description = self.projected.text(node, "description").map(str::to_owned);
        self.hints(node, effects, &mut tool);
        let annotations = self.annotations(node, effects, key_required, policy);
        if !annotations.is_empty() {
            tool.meta.insert(AGENTHUB_POLICY, Value::Object(annotations.clone()));
            tool.further_annotations = annotations;
        }
        self.schemas(node, path, &mut tool);
        let shape = FieldShape::Object(&CAPABILITY);
        self.projected.extensions(node, &shape, "", &mut tool.meta);
        Some(tool)
    }

    fn leave_out(&mut self, node: Node<'s>, code: Code, message: String) {
        self.sink.report(code, node.place(), message);
        self.projected.mark(node);
    }

    fn hints(&mut self, node: Node<'s>, effects: SideEffects, tool: &mut Tool) {
        let (read_only, destructive) = match effects {
            SideEffects::None => (true, false),
            SideEffects::Low => (false, false),
            SideEffects::High => (false, true),
            // Without hints, clients treat a tool as destructive (MCP 2026-07-28, `ToolAnnotations`).
            SideEffects::Unknown => return self.idempotent(node, tool),
        };
        tool.annotations.set(Hint::ReadOnly, read_only);
        tool.annotations.set(Hint::Destructive, destructive);
        self.idempotent(node, tool);
    }

    fn idempotent(&mut self, node: Node<'s>, tool: &mut Tool) {
        if let Some(idempotent) = self.projected.flag(node, "idempotent") {
            tool.annotations.set(Hint::Idempotent, idempotent);
        }
    }

    /// Collects fields that have no field in MCP, under the names that AgentHub's mapping to MCP gives them.
    fn annotations(
        &mut self,
        node: Node<'s>,
        effects: SideEffects,
        key_required: Option<bool>,
        policy: &ManifestPolicy,
    ) -> Map {
        let mut annotations = Map::new();
        let permissions = self.projected.texts(node, "permissions");
        let is_privileged = policy.only_privileged_mcp && is_over_mcp(node)
            || permissions.iter().flatten().any(|permission| policy.privileged.contains(permission));
        if let Some(permissions) = permissions {
            annotations.insert("permissions", json!(permissions));
        }
        if let Some(required) = key_required {
            annotations.insert("idempotency", json!({"required": required}));
        }
        if effects != SideEffects::Unknown
            && let Some(level) = self.projected.text(node, "side_effect_level")
        {
            annotations.insert("sideEffects", json!(level));
        }
        let is_risky = is_privileged || matches!(effects, SideEffects::High | SideEffects::Unknown);
        if let Some(approval) = policy.approval.filter(|_| is_risky) {
            annotations.insert("requiresApproval", json!(approval));
        }
        if !policy.guardrails.is_empty() {
            annotations.insert("budgetGuardrails", json!(policy.guardrails));
        }
        annotations
    }
}
