//! The form of an AgentHub agent manifest 0.1: its fields, and the rule that each has to keep.
//!
//! One table serves everything: what is checked, what counts as unknown, and what is projected.

use super::conditions;
use super::shape::{Field, Form, Object, Shape, Text};

const fn required(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, is_required: true, shape }
}

const fn optional(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, is_required: false, shape }
}

const fn object(fields: &'static [Field]) -> Object {
    Object { fields, condition: None }
}

const fn text(least: usize) -> Shape {
    Shape::Text(Text { least, most: usize::MAX, form: None })
}

const fn formed(form: &'static Form) -> Shape {
    Shape::Text(Text { least: 0, most: usize::MAX, form: Some(form) })
}

const fn number(whole: bool, least: f64, most: f64) -> Shape {
    Shape::Number { whole, least, most }
}

const fn set(of: &'static Shape, least: usize) -> Shape {
    Shape::List { of, least, unique: true }
}

static SLUG: Form =
    Form { name: "a slug of `a`-`z` and `0`-`9`, joined by `.`, `_` or `-`", matches: conditions::is_slug };
static SEMVER: Form = Form { name: "a semantic version such as 1.2.3", matches: conditions::is_semver };
static SCOPE: Form =
    Form { name: "a permission of `a`-`z`, `0`-`9`, `_`, `.`, `:` and `-`", matches: conditions::is_scope };
static STORED: Form = Form {
    name: "a reference to a secret (env://, vault:// or kms://)",
    matches: conditions::is_secret_reference,
};
static COMMIT: Form =
    Form { name: "a commit of 7 to 40 hexadecimal digits in lower case", matches: conditions::is_commit };

static ANY_TEXT: Shape = text(0);
static LABEL: Shape = text(2);
static NAME: Shape = text(3);
static PROSE: Shape = text(12);
static ID: Shape = formed(&SLUG);
static VERSION: Shape = formed(&SEMVER);
static PERMISSION: Shape = formed(&SCOPE);
static PERMISSIONS: Shape = set(&PERMISSION, 0);
static SECRET_REF: Shape = formed(&STORED);
static AMOUNT: Shape = number(false, 0.0, f64::INFINITY);
static COUNT: Shape = number(true, 0.0, f64::INFINITY);
static POSITIVE: Shape = number(true, 1.0, f64::INFINITY);

/// The manifest as a whole.
pub(super) static MANIFEST: Object = object(&[
    required("schema_version", &Shape::Word(&["0.1"])),
    required("identity", &Shape::Object(&IDENTITY)),
    optional("requirements", &Shape::Object(&REQUIREMENTS)),
    required("capabilities", &Shape::List { of: &Shape::Object(&CAPABILITY), least: 1, unique: false }),
    required("interfaces", &Shape::List { of: &Shape::Object(&INTERFACE), least: 1, unique: false }),
    required("trust", &Shape::Object(&TRUST)),
    optional("composition", &Shape::Object(&COMPOSITION)),
    required("runtime", &Shape::Object(&RUNTIME)),
    optional("provenance", &Shape::Object(&PROVENANCE)),
]);

static IDENTITY: Object = object(&[
    required("id", &ID),
    required("name", &NAME),
    required("version", &VERSION),
    required("description", &PROSE),
    required("owner", &LABEL),
    required("type", &Shape::Word(&["tool", "service", "orchestrator", "pipeline", "assistant"])),
    optional("tags", &Shape::List { of: &LABEL, least: 0, unique: true }),
]);

static REQUIREMENTS: Object = object(&[
    optional("dependencies", &Shape::List { of: &Shape::Object(&DEPENDENCY), least: 0, unique: true }),
    optional("permissions", &PERMISSIONS),
    optional("secrets", &Shape::List { of: &Shape::Object(&SECRET), least: 0, unique: true }),
    optional("budget", &Shape::Object(&BUDGET)),
]);

static DEPENDENCY: Object = object(&[
    required("name", &ANY_TEXT),
    required("version_constraint", &ANY_TEXT),
    optional("optional", &Shape::Flag),
]);

static SECRET: Object = object(&[required("id", &LABEL), required("secret_ref", &SECRET_REF)]);

static BUDGET: Object = object(&[
    optional("currency", &Shape::Text(Text { least: 3, most: 3, form: None })),
    optional("per_task_limit", &AMOUNT),
    optional("monthly_limit", &AMOUNT),
]);

/// One capability.
pub(super) static CAPABILITY: Object = Object {
    fields: &[
        required("id", &ID),
        required("name", &NAME),
        required(
            "category",
            &Shape::Word(&[
                "reasoning",
                "retrieval",
                "transformation",
                "communication",
                "orchestration",
                "action",
            ]),
        ),
        required("description", &PROSE),
        required("input_schema", &Shape::Schema),
        required("output_schema", &Shape::Schema),
        required(
            "protocols",
            &Shape::List { of: &Shape::Word(&["MCP", "A2A", "HTTP", "INTERNAL"]), least: 1, unique: true },
        ),
        optional("permissions", &PERMISSIONS),
        required("idempotency_key_required", &Shape::Flag),
        optional("idempotent", &Shape::Flag),
        required("side_effect_level", &Shape::Word(&["none", "low", "high"])),
        optional("cost", &Shape::Object(&COST)),
    ],
    condition: Some(conditions::side_effects),
};

