//! A client that starts the server and speaks to it in JSON lines.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::{Value, json};

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// The server's command line, in a directory of its own.
pub(crate) struct Launch {
    directory: tempfile::TempDir,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
}

impl Launch {
    /// Serves a description.
    pub(crate) fn serving(description: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("input"), description).unwrap();
        Self { directory, arguments: vec!["serve".into(), "input".into()], environment: Vec::new() }
    }

    pub(crate) fn args(mut self, arguments: &[&str]) -> Self {
        self.arguments.extend(arguments.iter().map(|&argument| argument.to_owned()));
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn file(self, name: &str, text: &str) -> Self {
        fs::write(self.directory.path().join(name), text).unwrap();
        self
    }

    fn spawn(&self) -> Child {
        let mut command = Command::cargo_bin("apimint").unwrap();
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if name.to_lowercase().ends_with("_proxy") || name.starts_with("APIMINT_") {
                command.env_remove(name);
            }
        }
        command
            .args(&self.arguments)
            .envs(self.environment.iter().cloned())
            .current_dir(self.directory.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs a command line that does not start a server. Returns the exit code and standard error.
    pub(crate) fn fail(self) -> (Option<i32>, String) {
        let output = self.spawn().wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Starts the server.
    pub(crate) fn start(self) -> Client {
        let mut child = self.spawn();
        let (sender, lines) = mpsc::channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let (sender, errors) = mpsc::channel();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        thread::spawn(move || stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let stdin = child.stdin.take();
        Client { _directory: self.directory, child, stdin, lines, errors, last: 0, seen: String::new() }
    }

    /// Starts the server, and connects.
    pub(crate) fn connect(self) -> Client {
        let mut client = self.start();
        client.initialize("2025-11-25");
        client
    }
}

/// The running server.
pub(crate) struct Client {
    _directory: tempfile::TempDir,
    pub(crate) child: Child,
    pub(crate) stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
    last: u64,
    /// Everything that the server wrote on standard output.
    pub(crate) seen: String,
}

impl Client {
    pub(crate) fn initialize(&mut self, version: &str) -> Value {
        let info = json!({"name": "test", "version": "1"});
        let parameters = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": info});
        let result = self.request("initialize", parameters);
        self.write(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        result["result"].clone()
    }

    fn write(&mut self, message: &Value) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{message}").unwrap();
        stdin.flush().unwrap();
    }

    pub(crate) fn notify(&mut self, method: &str, parameters: Value) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}));
    }

    /// Sends a request, and returns its id.
    pub(crate) fn send(&mut self, method: &str, parameters: Value) -> u64 {
        self.last += 1;
        let id = self.last;
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}));
        id
    }

    /// Reads the next message.
    pub(crate) fn read(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
        self.seen.push_str(&line);
        serde_json::from_str(&line).unwrap()
    }

    /// Sends a request, and returns its response.
    pub(crate) fn request(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.send(method, parameters);
        let response = self.read();
        assert_eq!(response["id"], id);
        response
    }

    /// Lists all tools, page by page.
    pub(crate) fn tools(&mut self) -> Vec<Value> {
        let mut tools = Vec::new();
        let mut parameters = json!({});
        loop {
            let page = self.request("tools/list", parameters);
            tools.extend(page["result"]["tools"].as_array().expect("tools").clone());
            match page["result"].get("nextCursor") {
                Some(cursor) => parameters = json!({"cursor": cursor}),
                None => return tools,
            }
        }
    }

    /// Calls a tool, and returns its result.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let response = self.request("tools/call", json!({"name": tool, "arguments": arguments}));
        response.get("result").unwrap_or_else(|| panic!("{response}")).clone()
    }

    /// Calls a tool whose result is an error, and returns its text.
    pub(crate) fn call_in_vain(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// Waits for a line on standard error.
    pub(crate) fn error_line(&self) -> String {
        self.errors.recv_timeout(PATIENCE).expect("a line on standard error")
    }

    /// Closes the input, and returns the exit status and the rest of standard error.
    pub(crate) fn close(mut self) -> (ExitStatus, String) {
        drop(self.stdin.take());
        self.ended()
    }

    /// Waits for the end of the process.
    pub(crate) fn ended(&mut self) -> (ExitStatus, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "the server does not end");
            thread::sleep(Duration::from_millis(10));
        };
        self.seen.extend(self.lines.iter());
        (status, self.errors.iter().collect::<Vec<_>>().join("\n"))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A description of an API at a URL, with these operations under `paths`.
pub(crate) fn description(url: &str, paths: &Value) -> String {
    let info = json!({"title": "Things", "version": "2", "description": "All things."});
    json!({"openapi": "3.0.3", "info": info, "servers": [{"url": url}], "paths": paths}).to_string()
}

/// A `GET` without arguments that answers with any media type.
pub(crate) fn get(id: &str) -> Value {
    json!({"get": {"operationId": id, "summary": "Gets.", "responses": {"200": {"description": "ok"}}}})
}
