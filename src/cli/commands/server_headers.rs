//! The headers of a run: each goes to the server of the URL that it was given for.

use std::collections::HashMap;

use apimint::source::{Input, ServerHeader};
use url::Origin;

use crate::cli::arguments::HeaderArgument;

/// The server of each header of a run.
#[derive(Debug, Default)]
pub(super) struct HeaderServers<'i>(HashMap<&'i HeaderArgument, Origin>);

impl<'i> HeaderServers<'i> {
    /// Returns the headers for the servers of all URLs among the inputs of a conversion. The error is a message: a variable that
    /// is not set, a secret that two servers would learn, or two values of one header for a server.
    pub(super) fn headers(
        &mut self,
        inputs: impl IntoIterator<Item = (&'i Input, &'i [HeaderArgument])>,
    ) -> Result<Vec<ServerHeader>, String> {
        let mut headers: Vec<ServerHeader> = Vec::new();
        for (input, arguments) in inputs {
            let Input::Url(url) = input else { continue };
            for argument in arguments {
                let other = self.0.entry(argument).or_insert_with(|| url.origin());
                if *other != url.origin() {
                    return Err(format!(
                        "the header `{}` would be sent to two servers, {} and {}; convert their descriptions one by one, or give \
                         each source of a configuration a `header` of its own",
                        argument.name,
                        other.ascii_serialization(),
                        url.origin().ascii_serialization(),
                    ));
                }
                let header = argument.for_server(url)?;
                if headers.contains(&header) {
                    continue;
                }
                if headers.iter().any(|known| known.is_same_field(&header)) {
                    return Err(format!(
                        "the header `{}` has two values for {}; convert their descriptions one by one",
                        argument.name,
                        url.origin().ascii_serialization(),
                    ));
                }
                headers.push(header);
            }
        }
        Ok(headers)
    }
}
