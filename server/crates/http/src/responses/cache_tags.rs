//! Cache tags: the names by which a cache in front of the server purges every response that
//! shows a product.

use axum::http::{HeaderMap, HeaderValue};
use percent_encoding::utf8_percent_encode;
use product_pool::gtin::Gtin;

use crate::encoded::ENCODED;
use crate::responses::answer::{CACHE_TAG, SURROGATE_KEY};

/// The tag of every list of products: any of them may show any product.
const LISTS: &str = "products";

/// The longest header, in bytes. Proxies allow 4 kB or more for all headers of a response; a
/// product with more GTINs than fit is purged by the tag of its identifier.
const MAX_LENGTH: usize = 1_000;

/// The prefix of the cache keys of records.
const RECORDS: &str = "/v2/products/";

/// Whether a cache key is that of a list of products: all of them, or a wholesaler's catalog. The
/// account may follow behind a `#`.
pub fn is_list(key: &str) -> bool {
    let path = key.split(['?', '#']).next().unwrap_or_default();
    let is_catalog = |below: &str| !below.contains('/');
    path == "/v2/products" || path.strip_prefix("/v2/catalogs/").is_some_and(is_catalog)
}

/// The tag of a product's identifier.
fn of_product(pool_id: &str) -> String {
    format!("product-{}", utf8_percent_encode(pool_id, ENCODED))
}

/// The tag of a GTIN.
fn of_gtin(gtin: &str) -> String {
    format!("gtin-{gtin}")
}

/// The tags of a response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    headers: Option<[HeaderValue; 2]>,
    /// The GTINs of the record's units, as 14 digits.
    gtins: Box<[String]>,
}

impl Tags {
    /// The tags of the response to a request: its product and GTIN, and if it is a record, the
    /// `gtins` of its units, as 14 digits.
    pub fn of(
        key: &str,
        product: Option<&str>,
        gtin: Option<&str>,
        gtins: impl FnOnce() -> Vec<String>,
    ) -> Tags {
        let list = is_list(key).then(|| LISTS.to_owned());
        let named = product.map(of_product).into_iter().chain(gtin.map(of_gtin));
        let gtins = match key.starts_with(RECORDS) {
            true => gtins(),
            false => Vec::new(),
        };
        Tags::new(list.into_iter().chain(named), gtins)
    }

    /// The tags of a page that shows a record: its product, and the GTINs of its units.
    pub fn of_record(pool_id: Option<&str>, gtins: Vec<String>) -> Tags {
        Tags::new(pool_id.map(of_product).into_iter(), gtins)
    }

    fn new(names: impl Iterator<Item = String>, gtins: Vec<String>) -> Tags {
        let mut tags: Vec<String> = Vec::new();
        let mut length = 0;
        for tag in names.chain(gtins.iter().map(|gtin| of_gtin(gtin))) {
            // Those that fit are few.
            let is_new = length + tag.len() < MAX_LENGTH && !tags.contains(&tag);
            if is_new {
                length += tag.len() + 1;
                tags.push(tag);
            }
        }
        let value = |separator: &str| HeaderValue::try_from(tags.join(separator)).ok();
        let headers = value(" ").zip(value(","));
        Tags {
            headers: headers.filter(|_| !tags.is_empty()).map(<[_; 2]>::from),
            gtins: gtins.into_boxed_slice(),
        }
    }

    /// The GTINs of the record's units, as 14 digits.
    pub fn gtins(&self) -> &[String] {
        &self.gtins
    }

    /// Adds the headers `Surrogate-Key` and `Cache-Tag`.
    pub fn insert(&self, headers: &mut HeaderMap) {
        if let Some([spaced, listed]) = &self.headers {
            headers.insert(SURROGATE_KEY, spaced.clone());
            headers.insert(CACHE_TAG, listed.clone());
        }
    }

    /// Their size in memory, in bytes.
    pub fn size(&self) -> usize {
        let headers: usize = self.headers.iter().flatten().map(HeaderValue::len).sum();
        headers + self.gtins.len() * 40
    }
}

/// All tags of responses that show one of these products, or have one of these GTINs.
pub fn of_all<'a>(products: impl IntoIterator<Item = &'a String>, gtins: &[Gtin]) -> Vec<String> {
    let products = products.into_iter().map(|pool_id| of_product(pool_id));
    let gtins = gtins.iter().map(|gtin| of_gtin(&gtin.to_14()));
    products.chain(gtins).chain([LISTS.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(key: &str, product: Option<&str>, gtins: &[&str]) -> [String; 2] {
        let gtins = || gtins.iter().map(|gtin| (*gtin).to_owned()).collect();
        let mut headers = HeaderMap::new();
        Tags::of(key, product, None, gtins).insert(&mut headers);
        [SURROGATE_KEY, CACHE_TAG].map(|name| {
            let value = headers.get(name).and_then(|value| value.to_str().ok());
            value.unwrap_or_default().to_owned()
        })
    }

    #[test]
    fn a_record_has_the_tags_of_its_product_and_of_all_its_gtins() {
        let gtins = ["09520000000016", "09520000000023", "09520000000016"];
        let [spaced, listed] = tags("/v2/products/x", Some("a b,c"), &gtins);
        assert_eq!(
            spaced,
            "product-a%20b%2Cc gtin-09520000000016 gtin-09520000000023"
        );
        assert_eq!(listed, spaced.replace(' ', ","));
        let mut page = HeaderMap::new();
        let gtins = gtins.map(str::to_owned).to_vec();
        Tags::of_record(Some("a b,c"), gtins).insert(&mut page);
        assert_eq!(page[SURROGATE_KEY], spaced);
        for (key, product, expected) in [
            ("/v2/images/a", Some("a"), "product-a"),
            ("/v2/products", None, "products"),
            ("/v2/products#0123abcd", None, "products"),
            ("/v2/products?limit=1", None, "products"),
            ("/v2/manufacturers", None, ""),
        ] {
            assert_eq!(
                tags(key, product, &["09520000000016"])[0],
                expected,
                "{key}"
            );
        }
    }

    #[test]
    fn headers_stay_short() {
        let long = "é".repeat(100);
        let gtins: Vec<String> = (0..1000).map(|n| format!("095200000{n:05}")).collect();
        let gtins: Vec<&str> = gtins.iter().map(String::as_str).collect();
        let [spaced, _] = tags("/v2/products/x", Some(&long), &gtins);
        assert!(spaced.len() <= MAX_LENGTH, "{}", spaced.len());
        assert!(spaced.starts_with(&of_product(&long)));
    }
}
