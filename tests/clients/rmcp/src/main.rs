//! Drives the official Rust client against server.py.
//!
//! Usage: apimint-client-rmcp [--modern]
//!
//! A line of standard input is a job, `{"manifest": FILE, "results": FILE, "server": COMMAND}`, and optionally
//! `"arguments": FILE` with those of each call, and `"calls": FILE` with a list of further calls, whose results are
//! reported as they are. `"patience"` is the number of seconds for one answer, `"url"` the address of a server over HTTP
//! that takes the place of the command, and `"limited": true` leaves the bound on the length of a message as it is.
//! What the client did is printed as one JSON object in a line.

use std::error::Error;
use std::process::Stdio;
use std::time::Duration;
use std::{env, fs, io};

use rmcp::model::{CallToolRequestParams, Tool};
use rmcp::service::{RoleClient, RunningService};
use rmcp::transport::IntoTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::{Map, Value, json};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// The seconds that one answer may take. The client drops a message that it cannot parse, and then waits for ever.
const PATIENCE: u64 = 120;

type Client = RunningService<RoleClient, ()>;
type Fault = Box<dyn Error>;

#[derive(Default)]
struct Report {
    protocol: Option<String>,
    listed: usize,
    accepted: usize,
    refused: Vec<Value>,
    answers: Vec<Value>,
}

impl Report {
    fn refuse(&mut self, tool: Option<&str>, step: &str, reason: impl ToString) {
        self.refused.push(json!({ "tool": tool, "step": step, "reason": reason.to_string() }));
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Fault> {
    let modern = env::args().any(|argument| argument == "--modern");
    for line in io::stdin().lines() {
        let mut report = Report::default();
        if let Err(fault) = run(&serde_json::from_str(&line?)?, modern, &mut report).await {
            let step = if report.listed > 0 { "call" } else { "list" };
            report.refuse(None, step, fault);
        }
        let Report { protocol, listed, accepted, refused, answers } = report;
        println!(
            "{}",
            json!({
                "protocol": protocol, "listed": listed, "accepted": accepted, "refused": refused, "answers": answers
            })
        );
    }
    Ok(())
}

/// Lists the tools, calls those that have a result, and makes the further calls.
async fn run(job: &Value, modern: bool, report: &mut Report) -> Result<(), Fault> {
    let patience = Duration::from_secs(job["patience"].as_u64().unwrap_or(PATIENCE));
    let results = read(&job["results"])?;
    let arguments = if job["arguments"].is_null() { Value::Null } else { read(&job["arguments"])? };
    let calls = if job["calls"].is_null() { Value::Null } else { read(&job["calls"])? };

    let (client, _process) = timeout(patience, connect(job, modern)).await??;
    report.protocol = client.peer_info().map(|peer| peer.protocol_version.to_string());

    let listed = timeout(patience, client.list_all_tools()).await??;
    report.listed = listed.len();
    // What cannot be read here could not be listed either.
    let manifest = read(&job["manifest"])?;
    let tools = manifest["tools"].as_array().ok_or("the manifest has no tools")?;
    if listed.len() != tools.len() {
        report.refuse(None, "list", format!("{} tools sent, {} received", tools.len(), listed.len()));
    }
    for (sent, tool) in tools.iter().zip(&listed) {
        for (key, arrived) in fields(tool) {
            // Null and nothing are the same here.
            if sent.get(key).filter(|value| !value.is_null()) != arrived.as_ref() {
                report.refuse(sent["name"].as_str(), "list", format!("{key} does not arrive as it was sent"));
            }
        }
    }
    for (name, content) in results.as_object().into_iter().flatten() {
        let mut call = CallToolRequestParams::new(name.clone());
        call.arguments = arguments[name.as_str()].as_object().cloned();
        let refusal = match timeout(patience, client.call_tool(call)).await? {
            Err(fault) => fault.to_string(),
            Ok(result) if result.is_error == Some(true) => "an error arrived".to_owned(),
            Ok(result) if result.structured_content.as_ref() != Some(content) => {
                "structured content does not arrive as it was sent".to_owned()
            }
            Ok(_) => {
                report.accepted += 1;
                continue;
            }
        };
        report.refuse(Some(name), "call", refusal);
    }
    for call in calls.as_array().into_iter().flatten() {
        let mut parameters = CallToolRequestParams::new(call["name"].as_str().unwrap_or_default().to_owned());
        parameters.arguments = call["arguments"].as_object().cloned();
        report.answers.push(match timeout(patience, client.call_tool(parameters)).await? {
            Ok(result) => json!({ "result": result }),
            Err(fault) => json!({ "raised": fault.to_string() }),
        });
    }
    client.cancel().await?;
    Ok(())
}

/// A connected client, and the process of the server if there is one, which ends with this value.
async fn connect(job: &Value, modern: bool) -> Result<(Client, Option<Child>), Fault> {
    #[cfg(feature = "http")]
    if let Some(url) = job["url"].as_str() {
        let transport = rmcp::transport::StreamableHttpClientTransport::from_uri(url);
        return Ok((serve(transport, modern).await?, None));
    }
    let mut server = job["server"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut process = Command::new(server.next().ok_or("the job names no server")?)
        .args(server)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let (output, input) = (process.stdout.take(), process.stdin.take());
    let transport = AsyncRwTransport::new_client(output.ok_or("no output")?, input.ok_or("no input")?);
    // rmcp's own transport for child processes does the same, but drops messages over 16 MiB.
    #[cfg(not(feature = "before-3"))]
    let transport = if job["limited"] == true { transport } else { transport.with_max_line_length(1 << 30) };
    Ok((serve(transport, modern).await?, Some(process)))
}

/// Connects over a transport: with MCP 2026-07-28 if `modern`, otherwise with `initialize`.
async fn serve<T, E, A>(transport: T, modern: bool) -> Result<Client, Fault>
where
    T: IntoTransport<RoleClient, E, A>,
    E: Error + Send + Sync + 'static,
{
    #[cfg(not(feature = "before-3"))]
    {
        use rmcp::model::ProtocolVersion;
        use rmcp::service::{ClientLifecycleMode, serve_client_with_lifecycle};

        let lifecycle = if modern {
            ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
        } else {
            ClientLifecycleMode::Initialize
        };
        Ok(serve_client_with_lifecycle((), transport, lifecycle).await?)
    }
    #[cfg(feature = "before-3")]
    {
        assert!(!modern, "this version of rmcp does not speak MCP 2026-07-28");
        Ok(rmcp::service::serve_client((), transport).await?)
    }
}

fn read(path: &Value) -> Result<Value, Fault> {
    Ok(serde_json::from_slice(&fs::read(path.as_str().ok_or("the job lacks a file")?)?)?)
}

/// What is compared of a tool.
fn fields(tool: &Tool) -> [(&'static str, Option<Value>); 3] {
    let schema = |schema: &Map<String, Value>| Value::Object(schema.clone());
    [
        ("name", Some(Value::from(tool.name.as_ref()))),
        ("inputSchema", Some(schema(&tool.input_schema))),
        ("outputSchema", tool.output_schema.as_deref().map(schema)),
    ]
}
