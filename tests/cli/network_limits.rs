//! Bounds on all network requests of one run.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use super::network::{Server, not_found, ok};
use super::run::{CLEAN, Run};

/// A description with parameters in this number of files, which are on the same server.
fn in_files(count: usize) -> String {
    let parameters: Vec<String> = (0..count).map(|number| format!("{{$ref: 'p{number}.json'}}")).collect();
    let parameters = format!("operationId: listPets\n      parameters: [{}]", parameters.join(", "));
    CLEAN.replace("operationId: listPets", &parameters)
}

fn parameter(path: &str) -> String {
    let name = path.trim_start_matches("/p").trim_end_matches(".json");
    format!(r#"{{"name": "p{name}", "in": "query", "schema": {{"type": "string"}}}}"#)
}

#[test]
fn the_time_of_all_requests_is_bounded() {
    let server = Server::new(|path| match path {
        "/pets.yaml" => ok(in_files(9)),
        _ => {
            thread::sleep(Duration::from_secs(1));
            ok(parameter(path))
        }
    });
    let url = server.url("/pets.yaml");
    let few = ["--limit", "network_total_seconds=3"];
    let done = Run::new("convert").arg(&url).args(&few).json().done().exits(1);
    let said = done.said();
    let lost: Vec<&String> = said.iter().filter(|said| said.starts_with("R004")).collect();
    assert!((5..9).contains(&lost.len()), "{said:?}");
    for number in 7..9 {
        let expected = format!(
            "R004 `p{number}.json` is not followed: {}: the network took 3 s in all (limit network_total_seconds); --limit \
             network_total_seconds=N raises the limit",
            server.url(&format!("/p{number}.json"))
        );
        assert!(said.iter().any(|said| said.starts_with(&expected)), "{said:?}");
    }
    assert!(server.requests().len() <= 5, "{:?}", server.requests());
}

#[test]
fn an_answer_that_drips_is_cut_off() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/pets.yaml", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
            while stream.write_all(b"#").is_ok() {
                thread::sleep(Duration::from_millis(100));
            }
        }
    });
    let begin = Instant::now();
    for (limits, name) in [
        (
            ["network_total_seconds=1", "network_seconds=600"],
            "the network took 1 s in all (limit network_total_seconds)",
        ),
        (["network_seconds=1", "network_total_seconds=600"], "within 1 s (limit network_seconds)"),
    ] {
        let [first, second] = limits;
        let limits = ["--limit", first, "--limit", second];
        let done = Run::new("convert").arg(&url).args(&limits).json().done().exits(2);
        let error = done.only_diagnostic("S001");
        assert!(error["message"].as_str().unwrap().contains(name), "{error}");
    }
    assert!(begin.elapsed() < Duration::from_secs(60));
}

#[test]
fn the_number_of_requests_is_bounded() {
    let server = Server::new(|path| match path {
        "/pets.yaml" => ok(in_files(4)),
        "/p9.json" => not_found(),
        _ => ok(parameter(path)),
    });
    let url = server.url("/pets.yaml");
    let done = Run::new("convert").args(&[&url, "--limit", "network_requests=3"]).json().done().exits(1);
    assert_eq!(server.requests(), ["/pets.yaml", "/p0.json", "/p1.json"]);
    let error = &done.said()[0];
    assert!(
        error.contains("there were 3 network requests (limit network_requests); --limit network_requests=N"),
        "{error}"
    );
    assert!(error.contains("/p2.json"), "{error}");
    Run::new("convert").args(&[&url, "--limit", "network_requests=5"]).done().exits(0);
}
