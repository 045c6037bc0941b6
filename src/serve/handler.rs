//! The methods of MCP that the server answers.

use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use tokio_util::sync::CancellationToken;

use crate::call::ToolAnswer;
use crate::json::{Map, Value};

use super::caller::{ToolCaller, tool_error};
use super::dynamic_tools::{CALL, DESCRIBE, INSTRUCTIONS, SEARCH, ToolFinder};
use super::served_tools::ServedTools;
use super::settings::ServeSettings;
use super::tool_list::ToolList;

/// Answers the requests of clients.
#[derive(Debug, Clone)]
pub(super) struct McpHandler(Arc<HandlerState>);

#[derive(Debug)]
struct HandlerState {
    caller: Arc<ToolCaller>,
    list: ToolList,
    /// With it, clients see the three tools only.
    finder: Option<ToolFinder>,
}

impl McpHandler {
    pub(super) fn new(tools: ServedTools, settings: ServeSettings) -> Self {
        let finder = settings.dynamic.then(|| ToolFinder::new(&tools, settings.read_only));
        let mut listed: Vec<Tool> = match &finder {
            Some(finder) => finder.definitions(&tools),
            None => {
                let seen = tools.all().iter().filter(|tool| !settings.read_only || tool.is_read_only());
                seen.map(|tool| tool.listed.clone()).collect()
            }
        };
        if settings.dry_run.is_some() {
            // A client would refuse the text of a request as the answer.
            for tool in &mut listed {
                tool.output_schema = None;
            }
        }
        let list = ToolList::new(listed, settings.page_size);
        Self(Arc::new(HandlerState { caller: Arc::new(ToolCaller::new(tools, settings)), list, finder }))
    }

    /// Calls a tool. An unknown name is an error of the protocol (MCP, "Tools", section "Error Handling").
    async fn answer(
        &self,
        name: &str,
        arguments: Value,
        cancelled: &CancellationToken,
    ) -> Result<ToolAnswer, ErrorData> {
        let HandlerState { caller, finder, .. } = &*self.0;
        let unknown = || ErrorData::invalid_params(format!("Unknown tool: {name}"), None);
        let Some(finder) = finder else {
            let position = caller.tools().position(name).ok_or_else(unknown)?;
            return Ok(caller.call(position, arguments, cancelled).await);
        };
        let members = arguments.as_object().cloned().unwrap_or_default();
        match name {
            SEARCH => Ok(finder.search(caller.tools(), &members)),
            DESCRIBE => Ok(finder.describe(caller.tools(), &members)),
            CALL => Ok(call_found(caller, finder, &members, cancelled).await),
            _ => Err(unknown()),
        }
    }
}

/// `call_tool`.
async fn call_found(
    caller: &Arc<ToolCaller>,
    finder: &ToolFinder,
    arguments: &Map,
    cancelled: &CancellationToken,
) -> ToolAnswer {
    let Some(name) = arguments.get("name").and_then(Value::as_str) else {
        return tool_error("`name` must be the name of a tool.");
    };
    let Some(position) = finder.position(caller.tools(), name) else {
        return tool_error(&finder.unknown(caller.tools(), name));
    };
    let own = arguments.get("arguments").cloned().unwrap_or_else(|| Value::Object(Map::new()));
    caller.call(position, own, cancelled).await
}

impl ServerHandler for McpHandler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let info = ServerConfig::new(capabilities).with_server_info(self.0.caller.tools().identity());
        if self.0.finder.is_some() { info.with_instructions(INSTRUCTIONS) } else { info }
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let page = self.0.list.page(cursor.as_deref());
        page.ok_or_else(|| ErrorData::invalid_params("there is no page with this cursor", None))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.0.list.get(name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::from(serde_json::Value::Object(request.arguments.unwrap_or_default()));
        let answer = self.answer(&request.name, arguments, &context.ct).await?;
        let result = serde_json::Value::from(&answer.to_value());
        let result: CallToolResult = serde_json::from_value(result)
            .map_err(|error| ErrorData::internal_error(format!("the answer is no result: {error}"), None))?;
        Ok(result.into())
    }
}
