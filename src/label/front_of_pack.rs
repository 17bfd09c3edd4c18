//! Front-of-pack nutrition information (Regulation (EU) No 1169/2011 Article
//! 30(3)): energy, fat, saturates, sugars and salt, with the colours of
//! [`traffic_lights`].
//!
//! The figures are for a portion if the record declares one of them for it and
//! all others are known for it too, otherwise per 100 g or 100 ml. A portion's
//! figure that is missing is calculated from the figure per 100 and the size of
//! the portion. So is a declared one that is certainly too low for these two: of
//! figures that contradict each other, the graver counts. A record with figures
//! as prepared alone has these, without colours.

use super::data::data;
use super::figure::{Figure, contradicts, declared};
use super::lights::{Level, TrafficLight, traffic_lights};
use super::nutrition::{
    Amount, Basis, PortionSize, basis, calculated, portion, portion_size, shown_amount,
};
use crate::collect_vec::CollectVec as _;
use crate::model::Nutrient;
use crate::model::table::{Column, Component, ProductData};

data! {
    /// The front-of-pack nutrition information of a component.
    pub struct FrontOfPack {
        /// The column of the nutrition declaration that the figures belong to.
        pub column: Column,
        /// The size of the portion, in the supplier's words: of the figures, or of
        /// those that are high by portion.
        pub portion: Option<String>,
        /// The energy, if the record states it.
        pub energy: Option<Energy>,
        /// Fat, saturates, sugars and salt, in this order, as far as the record
        /// states them.
        pub nutrients: Vec<FrontOfPackNutrient>,
        /// The basis of the figures per 100.
        pub basis: Basis,
        /// For figures for a portion: the energy per 100, which the regulation
        /// requires beside it.
        pub energy_per_100: Option<Energy>,
    }

    /// Energy in kilojoules and kilocalories.
    pub struct Energy {
        /// The kilojoules, if they are stated.
        pub kilojoules: Option<Amount>,
        /// The kilocalories, if they are stated.
        pub kilocalories: Option<Amount>,
    }

    /// A nutrient of the front-of-pack nutrition information.
    pub struct FrontOfPackNutrient {
        /// The nutrient.
        pub nutrient: Nutrient,
        /// The level, which must be shown in words beside the colour; `None` if it
        /// is not certain.
        pub level: Option<Level>,
        /// Whether a large portion alone makes it high. The amount is then the
        /// portion's, whatever the other figures are for.
        pub by_portion: bool,
        /// The figure, declared or calculated.
        pub amount: Amount,
    }
}

/// The nutrients other than energy.
const NUTRIENTS: [Nutrient; 4] = [
    Nutrient::Fat,
    Nutrient::Saturates,
    Nutrient::Sugars,
    Nutrient::Salt,
];

/// The front-of-pack nutrition information of a component; `None` if the record
/// states neither its energy nor a nutrient with a light.
///
/// ```
/// use product_pool::label::{Level, front_of_pack};
/// use product_pool::model::{Product, table::Column};
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"nutrients": {
///         "nutrition_units": {"description": "per 100g"},
///         "serving_size": "30g",
///         "cal_100_kj": {"value": 1500, "units": "kJ"},
///         "cal_kj_serving": "450",
///         "salt_100": {"value": 1.6, "units": "g"}
///     }}]}}"#,
/// )?;
/// let component = product.data().components().iter().next();
/// let strip = component.and_then(|it| front_of_pack(product.data(), it));
/// let strip = strip.ok_or("no information")?;
/// assert_eq!((strip.column, strip.portion.as_deref()), (Column::Serving, Some("30g")));
/// let salt = &strip.nutrients[0];
/// assert_eq!((salt.level, salt.amount.value.as_str()), (Some(Level::High), "0.48"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn front_of_pack<'a>(
    product: impl Into<ProductData<'a>>,
    component: Component<'_>,
) -> Option<FrontOfPack> {
    let product = product.into();
    let lights = traffic_lights(product, component).map(|found| found.lights);
    let sold = Columns {
        component,
        per_100: Column::Per100,
        portion: Column::Serving,
    };
    let prepared = Columns {
        component,
        per_100: Column::PreparedPer100,
        portion: Column::Prepared,
    };
    sold.read(&lights.unwrap_or_default())
        .or_else(|| prepared.read(&[]))
}

/// The two columns of a declaration, as sold or as prepared.
#[derive(Clone, Copy)]
struct Columns<'a> {
    component: Component<'a>,
    per_100: Column,
    portion: Column,
}

