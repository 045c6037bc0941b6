//! Parsing of a text, whose syntax is detected from its content, and the warnings of parsing.

use std::path::Path;

use crate::credential;
use crate::diagnostic::{Code, Diagnostic, Fatal};
use crate::limits::Limits;

use super::builder::DuplicateKey;
use super::document::{Document, Syntax};
use super::foreign_text;
use super::json_comments::without_comments;
use super::line_index::LineIndex;
use super::mended_text::MendedText;
use super::node::Node;
use super::parse_error::ParseError;
use super::tree::Tree;
use super::{json, yaml};

/// A parsed text.
#[derive(Debug)]
pub(super) struct ParsedText {
    pub(super) syntax: Syntax,
    pub(super) tree: Tree,
    pub(super) duplicates: Vec<DuplicateKey>,
    pub(super) warnings: Vec<Diagnostic>,
    /// True if unpaired surrogates were replaced.
    pub(super) is_mended: bool,
}

/// Parses a text as JSON if it begins like an object or array, otherwise as YAML. Several JSON texts, each beginning on
/// a line of its own, become the elements of one array; an empty document with the file name of JSON Lines becomes an
/// empty array. A text that begins like JSON but is not well-formed is parsed again as YAML, of which JSON is almost a
/// subset.
pub(super) fn parse(text: &str, name: &str, limits: &Limits) -> Result<ParsedText, Fatal> {
    // Offsets have 31 bits, whatever the limit on bytes is.
    if text.len() >= 1 << 31 {
        let message = format!("`{name}` is larger than 2 GiB");
        return Err(Box::new(Diagnostic::new(Code::TooLarge, message).in_text(name, None, None)));
    }
    let significant = text.trim_start();
    if significant.is_empty() {
        if !has_lines(name) {
            return Err(empty(name).into());
        }
        let read =
            json::stream::nothing(text, limits).map_err(|refusal| report(&refusal, text, name, "JSON"));
        return read.map(as_json).map_err(Box::new);
    }
    if let Some(named) = foreign_text::foreign(text, name) {
        return Err(named.into());
    }
    if !significant.starts_with(['{', '[']) {
        return read_yaml(text, name, limits).map_err(|refusal| report(&refusal, text, name, "YAML"))?;
    }
    let refusal = match read_json(text, limits) {
        Ok(read) => return Ok(as_json(read)),
        Err(refusal) => refusal,
    };
    if refusal.code == Code::Syntax
        && let Some(mended) = MendedText::json(text)
        && let Ok(read) = read_json(&mended.text, limits)
    {
        return Ok(as_json(read).mended(&mended, text, name));
    }
    if refusal.code != Code::Syntax {
        return Err(report(&refusal, text, name, "JSON").into());
    }
    let uncommented = without_comments(text);
    match read_yaml(uncommented.as_deref().unwrap_or(text), name, limits) {
        Ok(Ok(mut parsed)) => {
            let message = match uncommented {
                Some(_) => format!("`{name}` has comments, which JSON does not have; they were passed over"),
                None => {
                    format!("`{name}` looks like JSON but is not: {}; it was read as YAML", refusal.message)
                }
            };
            let warning = Diagnostic::new(Code::LenientJson, message).in_text(
                name,
                Some(refusal.at.line),
                Some(refusal.at.column),
            );
            parsed.warnings.insert(0, warning);
            Ok(parsed)
        }
        // An exceeded limit is more important than a syntax error, so it is reported.
        Err(second) if second.code != Code::Syntax => Err(report(&second, text, name, "YAML").into()),
        Ok(Err(_)) | Err(_) => Err(report(&refusal, text, name, "JSON").into()),
    }
}

fn read_json(text: &str, limits: &Limits) -> Result<(Tree, Vec<DuplicateKey>), ParseError> {
    match json::parse(text, limits) {
        Err(refusal) if refusal.code == Code::Syntax => {
            json::stream::parse(text, limits).unwrap_or(Err(refusal))
        }
        read => read,
    }
}

impl ParsedText {
    /// Adds the warnings of a mended text.
    fn mended(mut self, mended: &MendedText, text: &str, name: &str) -> Self {
        self.is_mended = true;
        self.warnings.extend(mended.warnings(text, name));
        self
    }
}

fn as_json((tree, duplicates): (Tree, Vec<DuplicateKey>)) -> ParsedText {
    ParsedText { syntax: Syntax::Json, tree, duplicates, warnings: Vec::new(), is_mended: false }
}

/// Returns true for the file name extensions of JSON Lines. With other names, an empty text may be an empty list or a
/// mistake.
fn has_lines(name: &str) -> bool {
    let extension = Path::new(name).extension();
    extension.is_some_and(|extension| {
        ["jsonl", "ndjson"].into_iter().any(|known| extension.eq_ignore_ascii_case(known))
    })
}

