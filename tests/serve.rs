//! Tests `apimint serve` as a process: a client speaks to it on standard input and output or over HTTP, and it calls an API that
//! the test serves on the loopback interface.

#![cfg(feature = "serve")]
#![allow(clippy::needless_pass_by_value, reason = "`json!` in a call reads better without `&`")]

#[cfg(test)]
mod serve {
    mod answers;
    mod api;
    mod calls;
    mod client;
    mod credentials;
    mod dynamic;
    mod http;
    mod lifecycle;
    mod limits;
    mod lists;
    mod network;
}
