//! The addresses of the shop.

use product_pool::model::ManufacturerId;
use serde::{Deserialize, Serialize};
use yew_router::prelude::*;

/// A page.
#[derive(Clone, Debug, PartialEq, Routable)]
pub(crate) enum Route {
    /// The front page.
    #[at("/")]
    Home,
    /// Products, 24 at a time; see [`ShelfQuery`].
    #[at("/shelf")]
    Shelf,
    /// The products that a search has found; see [`FindQuery`].
    #[at("/find")]
    Find,
    /// A product by its GTIN.
    #[at("/product/:gtin")]
    Product { gtin: String },
    /// A product by its `pool_id`, for those that have no GTIN and for successors.
    #[at("/item/:id")]
    Item { id: String },
    /// The allergens of several products; see [`CompareQuery`].
    #[at("/compare")]
    Compare,
    /// The difference between two versions of a product; see [`ChangesQuery`].
    #[at("/changes/:gtin")]
    Changes { gtin: String },
    /// Any other address.
    #[not_found]
    #[at("/404")]
    NotFound,
}

/// The look of a shelf's cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Look {
    /// Text lines.
    #[default]
    Cards,
    /// Allergens only.
    Badges,
}

/// The order of a shelf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Order {
    /// The latest change first.
    #[default]
    Newest,
    /// By the manufacturer's name of the product.
    Name,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The content of a shelf.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ShelfQuery {
    /// Only products of this manufacturer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) maker: Option<ManufacturerId>,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) order: Order,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) look: Look,
    /// The page, as the service names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cursor: Option<String>,
}

impl ShelfQuery {
    /// The newest products of a maker.
    pub(crate) fn of(maker: ManufacturerId) -> ShelfQuery {
        let maker = Some(maker);
        ShelfQuery {
            maker,
            ..ShelfQuery::default()
        }
    }
}

/// What is searched for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct FindQuery {
    /// Words of a name or brand, or a barcode.
    pub(crate) q: String,
    /// The page, as the gateway names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cursor: Option<String>,
}

impl FindQuery {
    /// The first page for a text.
    pub(crate) fn of(q: String) -> FindQuery {
        FindQuery { q, cursor: None }
    }
}

/// Which products are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct CompareQuery {
    /// Their `pool_id`s, with spaces between.
    pub(crate) ids: String,
}

impl CompareQuery {
    /// The query for these products.
    pub(crate) fn of<'a>(ids: impl IntoIterator<Item = &'a str>) -> CompareQuery {
        let ids: Vec<&str> = ids.into_iter().collect();
        CompareQuery { ids: ids.join(" ") }
    }

    /// The products, each once.
    pub(crate) fn list(&self) -> Vec<&str> {
        let mut list = Vec::new();
        for id in self.ids.split_whitespace() {
            if !list.contains(&id) {
                list.push(id);
            }
        }
        list
    }
}

/// Which versions are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ChangesQuery {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_their_pages() {
        let gtin = String::from("09520000000004");
        for (path, route) in [
            ("/", Route::Home),
            ("/shelf", Route::Shelf),
            ("/find", Route::Find),
            (
                "/product/09520000000004",
                Route::Product { gtin: gtin.clone() },
            ),
            ("/changes/09520000000004", Route::Changes { gtin }),
            ("/compare", Route::Compare),
            ("/no/such/page", Route::NotFound),
        ] {
            assert_eq!(Route::recognize(path), Some(route), "{path}");
        }
        let id = String::from("a/b c?");
        let route = Route::Item { id };
        assert_eq!(Route::recognize(&route.to_path()), Some(route));
    }

    #[test]
    fn each_product_is_compared_once() {
        let query = CompareQuery::of(["a", "b"]);
        assert_eq!(query.list(), ["a", "b"]);
        let ids = " a  b a ".to_owned();
        assert_eq!(CompareQuery { ids }.list(), ["a", "b"]);
        assert!(CompareQuery::default().list().is_empty());
    }
}
