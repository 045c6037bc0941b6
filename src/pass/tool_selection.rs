//! Selects tools by their hints and number. Selection by tag, path, method and id happens earlier, in the reader.

use crate::diagnostic::{Code, Sink};
use crate::model::{Catalog, Hint};
use crate::options::Options;

/// Leaves out tools that may change something (`--read-only`), and tools beyond a number (`--max-tools`). Runs after
/// [`super::set_annotations`].
pub fn select_tools(catalog: &mut Catalog, options: &Options, sink: &Sink) {
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
