//! A mutator that keeps JSON well-formed: it changes values and keys instead of bytes, and knows the words that the formats
//! know. YAML becomes JSON on the way; some inputs are changed byte by byte all the same.

use std::sync::LazyLock;

use apimint::Limits;
use apimint::diagnostic::Sink;
use apimint::source::{Access, Input, Sources};
use serde_json::{Map, Value, json};

/// Nodes of a document beyond which it is only made smaller.
const LARGE: usize = 600;

/// The words of the dictionary that libFuzzer has too: keywords, types, formats, texts that are hard to carry over.
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    include_str!("../keywords.dict")
        .lines()
        .filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'))
        .filter_map(unescape)
        .collect()
});

/// A word of the dictionary: `\\`, `\"` and `\xHH` stand for bytes.
fn unescape(word: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = word.bytes();
    while let Some(byte) = rest.next() {
        let next = if byte == b'\\' { rest.next()? } else { byte };
        if byte == b'\\' && next == b'x' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(next);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Changes an input in place and gives its new size. `bytewise` is libFuzzer's own mutator.
pub fn mutate(
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    bytewise: impl Fn(&mut [u8], usize, usize) -> usize,
) -> usize {
    let mut dice = Dice(u64::from(seed) << 16 | 0x9E37);
    if dice.below(8) > 0
        && let Some(mut value) = data.get(..size).and_then(parsed)
    {
        for _ in 0..=dice.below(4) {
            change(&mut value, &mut dice);
        }
        let text = value.to_string();
        if text.len() <= max_size.min(data.len()) {
            data[..text.len()].copy_from_slice(text.as_bytes());
            return text.len();
        }
    }
    bytewise(data, size, max_size)
}

fn parsed(bytes: &[u8]) -> Option<Value> {
    let value = serde_json::from_slice(bytes).ok().or_else(|| {
        let limits = Limits { alias_nodes: 10_000, alias_bytes: 1 << 20, ..Limits::default() };
        let sources = Sources::new(Access::default(), limits);
        let input = Input::Bytes { name: String::new(), bytes: bytes.to_vec() };
        sources.load(&input, &Sink::new()).ok().map(|document| Value::from(&document.root().to_value()))
    });
    value.filter(|value: &Value| value.is_object() || value.is_array())
}

/// Small random numbers (xorshift): the same seed makes the same change.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        for shift in [13_i32, -7, 17] {
            self.0 ^= if shift > 0 { self.0 << shift } else { self.0 >> -shift };
        }
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }

    fn word(&mut self) -> String {
        let number = self.below(WORDS.len());
        WORDS.get(number).cloned().unwrap_or_default()
    }
}

fn nodes(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(nodes).sum::<usize>(),
        Value::Object(map) => 1 + map.values().map(nodes).sum::<usize>(),
        _ => 1,
    }
}

/// The node with this number in document order, and its JSON Pointer.
fn nth<'v>(value: &'v mut Value, number: &mut usize, pointer: &mut String) -> Option<&'v mut Value> {
    if *number == 0 {
        return Some(value);
    }
    *number -= 1;
    let length = pointer.len();
    let mut enter = |key: &str, child: &'v mut Value| {
        pointer.truncate(length);
        pointer.push('/');
        pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
        nth(child, number, pointer)
    };
    match value {
        Value::Array(list) => {
            list.iter_mut().enumerate().find_map(|(index, child)| enter(&index.to_string(), child))
        }
        Value::Object(map) => map.iter_mut().find_map(|(key, child)| enter(key, child)),
        _ => None,
    }
}

fn pick<'v>(root: &'v mut Value, dice: &mut Dice) -> Option<(&'v mut Value, String)> {
    let mut pointer = String::new();
    let mut number = dice.below(nodes(root));
    nth(root, &mut number, &mut pointer).map(|node| (node, pointer))
}

