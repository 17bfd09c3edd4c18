//! GTINs in scanned codes: element strings and Digital Links of GS1.

use super::{Gtin, GtinError, Strictness, is_space};
use crate::collect_vec::CollectVec as _;

/// The symbology identifiers of the codes that GS1 uses: EAN and UPC, ITF-14, GS1-128, DataBar and
/// composite codes, and Data Matrix, QR and DotCode with element strings or with Digital Links.
const SYMBOLOGIES: [&str; 14] = [
    "]E0", "]E4", "]I0", "]I1", "]C1", "]e0", "]e1", "]e2", "]d1", "]d2", "]Q1", "]Q3", "]J0",
    "]J1",
];

/// How scanners send the function character that ends an element of variable length.
const FNC1: char = '\u{1d}';

/// The elements of fixed length, behind which no FNC1 stands: the first two digits of their application
/// identifiers, and their length with these (GS1 General Specifications, 7.8.5).
const FIXED: [(&str, usize); 22] = [
    ("00", 20),
    ("01", 16),
    ("02", 16),
    ("03", 16),
    ("04", 18),
    ("11", 8),
    ("12", 8),
    ("13", 8),
    ("14", 8),
    ("15", 8),
    ("16", 8),
    ("17", 8),
    ("18", 8),
    ("19", 8),
    ("20", 4),
    ("31", 10),
    ("32", 10),
    ("33", 10),
    ("34", 10),
    ("35", 10),
    ("36", 10),
    ("41", 16),
];

/// The digits of the GTIN among elements without an FNC1 between them. Where an element of
/// variable length ends is not known.
fn gtin_of_elements(mut elements: &str) -> Option<&str> {
    loop {
        if let Some(gtin) = elements.strip_prefix("01") {
            return gtin.get(..14);
        }
        let (_, length) = FIXED
            .iter()
            .find(|(start, _)| elements.starts_with(start))?;
        elements = elements.get(*length..)?;
    }
}

impl Gtin {
    /// Finds the GTIN in a scanner's or a person's input: digits, a GS1 element string with brackets
    /// `(01)…` or with FNC1 (the control character 29), or a GS1 Digital Link: an address with http or
    /// https whose path ends in `/01/`, the GTIN and its qualifiers. Its query and fragment are not
    /// read. The symbology identifier may stand before each of them: `]E0`, `]E4`, `]I1`, `]C1`, `]Q1`
    /// and the others that GS1 names.
    ///
    /// ```
    /// use product_pool::gtin::Gtin;
    /// let link = Gtin::from_scan("https://example.com/01/09520000002008/10/ABC?17=261231")?;
    /// assert_eq!(link, Gtin::from_scan("(01)09520000002008(10)ABC")?);
    /// # Ok::<(), product_pool::gtin::GtinError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Gtin::parse`]; [`GtinError::NoGtin`] where a code has no
    /// application identifier 01, and for an address that is not a Digital
    /// Link of a GTIN or goes on after one.
    pub fn from_scan(scan: &str) -> Result<Gtin, GtinError> {
        Self::read_scan(scan, Strictness::Strict)
    }

    /// Finds the GTIN in a scanner's or a person's input, to look it up: like
    /// [`Gtin::from_scan`], but the digits are read by [`Gtin::parse_lenient`].
    ///
    /// ```
    /// use product_pool::gtin::Gtin;
    ///
    /// // The supplier mistyped the check digit; the product is found all the same.
    /// let gtin = Gtin::from_scan_lenient("(01)09520000002009")?;
    /// assert!(gtin.check().is_err());
    /// # Ok::<(), product_pool::gtin::GtinError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Gtin::from_scan`], except for a wrong check digit.
    pub fn from_scan_lenient(scan: &str) -> Result<Gtin, GtinError> {
        Self::read_scan(scan, Strictness::Lenient)
    }

    fn read_scan(scan: &str, strictness: Strictness) -> Result<Gtin, GtinError> {
        let scan = scan.trim_matches(is_space);
        let identified = SYMBOLOGIES
            .iter()
            .find_map(|known| scan.strip_prefix(known));
        let may_have_fnc1 = identified.is_some() || scan.contains(FNC1);
        let scan = identified.unwrap_or(scan).trim_matches(FNC1);
        if let Some((scheme, rest)) = scan.split_once(':')
            && let Some(address) = rest.strip_prefix("//")
        {
            let is_web =
                scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
            return if is_web {
                Self::from_digital_link(address, strictness)
            } else {
                Err(GtinError::NoGtin)
            };
        }
        if scan.contains('(') {
            let mut elements = scan.split('(').skip(1);
            return match elements.find_map(|element| element.strip_prefix("01)")) {
                Some(gtin) => Self::read(gtin, strictness),
                None => Err(GtinError::NoGtin),
            };
        }
        // First as typed: spaces make "01 23456 78901 28" as long as an element string. That has two
        // digits more than any GTIN, so none is mistaken.
        if let Ok(gtin) = Self::read(scan, strictness) {
            return Ok(gtin);
        }
        let gtin = if may_have_fnc1 {
            scan.split(FNC1).find_map(gtin_of_elements)
        } else {
            gtin_of_elements(scan).filter(|_| scan.starts_with("01"))
        };
        Self::read(gtin.unwrap_or(scan), strictness)
    }

    /// The GTIN of a GS1 Digital Link without its scheme:
    /// `domain/any/stem/01/GTIN`, then the qualifiers 22, 10 and 21 as far as
    /// there are any, in this order, or 235 alone. The standard reads the path
    /// from its end, pair by pair: the stem may hold another 01, and a batch
    /// may be called 01. Words instead of the numbers are no longer in the standard.
    fn from_digital_link(address: &str, strictness: Strictness) -> Result<Gtin, GtinError> {
        let address = address.split(['?', '#']).next().unwrap_or_default();
        let parts: Vec<&str> = address.split('/').collect_vec();
        let [domain, path @ ..] = parts.as_slice() else {
            return Err(GtinError::NoGtin);
        };
        if domain.is_empty() || domain.starts_with([':', '@']) {
            return Err(GtinError::NoGtin);
        }
        let mut path = path;
        let mut place = 4;
        while let [before @ .., key, value] = path {
            let qualifier = match *key {
                "01" => {
                    return match value.chars().find(|c| !c.is_ascii_digit()) {
                        Some(other) => Err(GtinError::NotADigit(other)),
                        None => Self::read(value, strictness),
                    };
                }
                "22" => 1,
                "10" => 2,
                "21" => 3,
                "235" if place == 4 => 0,
                _ => break,
            };
            if value.is_empty() || qualifier >= place {
                break;
            }
            (path, place) = (before, qualifier);
        }
        Err(GtinError::NoGtin)
    }
}
