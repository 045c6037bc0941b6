//! The 64-bit FNV-1a hash (RFC 9923). The hasher of the standard library may change between releases; this one is the
//! same on every machine and in every release.

/// The hash of no bytes.
pub(crate) const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;

const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Continues a hash with these bytes.
pub(crate) fn fnv1a(hash: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// Hashes texts. The byte 0xff, which never occurs in UTF-8, ends each of several texts.
pub(crate) fn fnv1a_of(texts: &[&str]) -> u64 {
    match texts {
        [one] => fnv1a(OFFSET_BASIS, one.bytes()),
        several => several.iter().fold(OFFSET_BASIS, |hash, text| fnv1a(hash, text.bytes().chain([0xff]))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_the_published_vectors() {
        assert_eq!(fnv1a_of(&[""]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a_of(&["a"]), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a_of(&["foobar"]), 0x8594_4171_f739_67e8);
    }
}
