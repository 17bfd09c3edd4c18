//! Sizes in bytes, as options take them.

use std::str::FromStr;

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    /// Reads `64M`, `1G`, `512K` or plain bytes.
    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || "it should be a size such as 64M or 1G".to_owned();
        let (digits, shift) = match text.as_bytes().last() {
            Some(b'K' | b'k') => (text.get(..text.len() - 1), 10),
            Some(b'M' | b'm') => (text.get(..text.len() - 1), 20),
            Some(b'G' | b'g') => (text.get(..text.len() - 1), 30),
            _ => (Some(text), 0),
        };
        let digits = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        let number: u64 = digits
            .and_then(|digits| digits.parse().ok())
            .ok_or_else(invalid)?;
        let bytes = number.checked_mul(1 << shift).ok_or_else(invalid)?;
        // At most a pebibyte, so that sums of sizes do not overflow.
        (bytes <= 1 << 50)
            .then_some(Size(bytes))
            .ok_or_else(invalid)
    }
}
