//! An index of GTINs, to find the product of any scanned GTIN.
//!
//! The service only looks up the outer GTIN (that of the case), which cannot be
//! derived from the GTIN of a consumer unit. List items contain the GTINs of
//! their components, so an index over the list leads from a till scan to a
//! product.

use super::changes::{Changes, Checkpoint};
use super::{Error, PoolClient, Transport};
use crate::gtin::Gtin;
use crate::model::{ListedProduct, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The place of a GTIN: the product, and which of its units has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct IndexedUnit {
    /// The product's `pool_id`.
    pub product: String,
    /// The index of the component with the GTIN, from 0; `None` for the traded
    /// unit.
    pub component: Option<usize>,
}

/// An index of the GTINs of all products: traded units and components.
///
/// It contains a [`Checkpoint`], so that building it can be interrupted and
/// resumed, and refreshing it only fetches changes. To store it, convert it to
/// text with [`Display`](fmt::Display) and back with [`FromStr`].
///
/// ```
/// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
/// use product_pool::client::GtinIndex;
/// use product_pool::gtin::Gtin;
///
/// # pool::run(async |client| {
/// let mut index = GtinIndex::new();
/// index.refresh(&client).await?;
/// assert_eq!(index.get(&Gtin::parse("9520000002015")?)[0].product, "0f9a");
///
/// // The next run begins with what it has stored, and requests only what has changed.
/// let stored = index.to_string();
/// let mut index: GtinIndex = stored.parse()?;
/// index.refresh(&client).await?;
/// assert_eq!(index.len(), 3);
/// # Ok(())
/// # });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GtinIndex {
    checkpoint: Checkpoint,
    places: BTreeMap<Box<str>, Vec<IndexedUnit>>,
    products: BTreeMap<Box<str>, Vec<Box<str>>>,
}

impl GtinIndex {
    /// An empty index, to be refreshed.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of GTINs in the index.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the index is empty.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The places of a GTIN in any of its forms. There are several if products
    /// share it, such as a product and its successor.
    pub fn get(&self, gtin: &Gtin) -> &[IndexedUnit] {
        self.places
            .get(&*gtin.to_14())
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    /// Replaces a product's GTINs by its current ones.
    pub fn update(&mut self, product: &ListedProduct) {
        let Some(id) = product.data().pool_id().get() else {
            return;
        };
        let mut found: Vec<(Box<str>, Option<usize>)> = product
            .units()
            .map(|(gtin, unit)| (gtin.to_14().into(), unit.component()))
            .collect();
        found.sort();
        self.remove(id);
        for (gtin, component) in &found {
            let places = self.places.entry(gtin.clone()).or_default();
            places.push(IndexedUnit {
                product: id.to_owned(),
                component: *component,
            });
            places.sort();
        }
        let gtins = found.into_iter().map(|(gtin, _)| gtin).collect();
        self.products.insert(id.into(), gtins);
    }

    fn remove(&mut self, id: &str) {
        for gtin in self.products.remove(id).unwrap_or_default() {
            if let Some(places) = self.places.get_mut(&gtin) {
                places.retain(|place| place.product != id);
                if places.is_empty() {
                    self.places.remove(&gtin);
                }
            }
        }
    }

    /// Fetches and applies all changes. If it fails or is dropped, the changes
    /// applied so far remain, and the next call continues from there.
    ///
    /// # Errors
    /// As [`PoolClient::list_products`].
    pub async fn refresh<T: Transport + Clone + 'static>(
        &mut self,
        client: &PoolClient<T>,
    ) -> Result<(), Error> {
        let mut changes = client.changes(self.checkpoint.clone());
        while changes.fetch_page().await? {
            self.apply_page(&mut changes);
        }
        Ok(())
    }

    /// The feed of changes since the last refresh, for callers that refresh
    /// page by page; [`refresh`](Self::refresh) does it in one call.
    pub fn changes<T: Transport + Clone>(&self, client: &PoolClient<T>) -> Changes<T> {
        client.changes(self.checkpoint.clone())
    }

    /// Applies the changes of the page that the feed fetched last.
    pub fn apply_page<T>(&mut self, changes: &mut Changes<T>) {
        while let Some(product) = changes.next_in_page() {
            self.update(&product);
        }
        self.checkpoint = changes.checkpoint().clone();
    }
}

impl fmt::Display for GtinIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = Vec::new();
        for (gtin, places) in &self.places {
            for place in places {
                let component = Value::from(place.component.map(|index| index.to_string()));
                let row = vec![(&**gtin).into(), place.product.as_str().into(), component];
                rows.push(Value::List(row));
            }
        }
        let whole = [
            Value::from(FORMAT),
            self.checkpoint.to_string().as_str().into(),
            Value::List(rows),
        ];
        f.write_str(&Value::List(whole.into()).to_json())
    }
}

/// The format of an index as text, with its version.
const FORMAT: &str = "gtins-2";

impl FromStr for GtinIndex {
    type Err = Error;

    /// Reads what [`Display`](fmt::Display) wrote.
    fn from_str(text: &str) -> Result<Self, Error> {
        GtinIndex::read(text).ok_or_else(|| {
            Error::invalid_argument("the text is not an index written by this version")
        })
    }
}

impl GtinIndex {
    fn read(text: &str) -> Option<GtinIndex> {
        let whole = Value::parse(text).ok()?;
        let [form, checkpoint, rows] = whole.as_list()? else {
            return None;
        };
        if form.as_text() != Some(FORMAT) {
            return None;
        }
        let mut index = GtinIndex {
            checkpoint: checkpoint.as_text()?.parse().ok()?,
            ..GtinIndex::default()
        };
        for row in rows.as_list()? {
            let [gtin, product, component] = row.as_list()? else {
                return None;
            };
            let (gtin, product) = (gtin.as_text()?, product.as_text()?);
            let component = match component {
                Value::Null => None,
                number => Some(number.as_text()?.parse().ok()?),
            };
            let places = index.places.entry(gtin.into()).or_default();
            places.push(IndexedUnit {
                product: product.to_owned(),
                component,
            });
            let gtins = index.products.entry(product.into()).or_default();
            gtins.push(gtin.into());
        }
        Some(index)
    }
}
