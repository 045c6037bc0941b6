//! A short hash that is the same on every machine and in every release, for names that need one.

/// Number of characters in a fingerprint.
pub(super) const LENGTH: usize = 6;

/// Crockford's base 32, lower case: no `i`, `l`, `o` and `u`, which are misread or make words.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Six characters (30 bits) that stand for these texts in this order.
pub(super) fn fingerprint(texts: &[&str]) -> String {
    let hash = fnv1a(texts);
    // FNV's authors advise to fold a hash by XOR when fewer bits are wanted than it has.
    let mut bits = hash ^ (hash >> 30);
    let mut short = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        short.push(char::from(DIGITS[(bits & 31) as usize]));
        bits >>= 5;
    }
    short
}

/// FNV-1a with 64 bits, by Fowler, Noll and Vo (RFC 9923). The standard library's hasher may change
/// between releases, and a name may not. A byte that UTF-8 never holds ends each text.
fn fnv1a(texts: &[&str]) -> u64 {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    match texts {
        [one] => one.bytes().fold(OFFSET_BASIS, add),
        several => several.iter().fold(OFFSET_BASIS, |hash, text| text.bytes().chain([0xff]).fold(hash, add)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_the_published_vectors() {
        assert_eq!(fnv1a(&[""]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(&["a"]), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(&["foobar"]), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn never_changes() {
        assert_eq!(fingerprint(&["get_user"]), fingerprint(&["get_user"]));
        assert_eq!(fingerprint(&["get_user"]).len(), LENGTH);
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
        assert_ne!(fingerprint(&["GET", "/a"]), fingerprint(&["GET", "/b"]));
    }
}
