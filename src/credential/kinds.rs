//! The kinds of credentials: one row each, with the source of its form, samples, and texts that are none.

use std::sync::LazyLock;

use super::kind::{CredentialKind, Pattern, Recognition};
use super::rules;

/// All kinds of credentials that are recognised by their form.
pub static KINDS: LazyLock<Vec<&'static CredentialKind>> =
    LazyLock::new(|| BY_RULE.iter().chain(BY_PATTERN).collect());

/// Kind of the user information of a URL, `user:password`; the span ends before the `@`.
pub(crate) const USERINFO: &str = "credentials in a URL";

/// `NAME: [ANCHORS] REGEX {OPTIONS} from SOURCE [SAMPLES] [OTHER TEXTS]`; the braces and the last list may be absent.
macro_rules! kinds {
    ($($name:literal: [$($anchor:literal)+] $regex:literal $({$($option:ident: $value:literal),+})? from $source:tt
        [$($sample:literal)+] $([$($other:literal)+])?)+) => {
        &[$(CredentialKind {
            name: $name,
            anchors: &[$($anchor),+],
            form: Recognition::Pattern(Pattern { regex: $regex, $($($option: $value,)+)? ..Pattern::PLAIN }),
            source: $source,
            samples: &[$($sample),+],
            others: &[$($($other),+)?],
        }),+]
    };
}

/// Prefixes that the vendors registered with GitHub.
const GITHUB: &str =
    "https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns";

/// Kinds whose form takes more than a pattern.
#[rustfmt::skip]
const BY_RULE: &[CredentialKind] = &[
    CredentialKind {
        name: "a JSON Web Token",
        anchors: &["eyJ"],
        form: Recognition::Rule(rules::web_token, "three parts, or five if it is encrypted, of which the first two are JSON objects"),
        source: "https://www.rfc-editor.org/rfc/rfc7515#section-7.1",
        samples: &["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI<20>.<43>", "eyJhbGciOiJSU0EifQ.<43>.<16>.<43>.<22>"],
        others: &["eyJhbGciOiJI...", "eyJhbGciOiJIUzI1NiJ9.e30.abc", "eyJkaXJlY3Rpb24iOiJuZXh0Iiwib2Zmc2V0IjoiMTU5NDM"],
    },
    CredentialKind {
        name: "a Telegram bot token",
        anchors: &[":A", "%3AA", "%3aA"],
        form: Recognition::Rule(rules::bot_token, "the number of the bot, a colon, and 35 characters from `A` on"),
        source: "https://core.telegram.org/bots/features#creating-a-new-bot",
        samples: &["6123456789:AA<33>", "112233%3AAA<33>"],
        others: &["1700000000:Aq3Xv7Lm2Kp9Wd4Rt8Yb6Nc1Hf5Jg0SaTeUi", "6123456789:AAq3Xv7Lm2Kp9",
            "12:Aq3Xv7Lm2Kp9Wd4Rt8Yb6Nc1Hf5Jg0SaTeU"],
    },
    CredentialKind {
        name: "a private key",
        anchors: &["-----BEGIN"],
        form: Recognition::Rule(rules::private_key, "a block `-----BEGIN … PRIVATE KEY-----` with a line of Base64"),
        source: "https://www.rfc-editor.org/rfc/rfc7468#section-3",
        samples: &["-----BEGIN PRIVATE KEY-----\n<48>\n-----END PRIVATE KEY-----",
            "-----BEGIN RSA PRIVATE KEY-----\\n<48>\\n-----END RSA PRIVATE KEY-----", "-----BEGIN EC PRIVATE KEY-----\n<48>"],
        others: &["-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----\nMIIE...",
            "-----BEGIN PUBLIC KEY-----\nMIIEpAIBAAKCAQEA7Vx3Pq9Zk2Lm8Rt4Wy6Ub1Nc5Hf0JgSd\n-----END PUBLIC KEY-----"],
    },
    CredentialKind {
        name: USERINFO,
        anchors: &["://"],
        form: Recognition::Rule(rules::userinfo, "`user:password@`, or a token and `@`, after `://`"),
        source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
        samples: &["https://admin:<10>@db.example.com/x", "postgres://u:p%40<8>@db.example.com/x", "https://<20>@git.example.com/x"],
        others: &["https://example.com:8080/@scope/name", "ssh://git@github.com/a/b", "https://user:<password>@host",
            "https://$USER:$PASSWORD@host", "http://localhost:8080,someone@example.com"],
    },
    CredentialKind {
        name: "a password of HTTP's Basic scheme",
        anchors: &["Basic ", "BASIC "],
        form: Recognition::Rule(rules::basic, "`Basic` and the Base64 of a name, a colon and a password"),
        source: "https://www.rfc-editor.org/rfc/rfc7617#section-2",
        samples: &["Basic c3ZjLXJlcG9ydDpR<b16>", "Authorization: Basic YTpi<b12>"],
        others: &["Basic authentication", "Basic QWxhZGRpbg==", "Basic dXNlcm5hbWU6cGFzc3dvcmQ=", "Basic <credentials>"],
    },
    CredentialKind {
        name: "a credential in the query of a URL",
        anchors: &["="],
        form: Recognition::Rule(rules::query_value, "the value of a parameter named like a credential, `token`, `sig` or `signature`, after `?`, `&` or `#`"),
        source: "https://www.rfc-editor.org/rfc/rfc6750#section-2.3",
        samples: &["https://example.com/a?access_token=<20>&b=1", "/a?b=1&api_key=<16>", "https://example.com/#token=<24>",
            "https://example.com/a?Expires=1&Signature=<40>"],
        others: &["https://example.com/a?access_token=YOUR_TOKEN", "/a?api_key={key}", "?token=next", "?page_token=Zq3Xv7Lm2Kp9Wd4R",
            "?password=password", "&signature=sha256"],
    },
    CredentialKind {
        name: "a password in a connection string",
        anchors: &["="],
        form: Recognition::Rule(rules::connection_password, "the value of `Password` or `Pwd` beside a `;`"),
        source: "https://learn.microsoft.com/en-us/dotnet/framework/data/adonet/connection-string-syntax",
        samples: &["Server=db;Database=a;User Id=sa;Password=<12>;", "Driver=x;Uid=sa;pwd=<10>"],
        others: &["Server=db;Password={password};", "Pwd=****;", "password=hunter2", "Server=db;Password=;"],
    },
];

