//! Calls of tools: a tool of a manifest and arguments become an HTTP request, and an HTTP response becomes the result of the
//! call. `docs/calls.md` is the algorithm in words.
//!
//! Everything here is a pure function of its arguments. Nothing is sent, nothing is read, and the manifest's JSON is the only
//! source: the tool may come from any program that writes `_meta["dev.apimint/http"]`.
//!
//! ```
//! use apimint::call::{CallableTool, RequestSettings, request};
//! use apimint::json::Value;
//!
//! let tool: Value = serde_json::from_str(r#"{"name": "get_book",
//!     "inputSchema": {"type": "object", "properties": {"isbn": {"type": "string"}}, "required": ["isbn"]},
//!     "_meta": {"dev.apimint/http": {"method": "GET", "path": "/books/{isbn}",
//!         "servers": [{"url": "https://library.example/v1"}],
//!         "arguments": {"isbn": {"name": "isbn", "in": "path", "style": "simple", "explode": false}}}}}"#)
//!     .map_err(|error| error.to_string())?;
//! let arguments: Value = serde_json::from_str(r#"{"isbn": "a/1"}"#).map_err(|error| error.to_string())?;
//! let tool = CallableTool::parse(&tool).map_err(|error| error.to_string())?;
//! let request = request(&tool, &arguments, &RequestSettings::default()).map_err(|error| error.to_string())?;
//! assert_eq!(request.uri(), "https://library.example/v1/books/a%2F1");
//! # Ok::<(), String>(())
//! ```

mod answer;
mod base64_text;
mod body;
mod credentials;
mod description;
mod error;
mod form;
mod header;
mod media_type;
mod merge;
mod multipart;
mod parse;
mod path;
mod percent;
mod query;
mod request;
mod server;
mod style;
mod tool;
mod value_text;

#[cfg(feature = "serve")]
pub(crate) use answer::{MOST_ERROR_BYTES, REST_IS_LEFT_OUT};
pub use answer::{ToolAnswer, answer};
pub use credentials::{CredentialForm, CredentialPlace, CredentialValue, Credentials, SentCredential};
pub use error::{ArgumentFault, CallError};
pub(crate) use parse::call_fault;
pub use request::{RequestDraft, RequestSettings, draft, request};
pub use server::ServerChoice;
pub use tool::CallableTool;
