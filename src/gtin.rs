//! Global Trade Item Numbers: typed, scanned, or from a GS1 Digital Link.
//!
//! "Valid" here means well formed: the right number of digits and the right
//! check digit. Whether the number was ever issued is another matter, so
//! nothing here says that a GTIN is verified.
//!
//! ```
//! use product_pool::gtin::{Gtin, GtinError};
//!
//! let typed = Gtin::parse("9520000 002008")?;
//! let scanned = Gtin::from_scan("https://id.gs1.org/01/09520000002008?17=261231")?;
//! assert_eq!(typed, scanned);
//! assert_eq!(Gtin::parse("95200").unwrap_err(), GtinError::WrongLength(5));
//! # Ok::<(), GtinError>(())
//! ```

mod scan;

use std::cmp::Ordering;
use std::fmt;

/// A GTIN of 8, 12, 13 or 14 digits: with the right check digit, unless it was
/// read by [`Gtin::parse_lenient`] or [`Gtin::from_scan_lenient`].
///
/// Two GTINs are equal when their 14-digit forms are: `09520000002008` and
/// `9520000002008` name one thing.
///
/// ```
/// use product_pool::gtin::Gtin;
/// let gtin = Gtin::parse("9520000002008")?;
/// assert_eq!(gtin.to_14(), "09520000002008");
/// assert_eq!(gtin, Gtin::parse("09520000002008")?);
/// # Ok::<(), product_pool::gtin::GtinError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Gtin {
    /// ASCII digits, zero-padded to 14.
    digits: [u8; 14],
    /// The number of digits given.
    length: u8,
}

/// The reason why a text is not a GTIN.
///
/// ```
/// use product_pool::gtin::{Gtin, GtinError};
///
/// let error = Gtin::parse("9520000002009").unwrap_err();
/// assert!(matches!(error, GtinError::WrongCheckDigit { found: '9', expected: '8' }));
/// assert_eq!(error.to_string(), "the GTIN's last digit is 9, but should be 8: mistyped?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GtinError {
    /// The text is empty.
    Empty,
    /// The text has a character other than a digit.
    NotADigit(char),
    /// The number of digits is not 8, 12, 13 or 14.
    WrongLength(usize),
    /// The last digit is not the check digit of the others.
    WrongCheckDigit {
        /// The digit that was given.
        found: char,
        /// The check digit of the others.
        expected: char,
    },
    /// All digits are 0.
    AllZeros,
    /// A scanned code or a web address contains no GTIN.
    NoGtin,
}

impl fmt::Display for GtinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl GtinError {
    /// The error as text.
    pub fn message(&self) -> String {
        match self {
            GtinError::Empty => "the GTIN is empty".to_owned(),
            GtinError::NotADigit(character) => {
                // A control character is shown by its code point.
                if character.is_control() {
                    let code = u32::from(*character);
                    format!("a GTIN has only digits, not U+{code:04X}")
                } else {
                    format!("a GTIN has only digits, not '{character}'")
                }
            }
            GtinError::WrongLength(length) => {
                format!("a GTIN has 8, 12, 13 or 14 digits, not {length}")
            }
            GtinError::WrongCheckDigit { found, expected } => {
                format!("the GTIN's last digit is {found}, but should be {expected}: mistyped?")
            }
            GtinError::AllZeros => "a GTIN is not all zeros".to_owned(),
            GtinError::NoGtin => "the code holds no GTIN".to_owned(),
        }
    }
}

impl std::error::Error for GtinError {}

/// A caution about a well-formed GTIN: its prefix is for special use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum GtinCaution {
    /// For use within a company or region (prefixes 02, 04, 20 to 29).
    RestrictedCirculation,
    /// A serial publication (ISSN, prefix 977).
    Issn,
    /// A book (ISBN, prefixes 978 and 979).
    Isbn,
    /// A coupon or refund receipt (prefixes 05, 98 and 99).
    Coupon,
}

/// The GS1 check digit of the digits before it: weights 3 and 1 in turn from
/// the right, modulo 10. `None` if a character is not an ASCII digit.
///
/// ```
/// assert_eq!(product_pool::gtin::check_digit("952000000200"), Some('8'));
/// ```
pub fn check_digit(digits: &str) -> Option<char> {
    let mut sum = 0u32;
    for (index, character) in digits.chars().rev().enumerate() {
        let weight = if index % 2 == 0 { 3 } else { 1 };
        sum = (sum + character.to_digit(10)? * weight) % 10;
    }
    char::from_digit((10 - sum) % 10, 10)
}

