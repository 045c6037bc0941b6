//! The places of a credential in a text, in any mixture of the escapes of JSON, URLs and HTML.
//!
//! A character may stand as itself, as an escape of JSON (RFC 8259, section 7), as percent-encoded bytes (RFC 3986, section 2.1;
//! `+` for a blank, as in forms), or as a reference of HTML (by number, or the five names of XML). Each character of an escape may
//! be spelled in these ways again, as where JSON is the text of a JSON string.
//!
//! The text is decoded while it is compared. What `%25` means is open (`%`, or a part of a text that has `%25` in it), so that
//! every reading is followed.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Most escapes inside one another, such as a JSON escape in a URL.
const DEPTH: usize = 3;

/// The most digits of a reference of HTML, zeros before the number included.
const MOST_DIGITS: usize = 12;

/// The most positions of which the escapes are remembered.
const MOST_REMEMBERED: usize = 1 << 12;

/// The characters with a name in HTML. Some writers leave out the semicolon.
const NAMED: [(&str, char); 5] = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];

/// A character that may begin at a position, and its end.
type Reading = (char, usize);

/// The characters that an escape at a position may stand for, by position and depth.
type ReadingTable = HashMap<(usize, usize), Rc<[Reading]>>;

/// Returns true for a byte that an escape begins with, however deep.
pub(super) fn begins_escape(byte: u8) -> bool {
    matches!(byte, b'\\' | b'%' | b'&')
}

/// A text in which others are searched for.
#[derive(Debug)]
pub(super) struct SpelledText<'t> {
    text: &'t [u8],
    /// The readings of escapes.
    remembered: RefCell<ReadingTable>,
    /// True if the last comparison wanted more than there is of the text.
    ran_out: Cell<bool>,
}

