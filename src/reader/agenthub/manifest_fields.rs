//! The fields of an AgentHub agent manifest 0.1, with the rules for their values.
//!
//! This table serves the check of a manifest, the search for unknown fields, and the copy of values into `_meta`.

use super::field_shape::{FieldRule, FieldShape, ObjectShape, StringForm, TextShape};
use super::{conditions, string_forms};

const fn required(name: &'static str, shape: &'static FieldShape) -> FieldRule {
    FieldRule { name, is_required: true, shape }
}

const fn optional(name: &'static str, shape: &'static FieldShape) -> FieldRule {
    FieldRule { name, is_required: false, shape }
}

const fn object(fields: &'static [FieldRule]) -> ObjectShape {
    ObjectShape { fields, condition: None }
}

const fn text(least: usize) -> FieldShape {
    FieldShape::Text(TextShape { least, most: usize::MAX, form: None })
}

const fn formed(form: &'static StringForm) -> FieldShape {
    FieldShape::Text(TextShape { least: 0, most: usize::MAX, form: Some(form) })
}

const fn number(whole: bool, least: f64, most: f64) -> FieldShape {
    FieldShape::Number { whole, least, most }
}

const fn set(of: &'static FieldShape, least: usize) -> FieldShape {
    FieldShape::List { of, least, unique: true }
}

static SLUG: StringForm = StringForm {
    name: "a slug of `a`-`z` and `0`-`9`, joined by `.`, `_` or `-`",
    matches: string_forms::is_slug,
};
static SEMVER: StringForm =
    StringForm { name: "a semantic version such as 1.2.3", matches: string_forms::is_semver };
static SCOPE: StringForm = StringForm {
    name: "a permission of `a`-`z`, `0`-`9`, `_`, `.`, `:` and `-`",
    matches: string_forms::is_scope,
};
static STORED: StringForm = StringForm {
    name: "a reference to a secret (env://, vault:// or kms://)",
    matches: string_forms::is_secret_reference,
};
static COMMIT: StringForm = StringForm {
    name: "a commit of 7 to 40 hexadecimal digits in lower case",
    matches: string_forms::is_commit,
};

static ANY_TEXT: FieldShape = text(0);
static LABEL: FieldShape = text(2);
static NAME: FieldShape = text(3);
static PROSE: FieldShape = text(12);
static ID: FieldShape = formed(&SLUG);
static VERSION: FieldShape = formed(&SEMVER);
static PERMISSION: FieldShape = formed(&SCOPE);
static PERMISSIONS: FieldShape = set(&PERMISSION, 0);
static SECRET_REF: FieldShape = formed(&STORED);
static AMOUNT: FieldShape = number(false, 0.0, f64::INFINITY);
static COUNT: FieldShape = number(true, 0.0, f64::INFINITY);
static POSITIVE: FieldShape = number(true, 1.0, f64::INFINITY);

/// The manifest as a whole.
pub(super) static MANIFEST: ObjectShape = object(&[
    required("schema_version", &FieldShape::Word(&["0.1"])),
    required("identity", &FieldShape::Object(&IDENTITY)),
    optional("requirements", &FieldShape::Object(&REQUIREMENTS)),
    required(
        "capabilities",
        &FieldShape::List { of: &FieldShape::Object(&CAPABILITY), least: 1, unique: false },
    ),
    required(
        "interfaces",
        &FieldShape::List { of: &FieldShape::Object(&INTERFACE), least: 1, unique: false },
    ),
    required("trust", &FieldShape::Object(&TRUST)),
    optional("composition", &FieldShape::Object(&COMPOSITION)),
    required("runtime", &FieldShape::Object(&RUNTIME)),
    optional("provenance", &FieldShape::Object(&PROVENANCE)),
]);

