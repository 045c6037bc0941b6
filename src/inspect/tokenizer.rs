//! Exact token counts. They hold only for the models of one vendor, because other vendors do not publish their
//! tokenizers.

use std::fmt;

/// A published tokenizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tokenizer {
    /// OpenAI's tokenizer for GPT-4o and later models.
    O200kBase,
    /// OpenAI's tokenizer for GPT-4 and GPT-3.5.
    Cl100kBase,
}

impl Tokenizer {
    /// True if this build has the feature `token-count`.
    pub const AVAILABLE: bool = cfg!(feature = "token-count");

    /// Returns the vendor's name for the tokenizer.
    pub fn name(self) -> &'static str {
        match self {
            Self::O200kBase => "o200k_base",
            Self::Cl100kBase => "cl100k_base",
        }
    }

    /// Counts the tokens of a text. Special tokens are counted as ordinary text. Returns `None` in a build without
    /// tokenizers.
    #[cfg(feature = "token-count")]
    pub fn count(self, text: &str) -> Option<u64> {
        let tokenizer = match self {
            Self::O200kBase => tiktoken_rs::o200k_base_singleton(),
            Self::Cl100kBase => tiktoken_rs::cl100k_base_singleton(),
        };
        u64::try_from(tokenizer.count_ordinary(text)).ok()
    }

    /// Returns `None`, because this build has no tokenizers.
    #[cfg(not(feature = "token-count"))]
    pub fn count(self, _text: &str) -> Option<u64> {
        None
    }
}

impl fmt::Display for Tokenizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(all(test, feature = "token-count"))]
mod tests {
    use crate::json::json;

    use super::super::inspection::Inspection;
    use super::super::tool::InspectedTool;
    use super::Tokenizer;

    #[test]
    fn texts_are_counted_as_their_maker_does() {
        // Examples that OpenAI published for both tokenizers.
        for (text, o200k, cl100k) in [
            ("", 0, 0),
            ("tiktoken is great!", 6, 6),
            ("antidisestablishmentarianism", 6, 6),
            ("2 + 2 = 4", 7, 7),
        ] {
            assert_eq!(Tokenizer::O200kBase.count(text), Some(o200k), "{text}");
            assert_eq!(Tokenizer::Cl100kBase.count(text), Some(cl100k), "{text}");
        }
        // A special token is counted as ordinary text.
        assert!(Tokenizer::O200kBase.count("<|endoftext|>").is_some_and(|tokens| tokens > 1));
    }

    #[test]
    fn tools_and_totals_are_counted() {
        let tokenizer = Some(Tokenizer::O200kBase);
        let tools = [json!({"name": "now", "description": "tiktoken is great!"}), json!({"name": "now"})];
        let tools = tools.iter().map(|tool| InspectedTool::of(0, tool, tokenizer)).collect();
        let inspection = Inspection::new(None, tools, tokenizer);
        assert_eq!(inspection.tokenizer, tokenizer);
        let each: Vec<u64> = inspection.tools.iter().map(|tool| tool.size.seen_tokens()).collect();
        assert_eq!((each, inspection.totals.tokens()), (vec![7, 1], 8));
    }
}
