//! The laws of lowering for model APIs (docs/targets.md, "What is promised"), over generated schemas and, where they are, public
//! documents:
//!
//! 1. every value that a tool takes can be said in the form of the target, and is decoded to the same value again;
//! 2. every value that the lowered schema takes is decoded to one that the tool takes, but for keywords that were reported;
//! 3. a lowered schema is valid, and lowering it again changes nothing.
//!
//! The values come from `tests/meaning/instances.rs`; they are encoded here, independently of the program, by the side table.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test ends at the first thing it does not expect"
)]

#[path = "meaning/conversion.rs"]
#[allow(dead_code, reason = "shared with the tests of meaning")]
mod conversion;
#[path = "meaning/corpus.rs"]
#[allow(dead_code, reason = "shared with the tests of meaning")]
mod corpus;
#[path = "lowering/encoding.rs"]
mod encoding;
#[path = "meaning/formats.rs"]
#[allow(dead_code, reason = "shared with the tests of meaning")]
mod formats;
#[path = "meaning/generated.rs"]
#[allow(dead_code, reason = "shared with the tests of meaning")]
mod generated;
#[path = "meaning/instances.rs"]
#[allow(dead_code, reason = "shared with the tests of meaning")]
mod instances;
#[path = "meaning/judge.rs"]
#[allow(dead_code, reason = "shared with the tests of meaning")]
mod judge;
#[path = "lowering/lowered.rs"]
mod lowered;
#[path = "meaning/prepare.rs"]
#[allow(dead_code, reason = "shared with the tests of meaning")]
mod prepare;

use std::{fmt, fs};

use apimint::model::{Direction, Target};
use proptest::prelude::*;
use rayon::prelude::*;
use serde_json::Value;

use encoding::Encoding;
use lowered::{LoweredTool, portable_tools};

/// Most values per schema and target.
const VALUES: usize = 40;

/// The largest public document, in bytes.
const LARGEST: u64 = 150_000;

/// The largest lowered schema whose values are tried, in bytes.
const LARGEST_SCHEMA: usize = 20_000;

/// The targets whose schemas differ from the portable form.
const TARGETS: [Target; 6] = [
    Target::OpenAiStrict,
    Target::AnthropicStrict,
    Target::Gemini,
    Target::GeminiParameters,
    Target::Moonshot,
    Target::AgentCore,
];

/// What was tried, and what went wrong.
#[derive(Debug, Default)]
struct Figures {
    tools: usize,
    encoded: usize,
    decoded: usize,
    excused: usize,
    faults: Vec<String>,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tools, encoded, decoded, excused, faults } = self;
        write!(
            f,
            "{tools} lowered tools, {encoded} values encoded and decoded, {decoded} values decoded, {excused} of them wider as \
             reported, {} faults",
            faults.len()
        )
    }
}

impl Figures {
    fn add(&mut self, other: Self) {
        self.tools += other.tools;
        self.encoded += other.encoded;
        self.decoded += other.decoded;
        self.excused += other.excused;
        self.faults.extend(other.faults);
    }
}

/// The stack of a thread that converts, as the program has it.
const STACK_BYTES: usize = 64 << 20;

/// Tries the laws on the tools of a document.
fn try_document(document: &Value) -> Figures {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    std::thread::scope(|scope| {
        thread.spawn_scoped(scope, || try_targets(document, false)).unwrap().join().unwrap()
    })
}

fn try_targets(document: &Value, is_public: bool) -> Figures {
    let mut figures = Figures::default();
    let tools = portable_tools(document);
    for target in TARGETS {
        for tool in LoweredTool::all(document, &tools, target) {
            figures.add(try_tool(&tool, is_public));
            if is_public {
                figures.add(try_again(&tool));
            }
        }
    }
    figures
}

fn try_tool(tool: &LoweredTool, is_public: bool) -> Figures {
    let mut figures = Figures { tools: 1, ..Figures::default() };
    let mut fault = |what: &str, value: &Value| {
        figures.faults.push(format!(
            "{} {}: {what}\n  value   {value}\n  source  {}\n  lowered {}\n  args    {}",
            tool.target.as_str(),
            tool.name,
            tool.source,
            tool.schema,
            tool.table
        ));
    };
    let (Ok(source), Ok(lowered)) = (tool.source_validator(), tool.lowered_validator()) else {
        fault("a schema is not valid", &Value::Null);
        return figures;
    };
    // The encoding here tries every branch of every union.
    if tool.schema.to_string().len() > LARGEST_SCHEMA {
        return figures;
    }
    let encoding = Encoding::new(&tool.schema, &tool.table);
    let of_source = instances::Instances::new(&tool.source).of(&tool.source, VALUES);
    for value in of_source.iter().filter(|value| source.is_valid(value)) {
        let Some(said) = encoding.say(value) else {
            if !tool.can_lose(value) {
                fault("the value cannot be said", value);
            }
            continue;
        };
        figures.encoded += 1;
        let decoded = tool.decode(&said);
        if !lowered.is_valid(&said) || (decoded != *value && !tool.can_lose(value)) {
            fault(&format!("said as {said} and decoded as {decoded}"), value);
        }
    }
    let of_lowered = instances::Instances::new(&tool.schema).of(&tool.schema, VALUES);
    for value in of_lowered.iter().filter(|value| lowered.is_valid(value) && !tool.has_json_text) {
        figures.decoded += 1;
        let decoded = tool.decode(value);
        if source.is_valid(&decoded) {
            continue;
        }
        figures.excused += 1;
        // Generated schemas contradict themselves, so that what was reported is not all that is wider.
        let is_excused = tool.is_excused(&decoded) || (!is_public && tool.is_weakened());
        if !is_excused {
            fault(&format!("decoded as {decoded}, which the tool does not take"), value);
        }
    }
    figures
}

/// Lowers a lowered schema again. Generated schemas contradict themselves in ways that reading the list again resolves otherwise.
fn try_again(tool: &LoweredTool) -> Figures {
    let mut figures = Figures::default();
    if let Some(again) = tool.lowered_again()
        && again != tool.schema
    {
        let (target, name, schema) = (tool.target.as_str(), &tool.name, &tool.schema);
        figures.faults.push(format!("{target} {name}: lowered\n  once  {schema}\n  twice {again}"));
    }
    figures
}

fn report(figures: &Figures) {
    println!("{figures}");
    let shown: Vec<&str> = figures.faults.iter().take(20).map(String::as_str).collect();
    assert!(figures.faults.is_empty(), "{figures}\n{}", shown.join("\n"));
}

#[test]
fn public_documents_keep_their_calls() {
    let mut files = if corpus::corpus().is_empty() { corpus::testdata() } else { corpus::corpus() };
    // Larger ones are tried with the code of the makers, by `tests/clients/targets.py`.
    files.retain(|file| fs::metadata(file).is_ok_and(|file| file.len() < LARGEST));
    let of_files: Vec<Figures> =
        files.par_iter().filter_map(|file| Some(try_targets(&lowered::file(file)?, true))).collect();
    let mut figures = Figures::default();
    for of_file in of_files {
        figures.add(of_file);
    }
    report(&figures);
    assert!(figures.tools > 60 && figures.encoded > 500 && figures.decoded > 300, "{figures}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 5_000, ..ProptestConfig::default() })]

    #[test]
    fn generated_schemas_keep_their_calls(sample in generated::any_sample()) {
        let document = conversion::document(&sample, Direction::Input);
        let figures = try_document(&document);
        prop_assert!(figures.faults.is_empty(), "{}", figures.faults.join("\n"));
    }
}