static IDENTITY: ObjectShape = object(&[
    required("id", &ID),
    required("name", &NAME),
    required("version", &VERSION),
    required("description", &PROSE),
    required("owner", &LABEL),
    required("type", &FieldShape::Word(&["tool", "service", "orchestrator", "pipeline", "assistant"])),
    optional("tags", &FieldShape::List { of: &LABEL, least: 0, unique: true }),
]);

static REQUIREMENTS: ObjectShape = object(&[
    optional(
        "dependencies",
        &FieldShape::List { of: &FieldShape::Object(&DEPENDENCY), least: 0, unique: true },
    ),
    optional("permissions", &PERMISSIONS),
    optional("secrets", &FieldShape::List { of: &FieldShape::Object(&SECRET), least: 0, unique: true }),
    optional("budget", &FieldShape::Object(&BUDGET)),
]);

static DEPENDENCY: ObjectShape = object(&[
    required("name", &ANY_TEXT),
    required("version_constraint", &ANY_TEXT),
    optional("optional", &FieldShape::Flag),
]);

static SECRET: ObjectShape = object(&[required("id", &LABEL), required("secret_ref", &SECRET_REF)]);

static BUDGET: ObjectShape = object(&[
    optional("currency", &FieldShape::Text(TextShape { least: 3, most: 3, form: None })),
    optional("per_task_limit", &AMOUNT),
    optional("monthly_limit", &AMOUNT),
]);

/// One capability.
pub(super) static CAPABILITY: ObjectShape = ObjectShape {
    fields: &[
        required("id", &ID),
        required("name", &NAME),
        required(
            "category",
            &FieldShape::Word(&[
                "reasoning",
                "retrieval",
                "transformation",
                "communication",
                "orchestration",
                "action",
            ]),
        ),
        required("description", &PROSE),
        required("input_schema", &FieldShape::Schema),
        required("output_schema", &FieldShape::Schema),
        required(
            "protocols",
            &FieldShape::List {
                of: &FieldShape::Word(&["MCP", "A2A", "HTTP", "INTERNAL"]),
                least: 1,
                unique: true,
            },
        ),
        optional("permissions", &PERMISSIONS),
        required("idempotency_key_required", &FieldShape::Flag),
        optional("idempotent", &FieldShape::Flag),
        required("side_effect_level", &FieldShape::Word(&["none", "low", "high"])),
        optional("cost", &FieldShape::Object(&COST)),
    ],
    condition: Some(conditions::side_effects),
};

static COST: ObjectShape = object(&[
    optional("mode", &FieldShape::Word(&["fixed", "token", "usage"])),
    optional("estimated_cost", &AMOUNT),
    optional("unit", &FieldShape::Text(TextShape { least: 1, most: usize::MAX, form: None })),
]);

/// A reference to a schema: `{"$ref_uri": …}`.
pub(super) static REFERENCE: ObjectShape = object(&[required("$ref_uri", &ANY_TEXT)]);

/// An inline schema. AgentHub has rules for these keywords only.
pub(super) static INLINE: ObjectShape = object(&[
    required(
        "type",
        &FieldShape::Word(&["object", "array", "string", "number", "integer", "boolean", "null"]),
    ),
    optional("properties", &FieldShape::AnyObject),
    optional("required", &FieldShape::List { of: &ANY_TEXT, least: 0, unique: true }),
    optional("items", &FieldShape::Subschema),
    optional("additionalProperties", &FieldShape::Subschema),
    optional("enum", &FieldShape::AnyList),
    optional("description", &ANY_TEXT),
]);

static INTERFACE: ObjectShape = ObjectShape {
    fields: &[
        required("name", &ANY_TEXT),
        required("protocol", &FieldShape::Word(&["MCP", "A2A", "HTTP", "CLI", "INTERNAL"])),
        optional("endpoint", &ANY_TEXT),
        required("auth", &FieldShape::Word(&["none", "api_key", "oauth2", "mTLS", "signed_jwt"])),
        required("privileged", &FieldShape::Flag),
        optional("permissions", &FieldShape::List { of: &PERMISSION, least: 1, unique: true }),
        optional("rate_limit", &FieldShape::Object(&RATE_LIMIT)),
        optional("schema_ref", &ANY_TEXT),
    ],
    condition: Some(conditions::interface),
};