/// Kinds with a fixed beginning or another unmistakable part. Where a vendor gives a fixed length, longer texts count if
/// the vendor may lengthen them. A kind with two rows has a form that is its own, and a weaker one that needs digits.
#[rustfmt::skip]
const BY_PATTERN: &[CredentialKind] = kinds! {
    // HTTP, URLs and connection strings.
    "a bearer token": ["Bearer " "bearer " "BEARER "] r"(?i:bearer) +([A-Za-z0-9._~+/-]{16,}=*)" {alone: true, digits: 2} from "https://www.rfc-editor.org/rfc/rfc6750#section-2.1"
        ["Bearer <x32>" "Authorization: bearer <24>"] ["Bearer authentication" "Bearer YOUR_TOKEN" "Bearer <token>" "bearer oauth2-access-token"]
    "a bearer token": ["Bearer " "bearer " "BEARER "] r"(?i:bearer) +([A-Za-z0-9_~+/-]{32,}=*)" {alone: true} from "https://www.rfc-editor.org/rfc/rfc6750#section-2.1"
        ["Bearer <l40>"] ["Bearer {access_token_that_the_server_returned_before}"]
    "a signature of AWS": ["X-Amz-Signature=" "x-amz-signature="] r"(?i:x-amz-signature)=([0-9a-fA-F]{64})" from "https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html"
        ["https://b.example.com/k?X-Amz-Date=1&X-Amz-Signature=<x64>"]
    "a session token of AWS": ["X-Amz-Security-Token=" "x-amz-security-token="] r"(?i:x-amz-security-token)=([\w%+/=-]{40,})" from "https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html"
        ["?X-Amz-Security-Token=<60>"]
    "a signature of Google Cloud": ["X-Goog-Signature=" "x-goog-signature="] r"(?i:x-goog-signature)=([0-9a-fA-F]{64,})" from "https://cloud.google.com/storage/docs/access-control/signed-urls"
        ["https://b.example.com/k?X-Goog-Signature=<x128>"]
    "a shared access signature of Azure": ["sig="] r"sig=([\w%+/-]{40,}={0,2})" {alone: true} from "https://learn.microsoft.com/en-us/rest/api/storageservices/create-service-sas"
        ["https://a.example.com/c?sv=1&sig=<40>%3D" "SharedAccessSignature sr=a&sig=<43>%3D&se=1"] ["sig=hmac-sha256"]
    "a key of Azure": ["AccountKey=" "SharedAccessKey=" "accountkey=" "sharedaccesskey="] r"(?i:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})" from "https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string"
        ["DefaultEndpointsProtocol=https;AccountName=a;AccountKey=<86>==" "SharedAccessKeyName=a;SharedAccessKey=<43>="] ["AccountKey=<key>"]
    // Addresses of webhooks.
    "the address of a Slack webhook": ["hooks.slack.com/"] r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/]{40,60})" from "gitleaks slack-webhook-url"
        ["https://hooks.slack.com/services/T<A8>/B<A8>/<24>"] ["https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"]
    "the address of a Discord webhook": ["/webhooks/"] r"/webhooks/(\d{17,20}/[\w-]{60,80})" from "https://discord.com/developers/docs/resources/webhook"
        ["https://discord.com/api/webhooks/<d18>/<68>"] ["https://discord.com/api/webhooks/{webhook.id}/{webhook.token}"]
    "the address of a Teams webhook": ["office.com/webhook"] r"office\.com/webhook(?:b2)?/[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/([0-9a-z]{32}(?:/[0-9a-f-]{36})?(?:/[\w-]+)?)" from "gitleaks microsoft-teams-webhook"
        ["https://a.webhook.office.com/webhookb2/<u>@<u>/IncomingWebhook/<x32>/<u>/V2<40>"]
    // Vendors, by name.
    "a 1Password secret key": ["A3-"] r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}" {alone: true} from "gitleaks 1password-secret-key" ["A3-<A6>-<A11>-<A5>-<A5>-<A5>"]
    "a 1Password token": ["ops_eyJ"] r"ops_eyJ[A-Za-z0-9+/]{250,}={0,3}" from "gitleaks 1password-service-account-token" ["ops_eyJ<260>"]
    "an Adobe secret": ["p8e-"] r"p8e-[A-Za-z0-9]{32}" from "gitleaks adobe-client-secret" ["p8e-<32>"]
    "an age key": ["AGE-SECRET-KEY-1"] r"AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}" from "gitleaks age-secret-key" ["AGE-SECRET-KEY-1<H58>"]
    "an Airtable token": ["pat"] r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}" {alone: true} from "https://airtable.com/developers/web/guides/personal-access-tokens" ["pat<14>.<x64>"]
    "an Alibaba Cloud key": ["LTAI"] r"LTAI[A-Za-z0-9]{20}" {alone: true} from "gitleaks alibaba-access-key-id" ["LTAI<20>"]
    "an Anthropic key": ["sk-ant-"] r"sk-ant-(?:[a-z]{2,8}\d\d-)?([\w-]{20,})" {digits: 1, whole: true} from "gitleaks anthropic-api-key" ["sk-ant-api03-<93>AA" "sk-ant-admin01-<93>AA"] ["sk-ant-api03-..."]
    "an Anthropic key": ["sk-ant-"] r"sk-ant-[a-z]{2,8}\d\d-([\w-]{40,})" {whole: true} from "gitleaks anthropic-api-key" ["sk-ant-api03-<l93>AA"]
    "an Artifactory key": ["AKCp"] r"AKCp[A-Za-z0-9]{69}" {alone: true} from "gitleaks artifactory-api-key" ["AKCp<69>"]
    "an Artifactory token": ["cmVmd"] r"cmVmd[A-Za-z0-9]{59}" {alone: true} from "gitleaks artifactory-reference-token" ["cmVmd<59>"]
    "an Atlassian token": ["ATATT3" "ATCTT3"] r"AT[AC]TT3[\w=-]{50,}" from "gitleaks atlassian-api-token" ["ATATT3<186>"]
    "an Authress key": ["sc_" "ext_" "scauth_" "authress_"] r"(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.([A-Za-z0-9+/_=-]{30,120})" {alone: true, whole: true} from "gitleaks authress-service-client-access-key" ["sc_<x8>.<x5>.acc_<x12>.<40>"]
    "an AWS access key": ["AKIA" "ASIA" "ABIA" "ACCA"] r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}" {not_in_capitals: true} from "gitleaks aws-access-token" ["AKIA<A16>" "ASIA<A16>"] ["AKIAIOSFODNN7EXAMPLE" "AKIAXXXXXXXXXXXXXXXX" "NORTHASIAEASTSTANDARDTIME"]
    "an Amazon Bedrock key": ["ABSK"] r"ABSK[A-Za-z0-9+/]{109,269}={0,2}" {alone: true} from GITHUB ["ABSK<128>"]
    "an Amazon MWS token": ["amzn.mws."] r"amzn\.mws\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})" {whole: true} from GITHUB ["amzn.mws.<u>"]
    "an Azure client secret": ["Q~"] r"[\w~.]{3}\dQ~[\w~.-]{31,34}" {lead: 4} from "gitleaks azure-ad-client-secret" ["<3>8Q~<34>"]
    "a Bitbucket password": ["ATBB"] r"ATBB[A-Za-z0-9]{32}" {alone: true} from GITHUB ["ATBB<32>"]
    "a ClickHouse Cloud key": ["4b1d"] r"4b1d[A-Za-z0-9]{38}" {alone: true} from "gitleaks clickhouse-cloud-api-secret-key" ["4b1d<38>"] ["4b1d9f3b7c1d5e8a2046f1b9d3c7e5a80264"]
    "a Clojars token": ["CLOJARS_"] r"CLOJARS_[a-zA-Z0-9]{60}" from "gitleaks clojars-api-token" ["CLOJARS_<x60>"]
    "a Cloudflare origin key": ["v1.0-"] r"v1\.0-[a-f0-9]{24}-[a-f0-9]{146}" {alone: true} from "gitleaks cloudflare-origin-ca-key" ["v1.0-<x24>-<x146>"]
    "a Contentful token": ["CFPAT-"] r"CFPAT-[\w-]{43}" from GITHUB ["CFPAT-<43>"]
    "a crates.io token": ["cio"] r"cio[A-Za-z0-9]{32}" {alone: true, digits: 1} from GITHUB ["cio<32>"]
    "a Discord bot token": ["MT" "Mj" "Mz" "ND" "NT" "Nj" "Nz" "OD" "OT"] r"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}" {alone: true, digits: 1} from "https://discord.com/developers/docs/reference#authentication" ["MT<22>.<6>.<38>" "OD<22>.<6>.<27>"]
    "a Databricks token": ["dapi"] r"dapi[a-f0-9]{32}(?:-\d)?" from "gitleaks databricks-api-token" ["dapi<x32>"]
    "a Defined Networking token": ["dnkey-"] r"dnkey-[a-zA-Z0-9=_-]{26}-[a-zA-Z0-9=_-]{52}" from "gitleaks defined-networking-api-token" ["dnkey-<26>-<52>"]
    "a DigitalOcean token": ["doo_v1_" "dop_v1_" "dor_v1_"] r"do[opr]_v1_[a-f0-9]{64}" from "gitleaks digitalocean-pat" ["doo_v1_<x64>" "dop_v1_<x64>" "dor_v1_<x64>"]
    "a Docker token": ["dckr_pat_" "dckr_oat_"] r"dckr_[op]at_[\w-]{27,32}" from GITHUB ["dckr_pat_<27>"]
    "a Doppler token": ["dp."] r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?([A-Za-z0-9]{40,44})" {alone: true, whole: true} from "gitleaks doppler-api-token" ["dp.pt.<43>" "dp.st.dev.<43>"]
    "a Dropbox token": ["sl."] r"sl\.[A-Za-z0-9=_-]{130,}" {alone: true} from "gitleaks dropbox-short-lived-api-token" ["sl.<135>"]
    "a Duffel token": ["duffel_test_" "duffel_live_"] r"duffel_(?:test|live)_[\w=-]{43}" from "gitleaks duffel-api-token" ["duffel_test_<43>"]
    "a Dynatrace token": ["dt0c01." "dt0s16."] r"dt0[cs]\d\d\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}" from "gitleaks dynatrace-api-token" ["dt0c01.<24>.<64>"]
    "an EasyPost key": ["EZAK" "EZTK"] r"EZ[AT]K[A-Za-z0-9]{54}" {alone: true} from "gitleaks easypost-api-token" ["EZAK<54>" "EZTK<54>"]
    "a Facebook token": ["EAA"] r"EAA[A-Z][A-Za-z0-9]{100,}" {alone: true} from "gitleaks facebook-page-access-token" ["EAAM<110>" "EAAC<110>"]
    "a Figma token": ["figd_"] r"figd_[\w-]{40}" from GITHUB ["figd_<40>"]
    "a Firecrawl key": ["fc-"] r"fc-[a-f0-9]{32}" {alone: true} from GITHUB ["fc-<x32>"]
    "a Flutterwave key": ["FLWSECK-" "FLWSECK_TEST"] r"FLWSECK(?:_TEST)?-?[a-zA-Z0-9]{12,32}(?:-X)?" from "gitleaks flutterwave-secret-key" ["FLWSECK_TEST-<x32>-X" "FLWSECK_TEST-<x12>"]
    "a Fly.io token": ["fo1_" "fm1r_" "fm1a_" "fm2_"] r"(?:fo1_[\w-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,}={0,3})" {alone: true} from "gitleaks flyio-access-token" ["fo1_<43>" "fm2_<110>"]
    "a Frame.io token": ["fio-u-"] r"fio-u-[\w=-]{64}" from "gitleaks frameio-api-token" ["fio-u-<64>"]
    "a GitHub token": ["ghp_" "gho_" "ghu_" "ghs_" "ghr_"] r"gh[pousr]_\w{30,255}" from "gitleaks github-pat" ["ghp_<36>" "gho_<36>" "ghu_<36>" "ghs_<36>" "ghr_<36>"]
        ["ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" "ghp_****" "ghp_YOUR_PERSONAL_ACCESS_TOKEN_GOES_HERE_1"]
    "a fine-grained GitHub token": ["github_pat_"] r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}" from "gitleaks github-fine-grained-pat" ["github_pat_<l22>_<l59>"]
    "a fine-grained GitHub token": ["github_pat_"] r"github_pat_\w{22,}" {digits: 1} from "gitleaks github-fine-grained-pat" ["github_pat_<22>_<59>"] ["github_pat_..."]
    "a GitLab token": ["glpat-" "glptt-" "gldt-" "glrt-" "glrtr-" "glft-" "glsoat-" "glffct-" "glimt-" "gloas-" "glagent-" "glcbt-" "glwt-"]
        r"gl(?:pat|ptt|dt|rt|rtr|ft|soat|ffct|imt|oas|agent|cbt|wt)-[\w-]{20,300}(?:\.[0-9a-z.]{9,12})?" from "gitleaks gitlab-pat"
        ["glpat-<20>" "glptt-<x40>" "gldt-<20>" "glrt-<20>" "glrt-t1_<27>.<a9>" "glft-<20>" "glsoat-<20>" "glffct-<20>" "glimt-<25>" "gloas-<64>" "glagent-<50>" "glcbt-1a_<20>"] ["glpat-<your token>"]
    "a GitLab runner token": ["GR1348941"] r"GR1348941[\w-]{20}" from "gitleaks gitlab-rrt" ["GR1348941<20>"]
    "a GitLab session": ["_gitlab_session="] r"_gitlab_session=([0-9a-z]{32})" from "gitleaks gitlab-session-cookie" ["_gitlab_session=<a32>"]
    "a GoCardless token": ["live_" "sandbox_"] r"(?:live|sandbox)_[A-Za-z0-9_=-]{40}" {alone: true, digits: 1} from "gitleaks gocardless-api-token" ["live_<40>"]
    "a Google API key": ["AIza"] r"AIza[\w-]{35}" from "gitleaks gcp-api-key" ["AIza<35>"]
    "a Google client secret": ["GOCSPX-"] r"GOCSPX-[\w-]{24,32}" from "https://developers.google.com/identity/protocols/oauth2/web-server" ["GOCSPX-<28>"]
    "a Google access token": ["ya29."] r"ya29\.[\w-]{20,}" {alone: true} from GITHUB ["ya29.<60>"]
    "a Grafana key": ["eyJrIjoi"] r"eyJrIjoi[A-Za-z0-9]{70,400}={0,3}" from "gitleaks grafana-api-key" ["eyJrIjoi<90>"]
    "a Grafana Cloud token": ["glc_"] r"glc_[A-Za-z0-9+/]{32,400}={0,3}" {alone: true} from "gitleaks grafana-cloud-api-token" ["glc_<60>"]
    "a Grafana token": ["glsa_"] r"glsa_\w{32,41}" from "gitleaks grafana-service-account-token" ["glsa_<32>_<x8>"]
    "a Groq key": ["gsk_"] r"gsk_[A-Za-z0-9]{40,64}" from "https://console.groq.com/docs/quickstart" ["gsk_<52>"]
    "a Harness token": ["pat." "sat."] r"[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}" from "gitleaks harness-api-key" ["pat.<22>.<24>.<20>" "sat.<22>.<24>.<20>"]
    "a Heroku key": ["HRKU-AA"] r"HRKU-AA[\w-]{58}" from "gitleaks heroku-api-key-v2" ["HRKU-AA<58>"]
    "a HubSpot token": ["pat-na" "pat-eu" "pat-ap"] r"pat-[a-z]{2}\d-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})" {whole: true} from GITHUB ["pat-na1-<u>"]
    "a Hugging Face token": ["hf_" "api_org_"] r"(?:hf|api_org)_[A-Za-z0-9]{30,40}" from "gitleaks huggingface-access-token" ["hf_<34>" "hf_<l34>" "api_org_<l34>"] ["hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]
    "an Infracost token": ["ico-"] r"ico-[A-Za-z0-9]{32}" {alone: true} from "gitleaks infracost-api-token" ["ico-<32>"]
    "a 42 secret": ["s-s4t2ud-" "s-s4t2af-"] r"s-s4t2(?:ud|af)-[a-f0-9]{64}" from "gitleaks intra42-client-secret" ["s-s4t2ud-<x64>"]
    "a JSON Web Token in Base64": ["ZXlK"] r"ZXlK(?:aG|am|aU|bG|bm|cW|cG|cm|dW|d0|d2|em|MF|MG|MW|Ml|NE|Nm)[A-Za-z0-9/_+-]{60,}={0,2}" {alone: true} from "gitleaks jwt-base64" ["ZXlKaGJHY2lPaU<80>"]
    "a LangSmith key": ["lsv2_pt_" "lsv2_sk_"] r"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}" from GITHUB ["lsv2_pt_<x32>_<x10>"]
    "a Linear key": ["lin_api_" "lin_oauth_"] r"lin_(?:api|oauth)_[A-Za-z0-9]{32,64}" from "gitleaks linear-api-key" ["lin_api_<40>"]
    "a Lob key": ["live_" "test_"] r"(?:live|test)_[a-f0-9]{35}" {alone: true} from "gitleaks lob-api-key" ["live_<x35>" "test_<x35>"]
    "a Mailchimp key": ["-us"] r"([a-f0-9]{32})-us\d\d?" {lead: 32, alone: true, whole: true} from "gitleaks mailchimp-api-key" ["<x32>-us12"]
    "a Mailgun key": ["key-"] r"key-[a-f0-9]{32}" {alone: true} from "gitleaks mailgun-private-api-token" ["key-<x32>"]
    "a Mapbox token": ["sk.eyJ" "pk.eyJ" "tk.eyJ"] r"[pst]k\.eyJ[\w-]{50,}\.[\w-]{20,24}" {alone: true} from "gitleaks mapbox-api-token" ["sk.eyJ<60>.<22>" "pk.eyJ<60>.<22>"]
    "a MaxMind key": ["_mmk"] r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk" {lead: 36, alone: true} from "gitleaks maxmind-license-key" ["<6>_<29>_mmk"]
    "a Netlify token": ["nfp_"] r"nfp_[A-Za-z0-9]{36,40}" {alone: true} from GITHUB ["nfp_<36>"]
    "a New Relic key": ["NRAK-" "NRII-" "NRJS-" "NRAL-"] r"NR(?:AK|II|JS|AL)-[A-Za-z0-9-]{19,32}" {alone: true} from "gitleaks new-relic-user-api-key" ["NRAK-<A27>" "NRII-<32>" "NRJS-<x19>"]
    "a Notion token": ["ntn_" "secret_"] r"(?:ntn_\d{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})" {alone: true} from "gitleaks notion-api-token" ["ntn_<d11><35>" "secret_<43>"]
    "an npm token": ["npm_"] r"npm_[A-Za-z0-9]{36}" from "gitleaks npm-access-token" ["npm_<36>"]
    "a NuGet key": ["oy2"] r"oy2[a-z0-9]{43}" {alone: true} from GITHUB ["oy2<a43>"]
    "an NVIDIA key": ["nvapi-"] r"nvapi-[\w-]{60,70}" from GITHUB ["nvapi-<64>"]
    "an Octopus Deploy key": ["API-"] r"API-[A-Z0-9]{26}" {alone: true} from "gitleaks octopus-deploy-api-key" ["API-<A26>"]
    "an Okta token": ["SSWS "] r"SSWS +(00[\w-]{40})" {alone: true} from "gitleaks okta-access-token" ["SSWS 00<40>"] ["SSWS {apiToken}"]
    "an OpenAI key": ["sk-proj-" "sk-svcacct-" "sk-admin-"] r"sk-(?:proj|svcacct|admin)-([\w-]{40,})" {alone: true, whole: true} from "gitleaks openai-api-key" ["sk-proj-<l80>"]
    "an OpenAI key": ["sk-proj-" "sk-svcacct-" "sk-admin-"] r"sk-(?:proj|svcacct|admin)-([\w-]{20,})" {alone: true, digits: 1, whole: true} from "gitleaks openai-api-key" ["sk-proj-<74>T3BlbkFJ<74>" "sk-svcacct-<58>T3BlbkFJ<58>" "sk-admin-<48>"]
        ["sk-proj-..."]
    "an OpenRouter key": ["sk-or-v1-"] r"sk-or-v1-[A-Za-z0-9]{32,64}" {alone: true} from GITHUB ["sk-or-v1-<x64>"]
    "a secret key": ["sk-"] r"sk-([A-Za-z0-9]{20,})" {alone: true, digits: 1, whole: true} from "gitleaks openai-api-key" ["sk-<20>T3BlbkFJ<20>" "sk-<x32>"] ["sk-..." "sk-your-api-key" "sk-ssh-ed25519" "task-management-service-worker-12345678901234567890" "sk-learn-pipeline-with-a-long-name-2"]
    "an OpenShift token": ["sha256~"] r"sha256~[\w-]{43}" from "gitleaks openshift-user-token" ["sha256~<43>"]
    "a Perplexity key": ["pplx-"] r"pplx-[A-Za-z0-9]{48}" from "gitleaks perplexity-api-key" ["pplx-<48>"]
    "a Pinecone key": ["pcsk_"] r"pcsk_[A-Za-z0-9]{5,6}_[A-Za-z0-9]{63}" from GITHUB ["pcsk_<6>_<63>"]
    "a Plaid token": ["access-sandbox-" "access-development-" "access-production-"] r"access-(?:sandbox|development|production)-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})" {whole: true} from "gitleaks plaid-api-token" ["access-sandbox-<u>"]
    "a PlanetScale token": ["pscale_tkn_" "pscale_oauth_" "pscale_pw_"] r"pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}" from "gitleaks planetscale-api-token" ["pscale_tkn_<43>" "pscale_oauth_<43>" "pscale_pw_<43>"]
    "a PostHog key": ["phx_"] r"phx_[A-Za-z0-9]{43,48}" {alone: true} from GITHUB ["phx_<43>"]
    "a Postman key": ["PMAK-"] r"PMAK-[\w-]{40,59}" from "gitleaks postman-api-token" ["PMAK-<x24>-<x34>"]
    "a Prefect key": ["pnu_"] r"pnu_[A-Za-z0-9]{36}" {alone: true} from "gitleaks prefect-api-token" ["pnu_<36>"]
    "a Pulumi token": ["pul-"] r"pul-[a-f0-9]{40}" {alone: true} from "gitleaks pulumi-api-token" ["pul-<x40>"]
    "a PyPI token": ["pypi-AgE"] r"pypi-AgE[\w-]{50,}" from "gitleaks pypi-upload-token" ["pypi-AgEIcHlwaS5vcmc<80>"]
    "a ReadMe key": ["rdme_"] r"rdme_[a-z0-9]{70}" {alone: true} from "gitleaks readme-api-token" ["rdme_<a70>"]
    "a Replicate token": ["r8_"] r"r8_[A-Za-z0-9]{37}" {alone: true} from GITHUB ["r8_<37>"]
    "a RubyGems key": ["rubygems_"] r"rubygems_[a-f0-9]{48}" from "gitleaks rubygems-api-token" ["rubygems_<x48>"]
    "a Scalingo token": ["tk-us-"] r"tk-us-[\w-]{48}" {alone: true} from "gitleaks scalingo-api-token" ["tk-us-<48>"]
    "a SendGrid key": ["SG."] r"SG\.[\w-]{16,32}\.[\w-]{16,64}" {alone: true} from "gitleaks sendgrid-api-token" ["SG.<22>.<43>"]
    "a Brevo key": ["xkeysib-" "xsmtpsib-"] r"x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}" from "gitleaks sendinblue-api-token" ["xkeysib-<x64>-<16>"]
    "a Sentry token": ["sntryu_" "sntrys_"] r"(?:sntryu_[a-f0-9]{64}|sntrys_eyJ[A-Za-z0-9+/]{40,400}={0,2}_[A-Za-z0-9+/]{43})" from "gitleaks sentry-user-token" ["sntryu_<x64>" "sntrys_eyJpYXQiO<80>_<43>"]
    "a SettleMint token": ["sm_aat_" "sm_pat_" "sm_sat_"] r"sm_[aps]at_[A-Za-z0-9]{16}" {alone: true} from "gitleaks settlemint-personal-access-token" ["sm_aat_<16>" "sm_pat_<16>" "sm_sat_<16>"]
    "a Shippo token": ["shippo_live_" "shippo_test_"] r"shippo_(?:live|test)_[a-fA-F0-9]{40}" from "gitleaks shippo-api-token" ["shippo_live_<x40>"]
    "a Shopify token": ["shpat_" "shpca_" "shppa_" "shpss_" "shpua_"] r"shp(?:at|ca|pa|ss|ua)_[a-fA-F0-9]{32}" from "gitleaks shopify-access-token" ["shpat_<x32>" "shpca_<x32>" "shppa_<x32>" "shpss_<x32>"]
    "a Slack token": ["xoxb-" "xoxp-" "xoxa-" "xoxr-" "xoxs-" "xoxo-" "xoxe-" "xoxe." "xoxc-" "xoxd-" "xapp-"] r"(?:xoxe\.xox[bp]|xox[a-z]|xapp)-([\w%-]{20,})" {digits: 6, whole: true} from "gitleaks slack-bot-token"
        ["xoxb-<d12>-<d12>-<24>" "xoxp-<d12>-<d12>-<d12>-<x32>" "xoxa-2-<d12>-<24>" "xoxs-<d10>-<d10>-<d10>-<x10>" "xoxe-1-<A146>" "xoxe.xoxp-1-<A163>" "xapp-1-<A11>-<d13>-<x64>"]
        ["xoxp-XXXXXXXX-XXXXXXXX-XXXXX" "xoxp-1234-5678-90123" "xoxa-access-token-string"]
    "a Sourcegraph token": ["sgp_"] r"sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}" {alone: true} from "gitleaks sourcegraph-access-token" ["sgp_<x16>_<x40>" "sgp_<x40>"]
    "a Square token": ["sq0atp-" "sq0csp-"] r"sq0[ac][ts]p-[\w-]{22,60}" from "gitleaks square-access-token" ["sq0atp-<22>" "sq0csp-<43>"]
    "a Square access token": ["EAAA"] r"EAAA[\w-]{60}" {alone: true, digits: 1} from "gitleaks square-access-token" ["EAAA<60>"]
    "a Stripe key": ["sk_live_" "sk_test_" "sk_prod_" "rk_live_" "rk_test_" "rk_prod_"] r"[rs]k_(?:live|test|prod)_[A-Za-z0-9]{16,247}" from "gitleaks stripe-access-token" ["sk_live_<24>" "sk_test_<24>" "rk_live_<99>"] ["sk_live_..." "pk_live_Zq3Xv7Lm2Kp9Wd4Rt8Yb6Nc1"]
    "a secret of a Stripe webhook": ["whsec_"] r"whsec_[A-Za-z0-9+/]{24,}={0,2}" from "https://docs.stripe.com/webhooks" ["whsec_<32>"]
    "a Supabase key": ["sbp_" "sb_secret_"] r"(?:sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,})" {alone: true} from GITHUB ["sbp_<x40>" "sb_secret_<31>"]
    "a Tailscale key": ["tskey-"] r"tskey-(?:[a-z]+-)?([A-Za-z0-9]{8,}(?:CNTRL)?-[A-Za-z0-9]{20,})" {whole: true} from GITHUB ["tskey-auth-<11>CNTRL-<32>"]
    "a Tavily key": ["tvly-"] r"tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}" {alone: true} from GITHUB ["tvly-dev-<32>"]
    "a Terraform token": [".atlasv1."] r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}" {lead: 14, alone: true} from "gitleaks hashicorp-tf-api-token" ["<14>.atlasv1.<67>"]
    "a Twilio key": ["SK"] r"SK[0-9a-fA-F]{32}" {alone: true} from "gitleaks twilio-api-key" ["SK<x32>"] ["SKaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" "^SK[0-9a-fA-F]{32}$" "AC9f3b7c1d5e8a2046f1b9d3c7e5a80264"]
    "a Twitter bearer token": ["AAAAAAAAAAAAAAAAAAAAAA"] r"A{22}[A-Za-z0-9%]{80,100}" {alone: true} from "gitleaks twitter-bearer-token" ["AAAAAAAAAAAAAAAAAAAAAA<90>"]
    "a Typeform token": ["tfp_"] r"tfp_[\w.=-]{40,64}" {alone: true} from "gitleaks typeform-api-token" ["tfp_<44>_<14>"]
    "a Vault token": ["hvs." "hvb." "hvr."] r"hv[bsr]\.[\w-]{24,300}" from "gitleaks vault-service-token" ["hvs.<24>" "hvs.CAESI<90>" "hvb.<138>"]
    "an old Vault token": ["s."] r"s\.[A-Za-z0-9]{24}" {alone: true, digits: 2} from "gitleaks vault-service-token" ["s.<24>"]
    "an xAI key": ["xai-"] r"xai-[A-Za-z0-9]{60,90}" from GITHUB ["xai-<80>"]
    "a Yandex Cloud key": ["AQVN"] r"AQVN[\w-]{35,38}" {alone: true} from "gitleaks yandex-api-key" ["AQVN<36>"]
    "a Yandex Cloud token": ["t1."] r"t1\.[\w-]+={0,2}\.[\w-]{86}={0,2}" {alone: true} from "gitleaks yandex-access-token" ["t1.<40>.<86>"]
    "a static Yandex Cloud key": ["YC"] r"YC[\w-]{38}" {alone: true, digits: 2} from "gitleaks yandex-aws-access-token" ["YC<38>"]
};
