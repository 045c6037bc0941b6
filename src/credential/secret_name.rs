//! Names of fields that hold credentials.

/// Returns true if a field with this name holds a credential: `password`, `clientSecret`, `X-API-Key`. The whole name
/// counts, in any case convention; `token_type` and `password_policy` do not match.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let mut squashed = [0_u8; 24];
    let mut length = 0;
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() {
            let Some(slot) = squashed.get_mut(length) else {
                return false;
            };
            *slot = byte.to_ascii_lowercase();
            length += 1;
        } else if !matches!(byte, b'_' | b'-' | b'.' | b' ') {
            return false;
        }
    }
    matches!(
        &squashed[..length],
        b"password"
            | b"passwd"
            | b"pwd"
            | b"passphrase"
            | b"userpassword"
            | b"adminpassword"
            | b"dbpassword"
            | b"databasepassword"
            | b"newpassword"
            | b"oldpassword"
            | b"currentpassword"
            | b"confirmpassword"
            | b"passwordconfirmation"
            | b"secret"
            | b"clientsecret"
            | b"appsecret"
            | b"consumersecret"
            | b"sharedsecret"
            | b"signingsecret"
            | b"webhooksecret"
            | b"secretkey"
            | b"secretaccesskey"
            | b"awssecretaccesskey"
            | b"secrettoken"
            | b"apikey"
            | b"xapikey"
            | b"apisecret"
            | b"apitoken"
            | b"accesstoken"
            | b"refreshtoken"
            | b"idtoken"
            | b"authtoken"
            | b"bearertoken"
            | b"bottoken"
            | b"sessiontoken"
            | b"privatekey"
            | b"encryptionkey"
    )
}
