//! Descriptions that are read from a server, here one on the loopback interface.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use super::run::{CLEAN, Run, assert_manifest};

/// What the server says to one request.
pub(crate) struct Answer {
    status: &'static str,
    headers: String,
    body: String,
}

pub(crate) fn ok(body: impl Into<String>) -> Answer {
    Answer { status: "200 OK", headers: String::new(), body: body.into() }
}

pub(crate) fn not_found() -> Answer {
    Answer { status: "404 Not Found", headers: String::new(), body: "nothing here".to_owned() }
}

pub(crate) fn redirect(target: &str) -> Answer {
    Answer { status: "302 Found", headers: format!("Location: {target}\r\n"), body: String::new() }
}

type Log = Arc<Mutex<Vec<String>>>;

/// A server that lives as long as the test process.
pub(crate) struct Server {
    address: SocketAddr,
    requests: Log,
    logins: Log,
    headers: Log,
}

impl Server {
    /// Answers each request by its path.
    pub(crate) fn new(answer: impl Fn(&str) -> Answer + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let logins = Arc::new(Mutex::new(Vec::new()));
        let headers = Arc::new(Mutex::new(Vec::new()));
        let log = [&requests, &logins, &headers].map(Arc::clone);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A client that hangs up early ends only its own request.
                let _ = serve(stream, &answer, &log);
            }
        });
        Self { address, requests, logins, headers }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    pub(crate) fn forget(&self) {
        self.requests.lock().unwrap().clear();
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The values of `Authorization`, of the requests that had one.
    pub(crate) fn logins(&self) -> Vec<String> {
        self.logins.lock().unwrap().clone()
    }

    /// The values of a header, of the requests that had it.
    pub(crate) fn sent(&self, name: &str) -> Vec<String> {
        let headers = self.headers.lock().unwrap();
        let fields = headers.iter().filter_map(|header| header.split_once(": "));
        fields
            .filter(|(other, _)| other.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.to_owned())
            .collect()
    }
}

fn serve(
    mut stream: TcpStream,
    answer: &dyn Fn(&str) -> Answer,
    [requests, logins, sent]: &[Log; 3],
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        if let Some(login) = line.to_lowercase().strip_prefix("authorization:") {
            logins.lock().unwrap().push(line[line.len() - login.len()..].trim().to_owned());
        }
        sent.lock().unwrap().push(line.trim().to_owned());
        line.clear();
    }
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let Answer { status, headers, body } = answer(&path);
    requests.lock().unwrap().push(path);
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n{body}",
        body.len()
    )
}

