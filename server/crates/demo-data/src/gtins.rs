//! The GTINs of a product, on GS1's demonstration prefix 952, which is never issued. Seven digits are
//! the product's number and two that of its unit, so they are unique up to ten million products.

use product_pool::gtin::check_digit;

/// The GTIN with the number of a product in place of the one that it has. What is around the number
/// stays, also spaces, and so does whether the check digit is right.
pub(crate) fn renumbered(gtin: &str, product: u64) -> String {
    let digits: String = gtin.chars().filter(char::is_ascii_digit).collect();
    let Some(start) = digits.len().checked_sub(10) else {
        return gtin.to_owned();
    };
    let (prefix, unit) = (&digits[..start], &digits[start + 7..start + 9]);
    let number = format!("{prefix}{product:07}{unit}");
    let right = |digits: &str| check_digit(digits).and_then(|digit| digit.to_digit(10));
    let (old, new) = (right(&digits[..start + 9]), right(&number));
    let stated = digits[start + 9..].parse::<u32>().unwrap_or_default();
    // Both are digits.
    let check = (new.unwrap_or_default() + 10 + stated - old.unwrap_or_default()) % 10;
    let mut digits = format!("{number}{check}")
        .chars()
        .collect::<Vec<_>>()
        .into_iter();
    let mut digit = |character| digits.next().unwrap_or(character);
    gtin.chars()
        .map(|one| {
            if one.is_ascii_digit() {
                digit(one)
            } else {
                one
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::renumbered;

    #[test]
    fn a_gtin_stays_of_its_form() {
        assert_eq!(renumbered("9520000000004", 8), "9520000008000");
        assert_eq!(renumbered("09520000000011", 220), "09520000220013");
        assert_eq!(renumbered("29520000000008", 9), "29520000009001");
        // A wrong check digit, spaces, and a UPC that has lost its zero.
        assert_eq!(renumbered("9520000000066", 220), "9520000220068");
        assert_eq!(renumbered("9 520000 000011", 419), "9 520000 419011");
        assert_eq!(renumbered("40000000006", 259), "40000259008");
        assert_eq!(renumbered("", 1), "");
    }
}
