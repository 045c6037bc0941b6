//! The inspection for programs: one JSON object.
//!
//! The objects are structs separate from the inner types, so that the code can change without breaking consumers.
//! Within version 1, members may be added, but none is renamed, retyped or removed.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};

use crate::diagnostic::escape_json;
use crate::json::Value;
use crate::model::{Annotations, CutTotals, Hint};

use super::argument::{self, InspectedArgument};
use super::inspection::Inspection;
use super::size::{ToolSize, permille};
use super::tool::InspectedTool;

/// The whole object. Unknown values are omitted, never `null`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InspectionRecord<'a> {
    /// Version of this format: 1.
    v: u8,
    source: SourceRecord<'a>,
    /// Name of the tokenizer that counted the tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    tokenizer: Option<&'static str>,
    tools: ToolRecords<'a>,
    totals: TotalsRecord<'a>,
    /// Totals per tag, the largest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<TagRecord<'a>>,
    /// Totals of the schemas that bounds cut.
    #[serde(skip_serializing_if = "CutTotals::is_empty")]
    cuts: CutTotals,
    /// Limit set with `--max-tokens`.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u64>,
    /// True if the total exceeds the limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    exceeded: Option<bool>,
}

#[derive(Serialize)]
struct SourceRecord<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolRecord<'a> {
    /// Index in the manifest, from 0.
    position: usize,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tags: &'a [String],
    hints: HintsRecord<'a>,
    arguments: Vec<ArgumentRecord<'a>>,
    /// Number of required arguments.
    required: usize,
    bytes: BytesRecord,
    tokens: u64,
    /// Share of what a model sees of all tools, in percent.
    share: f64,
}

#[derive(Serialize)]
struct TagRecord<'a> {
    /// Name of the tag; absent for tools without a tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    tools: usize,
    bytes: BytesRecord,
    tokens: u64,
    /// Share of what a model sees of all tools, in percent.
    share: f64,
}

#[derive(Serialize)]
struct ArgumentRecord<'a> {
    name: &'a str,
    r#type: &'a str,
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
}

#[derive(Serialize)]
struct BytesRecord {
    #[serde(flatten)]
    parts: ToolSize,
    /// Name, description and input schema: the parts that a model sees.
    seen: u64,
}

impl From<ToolSize> for BytesRecord {
    fn from(parts: ToolSize) -> Self {
        Self { parts, seen: parts.seen() }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TotalsRecord<'a> {
    tools: usize,
    arguments: usize,
    required: usize,
    hints: HintCountsRecord<'a>,
    bytes: BytesRecord,
    tokens: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    largest: Option<LargestRecord<'a>>,
}

#[derive(Serialize)]
struct LargestRecord<'a> {
    position: usize,
    name: &'a str,
    tokens: u64,
    share: f64,
}

/// The hints that are set.
struct HintsRecord<'a>(&'a Annotations);

impl Serialize for HintsRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (hint, value) in self.0.iter() {
            map.serialize_entry(hint.key(), &value)?;
        }
        map.end()
    }
}

/// Number of tools for which each hint is true.
struct HintCountsRecord<'a>(&'a super::totals::InspectionTotals);

impl Serialize for HintCountsRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Hint::ALL.len()))?;
        for (hint, count) in self.0.hints() {
            map.serialize_entry(hint.key(), &count)?;
        }
        map.end()
    }
}

/// Writes an inspection as one line of JSON, with the given tools in the given order. `tool` returns an element of `tools` by
/// its position. The totals are those of all tools.
pub fn write_json(
    out: &mut dyn Write,
    inspection: &Inspection,
    tools: &[&InspectedTool],
    tool: &dyn Fn(usize) -> Value,
    max_tokens: Option<u64>,
) -> io::Result<()> {
    let totals = &inspection.totals;
    let all = totals.size.seen();
    let record = InspectionRecord {
        v: 1,
        source: SourceRecord {
            format: inspection.format.as_deref(),
            title: inspection.title.as_deref(),
            version: inspection.version.as_deref(),
        },
        tokenizer: inspection.tokenizer.map(super::tokenizer::Tokenizer::name),
        tools: ToolRecords { tools, tool, all },
        totals: TotalsRecord {
            tools: totals.tools,
            arguments: totals.arguments,
            required: totals.required,
            hints: HintCountsRecord(totals),
            bytes: totals.size.into(),
            tokens: totals.tokens(),
            largest: inspection.largest().map(|tool| LargestRecord {
                position: tool.position,
                name: &tool.name,
                tokens: tool.size.seen_tokens(),
                share: percent(tool.size.seen(), all),
            }),
        },
        tags: inspection
            .tags
            .iter()
            .map(|tag| TagRecord {
                name: tag.name.as_deref(),
                tools: tag.tools,
                bytes: tag.size.into(),
                tokens: tag.tokens(),
                share: percent(tag.size.seen(), all),
            })
            .collect(),
        cuts: inspection.cuts,
        max_tokens,
        exceeded: max_tokens.map(|most| totals.tokens() > most),
    };
    serde_json::to_writer(EscapedJson(&mut *out), &record).map_err(io::Error::from)?;
    writeln!(out)
}