impl Columns<'_> {
    fn read(self, lights: &[TrafficLight]) -> Option<FrontOfPack> {
        let size = portion_size(self.component, self.portion);
        let is_for_portion = self.is_for_portion(size.as_ref());
        let column = if is_for_portion {
            self.portion
        } else {
            self.per_100
        };
        let amount = |nutrient| {
            if is_for_portion {
                self.of_portion(nutrient, size.as_ref())
            } else {
                shown_amount(self.component, nutrient, column)
            }
        };
        let energy = energy(amount);
        if energy.is_none() && lights.is_empty() {
            return None;
        }
        let nutrients = NUTRIENTS
            .iter()
            .filter_map(|nutrient| {
                let light = lights.iter().find(|light| light.nutrient == *nutrient);
                let by_portion = light.filter(|light| light.by_portion);
                Some(FrontOfPackNutrient {
                    nutrient: *nutrient,
                    level: light.map(|light| light.level),
                    by_portion: by_portion.is_some(),
                    amount: match by_portion {
                        Some(light) => light.amount.clone(),
                        None => amount(*nutrient)?,
                    },
                })
            })
            .collect_vec();
        let size = size.map(|size| size.text.to_owned());
        let portion = if is_for_portion {
            size.or_else(|| portion(self.component, self.portion))
        } else if nutrients.iter().any(|nutrient| nutrient.by_portion) {
            size
        } else {
            None
        };
        let energy_per_100 = if is_for_portion {
            self::energy(|nutrient| shown_amount(self.component, nutrient, self.per_100))
        } else {
            None
        };
        Some(FrontOfPack {
            column,
            portion,
            energy,
            nutrients,
            basis: basis(self.component),
            energy_per_100,
        })
    }

    /// Whether a figure is declared for a portion, and all others that are stated
    /// are known for it.
    fn is_for_portion(self, size: Option<&PortionSize<'_>>) -> bool {
        let energy = [Nutrient::EnergyKj, Nutrient::EnergyKcal];
        let mut is_declared = false;
        for nutrient in energy.into_iter().chain(NUTRIENTS) {
            let own = self.component.nutrient(nutrient, self.portion);
            is_declared |= declared(own).is_some();
            if self.of_portion(nutrient, size).is_none()
                && shown_amount(self.component, nutrient, self.per_100).is_some()
            {
                return false;
            }
        }
        is_declared
    }

    /// The amount of a nutrient in a portion, declared or calculated.
    fn of_portion(self, nutrient: Nutrient, size: Option<&PortionSize<'_>>) -> Option<Amount> {
        let own = shown_amount(self.component, nutrient, self.portion);
        let Some((size, per_100)) = size.zip(self.figure(nutrient, self.per_100)) else {
            return own;
        };
        let share = size.size.checked_mul(super::Decimal::scaled(1, 2))?;
        let expected = per_100.checked_mul(share, share)?;
        if own.is_some() {
            let is_too_low = self.figure(nutrient, self.portion).is_some_and(|own| {
                contradicts(own, per_100, size.size) == Some(true) && expected.exceeds(own)
            });
            if !is_too_low {
                return own;
            }
        }
        calculated(self.component, nutrient, expected, (nutrient, self.per_100))
    }

    fn figure(self, nutrient: Nutrient, column: Column) -> Option<Figure> {
        Figure::read(self.component.nutrient(nutrient, column), nutrient.unit())
    }
}

/// The energy, from its two amounts.
fn energy(amount: impl Fn(Nutrient) -> Option<Amount>) -> Option<Energy> {
    let energy = Energy {
        kilojoules: amount(Nutrient::EnergyKj),
        kilocalories: amount(Nutrient::EnergyKcal),
    };
    (energy.kilojoules.is_some() || energy.kilocalories.is_some()).then_some(energy)
}

impl Energy {
    /// Its share of the reference intake of an average adult, in whole per cent: that
    /// of the kilojoules, unless the kilocalories contradict them with more.
    pub fn reference_percent(&self) -> Option<i64> {
        let percents =
            [&self.kilojoules, &self.kilocalories].map(|amount| amount.as_ref()?.reference_percent);
        match percents {
            // One more may be due to rounding.
            [Some(less), Some(more)] if more > less + 1 + less / 20 => Some(more),
            [kilojoules, kilocalories] => kilojoules.or(kilocalories),
        }
    }
}