/// One change somewhere.
fn change(root: &mut Value, dice: &mut Dice) {
    let large = nodes(root) > LARGE;
    let donor = pick(root, dice).map(|(node, pointer)| (node.clone(), pointer));
    let (donor, place) = donor.unwrap_or_default();
    let Some((node, _)) = pick(root, dice) else { return };
    if large {
        return remove(node, dice);
    }
    match dice.below(12) {
        0 => *node = scalar(dice),
        1 => *node = donor,
        2 => *node = json!({"$ref": reference(&place, dice)}),
        3 => {
            let inner = node.take();
            *node = match dice.below(3) {
                0 => json!([inner]),
                1 => json!({dice.word(): [inner, donor]}),
                _ => json!({dice.word(): inner}),
            };
        }
        4 | 5 => remove(node, dice),
        6 => text(node, dice),
        7 => rename(node, dice),
        _ => insert(node, donor, &place, dice),
    }
}

/// A reference to a place in the document, or to something close by.
fn reference(place: &str, dice: &mut Dice) -> String {
    match dice.below(6) {
        0 => "#".to_owned(),
        1 => format!("#{place}/{}", dice.word()),
        2 => dice.word(),
        _ => format!("#{}", place.replace('%', "%25").replace(' ', "%20")),
    }
}

fn scalar(dice: &mut Dice) -> Value {
    const NUMBERS: [&str; 10] =
        ["0", "-1", "1.5", "1e400", "-0", "1E2", "18446744073709551616", "0.01", "3", "4294967296"];
    match dice.below(8) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(false),
        3 => json!({}),
        4 => json!([]),
        5 => serde_json::from_str(NUMBERS[dice.below(NUMBERS.len())]).unwrap_or_default(),
        _ => json!(dice.word()),
    }
}

fn remove(node: &mut Value, dice: &mut Dice) {
    match node {
        Value::Array(list) if !list.is_empty() => drop(list.remove(dice.below(list.len()))),
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(dice.below(map.len())).cloned().unwrap_or_default();
            map.shift_remove(&key);
        }
        other => *other = scalar(dice),
    }
}

fn text(node: &mut Value, dice: &mut Dice) {
    const CHARACTERS: [char; 14] = [
        '\u{200B}',
        '\u{202E}',
        '\u{E0041}',
        '\u{FEFF}',
        '\0',
        '\u{1B}',
        '\n',
        'é',
        '😀',
        '/',
        '~',
        '%',
        '$',
        '.',
    ];
    match node {
        Value::String(text) => {
            let at = text.char_indices().nth(dice.below(text.chars().count())).map_or(0, |(at, _)| at);
            match dice.below(5) {
                0 => *text = text.repeat(2 + dice.below(12)).chars().take(400).collect(),
                1 => text.truncate(at),
                2 => text.insert_str(at, &dice.word()),
                _ => text.insert(at, CHARACTERS[dice.below(CHARACTERS.len())]),
            }
        }
        other => *other = json!(dice.word()),
    }
}

fn rename(node: &mut Value, dice: &mut Dice) {
    let Value::Object(map) = node else { return insert(node, Value::Null, "", dice) };
    let chosen = dice.below(map.len());
    let word = dice.word();
    let entries = std::mem::take(map).into_iter().enumerate();
    *map = entries.map(|(at, (key, value))| (if at == chosen { word.clone() } else { key }, value)).collect();
}

fn insert(node: &mut Value, donor: Value, place: &str, dice: &mut Dice) {
    let value = match dice.below(4) {
        0 => scalar(dice),
        1 => json!({"$ref": reference(place, dice)}),
        _ => donor,
    };
    match node {
        Value::Array(list) => list.insert(dice.below(list.len() + 1), value),
        Value::Object(map) => {
            map.insert(dice.word(), value);
        }
        other => {
            let mut map = Map::new();
            map.insert(dice.word(), value);
            *other = Value::Object(map);
        }
    }
}
