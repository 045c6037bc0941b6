//! Credentials of published forms, made up at random. The forms are written down here once more, independently of the
//! program's own table, after the documentation of the vendors and the rules of secret scanners.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::string::string_regex;

/// A credential in the text that makes it one.
#[derive(Debug, Clone)]
pub(crate) struct PlantedCredential {
    /// The text with the credential.
    pub(crate) text: String,
    /// The part that must not come out.
    pub(crate) secret: String,
    /// True if the text replaces another one, and is not added to it.
    pub(crate) is_alone: bool,
}

/// What stands before the secret part, the secret part as a regular expression, and what stands after it.
const FORMS: &[[&str; 3]] = &[
    ["", "ghp_[A-Za-z0-9]{36}", ""],
    ["", "gho_[A-Za-z0-9]{36}", ""],
    ["", "github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}", ""],
    ["", "glpat-[A-Za-z0-9]{20}", ""],
    ["", "glrt-[A-Za-z0-9]{20}", ""],
    ["", "xoxb-[1-9][0-9]{10}-[1-9][0-9]{10}-[A-Za-z0-9]{24}", ""],
    ["https://hooks.slack.com/services/T0A1B2C3D/B0A1B2C3D/", "[A-Za-z0-9]{24}", ""],
    ["https://discord.com/api/webhooks/812345678901234567/", "[A-Za-z0-9]{68}", ""],
    ["", "sk_live_[A-Za-z0-9]{24}", ""],
    ["", "rk_live_[A-Za-z0-9]{24}", ""],
    ["", "AKIA[A-Z2-7]{16}", ""],
    ["", "AIza[A-Za-z0-9]{35}", ""],
    ["", "GOCSPX-[A-Za-z0-9]{28}", ""],
    ["", "sk-ant-api03-[A-Za-z0-9]{93}AA", ""],
    ["", "sk-proj-[A-Za-z0-9]{74}T3BlbkFJ[A-Za-z0-9]{74}", ""],
    ["", "gsk_[A-Za-z0-9]{52}", ""],
    ["", "xai-[A-Za-z0-9]{80}", ""],
    ["", "hf_[A-Za-z]{34}", ""],
    ["", "ntn_[1-9][0-9]{10}[A-Za-z0-9]{35}", ""],
    ["", "npm_[A-Za-z0-9]{36}", ""],
    ["", "pypi-AgEIcHlwaS5vcmc[A-Za-z0-9]{70}", ""],
    ["", "dop_v1_[a-f0-9]{64}", ""],
    ["", "shpat_[a-f0-9]{32}", ""],
    ["", "SG\\.[A-Za-z0-9]{22}\\.[A-Za-z0-9]{43}", ""],
    ["", "hvs\\.[A-Za-z0-9]{95}", ""],
    ["", "dapi[a-f0-9]{32}", ""],
    ["", "lin_api_[A-Za-z0-9]{40}", ""],
    ["", "glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}", ""],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.", "[A-Za-z0-9]{43}", ""],
    ["Bearer ", "[a-z]{6}[0-9]{6}[A-Za-z0-9]{28}", ""],
    ["https://admin:", "[a-z]{8}[0-9]{6}", "@db.example.com/x"],
    ["DefaultEndpointsProtocol=https;AccountName=a;AccountKey=", "[A-Za-z0-9]{86}", "=="],
    ["Server=db;Database=a;User Id=sa;Password=", "[A-Z][a-z]{6}[0-9]{6}", ";"],
    ["https://b.example.com/k?X-Amz-Date=1&X-Amz-Signature=", "[0-9a-f]{64}", ""],
    ["https://b.example.com/k?access_token=", "[A-Za-z0-9]{32}", ""],
    ["-----BEGIN PRIVATE KEY-----\n", "MIIEv[A-Za-z0-9+/]{59}", "\n-----END PRIVATE KEY-----"],
];

/// Generates a credential of a random kind.
pub(crate) fn credential() -> impl Strategy<Value = PlantedCredential> {
    (select(FORMS), any::<bool>()).prop_flat_map(|([before, secret, after], is_alone)| {
        let secret = string_regex(secret).unwrap();
        secret.prop_map(move |secret| PlantedCredential {
            text: format!("{before}{secret}{after}"),
            secret,
            is_alone,
        })
    })
}
