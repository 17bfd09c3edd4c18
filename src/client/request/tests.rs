//! Requests: their addresses, and what is refused.
#![cfg(not(target_arch = "wasm32"))]

use super::*;
use crate::client::ErrorCode;
use crate::model::{BrandId, LabelId, ManufacturerId, WholesalerId};
use crate::operations::{ArgumentKind, CatalogSort, OPERATIONS, Output, ProductSort, StatusFilter};
use proptest::prelude::*;

#[test]
fn the_operations() {
    let product = Request::get_product("abc-1", &GetProduct::new()).unwrap();
    assert_eq!(product.target(), "/v2/products/abc-1");
    let options = GetProduct {
        version: Some("1.0 beta&x=y".to_owned()),
        output: Some(Output::Flat),
    };
    assert_eq!(
        Request::get_product("abc", &options).unwrap().target(),
        "/v2/products/abc?version=1.0%20beta%26x%3Dy&output=flat"
    );
    let images = ListImages {
        wholesaler: Some(WholesalerId(7)),
        only_wholesaler: Some(WholesalerId(8)),
        image_type: Some(2),
        sort: Some(0),
        page: Some(3),
    };
    assert_eq!(
        Request::list_images("abc", &images).unwrap().target(),
        "/v2/images/abc?wholesaler=7&filter%5Bwholesaler%5D=8&filter%5Btype%5D=2&sort=0&page=3"
    );
    assert_eq!(
        Request::get_feature_image("abc", Some(WholesalerId(7)))
            .unwrap()
            .target(),
        "/v2/images/abc/feature?wholesaler=7"
    );
}

#[test]
fn lists_carry_every_parameter() {
    let date = "2024-10-12".parse().unwrap();
    let all = ListProducts {
        sort: Some(ProductSort::NewestChange),
        manufacturer: Some(ManufacturerId(1)),
        brand: Some(BrandId(0)),
        label: Some(LabelId(3)),
        manufacturer_product_code: Some("!@£ppp".to_owned()),
        changed_at: Some(DateFilter::After(date)),
        status: Some(StatusFilter::All),
        cursor: Some("a+b/=".to_owned()),
        limit: Some(500),
        count: true,
    };
    assert_eq!(
        Request::list_products(&all).unwrap().target(),
        "/v2/products?sort=-changed_at&filter%5Bmanufacturer%5D=1&filter%5Bbrand%5D=0\
         &filter%5Blabel%5D=3&filter%5Bmanufacturer_product_code%5D=%21%40%C2%A3ppp\
         &filter%5Bchanged_at%5D=gt%3A2024-10-12&filter%5Bstatus%5D=published%2Carchived\
         &cursor=a%2Bb%2F%3D&limit=500&count=1"
    );
    let none = Request::list_products(&ListProducts::new()).unwrap();
    assert_eq!(none.target(), "/v2/products");
    for (request, target) in [
        (
            Request::list_manufacturers(Some(2)).unwrap(),
            "/v2/manufacturers?page=2",
        ),
        (
            Request::get_manufacturer(ManufacturerId(7)),
            "/v2/manufacturers/7",
        ),
        (
            Request::list_brands(ManufacturerId(7), None).unwrap(),
            "/v2/manufacturers/7/brands",
        ),
        (
            Request::get_brand(ManufacturerId(7), BrandId(8)),
            "/v2/manufacturers/7/brands/8",
        ),
    ] {
        assert_eq!(request.target(), target);
    }
}

#[test]
fn invalid_list_options_are_rejected() {
    let default = ListProducts::default;
    let text = |text: &str| Some(text.to_owned());
    for options in [
        ListProducts {
            limit: Some(0),
            ..default()
        },
        ListProducts {
            limit: Some(501),
            ..default()
        },
        ListProducts {
            cursor: text(""),
            ..default()
        },
        ListProducts {
            manufacturer_product_code: text(""),
            ..default()
        },
    ] {
        assert!(Request::list_products(&options).is_err(), "{options:?}");
    }
    assert!(Request::list_manufacturers(Some(0)).is_err());
    let images = ListImages {
        page: Some(0),
        ..ListImages::new()
    };
    assert!(Request::list_images("a", &images).is_err());
}

/// What JavaScript and queries have as text.
#[test]
fn invalid_dates_and_states_are_rejected() {
    for (name, texts) in [
        ("filter[changed_at]", ["2024-10-12", "ge:2024-10-12", "gt:"]),
        ("filter[status]", ["draft", "", "published,"]),
    ] {
        let parameter = LIST_PRODUCTS.parameter(name).unwrap();
        for text in texts {
            assert!(parameter.check(text, name).is_err(), "{name} {text}");
        }
    }
    let status = LIST_PRODUCTS.parameter("filter[status]").unwrap();
    assert_eq!(
        status.check("draft", "the status").unwrap_err(),
        "the status must be a comma-separated list of published, archived"
    );
}