impl<'t> SpelledText<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { text, remembered: RefCell::default(), ran_out: Cell::new(false) }
    }

    /// Returns the last position at which one of the searched texts ends that begins at `start`. If the text `is_cut`, one that
    /// may go on after the text ends with it.
    pub(super) fn longest<'s>(
        &self,
        start: usize,
        searched: impl Iterator<Item = &'s [char]>,
        is_cut: bool,
    ) -> Option<usize> {
        self.ran_out.set(false);
        if self.remembered.borrow().len() > MOST_REMEMBERED {
            self.remembered.borrow_mut().clear();
        }
        let mut begun = Vec::new();
        self.each_reading(start, DEPTH, |character, end| begun.push((character, end)));
        let ends = searched.filter_map(|searched| {
            let (first, rest) = searched.split_first()?;
            let ends = begun.iter().filter(|(character, _)| character == first).map(|(_, end)| *end);
            self.after(ends.collect(), rest.iter().copied(), DEPTH).into_iter().max()
        });
        let end = ends.max();
        if is_cut && self.ran_out.get() { Some(self.text.len()) } else { end }
    }

    /// Returns the ends of characters that begin at one of several positions and follow one another.
    fn after(&self, starts: Vec<usize>, wanted: impl IntoIterator<Item = char>, depth: usize) -> Vec<usize> {
        let mut ends = starts;
        for wanted in wanted {
            let mut next = Vec::new();
            for &at in &ends {
                self.each_reading(at, depth, |character, end| {
                    if character == wanted {
                        next.push(end);
                    }
                });
            }
            ends = once_each(next);
            if ends.is_empty() {
                break;
            }
        }
        ends
    }

    /// Calls `found` with each character that may begin at a position, and its end.
    fn each_reading(&self, at: usize, depth: usize, mut found: impl FnMut(char, usize)) {
        let Some(&byte) = self.text.get(at) else { return self.ran_out.set(true) };
        let mut found = |character, end| {
            found(character, end);
            if character == '+' {
                found(' ', end);
            }
        };
        if let Some((character, end)) = self.literal(at, byte) {
            found(character, end);
        }
        if depth > 0 && begins_escape(byte) {
            for &(character, end) in &*self.escapes(at, depth) {
                found(character, end);
            }
        }
    }

    /// Returns the character that stands as itself; `None` if the bytes are not UTF-8.
    fn literal(&self, at: usize, byte: u8) -> Option<Reading> {
        let end = at + usize::try_from(byte.leading_ones()).ok()?.max(1);
        let Some(bytes) = self.text.get(at..end) else {
            self.ran_out.set(true);
            return None;
        };
        let character = std::str::from_utf8(bytes).ok()?.chars().next()?;
        Some((character, end))
    }

    /// Returns the readings of the escapes that begin at a position.
    fn escapes(&self, at: usize, depth: usize) -> Rc<[Reading]> {
        if let Some(known) = self.remembered.borrow().get(&(at, depth)) {
            return Rc::clone(known);
        }
        let inner = depth - 1;
        let mut found = Vec::new();
        self.each_reading(at, inner, |starter, end| match starter {
            '\\' => self.json(end, inner, &mut found),
            '%' => self.percent(end, inner, &mut found),
            '&' => self.html(end, inner, &mut found),
            _ => {}
        });
        let found: Rc<[Reading]> = once_each(found).into();
        // What the end of the text hides must be noticed again.
        if !self.ran_out.get() {
            self.remembered.borrow_mut().insert((at, depth), Rc::clone(&found));
        }
        found
    }

    /// Reads an escape of JSON after its backslash.
    fn json(&self, at: usize, depth: usize, found: &mut Vec<Reading>) {
        self.each_reading(at, depth, |letter, end| match letter {
            '"' | '\\' | '/' => found.push((letter, end)),
            'b' => found.push(('\u{8}', end)),
            'f' => found.push(('\u{c}', end)),
            'n' => found.push(('\n', end)),
            'r' => found.push(('\r', end)),
            't' => found.push(('\t', end)),
            'u' => {
                for (unit, end) in self.hexadecimal(vec![end], 4, depth) {
                    match unit {
                        0xD800..=0xDBFF => {
                            let second = self.after(vec![end], ['\\', 'u'], depth);
                            for (low, end) in self.hexadecimal(second, 4, depth) {
                                let is_low = (0xDC00..=0xDFFF).contains(&low);
                                let code = 0x10000 + ((unit - 0xD800) << 10) + (low & 0x3FF);
                                found.extend(char::from_u32(code).filter(|_| is_low).map(|one| (one, end)));
                            }
                        }
                        _ => found.extend(char::from_u32(unit).map(|one| (one, end))),
                    }
                }
            }
            _ => {}
        });
    }

    /// Reads the percent-encoded bytes of a character after the first `%`.
    fn percent(&self, at: usize, depth: usize, found: &mut Vec<Reading>) {
        for (first, end) in self.hexadecimal(vec![at], 2, depth) {
            let (mut open, more) = match first {
                0..=0x7F => (vec![(first, end)], 0),
                0xC2..=0xDF => (vec![(first & 0x1F, end)], 1),
                0xE0..=0xEF => (vec![(first & 0xF, end)], 2),
                0xF0..=0xF4 => (vec![(first & 7, end)], 3),
                _ => continue,
            };
            for _ in 0..more {
                let step = |(code, end)| {
                    let bytes = self.hexadecimal(self.after(vec![end], ['%'], depth), 2, depth);
                    let bytes = bytes.into_iter().filter(|(byte, _)| byte & 0xC0 == 0x80);
                    bytes.map(move |(byte, end)| (code << 6 | (byte & 0x3F), end)).collect::<Vec<_>>()
                };
                open = open.into_iter().flat_map(step).collect();
            }
            found.extend(open.into_iter().filter_map(|(code, end)| Some((char::from_u32(code)?, end))));
        }
    }

    /// Reads a reference of HTML after its ampersand.
    fn html(&self, at: usize, depth: usize, found: &mut Vec<Reading>) {
        let mut whole: Vec<Reading> = Vec::new();
        for (name, character) in NAMED {
            let ends = self.after(vec![at], name.chars(), depth);
            whole.extend(ends.into_iter().map(|end| (character, end)));
        }
        for number in self.after(vec![at], ['#'], depth) {
            let mut digits = vec![(10, number)];
            self.each_reading(number, depth, |letter, end| {
                if matches!(letter, 'x' | 'X') {
                    digits.push((16, end));
                }
            });
            for (radix, at) in digits {
                let numbers = self.number(at, radix, depth);
                whole
                    .extend(numbers.into_iter().filter_map(|(code, end)| Some((char::from_u32(code)?, end))));
            }
        }
        for (character, end) in whole {
            found.push((character, end));
            found.extend(self.after(vec![end], [';'], depth).into_iter().map(|end| (character, end)));
        }
    }

    /// Reads a number with as many digits as there are.
    fn number(&self, at: usize, radix: u32, depth: usize) -> Vec<(u32, usize)> {
        let mut whole = Vec::new();
        let mut open = vec![(0_u32, at)];
        for count in 0..=MOST_DIGITS {
            let mut next = Vec::new();
            for &(number, at) in &open {
                let before = next.len();
                self.each_reading(at, depth, |digit, end| {
                    if let Some(digit) = digit.to_digit(radix) {
                        next.push((number.saturating_mul(radix).saturating_add(digit), end));
                    }
                });
                if next.len() == before && count > 0 {
                    whole.push((number, at));
                }
            }
            open = once_each(next);
        }
        whole
    }

    /// Reads a number with this many hexadecimal digits.
    fn hexadecimal(&self, starts: Vec<usize>, digits: usize, depth: usize) -> Vec<(u32, usize)> {
        let mut open: Vec<(u32, usize)> = starts.into_iter().map(|start| (0, start)).collect();
        for _ in 0..digits {
            let mut next = Vec::new();
            for (number, at) in open {
                self.each_reading(at, depth, |digit, end| {
                    next.extend(digit.to_digit(16).map(|digit| (number * 16 + digit, end)));
                });
            }
            open = once_each(next);
        }
        open
    }
}

fn once_each<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}
