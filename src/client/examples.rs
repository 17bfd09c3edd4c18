// The pool of the examples in this folder, which include this file: it has a few records and no
// network. No module of the library.

use product_pool::client::{
    BoxClient, Call, Options, PoolClient, Transport, TransportError, TransportResponse,
};
use std::error::Error;
use std::pin::Pin;

struct Shelf;

impl Transport for Shelf {
    async fn get(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
        let target = call
            .url()
            .strip_prefix("https://pool.example/v2/")
            .unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let body = match path {
            "products" if query.contains("cursor=c2") => {
                r#"{"next": null, "previous": "c1", "data": [
                    {"pool_id": "7c3e", "product_name": "Tomato soup", "version": "1",
                     "status": "published", "changed_at": "2024-10-14 09:00:00",
                     "traded_unit_gtin": "9520000002008", "components": []}]}"#
            }
            "products" => {
                r#"{"next": "c2", "previous": null, "data": [
                    {"pool_id": "0f9a", "product_name": "Oat drink", "version": "2",
                     "status": "published", "changed_at": "2024-10-13 08:30:00",
                     "traded_unit_gtin": "9520000000004",
                     "components": [{"internal_gtin": "9520000002015"}]}]}"#
            }
            "products/0f9a" | "products/gtin/9520000000004" | "products/gtin/09520000000004" => {
                r#"{"data": {"pool_id": "0f9a", "version": "2",
                    "general": {"product_name": "Oat drink"},
                    "outer": {"traded_unit_gtin": "9520000000004"},
                    "components": [{"inner": {"internal_gtin": "9520000002015"}}]}}"#
            }
            "manufacturers" => r#"{"data": [{"id": 7, "name": "Bellwether"}]}"#,
            "manufacturers/7" => r#"{"data": {"id": 7, "name": "Bellwether"}}"#,
            "manufacturers/7/brands" => r#"{"data": [{"id": 12, "name": "Bellwether Oats"}]}"#,
            "manufacturers/7/brands/12" => r#"{"data": {"id": 12, "name": "Bellwether Oats"}}"#,
            "images/0f9a" => {
                r#"{"page": 1, "pages": 1, "data": [{"url": "https://img.example/1.png"}]}"#
            }
            "images/0f9a/feature" => r#"{"data": {"url": "https://img.example/1.png"}}"#,
            _ => {
                let body = r#"{"errors": [{"code": "not_found", "title": "Not found"}]}"#;
                let headers = [("X-Request-Id", "01J9")];
                return Ok(TransportResponse::new(404, body).with_headers(headers));
            }
        };
        let headers = [("x-quota-limit", "2000"), ("x-quota-remaining", "97")];
        Ok(TransportResponse::new(200, body).with_headers(headers))
    }

    async fn pause(&self, _: std::time::Duration) {
        std::future::pending().await
    }
}

/// A client of the pool.
pub fn client() -> BoxClient {
    let options = Options::new("https://pool.example");
    PoolClient::with_transport(&options, Shelf).unwrap().boxed()
}

/// Waits for a future, which may spawn others.
pub fn wait<T: 'static>(future: Pin<Box<dyn Future<Output = T> + '_>>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    tokio::task::LocalSet::new().block_on(&runtime, future)
}

/// Runs an example to its end.
pub fn run(example: impl AsyncFnOnce(BoxClient) -> Result<(), Box<dyn Error>>) {
    wait(Box::pin(example(client()))).unwrap();
}