#[test]
fn codes_of_a_catalog_arrive_whole() {
    for (code, segment) in [
        ("0964", "0964"),
        ("!@£ppp", "%21%40%C2%A3ppp"),
        ("a/b c?d#e%2F", "a%2Fb%20c%3Fd%23e%252F"),
        ("...", "..."),
        ("+", "%2B"),
    ] {
        let request = Request::get_catalog_product(WholesalerId(12), code).unwrap();
        assert_eq!(request.target(), format!("/v2/catalogs/12/{segment}"));
    }
    for code in ["", ".", "..", "../../me", "a\\..\\b"] {
        assert!(
            Request::get_catalog_product(WholesalerId(12), code).is_err(),
            "{code}"
        );
    }
}

#[test]
fn other_resources_stay_below_the_service() {
    let any = |path| Request::get(path, [("a b", "c&d")]);
    assert_eq!(
        any("/v2/wholesalers/1/catalog").unwrap().target(),
        "/v2/wholesalers/1/catalog?a%20b=c%26d"
    );
    for path in [
        "",
        "/",
        "/v2",
        "v2/a",
        "/v1/a",
        "//elsewhere/v2/",
        "https://elsewhere/v2/",
        "/v2/../a",
        "/v2/a/..",
        "/v2/%2e%2E/a",
        "/v2/.%2e/a",
        "/v2/a/..%2fb",
        "/v2/a/%252e%252e/b",
        "/v2/..;/a",
        "/v2/a?b=c",
        "/v2/a#b",
        "/v2/a b",
        "/v2/é",
        "/v2/a\\b",
        "/v2/a\n",
    ] {
        assert!(any(path).is_err(), "{path:?}");
    }
}

#[test]
fn an_id_may_hold_any_character() {
    for (id, segment) in [
        ("a/b?c#d", "a%2Fb%3Fc%23d"),
        ("%2e%2ea", "%252e%252ea"),
        ("crème brûlée", "cr%C3%A8me%20br%C3%BBl%C3%A9e"),
        ("a\0\n", "a%00%0A"),
        ("+ ", "%2B%20"),
        ("...", "..."),
    ] {
        let request = Request::get_product(id, &GetProduct::new()).unwrap();
        assert_eq!(request.target(), format!("/v2/products/{segment}"));
    }
}

#[test]
fn no_request_for_an_id_that_no_address_can_hold() {
    for id in ["", ".", "..", "../../admin", "%2e%2e", "%2%65", "..;a=b"] {
        assert!(
            Request::get_product(id, &GetProduct::new()).is_err(),
            "{id:?}"
        );
        assert!(
            Request::list_images(id, &ListImages::new()).is_err(),
            "{id:?}"
        );
        assert!(Request::get_feature_image(id, None).is_err(), "{id:?}");
    }
    let options = GetProduct {
        version: Some(String::new()),
        output: None,
    };
    assert!(Request::get_product("a", &options).is_err());
}

/// A request of each operation with a value for each of its parameters.
fn with_every_parameter(operation: &Operation) -> Request {
    let date = "2024-10-12".parse().unwrap();
    let products = ListProducts {
        sort: Some(ProductSort::Name),
        manufacturer: Some(ManufacturerId(1)),
        brand: Some(BrandId(1)),
        label: Some(LabelId(1)),
        manufacturer_product_code: Some("1".to_owned()),
        changed_at: Some(DateFilter::On(date)),
        status: Some(StatusFilter::Archived),
        cursor: Some("1".to_owned()),
        limit: Some(1),
        count: true,
    };
    let product = GetProduct {
        version: Some("1".to_owned()),
        output: Some(Output::Raw),
    };
    let images = ListImages {
        wholesaler: Some(WholesalerId(1)),
        only_wholesaler: Some(WholesalerId(1)),
        image_type: Some(1),
        sort: Some(1),
        page: Some(2),
    };
    let catalog = ListCatalogProducts {
        sort: Some(CatalogSort::Code),
        manufacturer: Some(ManufacturerId(1)),
        brand: Some(BrandId(1)),
        label: Some(LabelId(1)),
        changed_at: Some(DateFilter::Before(date)),
        cataloged_at: Some(DateFilter::After(date)),
        page: Some(2),
        limit: Some(1),
    };
    match operation.name {
        "listProducts" => Request::list_products(&products).unwrap(),
        "getProduct" => Request::get_product("1", &product).unwrap(),
        "getProductByGtin" => {
            Request::get_product_by_gtin(&Gtin::parse("9520123456788").unwrap()).remove(0)
        }
        "listManufacturers" => Request::list_manufacturers(Some(2)).unwrap(),
        "getManufacturer" => Request::get_manufacturer(ManufacturerId(1)),
        "listBrands" => Request::list_brands(ManufacturerId(1), Some(2)).unwrap(),
        "getBrand" => Request::get_brand(ManufacturerId(1), BrandId(1)),
        "listImages" => Request::list_images("1", &images).unwrap(),
        "getFeatureImage" => Request::get_feature_image("1", Some(WholesalerId(1))).unwrap(),
        "listCatalogProducts" => Request::list_catalog_products(WholesalerId(1), &catalog).unwrap(),
        "getCatalogProduct" => Request::get_catalog_product(WholesalerId(1), "1").unwrap(),
        "listLabels" => Request::list_labels(Some(2)).unwrap(),
        "getLabel" => Request::get_label(LabelId(1)),
        name => panic!("Request has no constructor for {name}"),
    }
}

