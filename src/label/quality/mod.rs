//! Quality warnings: figures that contradict each other. A warning is a hint to
//! the supplier and a caution to the reader; it neither blocks nor changes
//! anything that is shown.
//!
//! A warning is given only if the contradiction is certain: figures in words
//! are skipped, `<0.5` counts with its whole range, and rounding errors of
//! small figures are no contradiction.

mod column;

use super::facts::{Part, parts};
use super::path::within;
use crate::gtin::{Gtin, GtinError};
use crate::label::data::data;
use crate::model::Nutrient;
use crate::model::table::{Column, ProductData, named};
use crate::model::view::{Text, View};
use crate::text::stated;
use column::Declared;

data! {
    /// A quality warning: figures of a record that contradict each other.
    pub struct Warning {
        /// The kind of contradiction.
        pub kind: WarningKind,
        /// The index of the component; `None` for the product's own fields.
        pub component: Option<usize>,
        /// The column of the nutrition declaration, if it concerns one.
        pub column: Option<Column>,
        /// The figures involved, the suspect first.
        pub figures: Vec<Involved>,
    }

    /// A figure involved in a contradiction.
    pub struct Involved {
        /// The path of the field.
        pub path: String,
        /// The nutrient, if it is one.
        pub nutrient: Option<Nutrient>,
        /// The figure as declared.
        pub value: String,
        /// Its unit, if the record states one.
        pub units: Option<String>,
    }
}

named! {
    /// The kinds of contradiction.
    #[non_exhaustive]
    WarningKind key: "The key of the message, and the name in markup." {
        /// More saturates than fat.
        SaturatesOverFat "saturates-over-fat",
        /// More sugars than carbohydrate.
        SugarsOverCarbohydrate "sugars-over-carbohydrate",
        /// Salt is not 2.5 times sodium.
        SaltAgainstSodium "salt-against-sodium",
        /// The energy differs by more than 10 % from that of fat, carbohydrate,
        /// protein and fibre (37, 17, 17 and 8 kJ per gram).
        EnergyAgainstNutrients "energy-against-nutrients",
        /// Kilojoules differ by more than 5 % from 4.184 times the kilocalories.
        KilojoulesAgainstKilocalories "kilojoules-against-kilocalories",
        /// The figure of a serving or prepared portion differs from that calculated
        /// from the figure per 100 and its size, beyond all rounding.
        ServingAgainstPer100 "serving-against-per-100",
        /// Fat, carbohydrate, protein, fibre and salt together are more than the
        /// food: more than 100 g in 100 g, 150 g in 100 ml (no food is denser), or
        /// more than the serving, beyond rounding.
        SumOverWhole "sum-over-whole",
        /// A nutrient alone is more than the food, or, in a serving of unknown
        /// size, more than ten times the reference intake: its unit may be wrong or
        /// missing.
        FigureOverWhole "figure-over-whole",
        /// A figure contains a unit although one is declared for it: `2 g` in `g`.
        UnitTwice "unit-twice",
        /// A GTIN's last digit is not its check digit.
        CheckDigit "check-digit",
        /// A GTIN is not valid: characters other than digits, a length other than
        /// 8, 12, 13 or 14 digits, or zeros only.
        MalformedGtin "malformed-gtin",
    }
}

/// All quality warnings on a product's record: GTINs first, then nutrition,
/// component by component and column by column.
///
/// ```
/// use product_pool::label::{WarningKind, quality};
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"nutrients": {
///         "fat_100": {"value": 1.2, "units": "g"},
///         "sat_fat_100": {"value": 12, "units": "g"}
///     }}]}}"#,
/// )?;
/// let warnings = quality(&product);
/// assert_eq!(warnings[0].kind, WarningKind::SaturatesOverFat);
/// assert_eq!(warnings[0].figures[0].path, "components[0].nutrients.sat_fat_100");
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn quality<'a>(product: impl Into<ProductData<'a>>) -> Vec<Warning> {
    let product = product.into();
    let mut warnings = Vec::new();
    for part in parts(product) {
        gtins(&part, &mut warnings);
    }
    for (index, component) in product.components().iter().enumerate() {
        for column in Column::ALL.iter().copied() {
            let declared = Declared {
                component,
                index,
                column,
            };
            declared.check(&mut warnings);
        }
    }
    warnings
}

/// Checks the fields whose names say that they contain a GTIN.
fn gtins(part: &Part<'_>, warnings: &mut Vec<Warning>) {
    let fields = part.record.fields();
    for field in fields.filter(|field| field.name.ends_with("_gtin")) {
        let value = part.value.and_then(|value| value.read(field.name));
        let Some(text) = stated(Text::view(value).get()) else {
            continue;
        };
        let kind = match Gtin::parse(text) {
            Ok(_) => continue,
            Err(GtinError::WrongCheckDigit { .. }) => WarningKind::CheckDigit,
            Err(_) => WarningKind::MalformedGtin,
        };
        warnings.push(Warning {
            kind,
            component: part.component,
            column: None,
            figures: vec![Involved {
                path: within(&part.path, field.name),
                nutrient: None,
                value: text.to_owned(),
                units: None,
            }],
        });
    }
}