/// Spaces, also those that take no room, as texts from pages and keyboards have them.
fn is_space(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Whether a GTIN is read as a standard one or as suppliers may have stored it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    /// Only 8, 12, 13 or 14 digits with the right check digit.
    Strict,
    /// Also with a wrong check digit or a lost leading zero.
    Lenient,
}

impl Gtin {
    /// Reads digits as people type and print them: spaces and hyphens between
    /// them are ignored.
    ///
    /// ```
    /// use product_pool::gtin::{Gtin, GtinError};
    ///
    /// assert_eq!(Gtin::parse("0 9520000 00200 8")?.to_13().as_deref(), Some("9520000002008"));
    /// assert_eq!(Gtin::parse("oats"), Err(GtinError::NotADigit('o')));
    /// # Ok::<(), GtinError>(())
    /// ```
    ///
    /// # Errors
    /// Any other character, a wrong number of digits, a wrong check digit,
    /// all zeros.
    pub fn parse(text: &str) -> Result<Gtin, GtinError> {
        Self::read(text, Strictness::Strict)
    }

    /// Reads a GTIN as suppliers store it: like [`Gtin::parse`], but with any
    /// check digit, and also if its leading zero was lost: 11 digits of a UPC,
    /// 7 of an EAN-8. Those are padded to 12 and 8.
    ///
    /// Use it to compare GTINs, and to look one up: a product whose supplier
    /// mistyped the check digit is found by the digits that the supplier wrote.
    /// [`Gtin::check`] tests the check digit.
    ///
    /// ```
    /// use product_pool::gtin::Gtin;
    /// let mistyped = Gtin::parse_lenient("9520000002009")?;
    /// assert!(mistyped.check().is_err());
    /// let without_zero = Gtin::parse_lenient("40000259008")?;
    /// assert_eq!(without_zero, Gtin::parse("040000259008")?);
    /// # Ok::<(), product_pool::gtin::GtinError>(())
    /// ```
    ///
    /// # Errors
    /// Any other character, a wrong number of digits, all zeros.
    pub fn parse_lenient(text: &str) -> Result<Gtin, GtinError> {
        Self::read(text, Strictness::Lenient)
    }

    fn read(text: &str, strictness: Strictness) -> Result<Gtin, GtinError> {
        let mut given = [0u8; 14];
        let mut count = 0usize;
        for character in text.chars() {
            match character {
                '0'..='9' => {
                    if let Some(place) = given.get_mut(count) {
                        *place = character as u8;
                    }
                    count += 1;
                }
                '-' | '\u{2010}' | '\u{2011}' => {}
                space if is_space(space) => {}
                other => return Err(GtinError::NotADigit(other)),
            }
        }
        let length = match count {
            0 => return Err(GtinError::Empty),
            8 | 12 | 13 | 14 => count,
            7 | 11 if strictness == Strictness::Lenient => count + 1,
            other => return Err(GtinError::WrongLength(other)),
        };
        let mut digits = [b'0'; 14];
        digits[14 - count..].copy_from_slice(&given[..count]);
        if digits == [b'0'; 14] {
            return Err(GtinError::AllZeros);
        }
        let gtin = Gtin {
            digits,
            length: length as u8,
        };
        if strictness == Strictness::Strict {
            gtin.check()?;
        }
        Ok(gtin)
    }

    /// Tests the check digit, which [`Gtin::parse_lenient`] does not.
    ///
    /// # Errors
    /// [`GtinError::WrongCheckDigit`], with the digit that it should be.
    pub fn check(&self) -> Result<(), GtinError> {
        let found = char::from(self.digits[13]);
        match self.to_14().get(..13).and_then(check_digit) {
            Some(expected) if expected != found => {
                Err(GtinError::WrongCheckDigit { found, expected })
            }
            _ => Ok(()),
        }
    }

    /// The 14-digit form, zero-padded: for comparing and for a GS1 Digital Link.
    pub fn to_14(&self) -> String {
        self.digits.iter().map(|&digit| char::from(digit)).collect()
    }

