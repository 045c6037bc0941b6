//! What a target is made of: the names it takes, the form of a tool, and the rules for schemas.

use super::gemini_cycles::open_cycles;
use super::note::{LoweringNotes, NoteKind};
use super::obstacle::Obstacle;
use super::openapi_spelling::spell;
use super::rules::TargetRules;
use super::strict_limits::openai_limits;
use super::strict_unions::put_tags_first;
use super::target_names::NameRule;
use crate::json::Map;

/// A target.
#[derive(Debug)]
pub(super) struct TargetProfile {
    pub(super) tool_names: NameRule,
    /// The names of arguments, which are those of a schema's properties otherwise.
    pub(super) argument_names: Option<NameRule>,
    pub(super) shape: ToolShape,
    /// The forms of the schema, in the order in which they are tried.
    pub(super) forms: &'static [SchemaForm],
    /// The largest number of tools in one request.
    pub(super) most_tools: Option<usize>,
    /// The length from which on some endpoints refuse a description, in characters.
    pub(super) long_description: Option<usize>,
}

/// One form of a tool's schema.
#[derive(Debug)]
pub(super) struct SchemaForm {
    /// The rules; without them, the portable form stays, but for keywords that only MCP has.
    pub(super) rules: Option<&'static TargetRules>,
    /// What is done with the lowered schema.
    pub(super) last_step: LastStep,
    /// Whether the tool is strict.
    pub(super) is_strict: bool,
    /// The key of the schema, where that depends on the form.
    pub(super) key: &'static str,
}

/// What is done with a lowered schema as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastStep {
    /// Nothing.
    Nothing,
    /// The properties that tell the branches of unions apart come first, and the limits of `OpenAI`'s strict mode are checked.
    StrictOpenAi,
    /// Cycles of references go through optional properties only (Gemini).
    OptionalCycles,
    /// Types and lengths are spelled as Gemini's `parameters` has them.
    OpenApiSpelling,
}

impl LastStep {
    /// Does what the step says. An error says why the schema cannot be written.
    pub(super) fn finish(self, schema: &mut Map, notes: &mut LoweringNotes) -> Result<(), Obstacle> {
        match self {
            Self::Nothing => {}
            Self::StrictOpenAi => {
                put_tags_first(schema)?;
                openai_limits(schema)?;
            }
            Self::OptionalCycles => {
                for _ in 0..open_cycles(schema) {
                    let keyword = "required".to_owned();
                    notes.add(&[], NoteKind::Weakened { keyword, is_moved: false });
                }
            }
            Self::OpenApiSpelling => spell(schema),
        }
        Ok(())
    }
}

/// The form of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ToolShape {
    /// `{"type":"function","function":{…}}`.
    Function,
    /// `{"type":"function",…}`.
    FlatFunction,
    /// `{"name","description",KEY}`.
    Plain,
    /// `{"toolSpec":{…,"inputSchema":{"json":…}}}`.
    ToolSpec,
}

/// Letters, digits, `_` and `-`.
pub(super) fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// Letters, digits, `_`, `.` and `-`.
pub(super) fn is_dotted_word(character: char) -> bool {
    is_word(character) || character == '.'
}
