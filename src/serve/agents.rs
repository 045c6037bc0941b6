//! The HTTP clients of a server. A call has one for itself, so that it can be interrupted; a client keeps its connections for the
//! next call.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ureq::Agent;
use ureq::config::Config;
use ureq::unversioned::transport::DefaultConnector;

use super::address_guard::AddressGuard;

/// The longest time to connect. A call that is given up waits for it at most.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// Clients that no call uses at the moment.
#[derive(Debug, Clone)]
pub(super) struct AgentPool {
    idle: Arc<Mutex<Vec<Agent>>>,
    guard: AddressGuard,
}

impl AgentPool {
    pub(super) fn new(guard: AddressGuard) -> Self {
        Self { idle: Arc::default(), guard }
    }

    /// Returns a client for one call.
    pub(super) fn lease(&self) -> LeasedAgent {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let agent = idle.unwrap_or_else(|| self.new_agent());
        LeasedAgent { agent: Some(agent), pool: self.clone() }
    }

    fn new_agent(&self) -> Agent {
        let config = Config::builder()
            // Redirects are followed in `upstream.rs`.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            .timeout_connect(Some(CONNECT_TIME))
            .user_agent(concat!("apimint/", env!("CARGO_PKG_VERSION")))
            .build();
        Agent::with_parts(config, DefaultConnector::default(), self.guard.clone())
    }
}

/// A client that one call uses. If it is dropped before [`LeasedAgent::give_back`], its requests are interrupted.
#[derive(Debug)]
pub(super) struct LeasedAgent {
    agent: Option<Agent>,
    pool: AgentPool,
}

impl LeasedAgent {
    /// Returns the client, for the thread that sends the request.
    pub(super) fn agent(&self) -> Option<Agent> {
        self.agent.clone()
    }

    /// Keeps the client, with its connections, for another call.
    pub(super) fn give_back(mut self) {
        if let Some(agent) = self.agent.take() {
            self.pool.idle.lock().unwrap_or_else(PoisonError::into_inner).push(agent);
        }
    }
}

impl Drop for LeasedAgent {
    fn drop(&mut self) {
        if let Some(agent) = self.agent.take() {
            agent.shutdown();
        }
    }
}
