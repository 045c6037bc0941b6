//! The subcommands, one file each, and code that several of them share.

pub(crate) mod build;
pub(crate) mod check;
mod chosen_manifests;
pub(crate) mod completions;
mod conversion;
pub(crate) mod convert;
mod description_settings;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod init;
mod inputs;
pub(crate) mod inspect;
mod load_config;
pub(crate) mod man;
mod manifest_destinations;
mod message_length;
pub(crate) mod request;
mod request_credentials;
pub(crate) mod result;
#[cfg(feature = "serve")]
pub(crate) mod serve;
mod server_headers;
mod watch;