static COST: Object = object(&[
    optional("mode", &Shape::Word(&["fixed", "token", "usage"])),
    optional("estimated_cost", &AMOUNT),
    optional("unit", &Shape::Text(Text { least: 1, most: usize::MAX, form: None })),
]);

/// `{"$ref_uri": …}` in place of a schema.
pub(super) static REFERENCE: Object = object(&[required("$ref_uri", &ANY_TEXT)]);

/// What AgentHub demands of a schema that stands in place.
pub(super) static INLINE: Object = object(&[
    required("type", &Shape::Word(&["object", "array", "string", "number", "integer", "boolean", "null"])),
    optional("properties", &Shape::AnyObject),
    optional("required", &Shape::List { of: &ANY_TEXT, least: 0, unique: true }),
    optional("items", &Shape::Subschema),
    optional("additionalProperties", &Shape::Subschema),
    optional("enum", &Shape::AnyList),
    optional("description", &ANY_TEXT),
]);

static INTERFACE: Object = Object {
    fields: &[
        required("name", &ANY_TEXT),
        required("protocol", &Shape::Word(&["MCP", "A2A", "HTTP", "CLI", "INTERNAL"])),
        optional("endpoint", &ANY_TEXT),
        required("auth", &Shape::Word(&["none", "api_key", "oauth2", "mTLS", "signed_jwt"])),
        required("privileged", &Shape::Flag),
        optional("permissions", &Shape::List { of: &PERMISSION, least: 1, unique: true }),
        optional("rate_limit", &Shape::Object(&RATE_LIMIT)),
        optional("schema_ref", &ANY_TEXT),
    ],
    condition: Some(conditions::interface),
};

static RATE_LIMIT: Object = object(&[optional("requests_per_minute", &POSITIVE)]);

static TRUST: Object = object(&[
    required("minimum_trust_score", &Shape::Number { whole: false, least: 0.0, most: 1.0 }),
    required(
        "allowed_trust_sources",
        &Shape::List {
            of: &Shape::Word(&["first_party", "partner", "marketplace", "verified_third_party"]),
            least: 1,
            unique: true,
        },
    ),
    required("policy", &Shape::Object(&POLICY)),
    required("budget_guardrails", &Shape::Object(&GUARDRAILS)),
    required("credential_policy", &Shape::Object(&CREDENTIALS)),
]);

static POLICY: Object = object(&[
    required("injection_protection", &Shape::Word(&["strict", "moderate", "off"])),
    required("pii_handling", &Shape::Word(&["deny", "mask", "allow_with_approval"])),
    required("data_retention_days", &COUNT),
    required("high_risk_approval_required", &Shape::Flag),
    optional("human_approval_actions", &Shape::List { of: &ANY_TEXT, least: 0, unique: true }),
]);

/// The thresholds of a budget.
pub(super) static GUARDRAILS: Object = object(&[
    required("soft_alert_pct", &Shape::Exactly(80)),
    required("reauthorization_pct", &Shape::Exactly(100)),
    required("hard_stop_pct", &Shape::Exactly(120)),
]);

static CREDENTIALS: Object = object(&[
    required("short_lived_credentials", &Shape::True),
    required("max_ttl_minutes", &Shape::Number { whole: true, least: 1.0, most: 1440.0 }),
]);

/// How the capabilities of an agent work together.
pub(super) static COMPOSITION: Object = Object {
    fields: &[
        required("type", &Shape::Word(&["single", "pipeline", "graph"])),
        required("deterministic", &Shape::Flag),
        optional("steps", &Shape::List { of: &Shape::Object(&STEP), least: 1, unique: false }),
    ],
    condition: Some(conditions::composition),
};

static STEP: Object = object(&[
    required("id", &ANY_TEXT),
    required("capability_ref", &ANY_TEXT),
    required("on_failure", &Shape::Word(&["abort", "continue", "retry"])),
]);

/// How an agent runs.
pub(super) static RUNTIME: Object = object(&[
    required("execution_mode", &Shape::Word(&["deterministic_workflow", "autonomous_loop"])),
    required("sandbox", &Shape::Word(&["container", "vm", "firecracker"])),
    required("max_retries", &COUNT),
    required("timeout_seconds", &POSITIVE),
    required("idempotency_required", &Shape::True),
    required("replay_safe", &Shape::True),
    required("observability", &Shape::Object(&OBSERVABILITY)),
]);

static OBSERVABILITY: Object = object(&[
    required("log_privileged_actions", &Shape::True),
    required("emit_cost_metrics", &Shape::True),
    required("emit_latency_metrics", &Shape::True),
]);

static PROVENANCE: Object = object(&[
    required("created_at", &ANY_TEXT),
    optional("updated_at", &ANY_TEXT),
    required("source", &Shape::Word(&["first_party", "partner", "marketplace", "imported"])),
    optional("source_repo", &ANY_TEXT),
    optional("commit", &Shape::Text(Text { least: 0, most: usize::MAX, form: Some(&COMMIT) })),
    optional("maintainer_contact", &ANY_TEXT),
]);
