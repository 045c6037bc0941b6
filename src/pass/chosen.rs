//! Which of the tools stay, by what is known of them only now.

use crate::diagnostic::{Code, Sink};
use crate::model::{Catalog, Hint};
use crate::options::Options;

/// Leaves out tools that may change something, and those beyond a number, where that is asked for. Runs when tools have
/// their hints.
pub fn chosen(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    catalog.tools.retain(|tool| {
        let stays = !tool.only_if_read_only || tool.annotations.get(Hint::ReadOnly) == Some(true);
        if !stays {
            let message = format!("{tool} may change something; it is left out by --read-only");
            sink.report(Code::NotChosen, tool.place, message);
        }
        stays
    });
    let Some(most) = options.selection.max_tools else { return };
    let found = catalog.tools.len();
    let Some(first) = catalog.tools.get(most) else { return };
    let message = format!("there are {found} tools, of which --max-tools keeps the first {most}");
    sink.report(Code::TooManyTools, first.place, message);
    for tool in catalog.tools.drain(most..) {
        let message = format!("{tool} is left out by --max-tools {most}");
        sink.report(Code::NotChosen, tool.place, message);
    }
}