fn read_yaml(text: &str, name: &str, limits: &Limits) -> Result<Result<ParsedText, Fatal>, ParseError> {
    let (parsed, mended) = MendedText::parse_yaml(text, |text| yaml::parse(text, limits))?;
    let Some(parsed) = parsed else {
        return Ok(Err(empty(name).into()));
    };
    let mut warnings: Vec<Diagnostic> = parsed
        .complex_keys
        .iter()
        .map(|at| {
            Diagnostic::new(
                Code::KeyNotScalar,
                format!("the key at line {} is a list or mapping; the entry is left out", at.line),
            )
            .in_text(name, Some(at.line), Some(at.column))
        })
        .collect();
    if let Some(at) = parsed.second {
        let message = format!(
            "`{name}` contains more than one YAML document; everything after line {} is ignored",
            at.line
        );
        warnings.push(Diagnostic::new(Code::SeveralDocuments, message).in_text(
            name,
            Some(at.line),
            Some(at.column),
        ));
    }
    let (tree, duplicates) = (parsed.tree, parsed.duplicates);
    let parsed = ParsedText { syntax: Syntax::Yaml, tree, duplicates, warnings, is_mended: false };
    Ok(Ok(match mended {
        Some(mended) => parsed.mended(&mended, text, name),
        None => parsed,
    }))
}

fn empty(name: &str) -> Diagnostic {
    Diagnostic::new(Code::Empty, format!("`{name}` is empty")).in_text(name, None, None)
}

fn report(error: &ParseError, text: &str, name: &str, syntax: &str) -> Diagnostic {
    let message = match error.code {
        Code::Syntax => format!("`{name}` is not well-formed {syntax}: {}", error.message),
        _ => format!("`{name}` cannot be read: {}", error.message),
    };
    let found =
        Diagnostic::new(error.code, message).in_text(name, Some(error.at.line), Some(error.at.column));
    let end = LineIndex::new(text).point(text, text.trim_end().len());
    let is_end = error.code == Code::Syntax && (error.at.line, error.at.column + 1) >= (end.line, end.column);
    if is_end {
        found.help("The text ends too early; it may have been cut off. Get the whole of it.")
    } else {
        found
    }
}

/// Creates a warning for every key that a later one hides.
pub(super) fn duplicate_keys<'d>(
    document: &'d Document,
    duplicates: &[DuplicateKey],
) -> impl Iterator<Item = Diagnostic> + use<'d> {
    let mut hidden: Vec<_> = duplicates.iter().map(|duplicate| duplicate.hidden).collect();
    hidden.sort_unstable();
    let pointers = document.pointers(&hidden);
    hidden.into_iter().zip(pointers).filter_map(|(id, mut pointer)| {
        credential::mask_pointer(&mut pointer);
        let node = Node::at(document, id)?;
        let line = match node.text_span() {
            Some(span) => format!(" at line {}", document.text_point(span.start).line),
            None => String::new(),
        };
        let message =
            format!("the key `{}`{line} is hidden by a later one of the same name: {pointer}", node.key());
        Some(Diagnostic::new(Code::DuplicateKey, message).at(node.place()))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::json::json;

    use super::super::sample::{read, refusal, value};
    use crate::diagnostic::Code;

    #[test]
    fn an_input_without_content_is_empty() {
        for text in ["", "  \n\t", "\u{FEFF}", "\u{FEFF} \n", "# only a comment\n"] {
            assert_eq!(refusal(text).0, Code::Empty, "{text:?}");
        }
        assert_eq!(refusal(b"\xFF\xFE").0, Code::Empty);
    }

    #[test]
    fn what_is_almost_json_is_read_as_yaml() {
        let (result, warnings) = read("{\n  \"a\": 1,\n}\n");
        assert_eq!(result.unwrap(), json!({"a": 1}));
        assert_eq!(warnings.len(), 1);
        assert_eq!(warnings[0].code, Code::LenientJson);
        let place = warnings[0].position.as_ref().unwrap();
        assert_eq!((place.line, place.column), (Some(3), Some(1)));
        assert_eq!(read("{a: 1} # flow\n").0.unwrap(), json!({"a": 1}));
    }

    #[test]
    fn comments_in_json_cost_a_warning() {
        let (result, warnings) = read("{\n // the first\n \"a\": 1, /* the last */\n}\n");
        assert_eq!(result.unwrap(), json!({"a": 1}));
        assert_eq!((warnings.len(), warnings[0].code), (1, Code::LenientJson));
        assert!(warnings[0].message.contains("comments"), "{}", warnings[0].message);
    }

    #[test]
    fn what_is_neither_is_reported_as_bad_json() {
        let fatal = read("{\"a\": 1} xyz").0.unwrap_err();
        assert_eq!(fatal.code, Code::Syntax);
        assert!(fatal.message.contains("trailing characters"), "{}", fatal.message);
        let fatal = read("{\"a\": ").0.unwrap_err();
        assert!(fatal.message.contains("JSON") && fatal.message.contains("EOF"), "{}", fatal.message);
    }

    #[test]
    fn utf_16_is_read_like_everything_else() {
        let text = "{\"a\": [1e2, \"é\"]}";
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(value(bytes).to_string(), "{\"a\":[1e2,\"é\"]}");
    }
}