#[test]
fn a_description_and_its_siblings_are_read() {
    let server = Server::new(|path| match path {
        "/v1/pets.yaml" => ok(CLEAN.replace("{type: string}", "{$ref: 'pet.json#/Pet'}")),
        "/v1/pet.json" => ok(r#"{"Pet": {"type": "string", "maxLength": 77}}"#),
        _ => not_found(),
    });
    let done = Run::new("convert").arg(&server.url("/v1/pets.yaml")).done().exits(0);
    assert_manifest(&done.stdout);
    assert!(done.stdout.contains("77"), "{}", done.stdout);
    assert_eq!(server.requests(), ["/v1/pets.yaml", "/v1/pet.json"]);
}

#[test]
fn the_directory_on_the_server_is_not_left() {
    let server = Server::new(|path| match path {
        "/v1/pets.yaml" => ok(CLEAN.replace("{type: string}", "{$ref: '../private/pet.json'}")),
        _ => ok("{}"),
    });
    let done = Run::new("convert").arg(&server.url("/v1/pets.yaml")).json().done().exits(1);
    done.only_diagnostic("R003");
    assert_eq!(server.requests(), ["/v1/pets.yaml"]);
    // Not by a redirect either.
    let server = Server::new(|path| match path {
        "/v1/pets.yaml" => ok(CLEAN.replace("{type: string}", "{$ref: 'pet.json'}")),
        "/v1/pet.json" => redirect("/private/pet.json"),
        _ => ok("{}"),
    });
    let done = Run::new("convert").arg(&server.url("/v1/pets.yaml")).json().done().exits(1);
    done.only_diagnostic("R004");
    assert_eq!(server.requests(), ["/v1/pets.yaml", "/v1/pet.json"]);
}

#[test]
fn a_description_from_a_server_reads_no_files() {
    let server = Server::new(|_| ok(CLEAN.replace("{type: string}", "{$ref: 'file:///etc/passwd'}")));
    let allow = ["--allow-net", "--allow-outside"];
    let done = Run::new("convert").arg(&server.url("/pets.yaml")).args(&allow).json().done().exits(1);
    done.only_diagnostic("R002");
}

#[test]
fn a_file_reaches_public_servers_only() {
    let server = Server::new(|_| ok("{}"));
    let text = CLEAN.replace("{type: string}", &format!("{{$ref: '{}'}}", server.url("/pet.json")));
    let done = Run::converting(&text).json().done().exits(1);
    done.only_diagnostic("R003");
    let done = Run::converting(&text).arg("--allow-net").json().done().exits(1);
    let error = done.only_diagnostic("R004");
    assert!(error["message"].as_str().unwrap().contains("private network"), "{error}");
    assert_eq!(server.requests(), Vec::<String>::new());
}

#[test]
fn redirects_are_followed_but_not_for_ever() {
    let server = Server::new(|path| match path {
        "/old.yaml" => redirect("/new.yaml"),
        "/new.yaml" => ok(CLEAN),
        _ => redirect("/round"),
    });
    let done = Run::new("convert").arg(&server.url("/old.yaml")).done().exits(0);
    assert_manifest(&done.stdout);
    let done = Run::new("convert").arg(&server.url("/round")).json().done().exits(2);
    let error = done.only_diagnostic("S001");
    assert!(error["message"].as_str().unwrap().contains("redirects more than 5 times"), "{error}");
    assert_eq!(server.requests().len(), 2 + 6);
    let few = [&server.url("/round"), "--limit", "redirects=1"];
    let done = Run::new("convert").args(&few).json().done().exits(2);
    let error = done.only_diagnostic("S001");
    assert!(error["message"].as_str().unwrap().contains("redirects more than 1 times"), "{error}");
}

#[test]
fn a_server_that_does_not_answer_is_not_waited_for() {
    let server = Server::new(|_| {
        thread::park();
        not_found()
    });
    let impatient = [&server.url("/pets.yaml"), "--limit", "network_seconds=1"];
    let done = Run::new("convert").args(&impatient).json().done().exits(2);
    let error = done.only_diagnostic("S001");
    assert!(error["message"].as_str().unwrap().contains("within 1 s (limit network_seconds)"), "{error}");
}

#[test]
fn an_error_of_the_server_is_told() {
    let server = Server::new(|_| not_found());
    let done = Run::new("convert").arg(&server.url("/pets.yaml")).json().done().exits(2);
    assert!(done.stdout.is_empty());
    let error = done.only_diagnostic("S001");
    assert!(error["message"].as_str().unwrap().contains("404 Not Found"), "{error}");
    assert_eq!(error["file"], server.url("/pets.yaml"));
}

#[test]
fn an_answer_that_is_too_large_is_refused() {
    let server = Server::new(|_| ok(format!("{CLEAN}# {}\n", "x".repeat(100_000))));
    let url = server.url("/pets.yaml");
    let done = Run::new("convert").args(&[&url, "--max-bytes", "64K"]).json().done().exits(2);
    assert!(done.stdout.is_empty());
    done.only_diagnostic("S007");
    Run::new("convert").args(&[&url, "--max-bytes", "128K"]).done().exits(0);
}

#[test]
fn standard_input_may_belong_to_a_server() {
    let server = Server::new(|path| match path {
        "/v1/pet.json" => ok(r#"{"type": "string", "maxLength": 77}"#),
        _ => not_found(),
    });
    let text = CLEAN.replace("{type: string}", "{$ref: pet.json}");
    let base = server.url("/v1/pets.yaml");
    let done = Run::new("convert").args(&["-", "--base", &base]).stdin(&text).done().exits(0);
    assert!(done.stdout.contains("77"), "{}", done.stdout);
}

/// A capability whose schemas stand elsewhere on the server.
fn agent(schema: &str) -> String {
    format!(
        "schema_version: '0.1'\nidentity: {{id: desk}}\ncapabilities:\n  - id: find\n    description: Finds books.\n    \
         protocols: [MCP]\n    side_effect_level: none\n    input_schema: {{$ref_uri: '{schema}'}}\n    \
         output_schema: {{$ref_uri: '{schema}'}}\n"
    )
}

#[test]
fn schemas_that_a_manifest_refers_to_are_read_with_permission_only() {
    let address = Arc::new(Mutex::new(String::new()));
    let known = Arc::clone(&address);
    let server = Server::new(move |path| match path {
        "/agents/desk.yaml" => ok(agent(&format!("{}/schemas/books.json", known.lock().unwrap()))),
        "/agents/lost.yaml" => ok(agent(&format!("{}/schemas/gone.json", known.lock().unwrap()))),
        "/schemas/books.json" => ok(r#"{"type": "object", "properties": {"title": {"maxLength": 77}}}"#),
        _ => not_found(),
    });
    *address.lock().unwrap() = server.url("");
    let kept =
        format!(r#""inputSchema":{{"type":"object","properties":{{}},"$ref":"{}/schemas/"#, server.url(""));

    let done = Run::new("convert").arg(&server.url("/agents/desk.yaml")).json().done().exits(0);
    assert!(done.stdout.contains(&kept) && !done.stdout.contains("outputSchema"), "{}", done.stdout);
    assert!(done.stderr.contains("\"G008\"") && done.stderr.contains("\"G009\""), "{}", done.stderr);
    assert_eq!(server.requests(), ["/agents/desk.yaml"]);

    let done = Run::new("convert").arg(&server.url("/agents/desk.yaml")).arg("--allow-net").done().exits(0);
    assert_eq!(done.stdout.matches("77").count(), 2, "{}", done.stdout);
    assert!(!done.stdout.contains("$ref"), "{}", done.stdout);

    let lost = server.url("/agents/lost.yaml");
    let done = Run::new("convert").arg(&lost).arg("--allow-net").json().done().exits(1);
    assert!(done.stdout.contains(&kept) && !done.stdout.contains("outputSchema"), "{}", done.stdout);
    assert!(done.stderr.contains("\"R004\""), "{}", done.stderr);
}
