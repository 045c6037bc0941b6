//! An API on the loopback interface that records the requests it gets.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A request that the API got.
#[derive(Debug, Clone, Default)]
pub(crate) struct Received {
    pub(crate) method: String,
    pub(crate) target: String,
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
    /// The number of requests that the API worked on when it got this one, itself included.
    pub(crate) running: usize,
    /// True if the client closed the connection before the response.
    pub(crate) given_up: bool,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// What the API answers.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
    /// How long it takes.
    pub(crate) delay: Duration,
}

impl Reply {
    pub(crate) fn new(status: u16, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        let headers = vec![("Content-Type", media_type.to_owned())];
        Self { status, headers, body: body.into(), delay: Duration::ZERO }
    }

    pub(crate) fn json(body: &str) -> Self {
        Self::new(200, "application/json", body)
    }

    pub(crate) fn redirect(status: u16, location: String) -> Self {
        Self { headers: vec![("Location", location)], ..Self::new(status, "text/plain", "moved") }
    }

    pub(crate) fn after(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }
}

type Handler = dyn Fn(&Received) -> Reply + Send + Sync;

/// The API. Its thread ends with the process of the test.
pub(crate) struct Api {
    pub(crate) address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
    connections: Arc<Mutex<usize>>,
    running: Arc<Mutex<usize>>,
}

impl Api {
    pub(crate) fn start(handler: impl Fn(&Received) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let received = Arc::new(Mutex::new(Vec::new()));
        let running = Arc::new(Mutex::new(0));
        let connections = Arc::new(Mutex::new(0));
        let (handler, log): (Arc<Handler>, _) = (Arc::new(handler), received.clone());
        let (counter, at_work) = (connections.clone(), running.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                *counter.lock().unwrap() += 1;
                let (handler, log, running) = (handler.clone(), log.clone(), at_work.clone());
                thread::spawn(move || while answer(&stream, &*handler, &log, &running).is_some() {});
            }
        });
        Self { address, received, connections, running }
    }

    /// An API that answers each request with the same response.
    pub(crate) fn answering(reply: Reply) -> Self {
        Self::start(move |_| reply.clone())
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The number of connections so far.
    pub(crate) fn connections(&self) -> usize {
        *self.connections.lock().unwrap()
    }

    /// Waits until the API works on a request.
    pub(crate) fn wait_for_request(&self) {
        while *self.running.lock().unwrap() == 0 {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The requests that were answered or given up so far.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

/// Answers one request; `None` if there is none any more.
fn answer(
    stream: &TcpStream,
    handler: &Handler,
    log: &Mutex<Vec<Received>>,
    running: &Mutex<usize>,
) -> Option<()> {
    let mut received = read(stream)?;
    let now = |change: isize| {
        let mut running = running.lock().unwrap();
        *running = running.checked_add_signed(change).unwrap();
        *running
    };
    received.running = now(1);
    let reply = handler(&received);
    if !reply.delay.is_zero() {
        // A client that gives up closes the connection.
        stream.set_read_timeout(Some(reply.delay)).unwrap();
        received.given_up = matches!(stream.peek(&mut [0]), Ok(0));
        stream.set_read_timeout(None).unwrap();
    }
    now(-1);
    log.lock().unwrap().push(received);
    let mut head = format!("HTTP/1.1 {} Reason\r\nContent-Length: {}\r\n", reply.status, reply.body.len());
    for (name, value) in &reply.headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    let mut message = (head + "\r\n").into_bytes();
    message.extend_from_slice(&reply.body);
    (&mut &*stream).write_all(&message).ok()
}

fn read(stream: &TcpStream) -> Option<Received> {
    let mut reader = BufReader::new(stream);
    let mut line = || {
        let mut line = String::new();
        (reader.read_line(&mut line).ok()? > 0).then(|| line.trim_end().to_owned())
    };
    let first = line()?;
    let mut words = first.split(' ');
    let mut received = Received {
        method: words.next()?.to_owned(),
        target: words.next()?.to_owned(),
        ..Received::default()
    };
    loop {
        let line = line()?;
        let Some((name, value)) = line.split_once(':') else { break };
        received.headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let length = received.header("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    received.body = String::from_utf8_lossy(&body).into_owned();
    Some(received)
}
