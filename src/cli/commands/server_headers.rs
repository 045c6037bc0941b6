//! The headers of a run: each goes to the server of the URL that it was given for.

use std::collections::HashMap;

use apimint::source::{Input, ServerHeader};
use url::Origin;

use crate::cli::arguments::HeaderArgument;

/// Returns the headers for the servers of all URLs among the inputs. The error is a message: a variable that is not set, or a
/// secret that two servers would learn.
pub(super) fn server_headers<'i>(
    inputs: impl IntoIterator<Item = (&'i Input, &'i [HeaderArgument])>,
) -> Result<Vec<ServerHeader>, String> {
    let mut servers: HashMap<&HeaderArgument, Origin> = HashMap::new();
    let mut headers = Vec::new();
    for (input, arguments) in inputs {
        let Input::Url(url) = input else { continue };
        for argument in arguments {
            let other = servers.entry(argument).or_insert_with(|| url.origin());
            if *other != url.origin() {
                return Err(format!(
                    "the header `{}` would be sent to two servers, {} and {}; convert their descriptions one by one, or give each \
                     source of a configuration a `header` of its own",
                    argument.name,
                    other.ascii_serialization(),
                    url.origin().ascii_serialization(),
                ));
            }
            let header = argument.for_server(url)?;
            if !headers.contains(&header) {
                headers.push(header);
            }
        }
    }
    Ok(headers)
}
