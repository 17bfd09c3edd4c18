//! The methods of the client against the table of operations.

use super::*;
use crate::gtin::Gtin;
use crate::model::{BrandId, LabelId, ManufacturerId, WholesalerId};
use crate::operations::{OPERATIONS, Returns};

#[test]
fn every_operation_of_the_table_has_a_method() {
    for operation in OPERATIONS {
        let body = match operation.returns {
            Returns::Product => r#"{"data": {"pool_id": "1"}}"#,
            Returns::Image | Returns::Entry => r#"{"data": {}}"#,
            Returns::ProductPage | Returns::ImagePage | Returns::CatalogPage | Returns::Listing => {
                r#"{"data": []}"#
            }
        };
        let script = script([json(200, body)]);
        let client = client(&script);
        let is_decoded = match operation.name {
            "listProducts" => now(client.list_products(&ListProducts::new())).is_ok(),
            "getProduct" => now(client.get_product("1")).is_ok(),
            "getProductByGtin" => {
                let gtin = Gtin::parse("9520123456788").unwrap();
                now(client.get_product_by_gtin(&gtin)).is_ok()
            }
            "listManufacturers" => now(client.list_manufacturers(None)).is_ok(),
            "getManufacturer" => now(client.get_manufacturer(ManufacturerId(1))).is_ok(),
            "listBrands" => now(client.list_brands(ManufacturerId(1), None)).is_ok(),
            "getBrand" => now(client.get_brand(ManufacturerId(1), BrandId(1))).is_ok(),
            "listImages" => now(client.list_images("1")).is_ok(),
            "getFeatureImage" => now(client.get_feature_image("1", None)).is_ok(),
            "listCatalogProducts" => {
                now(client.list_catalog_products(WholesalerId(1), &ListCatalogProducts::new()))
                    .is_ok()
            }
            "getCatalogProduct" => now(client.get_catalog_product(WholesalerId(1), "a/b")).is_ok(),
            "listLabels" => now(client.list_labels(None)).is_ok(),
            "getLabel" => now(client.get_label(LabelId(1))).is_ok(),
            name => panic!("PoolClient has no method for {name}"),
        };
        assert!(is_decoded, "{}", operation.name);
        let url = addresses(&script).remove(0);
        let path = url.strip_prefix("https://pool.example").unwrap();
        let (segments, pattern) = (path.split('/'), operation.path.split('/'));
        assert_eq!(segments.clone().count(), pattern.clone().count(), "{path}");
        for (segment, expected) in segments.zip(pattern) {
            assert!(segment == expected || expected.starts_with('{'), "{path}");
        }
    }
}