/// Writes JSON with escapes for control and invisible characters.
struct EscapedJson<'o>(&'o mut dyn Write);

impl Write for EscapedJson<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The serializer writes texts as a whole, or up to a character that JSON escapes.
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        self.0.write_all(escape_json(text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The records of tools, each made when it is written.
struct ToolRecords<'a> {
    tools: &'a [&'a InspectedTool],
    tool: &'a dyn Fn(usize) -> Value,
    /// Size of what a model sees of all tools.
    all: u64,
}

impl Serialize for ToolRecords<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.tools.len()))?;
        for tool in self.tools {
            let json = (self.tool)(tool.position);
            let arguments = json.get("inputSchema").map(argument::of).unwrap_or_default();
            list.serialize_element(&tool_record(tool, &arguments, self.all))?;
        }
        list.end()
    }
}

fn tool_record<'a>(
    tool: &'a InspectedTool,
    arguments: &'a [InspectedArgument<'_>],
    all: u64,
) -> ToolRecord<'a> {
    let argument = |argument: &'a InspectedArgument<'_>| ArgumentRecord {
        name: argument.name,
        r#type: &argument.kind,
        required: argument.required,
        description: argument.description,
    };
    ToolRecord {
        position: tool.position,
        name: &tool.name,
        title: tool.title.as_deref(),
        tags: &tool.tags,
        hints: HintsRecord(&tool.hints),
        arguments: arguments.iter().map(argument).collect(),
        required: tool.required,
        bytes: tool.size.into(),
        tokens: tool.size.seen_tokens(),
        share: percent(tool.size.seen(), all),
    }
}

/// Returns a share in percent, with one decimal.
fn percent(part: u64, whole: u64) -> f64 {
    // A share is at most 1,000 thousandths.
    u32::try_from(permille(part, whole)).map_or(0.0, f64::from) / 10.0
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    fn written(manifest: &Value, most: Option<u64>) -> String {
        let inspection = Inspection::of(manifest);
        let mut out = Vec::new();
        write_json(
            &mut out,
            &inspection,
            &inspection.ordered(super::super::order::ToolOrder::Source, None),
            &|position| manifest["tools"][position].clone(),
            most,
        )
        .unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_object_has_all_that_is_known() {
        let manifest = json!({"tools": [{"name": "now", "description": "The time",
            "inputSchema": {"properties": {"zone": {"type": "string", "description": "Where"}}},
            "annotations": {"readOnlyHint": true}}], "_meta": {"dev.apimint/source": {"format": "mcp-tools"}}});
        insta::assert_snapshot!(
            written(&manifest, Some(10)),
            @r#"{"v":1,"source":{"format":"mcp-tools"},"tools":[{"position":0,"name":"now","hints":{"readOnlyHint":true},"arguments":[{"name":"zone","type":"string","required":false,"description":"Where"}],"required":0,"bytes":{"name":3,"description":8,"inputSchema":63,"outputSchema":0,"_meta":0,"seen":74},"tokens":19,"share":100.0}],"totals":{"tools":1,"arguments":1,"required":0,"hints":{"readOnlyHint":1,"destructiveHint":0,"idempotentHint":0,"openWorldHint":0},"bytes":{"name":3,"description":8,"inputSchema":63,"outputSchema":0,"_meta":0,"seen":74},"tokens":19,"largest":{"position":0,"name":"now","tokens":19,"share":100.0}},"maxTokens":10,"exceeded":true}"#
        );
    }

    #[test]
    fn hostile_text_stays_on_its_line_and_is_read_back() {
        let name = "x\u{1b}[2J\n\u{2028}\u{202e}";
        let text = written(&json!({"tools": [{"name": name}]}), None);
        assert!(text.trim_end().chars().all(|character| character.is_ascii_graphic() || character == ' '));
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["tools"][0]["name"], name);
    }

    #[test]
    fn nothing_is_an_inspection_as_well() {
        let value: Value = serde_json::from_str(&written(&json!(null), None)).unwrap();
        assert_eq!((&value["totals"]["tools"], &value["totals"]["tokens"]), (&json!(0), &json!(0)));
        assert!(value["totals"].get("largest").is_none());
    }
}
