//! `spec2mcp explain`: the page of one diagnostic code.

use std::io::{self, Write};

use clap::error::ErrorKind;
use spec2mcp::diagnostic::{Code, escape};

use super::arguments::ExplainArguments;
use super::{Exit, usage_error};

/// Most codes that are proposed for one that is not known.
const PROPOSALS: usize = 3;

/// Prints the page of one code.
pub(super) fn run(arguments: &ExplainArguments) -> Result<Exit, clap::Error> {
    let wanted = arguments.code.trim();
    let Some(code) = Code::find(wanted) else {
        return Err(usage_error("explain", ErrorKind::InvalidValue, unknown(wanted)));
    };
    match io::stdout().lock().write_all(code.page().as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(usage_error("explain", ErrorKind::Io, error))
        }
        _ => Ok(Exit::Done),
    }
}

fn unknown(wanted: &str) -> String {
    let proposals: Vec<String> =
        nearest(wanted).into_iter().map(|code| format!("{code} ({})", code.name())).collect();
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

/// The codes that are spelled most alike, best first, if any are alike at all.
fn nearest(wanted: &str) -> Vec<Code> {
    let wanted = wanted.to_lowercase();
    let far = (wanted.chars().count() / 3).max(1);
    let mut near: Vec<(usize, Code)> = Code::ALL
        .iter()
        .filter_map(|&code| {
            let name = code.name();
            let distance = if wanted.len() > 3 && name.contains(&wanted) {
                // A word of the name.
                1
            } else {
                distance(&wanted, name).min(distance(&wanted, &code.to_string().to_lowercase()))
            };
            (distance <= far).then_some((distance, code))
        })
        .collect();
    near.sort_by_key(|&(distance, _)| distance);
    near.truncate(PROPOSALS);
    near.into_iter().map(|(_, code)| code).collect()
}

/// How many characters must be put in, taken out or replaced to make one text of the other (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, left) in one.chars().enumerate() {
        let mut diagonal = line;
        row[0] = line + 1;
        for (column, &right) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
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
        assert_eq!(nearest("dangling-refrence").first(), Some(&Code::DanglingReference));
        assert_eq!(nearest("dangling").first(), Some(&Code::DanglingReference));
        assert!(nearest("R0001").contains(&Code::DanglingReference));
        assert_eq!(nearest("xyzzy"), []);
        assert!(unknown("xyzzy\u{1b}").contains(r"`xyzzy\u{1b}`; codes look like R001"));
    }

    #[test]
    fn distances_count_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}
