//! The server on standard input and output, as MCP clients start it.

use rmcp::service::{ServerInitializeError, ServiceExt};
use rmcp::transport::stdio_pipes;
use tokio_util::sync::CancellationToken;

use super::handler::McpHandler;
use super::runtime::{ServeError, run};
use super::served_tools::ServedTools;
use super::settings::ServeSettings;

/// Serves tools on standard input and output, until the input ends or the process is told to end. Calls that are running then get
/// a few seconds.
pub fn serve_stdio(tools: ServedTools, settings: ServeSettings) -> Result<(), ServeError> {
    let handler = McpHandler::new(tools, settings);
    run(|stop| serve(handler, stop))
}

async fn serve(handler: McpHandler, stop: CancellationToken) -> Result<(), ServeError> {
    match handler.serve_with_ct(stdio_pipes(), stop).await {
        // An error of the task is a panic, which has been reported.
        Ok(running) => drop(running.waiting().await),
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => {}
        Err(error) => return Err(ServeError::Initialization(error.to_string())),
    }
    Ok(())
}
