//! The forms in which `apimint request` writes a request.

mod curl;
mod header_name;
mod http_message;
mod json;

pub(crate) use curl::curl;
pub(crate) use http_message::http_message;
pub(crate) use json::json;
