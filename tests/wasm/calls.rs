//! Calls, responses, and failures to respond.

use crate::support::{Calls, answer, client, error_of, fake};
use js_sys::{JsString, Reflect};
use product_pool::client::{ErrorCode, Fetch, ListProducts, Options, PoolClient, Request};
use product_pool::gtin::Gtin;
use product_pool::model::{BrandId, ManufacturerId, WholesalerId};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn each_operation_reads_its_answer() {
    let calls = Calls::new();
    let client = client(calls.fetch(
        r#"const isList = !/\/(p1|feature|\d+)(\?|$)/.test(url);
        return new Response(JSON.stringify({data: isList ? [{id: 'i1'}] : {pool_id: 'p1'}}));"#,
    ));
    let gtin = Gtin::parse("9520123456788").unwrap();
    let product = client.get_product_by_gtin(&gtin).await.unwrap();
    assert_eq!(product.data().pool_id().get(), Some("p1"));
    assert!(client.get_product("a/p1").await.is_err());
    assert!(client.get_product("p1").await.is_ok());
    let all = ListProducts::new();
    assert_eq!(client.list_products(&all).await.unwrap().items().len(), 1);
    let page = client.list_manufacturers(Some(2)).await.unwrap();
    assert_eq!(page.items().len(), 1);
    assert!(client.get_manufacturer(ManufacturerId(12)).await.is_ok());
    let page = client.list_brands(ManufacturerId(12), None).await.unwrap();
    assert_eq!(page.items().len(), 1);
    assert!(
        client
            .get_brand(ManufacturerId(12), BrandId(7))
            .await
            .is_ok()
    );
    let page = client.list_images("a").await;
    assert_eq!(page.unwrap().items().len(), 1);
    assert!(
        client
            .get_feature_image("a", Some(WholesalerId(7)))
            .await
            .is_ok()
    );
    let any = Request::get("/v2/wholesalers", [("a b", "1&2")]).unwrap();
    assert_eq!(client.send(&any).await.unwrap().status(), 200);

    assert_eq!(
        calls.urls(),
        [
            "https://pool.example/v2/products/gtin/9520123456788",
            "https://pool.example/v2/products/a%2Fp1",
            "https://pool.example/v2/products/p1",
            "https://pool.example/v2/products",
            "https://pool.example/v2/manufacturers?page=2",
            "https://pool.example/v2/manufacturers/12",
            "https://pool.example/v2/manufacturers/12/brands",
            "https://pool.example/v2/manufacturers/12/brands/7",
            "https://pool.example/v2/images/a",
            "https://pool.example/v2/images/a/feature?wholesaler=7",
            "https://pool.example/v2/wholesalers?a%20b=1%262",
        ]
    );
    // Any other header of the client's own would cost a preflight.
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let expected = [
        pair("Accept", "application/json"),
        pair("Authorization", "Bearer s3cret"),
    ];
    assert_eq!(calls.headers(0), expected);
}

#[wasm_bindgen_test]
async fn a_date_to_retry_at_is_read() {
    for (header, least, most) in [
        ("' + new Date(Date.now() + 40000).toUTCString() + '", 30, 40),
        ("' + new Date(Date.now() - 40000).toUTCString() + '", 0, 0),
    ] {
        let answer = answer(503, "application/json", header, "{}");
        let wait = error_of(&client(fake(&answer))).await.retry_after();
        let wait = wait.unwrap().as_secs();
        assert!((least..=most).contains(&wait), "{header}: {wait}");
    }
    for header in ["soon", "-1", "1.5", ""] {
        let answer = answer(503, "application/json", header, "{}");
        let wait = error_of(&client(fake(&answer))).await.retry_after();
        assert_eq!(wait, None, "{header}");
    }
}

#[wasm_bindgen_test]
async fn a_fetch_function_may_fail_in_any_way() {
    for body in [
        "throw new Error('no')",
        "throw 'no'",
        "return Promise.reject(new TypeError('Failed to fetch'))",
        "return Promise.reject('a string')",
        "return Promise.reject(undefined)",
        "return Promise.resolve({status: 200, text() { return Promise.reject(null) }})",
    ] {
        assert_eq!(
            error_of(&client(fake(body))).await.code(),
            ErrorCode::Network,
            "{body}"
        );
    }
    for body in [
        "",
        "return 7",
        "return {status: 200}",
        "return {status: 200, text: () => 7}",
    ] {
        let code = error_of(&client(fake(body))).await.code();
        assert_eq!(code, ErrorCode::InvalidResponse, "{body}");
    }
}

#[wasm_bindgen_test]
async fn the_browsers_own_fetch_is_called_without_a_function() {
    // The address is reserved for documentation and resolves nowhere.
    let options = Options::new("http://pool.invalid").max_retries(1);
    let lost = PoolClient::with_transport(&options, Fetch::new()).unwrap();
    let error = error_of(&lost).await;
    assert_eq!((error.code(), error.attempts()), (ErrorCode::Network, 2));
    // The test page's own server has no such path.
    let here = PoolClient::with_transport(&Options::new("/nowhere"), Fetch::new()).unwrap();
    let error = error_of(&here).await;
    assert_eq!(
        (error.code(), error.status(), error.attempts()),
        (ErrorCode::InvalidResponse, Some(404), 1)
    );
}

#[wasm_bindgen_test]
async fn an_address_that_no_request_takes_is_no_hang() {
    // It looks like an address until the browser reads the port.
    let options = Options::new("https://pool.example:99999999").max_retries(0);
    let client = PoolClient::with_transport(&options, Fetch::new()).unwrap();
    assert_eq!(error_of(&client).await.code(), ErrorCode::Network);
}

#[wasm_bindgen_test]
async fn a_body_stays_the_engines_text_whatever_it_holds() {
    let calls = Calls::new();
    let body = r#"{"data": {"pool_id": "é€😀\u0000\ud800"}}"#;
    let text = JsString::from(body);
    Reflect::set(&js_sys::global(), &"poolBody".into(), &text).unwrap();
    let client = client(calls.fetch("return new Response(poolBody)"));
    let product = client.get_product("a").await;
    let product = product.unwrap();
    let id = product.data().pool_id().get().unwrap().to_owned();
    assert!(id.starts_with("é€😀\0"), "{id:?}");
}
