//! The command line as clap reads it.

mod amounts;
mod build;
mod call_target;
mod check;
mod command_line;
mod completions;
mod conversion_settings;
mod convert;
mod description_options;
mod diff;
mod explain;
mod headings;
mod input;
mod inspect;
mod list_options;
mod option_keys;
mod option_values;
mod overlays;
mod report;
mod request;
mod result;
mod serve;
mod source_options;
mod target_arguments;
mod written_options;

pub(crate) use amounts::parse_schema_bound;
pub(crate) use build::{BuildArguments, InitArguments};
pub(crate) use check::CheckArguments;
pub(crate) use command_line::{Cli, Command, usage_error};
pub(crate) use completions::{CompletionsArguments, ManArguments};
pub(crate) use conversion_settings::ConversionSettings;
pub(crate) use convert::ConvertArguments;
pub(crate) use description_options::DescriptionOptions;
pub(crate) use diff::{DiffArguments, DiffFormatArgument, FailOnArgument};
pub(crate) use explain::ExplainArguments;
pub(crate) use input::{InputSource, input, is_url, shown};
pub(crate) use inspect::InspectArguments;
pub(crate) use option_keys::{OptionKey, OptionType};
pub(crate) use option_values::SplitArgument;
pub(crate) use overlays::OverlayArguments;
pub(crate) use report::{DiagnosticsArgument, ReportArguments};
pub(crate) use request::{RequestArguments, RequestFormatArgument};
pub(crate) use result::ResultArguments;
#[cfg(feature = "serve")]
pub(crate) use serve::{HttpAddress, ServeArguments};
pub(crate) use written_options::{WrittenOptions, WrittenValue};
