//! A small builder around the program: a directory of its own for each test, and no inherited
//! environment that could change what is printed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

/// A description with one operation that leaves nothing to be said.
pub(crate) const CLEAN: &str = r"openapi: 3.0.3
info: {title: Pets, version: '1'}
servers: [{url: 'https://example.com'}]
paths:
  /pets:
    get:
      operationId: listPets
      summary: Lists all pets.
      responses:
        '200':
          description: All pets.
          content:
            application/json:
              schema: {type: object, properties: {pets: {type: array, items: {type: string}}}}
";

/// The same without a summary: one warning, O005.
pub(crate) const WARNED: &str = r"openapi: 3.0.3
info: {title: Pets, version: '1'}
servers: [{url: 'https://example.com'}]
paths:
  /pets:
    get:
      operationId: listPets
      responses: {'204': {description: Nothing.}}
";

/// The first without an operationId: one note, N003.
pub(crate) const NOTED: &str = r"openapi: 3.0.3
info: {title: Pets, version: '1'}
servers: [{url: 'https://example.com'}]
paths:
  /pets:
    get:
      summary: Lists all pets.
      responses: {'204': {description: Nothing.}}
";

/// A description with a reference to nothing: one error, R001.
pub(crate) const DANGLING: &str = r"openapi: 3.0.3
info: {title: Pets, version: '1'}
servers: [{url: 'https://example.com'}]
paths:
  /pets:
    get:
      operationId: listPets
      summary: Lists all pets.
      parameters:
        - {name: limit, in: query, schema: {$ref: '#/components/schemas/Nope'}}
      responses: {'204': {description: Nothing.}}
";

/// A run of the program in a directory of its own.
pub(crate) struct Run {
    directory: tempfile::TempDir,
    working_directory: String,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    stdin: Option<String>,
    stdout: Option<Stdio>,
    stderr: Option<Stdio>,
}

/// What came of a run, with the directory that it ran in.
pub(crate) struct Done {
    directory: tempfile::TempDir,
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn new(subcommand: &str) -> Self {
        Self {
            directory: tempfile::tempdir().unwrap(),
            working_directory: String::new(),
            arguments: vec![subcommand.to_owned()],
            environment: Vec::new(),
            stdin: None,
            stdout: None,
            stderr: None,
        }
    }

    /// The program without a subcommand.
    pub(crate) fn bare() -> Self {
        let mut run = Self::new("");
        run.arguments.clear();
        run
    }

    /// Converts one file, `pets.yaml`.
    pub(crate) fn converting(text: &str) -> Self {
        Self::new("convert").file("pets.yaml", text).arg("pets.yaml")
    }

    pub(crate) fn arg(mut self, argument: &str) -> Self {
        self.arguments.push(argument.to_owned());
        self
    }

    pub(crate) fn args(self, arguments: &[&str]) -> Self {
        arguments.iter().fold(self, |run, argument| run.arg(argument))
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Runs the program in a part of the directory, which is there already.
    pub(crate) fn inside(mut self, directory: &str) -> Self {
        directory.clone_into(&mut self.working_directory);
        self
    }

    /// Puts a file into the directory.
    pub(crate) fn file(self, path: &str, text: &str) -> Self {
        self.bytes(path, text.as_bytes())
    }

    /// Puts a file that need not be text into the directory.
    pub(crate) fn bytes(self, path: &str, bytes: &[u8]) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    /// Asks for diagnostics in the form for programs.
    pub(crate) fn json(self) -> Self {
        self.args(&["--diagnostics", "json"])
    }

    pub(crate) fn stdin(mut self, text: &str) -> Self {
        self.stdin = Some(text.to_owned());
        self
    }

    pub(crate) fn stdout(mut self, stdout: Stdio) -> Self {
        self.stdout = Some(stdout);
        self
    }

    pub(crate) fn stderr(mut self, stderr: Stdio) -> Self {
        self.stderr = Some(stderr);
        self
    }

    /// A path in the directory.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    /// Starts the program, and gives it with the directory that it runs in.
    pub(crate) fn started(self) -> (Child, tempfile::TempDir) {
        let mut command = Command::cargo_bin("apimint").unwrap();
        command
            .current_dir(self.directory.path().join(self.working_directory))
            .env_clear()
            .args(&self.arguments)
            .envs(self.environment)
            .stdin(Stdio::null())
            .stdout(self.stdout.unwrap_or_else(Stdio::piped))
            .stderr(self.stderr.unwrap_or_else(Stdio::piped));
        if let Some(text) = self.stdin {
            let path = self.directory.path().join(".stdin");
            fs::write(&path, text).unwrap();
            command.stdin(fs::File::open(path).unwrap());
        }
        (command.spawn().unwrap(), self.directory)
    }

    pub(crate) fn done(self) -> Done {
        let (program, directory) = self.started();
        let Output { status, stdout, stderr } = program.wait_with_output().unwrap();
        Done {
            directory,
            code: status.code(),
            stdout: String::from_utf8(stdout).unwrap(),
            stderr: String::from_utf8(stderr).unwrap(),
        }
    }
}

impl Done {
    /// A path in the directory.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    /// The text of a file in the directory.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    /// The names of the tools that were written to standard output.
    pub(crate) fn tool_names(&self) -> Vec<String> {
        let manifest: Value = serde_json::from_str(&self.stdout).unwrap();
        let tools = manifest["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    }

    /// Code and message of each diagnostic, of a run that printed the form for programs.
    pub(crate) fn said(&self) -> Vec<String> {
        let lines = diagnostics(&self.stderr);
        let text = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
        lines.iter().map(|line| format!("{} {}", text(line, "code"), text(line, "message"))).collect()
    }

    /// The names of all files in a part of the directory, sorted; those beginning with a dot as well.
    pub(crate) fn list(&self, path: impl AsRef<Path>) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.directory.path().join(path))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != ".stdin")
            .collect();
        names.sort();
        names
    }

    /// The one diagnostic with this code, of a run that printed the form for programs; there may be notes
    /// and warnings of other kinds beside it, but no other error.
    #[track_caller]
    pub(crate) fn only_diagnostic(&self, code: &str) -> Value {
        let all = diagnostics(&self.stderr);
        let mut found = all.iter().filter(|line| line["code"] == code);
        let (Some(one), None) = (found.next(), found.next()) else {
            panic!("not exactly one {code}:\n{}", self.stderr)
        };
        let others = all.iter().filter(|line| line["severity"] == "error" && line["code"] != code);
        assert_eq!(others.count(), 0, "other errors than {code}:\n{}", self.stderr);
        one.clone()
    }

    /// The manifest on standard output.
    #[track_caller]
    pub(crate) fn manifest(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// Asserts the exit code, and shows what was said if it is another.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stdout: {}\nstderr: {}", self.stdout, self.stderr);
        self
    }
}

/// Every line of a report for programs, parsed.
#[track_caller]
pub(crate) fn diagnostics(report: &str) -> Vec<Value> {
    report.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The codes in a report for programs.
#[track_caller]
pub(crate) fn codes(report: &str) -> Vec<String> {
    diagnostics(report).iter().map(|line| line["code"].as_str().unwrap().to_owned()).collect()
}

/// Asserts that a text is one manifest with tools and one newline at its end.
#[track_caller]
pub(crate) fn assert_manifest(text: &str) {
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text:?}");
    let manifest: Value = serde_json::from_str(text).unwrap();
    assert_eq!(manifest["tools"][0]["name"], "list_pets", "{text}");
}
