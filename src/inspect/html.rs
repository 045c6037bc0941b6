//! The inspection as an HTML page: one file that needs no network and works from `file://`.
//!
//! Everything in the page except its fixed text is untrusted. Every such text goes through `text::HtmlText` or
//! `text::HtmlJson`; nothing else writes content of the manifest. As a second line of defence, the page's
//! Content-Security-Policy allows only its own script and style, and loads nothing.

mod chart;
mod controls;
mod findings;
mod page;
mod text;
mod tool;

pub use page::write;
