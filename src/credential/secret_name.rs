//! Names of fields that hold credentials.

/// Last words of the names of fields that hold a credential, without case and separators. These words mean nothing else,
/// wherever another word ends: `dbpassword`.
const LAST_WORDS: [&str; 57] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "passwordconfirmation",
    "passwordconfirm",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "privatekeypem",
    "encryptionkey",
    "signingkey",
    "accountkey",
    "sharedkey",
    "sharedaccesskey",
    "presharedkey",
    "subscriptionkey",
    "applicationkey",
    "masterkey",
    "authkey",
    "accesstoken",
    "authtoken",
    "oauthtoken",
    "refreshtoken",
    "bearertoken",
    "apitoken",
    "bottoken",
    "idtoken",
    "sessiontoken",
    "securitytoken",
    "secrettoken",
    "privatetoken",
    "vaulttoken",
    "admintoken",
    "servicetoken",
    "deploytoken",
    "githubtoken",
    "gitlabtoken",
    "slacktoken",
    "npmtoken",
    "hmackey",
    "aeskey",
    "sastoken",
    "clientsecret",
    "appsecret",
    "apisecret",
    "consumersecret",
    "sharedsecret",
    "signingsecret",
    "webhooksecret",
    "jwtsecret",
    "connectionstring",
    "authorizationheader",
    "dbpass",
    "smtppass",
    "seedphrase",
];

/// Last words that count only where a word begins: `client_secret`, not `nonsecret`.
const WHOLE_LAST_WORDS: [&str; 8] =
    ["secret", "pwd", "credentials", "creds", "authorization", "jwt", "psk", "connstr"];

/// The last two letters of the words. They rule out most names cheaply.
static ENDS: [[bool; 32]; 32] = {
    let mut table = [[false; 32]; 32];
    let lists: [&[&str]; 2] = [&LAST_WORDS, &WHOLE_LAST_WORDS];
    let mut list = 0;
    while list < lists.len() {
        let mut index = 0;
        while index < lists[list].len() {
            let word = lists[list][index].as_bytes();
            table[(word[word.len() - 2] & 31) as usize][(word[word.len() - 1] & 31) as usize] = true;
            index += 1;
        }
        list += 1;
    }
    table
};

/// Longest name that is looked at, in letters and digits. Only the end of a longer one counts.
const LONGEST: usize = 32;

/// Returns true if a field with this name holds a credential, by the last words of the name in any case convention:
/// `password`, `clientSecret`, `X-API-Key`, `aws_secret_access_key`. `token_type` and `password_policy` do not match. A
/// number at the end does not count (`password2`).
pub(crate) fn is_secret_name(name: &str) -> bool {
    last_words(name).is_some()
}

/// Returns true if a text is nothing but the name of a credential field, like `access_token` or `new_password`.
pub(super) fn is_only_secret_name(name: &str) -> bool {
    const BEFORE: [&str; 10] =
        ["", "new", "old", "current", "confirm", "my", "user", "admin", "db", "database"];
    let letters = || name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase());
    name.ends_with(|last: char| last.is_ascii_alphabetic())
        && last_words(name)
            .is_some_and(|length| BEFORE.iter().any(|words| letters().take(length).eq(words.bytes())))
}

/// Returns true for the characters between the words of a name: `user[password]`.
fn is_separator(character: char) -> bool {
    matches!(character, '_' | '-' | '.' | ' ' | ':' | '/' | '[' | ']')
}

/// Returns the number of letters and digits before the words that mean a credential.
fn last_words(name: &str) -> Option<usize> {
    let bytes = name.trim_end_matches(|last: char| last.is_ascii_digit() || is_separator(last)).as_bytes();
    // A separator before the last letter would be compared as a letter, which costs a closer look.
    if let [.., first, last] = bytes
        && !ENDS[usize::from(first & 31)][usize::from(last & 31)]
        && first.is_ascii_alphabetic()
    {
        return None;
    }
    let mut squashed = [0_u8; LONGEST];
    // The offset from which on `squashed` is filled.
    let mut from = LONGEST;
    // Bit `i` is set if a word begins at `squashed[i]`.
    let mut begins = 0_u32;
    for (at, &byte) in bytes.iter().enumerate().rev() {
        if !byte.is_ascii_alphanumeric() {
            if !is_separator(char::from(byte)) {
                return None;
            }
            continue;
        }
        if from == 0 {
            break;
        }
        from -= 1;
        squashed[from] = byte.to_ascii_lowercase();
        let before = at.checked_sub(1).map(|at| bytes[at]);
        let follows_lower = byte.is_ascii_uppercase()
            && (before.is_some_and(|before| !before.is_ascii_uppercase())
                || bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase));
        if follows_lower || !before.is_some_and(|before| before.is_ascii_alphanumeric()) {
            begins |= 1 << from;
        }
    }
    let squashed = &squashed[from..];
    let ends = |words: &str| squashed.ends_with(words.as_bytes());
    let is_whole = |words: &str| begins >> (LONGEST - words.len()) & 1 == 1;
    let long = LAST_WORDS.iter().filter(|words| ends(words)).max_by_key(|words| words.len());
    let words = long.or_else(|| WHOLE_LAST_WORDS.iter().find(|words| ends(words) && is_whole(words)))?;
    Some(squashed.len() - words.len())
}
