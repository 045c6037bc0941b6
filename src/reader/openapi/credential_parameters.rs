//! Parameters that carry credentials: the runtime sets them, as `security` of the call says.

use std::collections::HashSet;

use crate::diagnostic::Code;
use crate::model::{ArgumentLocation, SecurityRequirement};
use crate::source::Node;

use super::reader::OpenApiReader;
use super::security::SecurityAlternatives;

/// A parameter that carries a credential.
pub(super) struct CredentialParameter<'s> {
    pub(super) parameter: Node<'s>,
    pub(super) scheme: SecurityRequirement,
    pub(super) required: bool,
    /// True if the parameter is a credential by its name only; no declared security scheme has its key.
    pub(super) is_by_name: bool,
}

/// Names that say that a parameter is a credential and nothing else, in lower case and without `-` and `_`.
const CREDENTIAL_NAMES: [&str; 16] = [
    "accesstoken",
    "apikey",
    "authtoken",
    "cookie",
    "ocpapimsubscriptionkey",
    "proxyauthorization",
    "subscriptionkey",
    "xaccesstoken",
    "xamzsecuritytoken",
    "xamzsignature",
    "xapikey",
    "xauthtoken",
    "xcsrftoken",
    "xgoogapikey",
    "xiapikey",
    "xrapidapikey",
];

/// Most alternatives of a call that has optional credentials: each alternative repeats all required credentials.
const MOST_ALTERNATIVES: usize = 64;

impl<'s> OpenApiReader<'s> {
    /// Returns the credential that a parameter carries: the key of a declared security scheme, or one that the name of the
    /// parameter says.
    pub(super) fn credential(
        &self,
        parameter: Node<'s>,
        location: ArgumentLocation,
        name: &str,
        required: bool,
    ) -> Option<CredentialParameter<'s>> {
        if let Some(scheme) = self.schemes.of_parameter(location, name) {
            return Some(CredentialParameter { parameter, scheme, required, is_by_name: false });
        }
        let can_be_key =
            matches!(location, ArgumentLocation::Header | ArgumentLocation::Query | ArgumentLocation::Cookie);
        if self.options.credential_arguments || !can_be_key || !is_credential_name(name) {
            return None;
        }
        let scheme = SecurityRequirement {
            scheme: name.to_owned(),
            kind: Some("apiKey".to_owned()),
            location: Some(location.as_str().to_owned()),
            name: Some(name.to_owned()),
            ..SecurityRequirement::default()
        };
        Some(CredentialParameter { parameter, scheme, required, is_by_name: true })
    }

    /// Adds the credentials that are declared as parameters to the security requirements of the call.
    pub(super) fn add_credentials(
        &self,
        credentials: Vec<CredentialParameter<'s>>,
        security: Option<SecurityAlternatives>,
    ) -> Option<SecurityAlternatives> {
        if credentials.is_empty() {
            return security;
        }
        let mut alternatives = security.as_deref().map(<[_]>::to_vec).unwrap_or_default();
        let place = |scheme: &SecurityRequirement| (scheme.location.clone(), scheme.name.clone());
        let mut named: HashSet<_> = alternatives.iter().flatten().map(place).collect();
        let mut is_same = true;
        for CredentialParameter { parameter, mut scheme, required, is_by_name } in credentials {
            let name = parameter.get("name").and_then(Node::scalar_text).unwrap_or_default();
            let what = if is_by_name {
                self.tell_apart(&mut scheme, &alternatives);
                format!("`{name}` is named like a credential")
            } else {
                format!(
                    "`{name}` carries the credential of the security scheme `{}`, which no `security` names",
                    scheme.scheme
                )
            };
            let (code, message) = if named.insert(place(&scheme)) {
                is_same = false;
                let is_added = if required {
                    require(&mut alternatives, &scheme)
                } else {
                    offer(&mut alternatives, &scheme)
                };
                let then = match (is_added, required) {
                    (true, true) if is_by_name => "the call requires it as an API key",
                    (true, true) => "the call requires the scheme",
                    (true, false) => "the call sends it as an API key where the runtime has it",
                    (false, _) => "is never sent, since the call has too many security alternatives",
                };
                let code = if is_by_name { Code::CredentialByName } else { Code::CredentialRemoved };
                (code, format!("{what}; it is not an argument, and {then}"))
            } else {
                let scheme = &scheme.scheme;
                let message = format!(
                    "`{name}` carries the credential of the security scheme `{scheme}`; it is not an argument"
                );
                (Code::CredentialRemoved, message)
            };
            self.sink.report(code, parameter.place(), message);
        }
        if is_same { security } else { Some(alternatives.into()) }
    }

    /// Gives a scheme that is named like a parameter another name if there is a scheme of that name.
    fn tell_apart(&self, scheme: &mut SecurityRequirement, alternatives: &[Vec<SecurityRequirement>]) {
        let is_taken = |name: &str| {
            self.schemes.has(name) || alternatives.iter().flatten().any(|other| other.scheme == name)
        };
        if is_taken(&scheme.scheme) {
            scheme.scheme = format!("{}_{}", scheme.scheme, scheme.location.as_deref().unwrap_or_default());
        }
        while is_taken(&scheme.scheme) {
            scheme.scheme.push('_');
        }
    }
}

/// Returns true if the whole name of a parameter is that of a credential. Case, `-` and `_` do not matter.
pub(super) fn is_credential_name(name: &str) -> bool {
    const LONGEST: usize = 40;
    if name.len() > LONGEST {
        return false;
    }
    let mut plain = name.to_ascii_lowercase();
    plain.retain(|character| !matches!(character, '-' | '_'));
    CREDENTIAL_NAMES.contains(&plain.as_str())
}

/// Adds a credential to every alternative.
fn require(alternatives: &mut Vec<Vec<SecurityRequirement>>, credential: &SecurityRequirement) -> bool {
    if alternatives.is_empty() {
        alternatives.push(Vec::new());
    }
    for alternative in alternatives {
        alternative.push(credential.clone());
    }
    true
}

/// Adds before each alternative one with the credential as well: a runtime uses the first whose credentials it has. If that
/// makes too many, nothing is added, and the result is false.
fn offer(alternatives: &mut Vec<Vec<SecurityRequirement>>, credential: &SecurityRequirement) -> bool {
    if alternatives.is_empty() {
        alternatives.push(Vec::new());
    }
    if alternatives.len() * 2 > MOST_ALTERNATIVES {
        return false;
    }
    let before = std::mem::take(alternatives);
    for without in before {
        let mut with = without.clone();
        with.push(credential.clone());
        alternatives.extend([with, without]);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_credential_name;

    #[test]
    fn only_whole_names_are_those_of_credentials() {
        for name in ["X-API-Key", "api_key", "apiKey", "Cookie", "x-csrf-token", "Ocp-Apim-Subscription-Key"]
        {
            assert!(is_credential_name(name), "{name}");
        }
        for name in ["key", "token", "api_key_id", "page_token", "x-api-key-version", "cookies", ""] {
            assert!(!is_credential_name(name), "{name}");
        }
    }
}
