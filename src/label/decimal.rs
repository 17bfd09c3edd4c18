//! Decimal numbers. Label figures are rounded half-up, and binary floating
//! point gets 9.95 wrong. The checked arithmetic is never inlined, for a smaller
//! card.

use std::cmp::Ordering;
use std::fmt;

/// A decimal number of at most 18 significant digits.
///
/// ```
/// use product_pool::label::Decimal;
///
/// let [salt, intake] = ["0.9", "6"].map(|text| Decimal::parse(text).unwrap());
/// assert_eq!(salt.percent_of(intake), Some(15));
/// assert_eq!(salt.checked_add(salt), Decimal::parse("1.80"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Decimal {
    mantissa: i64,
    /// The number of digits after the decimal point.
    scale: u32,
}

impl Decimal {
    /// Reads a decimal number as suppliers write it: `12`, `0.5`, `.5`, `-3`,
    /// `1,5` and JSON's exponents. `None` for anything else, for `1,500`, which
    /// is ambiguous between languages, and for a number too long to calculate
    /// with; all of them are still shown as declared.
    ///
    /// ```
    /// use product_pool::label::Decimal;
    /// assert_eq!(Decimal::parse("9.950").map(|d| d.to_string()).as_deref(), Some("9.95"));
    /// assert!(Decimal::parse("<0.5").is_none());
    /// assert!(Decimal::parse("1,500").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Decimal> {
        let text = text.trim();
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let negative = number.starts_with('-');
        let digits = number.strip_prefix('-').unwrap_or(number);
        if groups_thousands(digits) {
            return None;
        }
        let mut mantissa = 0i64;
        let mut scale = 0i32;
        let mut point = false;
        let mut any = false;
        for byte in digits.bytes() {
            match byte {
                b'0'..=b'9' => {
                    mantissa = mantissa
                        .checked_mul(10)?
                        .checked_add(i64::from(byte - b'0'))?;
                    scale += i32::from(point);
                    any = true;
                }
                b'.' | b',' if !point => point = true,
                _ => return None,
            }
        }
        if !any {
            return None;
        }
        scale = scale.checked_sub(exponent)?;
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        if scale < 0 && mantissa != 0 {
            mantissa = mantissa.checked_mul(10i64.checked_pow(scale.unsigned_abs())?)?;
        }
        let scale = u32::try_from(scale.max(0))
            .ok()
            .filter(|scale| *scale <= 18)?;
        Some(Decimal {
            mantissa: if negative { -mantissa } else { mantissa },
            scale,
        })
    }

    /// `mantissa` with its last `scale` digits after the point.
    pub(super) const fn scaled(mantissa: i64, scale: u32) -> Decimal {
        Decimal { mantissa, scale }
    }

    /// A whole number.
    pub const fn whole(number: i64) -> Decimal {
        Decimal {
            mantissa: number,
            scale: 0,
        }
    }

    /// This number as a share of `whole`, in whole per cent, half-up. `None`
    /// where `whole` is zero or the numbers are too large.
    pub fn percent_of(self, whole: Decimal) -> Option<i64> {
        let (part, whole) = self.aligned(whole)?;
        if whole == 0 {
            return None;
        }
        let doubled = part.checked_mul(200)?.checked_add(whole)?;
        Some(doubled.div_euclid(whole.checked_mul(2)?))
    }

    /// The sum; `None` where the numbers are too large.
    #[inline(never)]
    pub fn checked_add(self, other: Decimal) -> Option<Decimal> {
        let scale = self.scale.max(other.scale);
        let (a, b) = self.aligned(other)?;
        Some(Decimal::scaled(a.checked_add(b)?, scale))
    }

    /// The difference; `None` where the numbers are too large.
    pub fn checked_sub(self, other: Decimal) -> Option<Decimal> {
        let negative = Decimal::scaled(other.mantissa.checked_neg()?, other.scale);
        self.checked_add(negative)
    }

    /// The product; `None` where the numbers are too large.
    #[inline(never)]
    pub fn checked_mul(self, other: Decimal) -> Option<Decimal> {
        let scale = self.scale + other.scale;
        let mantissa = self.mantissa.checked_mul(other.mantissa)?;
        (scale <= 18).then_some(Decimal::scaled(mantissa, scale))
    }

    /// A number that is not negative, rounded half-up to this many decimal
    /// places, without trailing zeros.
    pub(super) fn rounded(self, places: u32) -> Decimal {
        let Decimal {
            mut mantissa,
            mut scale,
        } = self;
        while scale > places {
            // Only the last dropped digit rounds: rounding each in turn would
            // round twice.
            let half = if scale == places + 1 { 5 } else { 0 };
            mantissa = mantissa.saturating_add(half) / 10;
            scale -= 1;
        }
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        Decimal { mantissa, scale }
    }

    /// The number as text, without `fmt`, which the card does not link.
    pub(super) fn text(self) -> String {
        let mut digits = self.mantissa.unsigned_abs().to_string();
        let scale = self.scale as usize;
        while digits.len() <= scale {
            digits = format!("0{digits}");
        }
        let sign = if self.mantissa < 0 { "-" } else { "" };
        match digits.split_at_checked(digits.len() - scale) {
            Some((whole, fraction)) if scale > 0 => format!("{sign}{whole}.{fraction}"),
            _ => format!("{sign}{digits}"),
        }
    }

    /// Half a unit of the last decimal place: the largest rounding error.
    pub(super) fn half_a_place(self) -> Decimal {
        Decimal::scaled(5, self.scale + 1)
    }

    /// Both mantissas at the larger scale.
    #[inline(never)]
    fn aligned(self, other: Decimal) -> Option<(i64, i64)> {
        let scale = self.scale.max(other.scale);
        Some((self.mantissa_at(scale)?, other.mantissa_at(scale)?))
    }

    /// The mantissa at a scale that is not smaller.
    fn mantissa_at(self, scale: u32) -> Option<i64> {
        let factor = 10i64.checked_pow(scale - self.scale)?;
        self.mantissa.checked_mul(factor)
    }
}

/// Whether a comma may separate thousands: it follows one to three digits that
/// do not begin with 0, and exactly three digits follow it.
fn groups_thousands(digits: &str) -> bool {
    digits.split_once(',').is_some_and(|(whole, rest)| {
        matches!(whole.len(), 1..=3) && !whole.starts_with('0') && rest.len() == 3
    })
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let (a, b) = self.aligned(*other)?;
        Some(a.cmp(&b))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
