//! `apimint explain`: prints the page of a diagnostic code.

use apimint::diagnostic::{Code, Fatal, escape};
use clap::error::ErrorKind;

use crate::cli::arguments::{ExplainArguments, usage_error};
use crate::cli::exit::Exit;
use crate::cli::files::destination::Destination;
use crate::cli::files::writable::ExactBytes;

/// Prints the page.
pub(crate) fn run(arguments: &ExplainArguments) -> Result<Exit, clap::Error> {
    let wanted = arguments.code.trim();
    let Some(code) = Code::find(wanted) else {
        return Err(usage_error("explain", ErrorKind::InvalidValue, unknown(wanted)));
    };
    let page = ExactBytes { name: "page", bytes: code.page().as_bytes().to_vec() };
    let error = |fatal: Fatal| usage_error("explain", ErrorKind::Io, fatal.message);
    Destination::Stdout.write(&page, u64::MAX).map_err(error)?;
    Ok(Exit::Done)
}

fn unknown(wanted: &str) -> String {
    let proposals: Vec<String> =
        Code::nearest(wanted).into_iter().map(|code| format!("{code} ({})", code.name())).collect();
    let mut message = format!("there is no diagnostic `{}`", escape(wanted));
    if proposals.is_empty() {
        message.push_str("; codes look like R001, and names like dangling-reference");
    } else {
        message.push_str("; did you mean ");
        message.push_str(&proposals.join(", "));
        message.push('?');
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_found_in_any_case() {
        assert_eq!(Code::find("R001"), Some(Code::DanglingReference));
        assert_eq!(Code::find("r001"), Some(Code::DanglingReference));
        assert_eq!(Code::find("Dangling-Reference"), Some(Code::DanglingReference));
        assert_eq!(Code::find("R1"), None);
    }

    #[test]
    fn near_misses_are_proposed() {
        assert!(unknown("dangling-refrence").ends_with("did you mean R001 (dangling-reference)?"));
        assert!(unknown("xyzzy\u{1b}").contains(r"`xyzzy\u{1b}`; codes look like R001"));
    }
}
