//! The asynchronous runtime of a server, and the signals that end it.

use std::future::Future;
use std::io;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// The stack of each thread. Arguments and answers may nest 128 levels, and their validation recurses; the system allocates only
/// the memory that is used.
const STACK_BYTES: usize = 64 << 20;

/// How long threads are waited for at the end. Those that still wait for an API are left to the end of the process.
const END_TIME: Duration = Duration::from_millis(100);

/// The reason why a server did not start or ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The system refused a thread or a socket.
    #[error("the server cannot start: {0}")]
    Start(#[source] io::Error),
    /// The client broke the protocol before it was ready.
    #[error("the client did not initialize the connection: {0}")]
    Initialization(String),
}

/// Runs a server until it ends. It gets a token that is cancelled on Ctrl-C or SIGTERM.
pub(super) fn run<S, F>(server: S) -> Result<(), ServeError>
where
    S: FnOnce(CancellationToken) -> F,
    F: Future<Output = Result<(), ServeError>>,
{
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .thread_stack_size(STACK_BYTES)
        .enable_all()
        .build()
        .map_err(ServeError::Start)?;
    let result = runtime.block_on(async {
        let stop = CancellationToken::new();
        let stopping = stop.clone();
        tokio::spawn(async move {
            wait_for_signal().await;
            stopping.cancel();
        });
        server(stop).await
    });
    runtime.shutdown_timeout(END_TIME);
    result
}

/// Waits for Ctrl-C, or for SIGTERM where there is one.
async fn wait_for_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminated) => {
                tokio::select! {
                    _ = tokio::signal::ctrl_c() => {}
                    _ = terminated.recv() => {}
                }
            }
            Err(_) => drop(tokio::signal::ctrl_c().await),
        }
    }
    #[cfg(not(unix))]
    drop(tokio::signal::ctrl_c().await);
}
