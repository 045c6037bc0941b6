//! The options of an example, spelled as in `apimint.toml` (`docs/configuration.md`).

use apimint::Options;
use apimint::model::{Format, SchemaBound, SchemaDialect};
use apimint::options::{BodyMode, Envelope, Protocol, ReferencePlacement, Slim};
use serde_json::{Map, Value};

/// The options that an example sets.
pub(super) fn read(set: &Map<String, Value>) -> Result<Options, String> {
    let mut options = Options::default();
    for (key, value) in set {
        apply(&mut options, key, value).ok_or_else(|| format!("`options` cannot have {key}: {value}"))?;
    }
    Ok(options)
}

/// Sets one option; `None` where the key or the value is unknown.
fn apply(options: &mut Options, key: &str, value: &Value) -> Option<()> {
    match key {
        "from" => options.from = Some(format(value.as_str()?)?),
        "name-max" => options.name_max = usize::try_from(value.as_u64()?).ok()?,
        "server-name" => options.server_name = Some(value.as_str()?.to_owned()),
        "server-version" => options.server_version = Some(value.as_str()?.to_owned()),
        "body" => {
            options.body = match value.as_str()? {
                "nested" => BodyMode::Nested,
                "flatten" => BodyMode::Flattened,
                _ => return None,
            }
        }
        "server-url" => options.server_url = Some(value.as_str()?.parse().ok()?),
        "cookies" => options.cookies = value.as_bool()?,
        "credential-arguments" => options.credential_arguments = value.as_bool()?,
        "decode-base64" => options.decode_base64 = value.as_bool()?,
        "http" => options.http = value.as_bool()?,
        "include" => options.selection.include = rules(value)?,
        "exclude" => options.selection.exclude = rules(value)?,
        "read-only" => options.selection.read_only = value.as_bool()?,
        "max-tools" => options.selection.max_tools = Some(usize::try_from(value.as_u64()?).ok()?),
        "skip-deprecated" => options.skip_deprecated = value.as_bool()?,
        "only-mcp" => options.only_mcp = value.as_bool()?,
        "exact" => options.exact = value.as_bool()?,
        "output-schema" => {
            options.output_schema = match value.as_str()? {
                "keep" => true,
                "none" => false,
                _ => return None,
            }
        }
        "protocol" => {
            options.protocol = match value.as_str()? {
                "any" => Protocol::Any,
                "2025-06-18" => Protocol::V2025_06_18,
                "2025-11-25" => Protocol::V2025_11_25,
                "2026-07-28" => Protocol::V2026_07_28,
                _ => return None,
            }
        }
        "envelope" => {
            options.envelope = match value.as_str()? {
                "result" => Envelope::Result,
                "jsonrpc" => Envelope::JsonRpc,
                "array" => Envelope::Array,
                "ndjson" => Envelope::Ndjson,
                _ => return None,
            }
        }
        "dialect" => {
            options.dialect = match value.as_str()? {
                "portable" => SchemaDialect::Portable,
                "draft-07" => SchemaDialect::Draft07,
                "2020-12" => SchemaDialect::Draft202012,
                _ => return None,
            }
        }
        "refs" => {
            options.references = match value.as_str()? {
                "auto" => ReferencePlacement::Auto,
                "share" => ReferencePlacement::Share,
                _ => return None,
            }
        }
        "max-input-schema" => options.max_input_schema = bound(value)?,
        "max-output-schema" => options.max_output_schema = bound(value)?,
        "output-formats" => options.output_formats = value.as_bool()?,
        "keep-discriminator" => options.keep_discriminator = value.as_bool()?,
        "slim" => {
            options.slim = match value.as_u64()? {
                1 => Slim::Redundant,
                2 => Slim::Brief,
                _ => return None,
            }
        }
        "lint" => options.lint = value.as_bool()?,
        "allow-outside" => options.allow_outside = value.as_bool()?,
        "allow-net" => options.allow_net = value.as_bool()?,
        "limits" => {
            for (name, value) in value.as_object()? {
                options.limits.set(&name.replace('-', "_"), value.as_u64()?).ok()?;
            }
        }
        _ => return None,
    }
    Some(())
}

fn rules(value: &Value) -> Option<Vec<apimint::selection::SelectionRule>> {
    value.as_array()?.iter().map(|rule| rule.as_str()?.parse().ok()).collect()
}

/// The format that its name stands for.
fn format(name: &str) -> Option<Format> {
    let all = [
        Format::Swagger20,
        Format::OpenApi30,
        Format::OpenApi31,
        Format::OpenApi32,
        Format::McpTools,
        Format::AgentHub01,
        Format::ToolDefinition,
    ];
    all.into_iter().find(|format| format.to_string() == name)
}

fn bound(value: &Value) -> Option<SchemaBound> {
    match value.as_str() {
        Some("none") => Some(SchemaBound::None),
        _ => Some(SchemaBound::Bytes(usize::try_from(value.as_u64()?).ok()?)),
    }
}
