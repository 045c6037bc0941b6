//! An inspection as a page for browsers: one file that needs no network and works from `file://`.
//!
//! Everything in the page comes from strangers but its own words. Each text goes through `text::HtmlText` or
//! `text::HtmlJson`; nothing else writes what the manifest says. Should something slip through all the same, the page's
//! Content-Security-Policy runs no script and takes no style but its own, and loads nothing.

mod chart;
mod controls;
mod findings;
mod page;
mod text;
mod tool;

pub use page::write;
