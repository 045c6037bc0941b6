//! The credentials of `apimint request`: from a file, or from the environment.

use std::collections::BTreeMap;
use std::path::Path;

use apimint::call::{CallableTool, CredentialValue, Credentials};
use apimint::diagnostic::{Code, Diagnostic, Fatal};
use apimint::json::Value;
use toml::de::{DeTable, DeValue};

/// Secrets by security scheme, as a file gives them.
pub(super) type SecretsByScheme = BTreeMap<String, String>;

/// Reads a file with credentials. No message repeats a value.
pub(super) fn read(path: &Path) -> Result<SecretsByScheme, Fatal> {
    let unusable = |reason: &dyn std::fmt::Display| {
        let message = format!("the credentials in {} cannot be read: {reason}", path.display());
        Box::new(Diagnostic::new(Code::CredentialsUnreadable, message))
    };
    let text = std::fs::read_to_string(path).map_err(|error| unusable(&error))?;
    let is_toml = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    let entries: Vec<(String, Option<String>)> = if is_toml {
        // Messages of the parser may quote the file.
        let table = DeTable::parse(&text).map_err(|_| unusable(&"it is not valid TOML"))?;
        let text = |value: &DeValue<'_>| value.as_str().map(str::to_owned);
        table
            .get_ref()
            .iter()
            .map(|(name, value)| (name.get_ref().to_string(), text(value.get_ref())))
            .collect()
    } else {
        let value: Value = serde_json::from_str(&text).map_err(|error| {
            unusable(&format_args!("it is not valid JSON (line {}, column {})", error.line(), error.column()))
        })?;
        let members = value.as_object().ok_or_else(|| unusable(&"it is not an object"))?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        members.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect()
    };
    let secret = |(name, value): (String, Option<String>)| match value {
        Some(value) => Ok((name, value)),
        None => Err(unusable(&format_args!("`{name}` is not text"))),
    };
    entries.into_iter().map(secret).collect()
}

/// Returns the credentials that are there for a tool.
pub(super) fn of_tool(tool: &CallableTool, file: &SecretsByScheme) -> Credentials {
    let secret = |name: &str| file.get(name).cloned().or_else(|| std::env::var(variable(name)).ok());
    names(tool).filter_map(|name| Some((name.to_owned(), CredentialValue::Secret(secret(name)?)))).collect()
}

/// Returns placeholders for the credentials that are there, and for those of the first alternative if none is complete.
pub(super) fn hidden(tool: &CallableTool, there: &Credentials) -> Credentials {
    let alternatives = tool.security_schemes();
    let is_complete = |schemes: &&Vec<&str>| schemes.iter().all(|scheme| there.get(scheme).is_some());
    let wanted: Vec<&str> = match alternatives.iter().find(is_complete) {
        Some(complete) => complete.clone(),
        None => alternatives.first().cloned().unwrap_or_default(),
    };
    let placeholder =
        |name: &str| (name.to_owned(), CredentialValue::Placeholder(format!("${}", variable(name))));
    let cookies = tool.runtime_cookies().filter(|(name, required)| *required || there.get(name).is_some());
    wanted.into_iter().chain(cookies.map(|(name, _)| name)).map(placeholder).collect()
}

fn names(tool: &CallableTool) -> impl Iterator<Item = &str> {
    tool.security_schemes().into_iter().flatten().chain(tool.runtime_cookies().map(|(name, _)| name))
}

/// Returns the environment variable of a scheme: `APIMINT_` and its name in upper case, with `_` for other characters.
fn variable(scheme: &str) -> String {
    let spell = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' };
    format!("APIMINT_{}", scheme.chars().map(spell).collect::<String>())
}
