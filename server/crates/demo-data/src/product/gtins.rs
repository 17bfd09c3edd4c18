//! The GTINs of a product, on GS1's demonstration prefix 952, which is never issued. Every
//! product has a range of a hundred numbers, so the GTINs of all units are unique up to ten
//! million products.

use product_pool::gtin::check_digit;

/// The unit to which a GTIN belongs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unit {
    /// The outer case.
    Case,
    /// The consumer unit of a component, counted from 0.
    Component(usize),
    /// A pack between case and consumer unit.
    InnerPack,
    /// The pallet.
    Pallet,
}

/// The GTIN-13 of a unit of a product.
pub(crate) fn gtin13(index: u64, unit: Unit) -> String {
    let place = match unit {
        Unit::Case => 0,
        Unit::Component(number) => 1 + number as u64,
        Unit::InnerPack => 80,
        Unit::Pallet => 90,
    };
    checked(format!("952{:09}", index * 100 + place))
}

/// The GTIN of the case as the supplier writes it: 13 digits, these with a leading zero, or a
/// GTIN-14 with an indicator digit.
pub(crate) fn case_gtin(index: u64) -> String {
    let short = gtin13(index, Unit::Case);
    match index % 5 {
        0 | 1 => format!("0{short}"),
        2 | 3 => short,
        // The indicator changes the check digit.
        _ => checked(format!("{}{}", 1 + index % 8, &short[..12])),
    }
}

fn checked(mut digits: String) -> String {
    // The text consists of digits, so it has a check digit.
    digits.extend(check_digit(&digits));
    digits
}
