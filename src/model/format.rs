//! The input formats.

use std::fmt;

/// Declares the formats, with one row for each: its name, as `--from` takes it and `_meta` has it, and the name of the part of
/// a document that becomes a tool.
macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident $name:literal $unit:literal;)+) => {
        /// An input format with its version.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Format {
            $($(#[$doc])* $format,)+
        }

        impl Format {
            /// All formats.
            pub const ALL: &[Self] = &[$(Self::$format),+];

            /// The name of the format: `openapi-3.1`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$format => $name),+ }
            }

            /// The name of the part of a document that becomes a tool: "operation".
            pub fn unit(self) -> &'static str {
                match self { $(Self::$format => $unit),+ }
            }
        }
    };
}

formats! {
    /// Swagger 2.0.
    Swagger20 "swagger-2.0" "operation";
    /// OpenAPI 3.0.
    OpenApi30 "openapi-3.0" "operation";
    /// OpenAPI 3.1.
    OpenApi31 "openapi-3.1" "operation";
    /// OpenAPI 3.2.
    OpenApi32 "openapi-3.2" "operation";
    /// The result of MCP's `tools/list`, or the tools of a model API.
    McpTools "mcp-tools" "tool";
    /// AgentHub agent manifest 0.1.
    AgentHub01 "agenthub-0.1" "capability";
    /// `ToolDefinition` JSON.
    ToolDefinition "tool-definition" "definition";
}

impl Format {
    /// Returns true if schemas are in OpenAPI's own dialect (2.0 and 3.0), and not in JSON Schema 2020-12.
    pub fn has_own_schema_dialect(self) -> bool {
        matches!(self, Self::Swagger20 | Self::OpenApi30)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