#[test]
fn a_request_needs_every_argument_of_its_path() {
    let request = |arguments: &[String]| Request::of_operation(&GET_BRAND, arguments);
    let [one, two] = ["7", "12"].map(str::to_owned);
    assert!(request(&[one.clone(), two.clone()]).is_ok());
    for arguments in [
        &[][..],
        slice::from_ref(&one),
        &[one.clone(), two, one.clone()],
    ] {
        let error = request(arguments).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidArgument);
        assert!(error.message().starts_with("getBrand takes 2 arguments"));
    }
}

#[test]
fn every_operation_has_a_constructor_with_all_parameters_of_the_table() {
    for operation in OPERATIONS {
        let request = with_every_parameter(operation);
        let (path, query) = request
            .target()
            .split_once('?')
            .unwrap_or((request.target(), ""));
        let mut expected = operation.path.to_owned();
        for argument in operation.arguments {
            let value = match argument.kind {
                ArgumentKind::Gtin => "9520123456788",
                ArgumentKind::Id | ArgumentKind::Text | ArgumentKind::Code => "1",
            };
            expected = expected.replace(&format!("{{{}}}", argument.name()), value);
        }
        assert_eq!(path, expected);
        let sent: Vec<String> = query
            .split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| decode(pair.split_once('=').unwrap().0))
            .collect();
        let names: Vec<&str> = operation
            .parameters
            .iter()
            .map(|parameter| parameter.name)
            .collect();
        assert_eq!(sent, names, "{}", operation.name);
    }
}

#[test]
fn errors_say_what_a_value_must_be() {
    let message = |options: ListProducts| {
        Request::list_products(&options)
            .unwrap_err()
            .message()
            .to_owned()
    };
    let limit = message(ListProducts {
        limit: Some(501),
        ..ListProducts::new()
    });
    assert_eq!(limit, "the parameter limit must be from 1 to 500");
    let id = Request::get_product("..", &GetProduct::new()).unwrap_err();
    assert_eq!(id.message(), "the product id must have no . or .. segment");
}

fn decode(text: &str) -> String {
    String::from_utf8(percent_decoded(text.as_bytes())).unwrap()
}

/// The path as a proxy may forward it: percent-decoded so many times, without a query and the
/// parameters of segments, its segments resolved.
fn normalized(target: &str, decodings: usize) -> String {
    let mut path = target.as_bytes().to_vec();
    for _ in 0..decodings {
        path = percent_decoded(&path);
    }
    let path = path.split(|byte| b"?#".contains(byte)).next().unwrap();
    let mut segments: Vec<&[u8]> = Vec::new();
    for segment in path.split(|byte| b"/\\".contains(byte)) {
        let name = segment.split(|byte| *byte == b';').next().unwrap();
        match name {
            b"" | b"." => {}
            b".." => drop(segments.pop()),
            _ => segments.push(name),
        }
    }
    format!("/{}", String::from_utf8_lossy(&segments.join(&b'/')))
}

fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let (mut decoded, mut rest) = (Vec::new(), text);
    while let [first, after @ ..] = rest {
        let digits = after
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match byte.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if *first == b'%' => {
                decoded.push(byte);
                rest = &after[2..];
            }
            _ => {
                decoded.push(*first);
                rest = after;
            }
        }
    }
    decoded
}

proptest! {
    #[test]
    fn an_id_stays_one_segment_and_comes_back(id in any::<String>()) {
        if let Ok(request) = Request::get_product(&id, &GetProduct::new()) {
            let segment = request.target().strip_prefix("/v2/products/").unwrap();
            prop_assert!(!segment.contains(['/', '?', '#', '\\']));
            prop_assert!(segment.is_ascii());
            prop_assert_eq!(decode(segment), id);
        } else {
            prop_assert!(id.is_empty() || id.contains('.') || id.contains("%2"));
        }
    }

    #[test]
    fn a_version_stays_one_parameter(version in ".+") {
        let options = GetProduct { version: Some(version.clone()), output: None };
        let request = Request::get_product("a", &options).unwrap();
        let value = request.target().strip_prefix("/v2/products/a?version=").unwrap();
        prop_assert!(!value.contains(['&', '=', '#', '+']));
        prop_assert_eq!(decode(value), version);
    }

    #[test]
    fn no_proxy_can_lead_a_request_elsewhere(
        code in "(\\.|\\.\\.|/|\\\\|;|\\?|#|%|%2|2f|2F|5c|2e|25|%3b|%3F|a| |=){0,12}",
        decodings in 0..5usize,
    ) {
        let own = [
            (Request::get_catalog_product(WholesalerId(12), &code), "/v2/catalogs/12"),
            (Request::get_product(&code, &GetProduct::new()), "/v2/products"),
            (Request::get(&format!("/v2/a/{code}"), []), "/v2/a"),
        ];
        for (request, place) in own {
            if let Ok(request) = request {
                let forwarded = normalized(request.target(), decodings);
                prop_assert!(forwarded.starts_with(place), "{} -> {forwarded}", request.target());
            }
        }
    }
}
