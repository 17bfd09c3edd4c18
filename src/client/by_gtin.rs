//! Finding a product by a GTIN: that of the case by the service itself, that of a
//! consumer unit by a gateway or an index.

use super::error::{Error, ErrorCode};
use super::index::GtinIndex;
use super::send::Response;
use super::{PoolClient, Request, Transport};
use crate::gtin::Gtin;
use crate::model::Product;

/// The `code` in the answer of a gateway that knows the GTINs of all units.
const UNKNOWN_TO_INDEX: &str = "gtin_not_found";

/// What to do where a service looks products up by the GTINs of cases only.
const UNIT_ADVICE: &str = "This service finds products by the code on the case; \
     the code of a single unit is found through a gateway (product-pool-server serve --upstream) \
     or with an index (GtinIndex)";

/// The product of a scan, and which of its units was scanned.
///
/// ```
/// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
/// use product_pool::client::GtinIndex;
///
/// # pool::run(async |client| {
/// let mut index = GtinIndex::new();
/// index.refresh(&client).await?;
/// // The carton, of which the case has several.
/// let found = client.find_by_gtin("9520000002015", Some(&index)).await?;
/// assert_eq!(found.component, Some(0));
/// assert_eq!(found.gtin.to_14(), "09520000002015");
/// # Ok(())
/// # });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The product.
    pub product: Product,
    /// The index of the component that was scanned, from 0; `None` for the
    /// traded unit.
    pub component: Option<usize>,
    /// The GTIN that was looked up. [`Gtin::check`] tells whether its check
    /// digit is wrong, as it may be where a supplier mistyped it.
    pub gtin: Gtin,
}

impl<T: Transport> PoolClient<T> {
    /// Sends Get Product by GTIN in all forms of the GTIN, until the service
    /// knows one: [`get_product_by_gtin`](Self::get_product_by_gtin) for the response as it
    /// came. If it knows none, the error says so if the check digit is
    /// wrong; unless `has_index`, it also says how the GTINs of consumer units
    /// are found, if the service may not know them.
    ///
    /// # Errors
    /// Any code except [`ErrorCode::InvalidArgument`].
    pub async fn send_by_gtin(&self, gtin: &Gtin, has_index: bool) -> Result<Response, Error> {
        let result = self.send_first(&Request::get_product_by_gtin(gtin)).await;
        result.map_err(|error| match error.code() {
            ErrorCode::NotFound => explained(error, gtin, has_index),
            _ => error,
        })
    }

    /// Get Product by GTIN: the product whose traded unit (the case) has this
    /// GTIN; a gateway also finds those of consumer units. It is looked up as
    /// passed first, then in its other [forms](Gtin::forms). Use
    /// [`Gtin::parse_lenient`] to find products whose suppliers mistyped the
    /// check digit.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use product_pool::gtin::Gtin;
    ///
    /// # pool::run(async |client| {
    /// let product = client.get_product_by_gtin(&Gtin::parse("09520000000004")?).await?;
    /// assert_eq!(product.name(), Some("Oat drink"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// [`ErrorCode::NotFound`] if no form is known; any other code except
    /// [`ErrorCode::InvalidArgument`].
    pub async fn get_product_by_gtin(&self, gtin: &Gtin) -> Result<Product, Error> {
        self.send_by_gtin(gtin, false).await?.product()
    }
}

impl<T: Transport + Clone> PoolClient<T> {
    /// Finds the product of a scan: digits with spaces or hyphens, a GS1
    /// element string or a GS1 Digital Link, with any check digit
    /// ([`Gtin::from_scan_lenient`]). The GTIN is looked up at the service in
    /// all of its forms; if it knows none, the index, if there is one, leads
    /// from a consumer unit's GTIN to its product. A product that no longer has
    /// the GTIN is ignored, even if the index has it.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// let scanned = "https://id.gs1.org/01/09520000000004?11=260101";
    /// let found = client.find_by_gtin(scanned, None).await?;
    /// assert_eq!(found.product.name(), Some("Oat drink"));
    /// // The traded unit was scanned: the case.
    /// assert_eq!(found.component, None);
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`] for a scan without a GTIN;
    /// [`ErrorCode::NotFound`] for an unknown GTIN; any other code.
    pub async fn find_by_gtin(
        &self,
        scan: &str,
        index: Option<&GtinIndex>,
    ) -> Result<Found, Error> {
        let gtin = Gtin::from_scan_lenient(scan)?;
        let unknown = match self.send_by_gtin(&gtin, index.is_some()).await {
            Err(error) if error.code() == ErrorCode::NotFound => error,
            reply => {
                let product = reply?.product()?;
                let component = product.unit_with(&gtin).and_then(|unit| unit.component());
                return Ok(Found {
                    product,
                    component,
                    gtin,
                });
            }
        };
        for place in index.map_or(&[][..], |index| index.get(&gtin)) {
            match self.get_product(&place.product).await {
                // It was removed after the index was refreshed.
                Err(error) if error.code() == ErrorCode::NotFound => {}
                product => {
                    let product = product?;
                    if let Some(unit) = product.unit_with(&gtin) {
                        return Ok(Found {
                            product,
                            component: unit.component(),
                            gtin,
                        });
                    }
                }
            }
        }
        Err(unknown)
    }
}

/// Whether a gateway says that no unit has a GTIN, in any of its forms.
pub(super) fn is_unknown_to_index(error: &Error) -> bool {
    let mut codes = error.0.errors.iter().map(|problem| problem.code.as_deref());
    codes.any(|code| code == Some(UNKNOWN_TO_INDEX))
}

/// The error for a GTIN that the service does not know, with what may be wrong
/// and what to do.
#[cold]
fn explained(mut error: Error, gtin: &Gtin, has_index: bool) -> Error {
    let knows_units = is_unknown_to_index(&error);
    let message = &mut error.0.message;
    if let Err(wrong) = gtin.check() {
        message.push_str("; ");
        message.push_str(&wrong.message());
    }
    if !has_index && !knows_units {
        if !message.ends_with(['.', '?']) {
            message.push('.');
        }
        message.push(' ');
        message.push_str(UNIT_ADVICE);
    }
    error
}
