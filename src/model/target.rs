//! The families of clients that a list of tools can be written for.

macro_rules! targets {
    ($($(#[$documentation:meta])* $variant:ident $word:literal;)+) => {
        /// The family of clients that a list of tools is written for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub enum Target {
            $($(#[$documentation])* $variant,)+
        }

        impl Target {
            /// All targets.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the word that names the target on the command line and in side tables.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }
    };
}

targets! {
    /// All MCP clients, in the portable form.
    #[default]
    Mcp "mcp";
    /// Functions of `OpenAI`'s Chat Completions, which many other APIs take.
    OpenAi "openai";
    /// Functions of `OpenAI`'s Responses API.
    OpenAiResponses "openai-responses";
    /// Functions in `OpenAI`'s strict mode.
    OpenAiStrict "openai-strict";
    /// Tools of Anthropic's Messages API.
    Anthropic "anthropic";
    /// Tools of Anthropic's Messages API, as many as it takes in strict mode.
    AnthropicStrict "anthropic-strict";
    /// Functions of the Gemini API with `parametersJsonSchema`.
    Gemini "gemini";
    /// Functions of the Gemini API with `parameters`, a subset of `OpenAPI`.
    GeminiParameters "gemini-parameters";
    /// The `toolConfig` of Amazon Bedrock's Converse.
    Bedrock "bedrock";
    /// The `inlinePayload` of an Amazon Bedrock `AgentCore` Gateway.
    AgentCore "agentcore";
    /// Functions of Moonshot's API.
    Moonshot "moonshot";
}

impl Target {
    /// Returns the target that a word names.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|target| target.as_str() == word)
    }
}
