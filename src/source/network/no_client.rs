//! Downloads in a build without the feature `network`: all are refused.

use url::Url;

use crate::limits::Limits;

use super::super::network_use::NetworkUse;
use super::{Download, FetchError};

impl Download<'_> {
    /// Refuses the download.
    #[expect(clippy::unused_self, reason = "the client has the same interface")]
    pub(in crate::source) fn run(
        &self,
        _limits: &Limits,
        _used: &NetworkUse,
    ) -> Result<(Vec<u8>, Url), FetchError> {
        Err(FetchError::Failed("this build reads no URLs; one with the feature `network` does".to_owned()))
    }
}
