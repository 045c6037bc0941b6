//! One call of a tool: from its arguments to its answer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use http::Uri;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use ureq::Agent;

use crate::call::{REST_IS_LEFT_OUT, RequestDraft, RequestSettings, ToolAnswer, answer, draft};
use crate::json::{Value, json};

use super::address_guard::AddressGuard;
use super::agents::AgentPool;
use super::answer_check::checked;
use super::call_log::{CallOutcome, log};
use super::secret_mask::SecretMask;
use super::served_tools::{ServedTool, ServedTools};
use super::settings::ServeSettings;
use super::upstream::{UpstreamResponse, send};

/// How much longer than its time limit a call is waited for: its thread ends by the limit itself.
const GRACE: Duration = Duration::from_secs(1);

/// Makes the calls of a server.
#[derive(Debug)]
pub(super) struct ToolCaller {
    tools: ServedTools,
    settings: ServeSettings,
    mask: SecretMask,
    agents: AgentPool,
    slots: Arc<Semaphore>,
}

impl ToolCaller {
    pub(super) fn new(tools: ServedTools, settings: ServeSettings) -> Self {
        let mask = SecretMask::new(tools.secrets());
        let agents = AgentPool::new(AddressGuard::new(&settings.trusted_hosts));
        let slots = Arc::new(Semaphore::new(settings.limits.concurrent));
        Self { tools, settings, mask, agents, slots }
    }

    pub(super) fn tools(&self) -> &ServedTools {
        &self.tools
    }

    /// Calls the tool at a position. A call that is cancelled, or whose future is dropped, closes its connection.
    pub(super) async fn call(
        self: &Arc<Self>,
        position: usize,
        arguments: Value,
        cancelled: &CancellationToken,
    ) -> ToolAnswer {
        let started = Instant::now();
        let (answer, outcome) = tokio::select! {
            made = self.make(position, arguments, started) => made,
            () = cancelled.cancelled() => (tool_error("The call was cancelled."), CallOutcome::Cancelled),
        };
        if self.settings.log {
            let name = self.tools.at(position).map_or("", ServedTool::name);
            log(name, outcome, started.elapsed());
        }
        answer
    }

    /// Waits for a slot, and makes the call on a thread of its own.
    async fn make(
        self: &Arc<Self>,
        position: usize,
        arguments: Value,
        started: Instant,
    ) -> (ToolAnswer, CallOutcome) {
        let time = self.settings.limits.time;
        let deadline = started + time;
        let failed = |reason: &str| (tool_error(reason), CallOutcome::Failed);
        let slot = tokio::time::timeout(time, self.slots.clone().acquire_owned());
        let Ok(Ok(slot)) = slot.await else {
            return failed("Too many other calls are running (`--max-calls`); try again later.");
        };
        // If this future is dropped, so is the lease, which interrupts the thread.
        let lease = self.agents.lease();
        let Some(agent) = lease.agent() else { return failed("There is no HTTP client.") };
        let caller = Arc::clone(self);
        let thread = tokio::task::spawn_blocking(move || {
            let _slot: OwnedSemaphorePermit = slot;
            caller.perform(position, &arguments, &agent, deadline)
        });
        match tokio::time::timeout(time + GRACE, thread).await {
            Ok(Ok(done)) => {
                lease.give_back();
                done
            }
            Ok(Err(_)) => failed("The call failed because of an internal error."),
            Err(_) => failed("There was no complete response in time (`--timeout`)."),
        }
    }

    /// Makes the request, sends it, and turns the response into the answer. Blocks.
    fn perform(
        &self,
        position: usize,
        arguments: &Value,
        agent: &Agent,
        deadline: Instant,
    ) -> (ToolAnswer, CallOutcome) {
        let Some(tool) = self.tools.at(position) else {
            return (tool_error("There is no such tool."), CallOutcome::Refused);
        };
        let refused = |reason: &str| (tool_error(&self.mask.text(reason)), CallOutcome::Refused);
        if self.settings.read_only && !tool.is_read_only() {
            return refused(&format!(
                "The tool `{}` may change something, and this server only calls tools that do not (`--read-only`).",
                tool.name()
            ));
        }
        let request_settings = self.request_settings(tool);
        let draft = match draft(&tool.callable, arguments, &request_settings) {
            Ok(draft) => draft,
            Err(error) => return refused(&sentence(&error)),
        };
        // An embedded resource shows the URL, which must not have credentials.
        let url = draft.url.clone();
        let request = match finished(draft, &request_settings) {
            Ok(request) => request,
            Err(reason) => return refused(&reason),
        };
        if let Some(text) = self.settings.dry_run {
            let text = String::from_utf8_lossy(&text(&request)).into_owned();
            return (tool_text(&text), CallOutcome::Shown);
        }
        match send(agent, request, &self.settings.limits, deadline) {
            Ok(response) => self.answered(tool, response, &url),
            Err(error) => (tool_error(&self.mask.text(&sentence(&error))), CallOutcome::Failed),
        }
    }

    fn request_settings(&self, tool: &ServedTool) -> RequestSettings {
        RequestSettings {
            credentials: tool.credentials.clone(),
            server: self.settings.server.clone(),
            server_variables: self.settings.server_variables.clone(),
            base: self.settings.base.clone(),
            validate: true,
        }
    }

    /// Turns the response into the answer. APIs echo requests, so that credentials are removed from it.
    fn answered(
        &self,
        tool: &ServedTool,
        response: UpstreamResponse,
        url: &str,
    ) -> (ToolAnswer, CallOutcome) {
        let UpstreamResponse { status, headers, body, is_cut } = response;
        let outcome = CallOutcome::Answered(status, body.len());
        let answer_of = |body: &[u8]| answer(&tool.callable, status, &headers, body, url);
        let mut answer = answer_of(&body);
        // JSON is searched value by value, so that it stays JSON. Base64 hides what is in it.
        if answer.structured_content.is_none() {
            let mut body = self.mask.bytes(body, is_cut);
            if is_cut {
                body.extend_from_slice(REST_IS_LEFT_OUT.as_bytes());
            }
            answer = answer_of(&body);
        }
        for content in &mut answer.content {
            self.mask.value(content);
        }
        if let Some(structured) = &mut answer.structured_content {
            self.mask.value(structured);
        }
        (checked(answer, tool.output_schema.as_ref()), outcome)
    }
}

/// Adds the credentials to a request, and checks that its URL is one that the HTTP client takes.
fn finished(draft: RequestDraft, settings: &RequestSettings) -> Result<http::Request<Vec<u8>>, String> {
    let request = draft.finish(&settings.credentials).map_err(|error| sentence(&error))?;
    let is_whole = |uri: &Uri| uri.scheme().is_some() && uri.host().is_some_and(|host| !host.is_empty());
    if is_whole(request.uri()) { Ok(request) } else { Err("The URL of the request has no host.".to_owned()) }
}

/// Returns an answer with a text.
pub(super) fn tool_text(text: &str) -> ToolAnswer {
    ToolAnswer {
        content: vec![json!({"type": "text", "text": text})],
        structured_content: None,
        is_error: false,
    }
}

/// Returns an answer that reports an error to the model.
pub(super) fn tool_error(text: &str) -> ToolAnswer {
    ToolAnswer { is_error: true, ..tool_text(text) }
}

/// Writes an error as a sentence.
fn sentence(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
