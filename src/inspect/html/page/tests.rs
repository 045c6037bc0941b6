use crate::json::{Value, json};

use super::*;
use crate::diagnostic::{Code, Diagnostic, Nowhere, findings};

/// Untrusted text that [`hostile`] puts everywhere.
const HOSTILE: &str =
    "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&`-->]]></style></pre></title>";

fn page(manifest: &Value) -> String {
    let said =
        [Diagnostic::new(Code::NoDescription, HOSTILE).help(HOSTILE).in_text(HOSTILE, Some(1), Some(2))];
    written(manifest, &findings(&said, &Nowhere))
}

fn written(manifest: &Value, findings: &[Finding<'_>]) -> String {
    let mut out = Vec::new();
    write(&mut out, &Inspection::of(manifest), findings, &|position| manifest["tools"][position].clone())
        .unwrap();
    String::from_utf8(out).unwrap()
}

/// Returns a manifest with hostile text in every place that can hold text.
fn hostile() -> Value {
    let schema = json!({
        "type": "object",
        "required": [HOSTILE],
        "properties": {HOSTILE: {
            "type": [HOSTILE, "null"], "description": HOSTILE, "enum": [HOSTILE, {HOSTILE: HOSTILE}], "$comment": HOSTILE,
            "properties": {HOSTILE: {"$ref": format!("#/$defs/{HOSTILE}"), "description": HOSTILE}},
        }},
        "$defs": {HOSTILE: {"title": HOSTILE}},
    });
    json!({
        "tools": [{
            "name": HOSTILE, "title": HOSTILE, "description": format!("{HOSTILE}\n{HOSTILE}"), "inputSchema": schema,
            "outputSchema": schema, "annotations": {"title": HOSTILE, "readOnlyHint": HOSTILE},
            "_meta": {HOSTILE: HOSTILE, "dev.apimint/http": {"method": HOSTILE, "path": HOSTILE}},
        }],
        "_meta": {"dev.apimint/source": {"title": HOSTILE, "version": HOSTILE, "format": HOSTILE}},
    })
}

/// Returns every tag of a page with its attributes, without the content of the style and the script.
fn tags(page: &str) -> Vec<&str> {
    let own = |text: &'static str| page.find(text).unwrap()..page.find(text).unwrap() + text.len();
    let skipped = [own(STYLE), own(SCRIPT)];
    let mut tags = Vec::new();
    for (at, _) in page.match_indices('<') {
        if skipped.iter().all(|range| !range.contains(&at)) {
            tags.push(&page[at..=at + page[at..].find('>').unwrap()]);
        }
    }
    tags
}

#[test]
fn hostile_text_adds_no_markup() {
    let page = page(&hostile());
    let tags = tags(&page);
    let count = |name: &str| tags.iter().filter(|tag| tag.starts_with(&format!("<{name}"))).count();
    // One script is the program, and one the data of the tool.
    assert_eq!((count("script"), count("style"), count("title"), count("img")), (2, 1, 1, 0));
    assert_eq!((count("/script"), count("/style"), count("/title")), (2, 1, 1));
    // The page has as many tags as one of the same shape with harmless text.
    let harmless: Value = serde_json::from_str(&hostile().to_string().replace(&escaped(), "x")).unwrap();
    assert!(!harmless.to_string().contains("alert"));
    let said = [Diagnostic::new(Code::NoDescription, "x").help("x").in_text("x", Some(1), Some(2))];
    let other = written(&harmless, &findings(&said, &Nowhere));
    let names = |tags: &[&str]| -> Vec<String> {
        tags.iter().map(|tag| tag.split([' ', '>']).next().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&tags), names(&self::tags(&other)));
    // No attribute runs a script or sets a style.
    for tag in tags {
        // Removes the quoted values, which are text.
        let attributes: String = tag.split('"').step_by(2).collect();
        assert!(!attributes.contains(" on") && !attributes.contains(" style"), "{tag}");
    }
}

/// Returns the hostile text as escaped in JSON.
fn escaped() -> String {
    serde_json::to_string(HOSTILE).unwrap().trim_matches('"').to_owned()
}

/// The page contains each tag name once, and each tool the numbers of its tags.
#[test]
fn tools_are_chosen_by_tag() {
    let untagged = json!({"tools": [{"name": "a"}, {"name": "b"}, {"name": "c"}]});
    let tagged = json!({"tools": [
        {"name": "a", "_meta": {"dev.apimint/tags": ["pets", (HOSTILE)]}},
        {"name": "b", "_meta": {"dev.apimint/tags": ["pets"]}},
        {"name": "c"},
    ]});
    let (without, page) = (written(&untagged, &[]), written(&tagged, &[]));
    let select = page.split("<select id=\"tag\">").nth(1).unwrap();
    let options: Vec<&str> = select.split("<option value=\"").skip(2).collect();
    assert!(
        options[0].starts_with(r#"0" data-rule="tag:&lt;/script&gt;"#)
            && options[0].contains(r#"">&lt;/script&gt;"#)
            && options[0].contains(" (1)</option>"),
        "{}",
        options[0]
    );
    assert!(options[1].starts_with(r#"1" data-rule="tag:pets">pets (2)</option>"#), "{}", options[1]);
    assert!(options[2].starts_with(r#"2" data-rule="">(no tag) (1)</option>"#), "{}", options[2]);
    // The chart leads to them.
    for (number, name) in [(1, "pets"), (2, "(no tag)")] {
        assert!(page.contains(&format!("href=\"#tools\" data-tag=\"{number}\">{name}</a>")), "{name}");
    }
    assert!(!without.contains("By tag"));
    let numbers: Vec<&str> =
        page.split("data-tags=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(numbers, ["1 0", "1", "2"]);
    assert!(!page.contains("<img") && !without.contains("id=\"tag\""));
}

/// Each tool has the rule by which it is selected, and the words by which the filter of findings knows it.
#[test]
fn a_tool_has_its_rule_and_its_findings() {
    let said = [Diagnostic::new(Code::NoDescription, "no words"), Diagnostic::new(Code::ManyTools, "many")];
    let mut found = findings(&said, &Nowhere);
    found[0].tool = Some(1);
    let page = written(&json!({"tools": [{"name": "a\"*"}, {"name": "b"}]}), &found);
    let tools: Vec<&str> = page.split("<div class=\"item\">").skip(1).collect();
    assert!(tools[0].contains("data-rule=\"id:a&quot;[*]\" data-found=\"\""), "{}", tools[0]);
    assert!(!tools[0].contains("no words") && !tools[0].contains("badge warning"), "{}", tools[0]);
    assert!(tools[1].contains("data-rule=\"id:b\" data-found=\"any warning O005\""), "{}", tools[1]);
    let (tool, rest) = tools[1].split_once("</details></div>").unwrap();
    assert!(
        tool.contains("1 warning</span>") && tool.contains("no words") && !tool.contains("many"),
        "{tool}"
    );
    assert!(rest.contains("many") && !rest.contains("no words"), "{rest}");
    let filter = page.split("<select id=\"found\">").nth(1).unwrap().split("</select>").next().unwrap();
    assert!(filter.contains("any (1)") && filter.contains("warnings (1)"), "{filter}");
    assert!(filter.contains("O005 no-description (1)") && !filter.contains("errors"), "{filter}");
    assert!(!written(&json!({"tools": [{"name": "a"}]}), &found[1..]).contains("id=\"found\""));
}

#[test]
fn anything_has_a_page() {
    for odd in
        [json!(null), json!([]), json!({"tools": [null, 7, {"inputSchema": {"properties": {"a": null}}}]})]
    {
        assert!(page(&odd).ends_with("</html>\n"));
    }
}

#[test]
fn nothing_is_loaded() {
    let page = page(&json!({"tools": [{"name": "a"}]}));
    for loading in ["src=", "url(", "@import", "http://", "https://", "fetch(", "import("] {
        // The hostile text of the diagnostic is escaped.
        let found = page.replace("src=x", "").contains(loading);
        assert!(!found, "{loading}");
    }
}

#[test]
fn the_policy_names_style_and_script() {
    assert_eq!(STYLE_HASH, format!("sha256-{}", base64(&sha256(STYLE.as_bytes()))), "the hash of the style");
    assert_eq!(
        SCRIPT_HASH,
        format!("sha256-{}", base64(&sha256(SCRIPT.as_bytes()))),
        "the hash of the script"
    );
}

#[test]
fn the_hash_is_sha_256() {
    assert_eq!(base64(&sha256(b"abc")), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    assert_eq!(base64(&sha256(b"")), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    assert_eq!(base64(&[0xff, 0xfe]), "//4=");
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at)) as usize & 63];
            text.push(if at > group.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

/// SHA-256 (FIPS 180-4). The constants are the fractional parts of roots of the first primes.
fn sha256(message: &[u8]) -> [u8; 32] {
    let primes: Vec<u64> = (2..312).filter(|n| (2..*n).all(|d| n % d != 0)).collect();
    let constants: Vec<u32> = primes.iter().map(|&prime| root_bits(prime, 3)).collect();
    let mut state: Vec<u32> = primes.iter().take(8).map(|&prime| root_bits(prime, 2)).collect();
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((message.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks(64) {
        let mut words: Vec<u32> =
            block.chunks(4).map(|word| u32::from_be_bytes(word.try_into().unwrap())).collect();
        for at in 16..64 {
            let (a, b) = (words[at - 15], words[at - 2]);
            let low = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let high = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            words.push(words[at - 16].wrapping_add(low).wrapping_add(words[at - 7]).wrapping_add(high));
        }
        let mut s = state.clone();
        for (word, constant) in words.iter().zip(&constants) {
            let sum = s[4].rotate_right(6) ^ s[4].rotate_right(11) ^ s[4].rotate_right(25);
            let choice = (s[4] & s[5]) ^ (!s[4] & s[6]);
            let first =
                [sum, choice, *constant, *word].iter().fold(s[7], |total, part| total.wrapping_add(*part));
            let sum = s[0].rotate_right(2) ^ s[0].rotate_right(13) ^ s[0].rotate_right(22);
            let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
            s.rotate_right(1);
            s[4] = s[4].wrapping_add(first);
            s[0] = first.wrapping_add(sum).wrapping_add(majority);
        }
        for (total, word) in state.iter_mut().zip(s) {
            *total = total.wrapping_add(word);
        }
    }
    let bytes: Vec<u8> = state.iter().flat_map(|word| word.to_be_bytes()).collect();
    bytes.try_into().unwrap()
}

/// Computes the first 32 bits of the fractional part of a root by integer bisection.
fn root_bits(number: u64, degree: u32) -> u32 {
    let wanted = u128::from(number) << (32 * degree);
    let (mut low, mut high) = (0_u128, 1_u128 << 38);
    while high - low > 1 {
        let middle = u128::midpoint(low, high);
        if middle.pow(degree) <= wanted { low = middle } else { high = middle }
    }
    u32::try_from(low & 0xffff_ffff).unwrap()
}
