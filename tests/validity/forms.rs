//! One document in each form that is read, with every member that a list of the form has.

use serde_json::{Value, json};

/// A document in one of the forms.
pub(super) struct DocumentForm {
    pub(super) name: &'static str,
    /// The document; the lines, if it is written as JSON lines.
    pub(super) document: Value,
    is_lines: bool,
    /// True if a member that is dropped is reported as such, wherever it stands. Other formats are covered by
    /// `tests/fields.rs`; and one report covers a tool that is left out.
    pub(super) says_all: bool,
}

impl DocumentForm {
    fn list(name: &'static str, document: Value) -> Self {
        Self { name, document, is_lines: false, says_all: true }
    }

    fn other(name: &'static str, document: Value) -> Self {
        Self { says_all: false, ..Self::list(name, document) }
    }

    /// Returns the text of a document of this form.
    pub(super) fn text(&self, document: &Value) -> String {
        match document {
            Value::Array(lines) if self.is_lines => {
                lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
            }
            other => other.to_string(),
        }
    }
}

/// Returns lists in every form.
pub(super) fn lists() -> Vec<DocumentForm> {
    let small = json!({"name": "b", "inputSchema": {"type": "object"}});
    let of_openai = json!({"type": "function", "name": "a", "description": "A", "strict": false, "parameters": arguments()});
    vec![
        DocumentForm::list("MCP result", mcp_result()),
        DocumentForm::list(
            "JSON-RPC response",
            json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [plain_tool()], "_meta": {"a.b/c": 1}}}),
        ),
        DocumentForm::list(
            "pages",
            json!([
                {"tools": [plain_tool()], "nextCursor": "2"},
                {"jsonrpc": "2.0", "id": 2, "result": {"tools": [small]}},
            ]),
        ),
        DocumentForm::list("bare list", json!([plain_tool()])),
        DocumentForm { is_lines: true, ..DocumentForm::list("JSON lines", json!([plain_tool(), small])) },
        DocumentForm::list("OpenAI Chat", json!([{"type": "function", "function": of_openai}])),
        DocumentForm::list("OpenAI Responses", json!({"tools": [of_openai]})),
        DocumentForm::other(
            "OpenAI with free text",
            json!([small, {"type": "custom", "name": "free", "description": "F", "format": {"type": "text"}}]),
        ),
        DocumentForm::list(
            "Anthropic",
            json!([{"name": "a", "description": "A", "input_schema": arguments(), "cache_control": {"type": "ephemeral"}}]),
        ),
        DocumentForm::list("Gemini", gemini_tools()),
        DocumentForm::list(
            "Bedrock",
            json!({"toolConfig": {
                "tools": [{"toolSpec": {"name": "a", "description": "A", "inputSchema": {"json": arguments()}}}],
                "toolChoice": {},
            }}),
        ),
    ]
}

/// Returns documents of the other formats.
pub(super) fn descriptions() -> Vec<DocumentForm> {
    vec![
        DocumentForm::other("OpenAPI", openapi()),
        DocumentForm::other("AgentHub", agenthub()),
        DocumentForm::other("ToolDefinition", tool_definitions()),
    ]
}

fn gemini_tools() -> Value {
    json!([{"functionDeclarations": [
        {
            "name": "a",
            "description": "A",
            "behavior": "BLOCKING",
            "parameters": {
                "type": "OBJECT",
                "properties": {"x": {"type": "STRING", "nullable": true, "format": "enum", "enum": ["a"]}},
                "required": ["x"],
                "propertyOrdering": ["x"],
            },
            "response": {"type": "OBJECT", "properties": {"r": {"type": "INTEGER", "minimum": 0}}},
        },
        {"name": "b", "parametersJsonSchema": arguments(), "responseJsonSchema": {"type": "object", "properties": {"r": {"type": "string"}}}},
    ]}])
}

