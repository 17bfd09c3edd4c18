//! Sizes in bytes, as options take them.

use std::str::FromStr;

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    /// Reads `64M`, `1G`, `512K` or plain bytes.
    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let shift = match &text[digits.len()..] {
            "" => Some(0),
            "K" | "k" => Some(10),
            "M" | "m" => Some(20),
            "G" | "g" => Some(30),
            _ => None,
        };
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number: Option<u64> = digits.parse().ok().filter(|_| plain);
        let bytes = number
            .zip(shift)
            .and_then(|(number, shift)| number.checked_mul(1 << shift));
        // At most a pebibyte, so that sums of sizes do not overflow.
        bytes
            .filter(|bytes| *bytes <= 1 << 50)
            .map(Size)
            .ok_or_else(|| "it should be a size such as 64M or 1G".to_owned())
    }
}
