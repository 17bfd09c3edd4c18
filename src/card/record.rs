//! A product as a card shows it.

use crate::gtin::Gtin;
use crate::model::{FeatureImage, ImagePage, Product};

/// A product with its images.
///
/// ```
/// use product_pool::card::Record;
/// use product_pool::gtin::Gtin;
/// use product_pool::model::Product;
///
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let mut record = Record::new(Product::from_json(r#"{"data": {}}"#)?);
/// // The unit that was scanned comes first.
/// record.gtin = Some(Gtin::parse("9520000000004")?);
/// # Ok(())
/// # }
/// # example().unwrap();
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Record {
    /// The product.
    pub product: Product,
    /// The GTIN by which it was found. If it is that of a component, the card says
    /// so and shows that component first.
    pub gtin: Option<Gtin>,
    /// Its feature image, once it is known.
    pub image: Option<FeatureImage>,
    /// All its images, once they are known.
    pub images: Option<ImagePage>,
    /// The number of the image that is shown large, from 0.
    pub selected: usize,
    /// Since when it could not be checked with the supplier, as the reader is to
    /// see it; `None` where it was. Yew's card writes an instant such as
    /// `2026-01-31T12:00:00Z` in the reader's time zone.
    pub stale: Option<String>,
    /// Today's date, such as `2026-11-21`, for [`notices`](crate::label::notices);
    /// without it, no date counts as being in the future.
    pub today: Option<String>,
    /// The index of the component that stands for what is too much to be drawn; see
    /// [`bounded`](Record::bounded).
    pub(crate) rest: Option<usize>,
}

impl Record {
    /// A product without images: set those that are known.
    pub fn new(product: Product) -> Record {
        Record {
            product,
            gtin: None,
            image: None,
            images: None,
            selected: 0,
            stale: None,
            today: None,
            rest: None,
        }
    }
}