static RATE_LIMIT: ObjectShape = object(&[optional("requests_per_minute", &POSITIVE)]);

static TRUST: ObjectShape = object(&[
    required("minimum_trust_score", &FieldShape::Number { whole: false, least: 0.0, most: 1.0 }),
    required(
        "allowed_trust_sources",
        &FieldShape::List {
            of: &FieldShape::Word(&["first_party", "partner", "marketplace", "verified_third_party"]),
            least: 1,
            unique: true,
        },
    ),
    required("policy", &FieldShape::Object(&POLICY)),
    required("budget_guardrails", &FieldShape::Object(&GUARDRAILS)),
    required("credential_policy", &FieldShape::Object(&CREDENTIALS)),
]);

static POLICY: ObjectShape = object(&[
    required("injection_protection", &FieldShape::Word(&["strict", "moderate", "off"])),
    required("pii_handling", &FieldShape::Word(&["deny", "mask", "allow_with_approval"])),
    required("data_retention_days", &COUNT),
    required("high_risk_approval_required", &FieldShape::Flag),
    optional("human_approval_actions", &FieldShape::List { of: &ANY_TEXT, least: 0, unique: true }),
]);

/// The thresholds of a budget, in percent.
pub(super) static GUARDRAILS: ObjectShape = object(&[
    required("soft_alert_pct", &FieldShape::Exactly(80)),
    required("reauthorization_pct", &FieldShape::Exactly(100)),
    required("hard_stop_pct", &FieldShape::Exactly(120)),
]);

static CREDENTIALS: ObjectShape = object(&[
    required("short_lived_credentials", &FieldShape::True),
    required("max_ttl_minutes", &FieldShape::Number { whole: true, least: 1.0, most: 1440.0 }),
]);

/// The steps in which the capabilities of an agent work together.
pub(super) static COMPOSITION: ObjectShape = ObjectShape {
    fields: &[
        required("type", &FieldShape::Word(&["single", "pipeline", "graph"])),
        required("deterministic", &FieldShape::Flag),
        optional("steps", &FieldShape::List { of: &FieldShape::Object(&STEP), least: 1, unique: false }),
    ],
    condition: Some(conditions::composition),
};

static STEP: ObjectShape = object(&[
    required("id", &ANY_TEXT),
    required("capability_ref", &ANY_TEXT),
    required("on_failure", &FieldShape::Word(&["abort", "continue", "retry"])),
]);

/// The runtime that an agent needs.
pub(super) static RUNTIME: ObjectShape = object(&[
    required("execution_mode", &FieldShape::Word(&["deterministic_workflow", "autonomous_loop"])),
    required("sandbox", &FieldShape::Word(&["container", "vm", "firecracker"])),
    required("max_retries", &COUNT),
    required("timeout_seconds", &POSITIVE),
    required("idempotency_required", &FieldShape::True),
    required("replay_safe", &FieldShape::True),
    required("observability", &FieldShape::Object(&OBSERVABILITY)),
]);

static OBSERVABILITY: ObjectShape = object(&[
    required("log_privileged_actions", &FieldShape::True),
    required("emit_cost_metrics", &FieldShape::True),
    required("emit_latency_metrics", &FieldShape::True),
]);

static PROVENANCE: ObjectShape = object(&[
    required("created_at", &ANY_TEXT),
    optional("updated_at", &ANY_TEXT),
    required("source", &FieldShape::Word(&["first_party", "partner", "marketplace", "imported"])),
    optional("source_repo", &ANY_TEXT),
    optional("commit", &FieldShape::Text(TextShape { least: 0, most: usize::MAX, form: Some(&COMMIT) })),
    optional("maintainer_contact", &ANY_TEXT),
]);