/// The result of MCP with every member of every version.
fn mcp_result() -> Value {
    json!({
        "tools": [{
            "name": "book_get",
            "title": "Get a book",
            "description": "Returns one book.",
            "inputSchema": {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "type": "object",
                "title": "Arguments",
                "description": "What to get.",
                "properties": {
                    "number": {"type": ["string", "null"], "title": "Number", "description": "Its number.", "pattern": "^[0-9]+$", "minLength": 1, "default": "1", "examples": ["2"]},
                    "shelf": {"$ref": "#/$defs/Shelf"},
                    "copies": {"type": "array", "items": {"type": "integer", "minimum": 0, "enum": [1, 2]}, "maxItems": 3},
                    "either": {"anyOf": [{"type": "object", "properties": {"a": {"const": 1}}, "additionalProperties": {"type": "boolean"}}, {"not": {"type": "string"}}]},
                },
                "required": ["number"],
                "additionalProperties": false,
                "$defs": {"Shelf": {"type": "object", "properties": {"above": {"$ref": "#/$defs/Shelf"}}, "required": ["above"]}},
            },
            "outputSchema": {
                "type": "object",
                "properties": {"title": {"type": "string", "format": "uuid"}, "pages": {"type": "integer"}},
                "required": ["title"],
                "additionalProperties": {"type": "string"},
            },
            "annotations": {"title": "Book", "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false, "owner": {"team": ["a"]}},
            "icons": [{"src": "https://example.com/book.png", "mimeType": "image/png", "sizes": ["48x48"], "theme": "dark"}],
            "execution": {"taskSupport": "optional"},
            "_meta": {
                "dev.apimint/tags": ["books"],
                "dev.apimint/origin": {"name": "Book.Get", "arguments": {"number": "No"}},
                "dev.apimint/http": {"method": "GET", "path": "/books/{number}", "servers": [{"url": "https://example.com"}], "arguments": {"number": {"in": "path", "name": "number"}}},
                "com.example/owner": {"team": "a", "since": 2020},
            },
        }],
        "nextCursor": "2",
        "resultType": "complete",
        "ttlMs": 60,
        "cacheScope": "public",
        "_meta": {
            "io.modelcontextprotocol/serverInfo": {"name": "books", "version": "1", "title": "Books", "description": "All books.", "websiteUrl": "https://example.com", "icons": [{"src": "data:image/png;base64,AAAA", "mimeType": "image/png", "sizes": ["any"], "theme": "light"}]},
            "dev.apimint/source": {"format": "openapi-3.1", "title": "Books", "version": "1"},
            "com.example/region": {"name": "eu"},
        },
    })
}

fn plain_tool() -> Value {
    json!({
        "name": "a",
        "title": "A tool",
        "description": "A",
        "inputSchema": arguments(),
        "outputSchema": {"type": "object", "properties": {"r": {"type": "string"}}},
        "annotations": {"title": "B", "readOnlyHint": true},
        "icons": [{"src": "https://example.com/a.png"}],
        "_meta": {"a.b/c": 1},
    })
}

fn arguments() -> Value {
    json!({"type": "object", "properties": {"x": {"type": "string", "description": "X"}}, "required": ["x"]})
}

fn openapi() -> Value {
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Books", "version": "1", "description": "All books."},
        "servers": [{"url": "https://{place}.example.com", "variables": {"place": {"default": "eu", "enum": ["eu"]}}}],
        "security": [{"key": []}],
        "paths": {"/books/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
            "put": {
                "operationId": "putBook",
                "summary": "Put a book",
                "description": "Puts one book.",
                "tags": ["books"],
                "deprecated": false,
                "parameters": [{"name": "q", "in": "query", "style": "form", "explode": true, "schema": {"type": "array", "items": {"type": "integer"}}}],
                "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}}},
                "responses": {"200": {"description": "Done", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}}}},
            },
        }},
        "components": {
            "schemas": {"Book": {"type": "object", "properties": {"title": {"type": "string"}, "next": {"$ref": "#/components/schemas/Book"}}, "required": ["title"]}},
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
        },
    })
}

fn agenthub() -> Value {
    json!({
        "schema_version": "0.1",
        "identity": {"id": "desk", "name": "Desk", "version": "1", "description": "Reads tickets."},
        "capabilities": [{
            "id": "ticket.get",
            "name": "Get a ticket",
            "category": "retrieval",
            "description": "Reads one ticket.",
            "input_schema": {"type": "object", "properties": {"number": {"type": "string"}}, "required": ["number"]},
            "output_schema": {"type": "array", "items": {"type": "string"}},
            "protocols": ["MCP"],
            "permissions": ["tickets.read"],
            "idempotency_key_required": true,
            "idempotent": true,
            "side_effect_level": "high",
            "x-agenthub-queue": "answers",
        }],
        "interfaces": [{"name": "tools", "protocol": "MCP", "endpoint": "https://desk.example.com", "privileged": true, "permissions": ["tickets.read"]}],
        "trust": {"policy": {"high_risk_approval_required": true}, "budget_guardrails": {"soft_alert_pct": 80}},
        "composition": {"type": "pipeline", "steps": [{"id": "read", "capability_ref": "ticket.get"}]},
        "runtime": {"execution_mode": "single", "timeout_seconds": 30},
        "agenthub.catalogue": {"shelf": "support"},
    })
}

fn tool_definitions() -> Value {
    json!([
        {
            "name": "update_user",
            "description": "Changes a user.",
            "schema": {"type": "object", "properties": {"userId": {"type": "string"}}, "required": ["userId"]},
            "category": "write",
            "consequenceLevel": "medium",
            "requiresConfirmation": true,
            "timeout": 15000,
            "tags": ["users"],
            "version": "1.0.0",
            "dependsOn": ["echo"],
            "mcpRouting": {"endpoint": "https://api.example.com/users/{id}", "method": "PATCH", "auth": {"type": "bearer"}, "paramMap": {"userId": {"path": "id"}}},
        },
        {"name": "echo", "description": "Says it.", "schema": {"text": {"type": "string", "optional": true}}, "category": "analysis"},
    ])
}
