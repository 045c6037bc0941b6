//! The name of the server: a slug of the title.

use unicode_normalization::UnicodeNormalization;

use crate::credential;
use crate::model::Server;

/// Words of titles that tell no server from another.
const BOILERPLATE: [&str; 9] =
    ["api", "documentation", "official", "openapi", "rest", "spec", "specification", "swagger", "the"];

/// Words that join others: a name neither begins with one nor is cut after one.
const JOINING: [&str; 14] =
    ["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"];

/// Longest name, in characters. Some clients show no tool whose name and server name are long together.
const LONGEST: usize = 24;

/// Returns a slug of the title without boilerplate and version. If nothing is left of the title, the host of the first server
/// counts, and without one the name is `api`.
pub(super) fn server_name(title: &str, servers: &[Server]) -> String {
    // Later passes would not recognise a credential in a slug.
    let mut title = title.to_owned();
    credential::mask(&mut title);
    let name = joined(&title_words(&title));
    let host = || servers.iter().find_map(|server| host(&server.url)).map(|host| joined(&host_words(host)));
    let name = Some(name).filter(|name| !name.is_empty()).or_else(host).filter(|name| !name.is_empty());
    name.unwrap_or_else(|| "api".to_owned())
}

/// Returns the words of a title, in lower case and without accents.
fn title_words(title: &str) -> Vec<String> {
    let title = title.replace('\u{2019}', "'");
    let ascii: String =
        title.nfkd().filter(char::is_ascii).map(|character| character.to_ascii_lowercase()).collect();
    let mut words: Vec<String> = Vec::new();
    let tokens =
        ascii.split(|character: char| !character.is_ascii_alphanumeric() && !matches!(character, '\'' | '.'));
    let mut is_after_version = false;
    for token in tokens {
        let token = token.trim_matches(['\'', '.']);
        let token = token.strip_suffix("'s").unwrap_or(token).replace('\'', "");
        let is_number = token.starts_with(|first: char| first.is_ascii_digit());
        if is_after_version && is_number && words.last().is_some_and(|word| word == "version") {
            words.pop();
        } else if !is_version(&token) {
            words.extend(token.split('.').filter(|word| is_telling(word)).map(str::to_owned));
        }
        is_after_version = token == "version";
    }
    words
}

/// Returns true for `v2`, `v1.2` and `1.2`. A number alone can be part of a name.
fn is_version(token: &str) -> bool {
    let number = token.strip_prefix('v');
    let is_marked = number.is_some() || token.contains('.');
    let mut parts = number.unwrap_or(token).split('.');
    is_marked && parts.all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_telling(word: &str) -> bool {
    !word.is_empty() && !BOILERPLATE.contains(&word)
}

/// Returns the host in a URL template, without user information and port.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    (!host.is_empty()).then_some(host)
}

/// Returns the labels of a host that say its name: not the top-level domain, `www`, boilerplate, variables and numbers.
fn host_words(host: &str) -> Vec<String> {
    let host = host.to_ascii_lowercase();
    let labels = host.rsplit_once('.').map_or(&*host, |(labels, _)| labels);
    let is_name = |label: &&str| {
        let is_word = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_word && !label.bytes().all(|byte| byte.is_ascii_digit()) && *label != "www"
    };
    let labels = labels.split('.').filter(is_name);
    labels.flat_map(|label| label.split('-')).filter(|word| is_telling(word)).map(str::to_owned).collect()
}

/// Joins words by `-`, as many as fit. A first word that is too long is cut.
fn joined(words: &[String]) -> String {
    let is_joining = |word: &&String| JOINING.contains(&word.as_str());
    let words = match words.iter().take_while(is_joining).count() {
        // There is nothing else.
        first if first == words.len() => words,
        first => words.split_at(first).1,
    };
    let mut kept: Vec<&str> = Vec::new();
    let mut length = 0;
    for word in words {
        length += word.len() + usize::from(!kept.is_empty());
        if length > LONGEST && !kept.is_empty() {
            break;
        }
        kept.push(word);
    }
    let is_cut = kept.len() < words.len();
    while is_cut && kept.last().is_some_and(|word| JOINING.contains(word)) {
        kept.pop();
    }
    let mut name = kept.join("-");
    name.truncate(LONGEST);
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_slugs() {
        for (title, expected) in [
            ("GitHub's official OpenAPI spec + Octokit extension", "github-octokit-extension"),
            ("GitHub v3 REST API", "github"),
            ("Bücherei (intern)", "bucherei-intern"),
            ("The Rock\u{2019}n\u{2019}Roll Archive", "rocknroll-archive"),
            ("Microsoft 365, version 2", "microsoft-365"),
            ("Swagger Petstore - OpenAPI 3.0", "petstore"),
            ("Node.js v1.2.0-beta", "node-js-beta"),
            ("Conversion 2", "conversion-2"),
            ("What some clients take and more", "what-some-clients-take"),
            ("OpenAPI spec for ClickHouse Cloud", "clickhouse-cloud"),
            ("Reports of the weather at a station", "reports-of-weather"),
            ("Sign in", "sign-in"),
            ("Donaudampfschifffahrtsgesellschaft", "donaudampfschifffahrtsge"),
            ("図書館", "api"),
            ("The REST API v2", "api"),
            ("", "api"),
        ] {
            assert_eq!(server_name(title, &[]), expected, "{title}");
        }
    }

    #[test]
    fn a_host_counts_where_the_title_says_nothing() {
        for (url, expected) in [
            ("https://api.example.com/v1", "example"),
            ("https://user:word@www.letter-box.example:8080", "letter-box"),
            ("https://{tenant}.harbour.example", "harbour"),
            ("http://localhost:8080", "localhost"),
            ("http://127.0.0.1", "api"),
            ("/v1", "api"),
        ] {
            assert_eq!(server_name("API", &[Server::at(url)]), expected, "{url}");
        }
    }
}
