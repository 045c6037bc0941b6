//! A request as a command for a POSIX shell.

use apimint::call::{
    CallError, CredentialForm, CredentialPlace, CredentialValue, Credentials, RequestDraft, SentCredential,
};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::Method;

use super::header_name::{spelled, text};

/// The longest body that is one word of a command; Linux allows 128 KiB.
const LONGEST_WORD: usize = 100 << 10;

/// Writes a `curl` command. Placeholders stay variables for the shell, in the options that encode their values as the request
/// demands. A body that is not plain text is piped as base64.
pub(crate) fn curl(draft: RequestDraft, credentials: &Credentials) -> Result<Vec<u8>, CallError> {
    let (hidden, shown): (Vec<SentCredential>, Vec<SentCredential>) =
        draft.credentials.iter().cloned().partition(|sent| variable(sent, credentials).is_some());
    let hidden_cookies: Vec<&SentCredential> =
        hidden.iter().filter(|sent| sent.place == CredentialPlace::Cookie).collect();
    let request = RequestDraft { credentials: shown, ..draft }.finish(credentials)?;
    let mut words = vec!["curl".to_owned()];
    let has_body = !request.body().is_empty() || request.headers().contains_key(http::header::CONTENT_TYPE);
    match *request.method() {
        Method::HEAD if !has_body => words.push("--head".to_owned()),
        Method::GET if !has_body => {}
        ref method => words.push(format!("--request {}", quoted(method.as_str()))),
    }
    let url = request.uri().to_string();
    if url.contains(['[', ']', '{', '}']) {
        // Otherwise, curl reads them as ranges and lists.
        words.push("--globoff".to_owned());
    }
    words.push(format!("--url {}", quoted(&url)));
    for (name, value) in request.headers() {
        let value = text(value);
        if name == http::header::COOKIE && !hidden_cookies.is_empty() {
            continue;
        }
        // Without a value, a colon removes the header, and a semicolon sends it.
        let line = if value.is_empty() {
            format!("{};", spelled(name))
        } else {
            format!("{}: {value}", spelled(name))
        };
        words.push(format!("--header {}", quoted(&line)));
    }
    if !hidden_cookies.is_empty() {
        let shown = request.headers().get(http::header::COOKIE).map(text);
        let mut word = String::new();
        let mut before = shown.map_or("Cookie: ".to_owned(), |shown| format!("Cookie: {shown}; "));
        for sent in hidden_cookies {
            word.push_str(&quoted(&format!("{before}{}=", sent.name)));
            word.extend(variable(sent, credentials));
            "; ".clone_into(&mut before);
        }
        words.push(format!("--header {word}"));
    }
    words.extend(hidden.iter().filter_map(|sent| option(sent, &variable(sent, credentials)?)));
    let mut command = String::new();
    if has_body {
        match std::str::from_utf8(request.body()).ok().filter(|text| is_plain(text)) {
            Some(text) => words.push(format!("--data-raw {}", quoted(text))),
            None => {
                command = format!("printf %s {} | base64 -d | ", quoted(&STANDARD.encode(request.body())));
                words.push("--data-binary @-".to_owned());
            }
        }
    }
    command.push_str(&words.join(" \\\n  "));
    command.push('\n');
    Ok(command.into_bytes())
}

/// Returns the shell's word for a placeholder, such as `"$APIMINT_KEY"`.
fn variable(sent: &SentCredential, credentials: &Credentials) -> Option<String> {
    match credentials.get(&sent.scheme) {
        Some(CredentialValue::Placeholder(text)) => Some(format!("\"{text}\"")),
        _ => None,
    }
}

/// Returns the option for a credential that is a variable; cookies share one header.
fn option(sent: &SentCredential, variable: &str) -> Option<String> {
    Some(match (sent.place, &sent.form) {
        (CredentialPlace::Cookie, _) => return None,
        // curl encodes the value, and the name is encoded already.
        (CredentialPlace::Query, _) => {
            let name: String = url::form_urlencoded::byte_serialize(sent.name.as_bytes()).collect();
            format!("--url-query {}{variable}", quoted(&format!("{}=", name.replace('+', "%20"))))
        }
        (CredentialPlace::Header, CredentialForm::Basic) => format!("--user {variable}"),
        (CredentialPlace::Header, CredentialForm::Plain) => {
            format!("--header {}{variable}", quoted(&format!("{}: ", sent.name)))
        }
        (CredentialPlace::Header, CredentialForm::Scheme(scheme)) => {
            format!("--header {}{variable}", quoted(&format!("{}: {scheme} ", sent.name)))
        }
    })
}

/// Quotes a word for a POSIX shell (POSIX.1-2024, "Single-Quotes").
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Returns true for text that a terminal and a command line can hold as it is.
fn is_plain(text: &str) -> bool {
    let is_shown = |character: char| !character.is_control() || matches!(character, '\n' | '\t');
    text.len() <= LONGEST_WORD && text.chars().all(is_shown)
}
