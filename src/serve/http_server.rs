//! The server over HTTP: MCP's "Streamable HTTP", without sessions.

use std::convert::Infallible;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{Request, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::handler::McpHandler;
use super::runtime::{ServeError, run};
use super::served_tools::ServedTools;
use super::settings::{HttpEndpoint, ServeSettings};

/// The path of the server.
const PATH: &str = "/mcp";

/// The longest time that a client may take for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// How long running calls are waited for when the server ends.
const DRAIN_TIME: Duration = Duration::from_secs(2);

type McpService = StreamableHttpService<McpHandler, NeverSessionManager>;

/// Serves tools over HTTP until the process is told to end. The address is written to standard error.
pub fn serve_http(
    tools: ServedTools,
    settings: ServeSettings,
    endpoint: HttpEndpoint,
) -> Result<(), ServeError> {
    let handler = McpHandler::new(tools, settings);
    run(|stop| serve(handler, endpoint, stop))
}

async fn serve(
    handler: McpHandler,
    endpoint: HttpEndpoint,
    stop: CancellationToken,
) -> Result<(), ServeError> {
    let listener = TcpListener::bind(endpoint.address).await.map_err(ServeError::Start)?;
    let address = listener.local_addr().map_err(ServeError::Start)?;
    let _ = writeln!(io::stderr().lock(), "listening on http://{address}{PATH}");
    let service = service(handler, endpoint, stop.clone());
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(serve_connection(TokioIo::new(stream), service.clone(), stop.clone()));
                }
                // Too many open files, or a connection that is gone already: others may work after a moment.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            },
            Some(_) = connections.join_next() => {}
        }
    }
    // Clients that do not close their connections are left.
    let _ =
        tokio::time::timeout(DRAIN_TIME, async { while connections.join_next().await.is_some() {} }).await;
    Ok(())
}

/// Makes the service. Requests must name a known host and no foreign origin, so that a web page cannot reach a server on the
/// reader's computer (MCP, "Transports", section "Security Warning").
fn service(handler: McpHandler, endpoint: HttpEndpoint, stop: CancellationToken) -> McpService {
    let HttpEndpoint { address, hosts, origins } = endpoint;
    let mut allowed = loopback_names(address);
    allowed.extend(hosts);
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(allowed)
        .with_allowed_origins(origins)
        .enforce_origin_validation()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_cancellation_token(stop);
    StreamableHttpService::new(move || Ok(handler.clone()), Arc::new(NeverSessionManager::default()), config)
}

/// Returns the names of the loopback interface, if the server listens on it.
fn loopback_names(address: SocketAddr) -> Vec<String> {
    if !address.ip().is_loopback() {
        return Vec::new();
    }
    ["localhost", "127.0.0.1", "::1"].map(str::to_owned).into()
}

async fn serve_connection(
    stream: TokioIo<tokio::net::TcpStream>,
    service: McpService,
    stop: CancellationToken,
) {
    let answer = service_fn(move |request| {
        let service = service.clone();
        async move { Ok::<_, Infallible>(answer(&service, request).await) }
    });
    let mut builder = http1::Builder::new();
    let connection =
        builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).serve_connection(stream, answer);
    tokio::pin!(connection);
    // Errors are those of the client, which notices itself.
    tokio::select! {
        _ = &mut connection => return,
        () = stop.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

async fn answer(service: &McpService, request: Request<Incoming>) -> Response<BoxBody<Bytes, Infallible>> {
    if request.uri().path() == PATH {
        return service.handle(request).await;
    }
    let body = Full::new(Bytes::from_static(b"The server is at /mcp.\n")).boxed();
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