    /// The 13-digit form; `None` for a GTIN-14 that does not begin with 0.
    pub fn to_13(&self) -> Option<String> {
        let text = self.to_14();
        text.strip_prefix('0').map(str::to_owned)
    }

    /// The digits as given, without separators: the form for schema.org. A
    /// leading zero that was lost is there again.
    pub(crate) fn given(&self) -> String {
        let text = self.to_14();
        let start = text.len().saturating_sub(usize::from(self.length));
        text.get(start..).unwrap_or_default().to_owned()
    }

    /// The forms in which a service may have stored the GTIN: as given, with 13
    /// and with 14 digits, and, where its zeros allow it, as a UPC or an EAN-8,
    /// also without its leading zero.
    ///
    /// ```
    /// use product_pool::gtin::Gtin;
    /// let case = Gtin::parse("9520000002008")?;
    /// assert_eq!(case.forms(), ["9520000002008", "09520000002008"]);
    /// let upc = Gtin::parse("0040000259008")?;
    /// let forms = ["0040000259008", "00040000259008", "040000259008", "40000259008"];
    /// assert_eq!(upc.forms(), forms);
    /// # Ok::<(), product_pool::gtin::GtinError>(())
    /// ```
    pub fn forms(&self) -> Vec<String> {
        let text = self.to_14();
        let digits = self.digits.iter();
        let zeros = digits.take_while(|digit| **digit == b'0').count();
        let lengths: &[usize] = match zeros {
            0 => &[14],
            1 => &[13, 14],
            2 => &[13, 14, 12],
            3..6 => &[13, 14, 12, 11],
            6 => &[13, 14, 8],
            _ => &[13, 14, 8, 7],
        };
        let mut forms = vec![self.given()];
        for length in lengths {
            if let Some(form) = text.get(14 - length..)
                && *length != usize::from(self.length)
            {
                forms.push(form.to_owned());
            }
        }
        forms
    }

    /// A caution for the shop, if the prefix is for special use.
    ///
    /// ```
    /// use product_pool::gtin::{Gtin, GtinCaution};
    ///
    /// // A shop's own number, for what it weighs itself.
    /// let gtin = Gtin::parse("2000000000008")?;
    /// assert_eq!(gtin.caution(), Some(GtinCaution::RestrictedCirculation));
    /// # Ok::<(), product_pool::gtin::GtinError>(())
    /// ```
    pub fn caution(&self) -> Option<GtinCaution> {
        // The prefix is read in the 13-digit form; a GTIN-8 has prefixes of its own.
        if self.length == 8 {
            return match self.digits[6] {
                b'0' | b'2' => Some(GtinCaution::RestrictedCirculation),
                _ => None,
            };
        }
        match &self.digits[1..4] {
            [b'0', b'2' | b'4', _] | [b'2', ..] => Some(GtinCaution::RestrictedCirculation),
            [b'0', b'5', _] | [b'9', b'8' | b'9', _] => Some(GtinCaution::Coupon),
            b"977" => Some(GtinCaution::Issn),
            b"978" | b"979" => Some(GtinCaution::Isbn),
            _ => None,
        }
    }
}

impl PartialEq for Gtin {
    fn eq(&self, other: &Self) -> bool {
        self.digits == other.digits
    }
}

impl Eq for Gtin {}

impl Ord for Gtin {
    fn cmp(&self, other: &Self) -> Ordering {
        self.digits.cmp(&other.digits)
    }
}

impl PartialOrd for Gtin {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::hash::Hash for Gtin {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.digits.hash(state);
    }
}

impl fmt::Display for Gtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.given())
    }
}

impl std::str::FromStr for Gtin {
    type Err = GtinError;

    fn from_str(text: &str) -> Result<Self, GtinError> {
        Gtin::parse(text)
    }
}

impl TryFrom<&str> for Gtin {
    type Error = GtinError;

    fn try_from(text: &str) -> Result<Self, GtinError> {
        Gtin::parse(text)
    }
}
impl serde::Serialize for Gtin {
    /// Writes the digits as given, as a string.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> serde::Deserialize<'de> for Gtin {
    /// Reads a string as [`Gtin::parse_lenient`] does, so that whatever was written is read.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Gtin::parse_lenient(&text).map_err(serde::de::Error::custom)
    }
}
