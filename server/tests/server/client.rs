//! The library's client as used in a wholesaler's program: over reqwest, on tokio's threads,
//! against this server.

use futures_util::TryStreamExt;
use product_pool::client::{
    Checkpoint, Error, ErrorCode, GtinIndex, ListProducts, Options, PoolClient, Reqwest,
};
use serde_json::{Value, json};

use crate::gateway::{fetch_until, gateway_with_token};
use crate::support::{Catalogue, Server, product};

fn client(server: &Server) -> PoolClient<Reqwest> {
    let address = format!("http://{}", server.host);
    let options = Options::new(address).token(&server.token).max_retries(0);
    PoolClient::with_transport(&options, Reqwest::default()).unwrap()
}

/// Runs a future on another thread, which checks that programs can spawn it.
fn run<T: Send + 'static>(work: impl Future<Output = Result<T, Error>> + Send + 'static) -> T {
    tokio::runtime::Runtime::new()
        .unwrap()
        .block_on(async { tokio::spawn(work).await.unwrap() })
        .unwrap()
}

fn products(range: std::ops::Range<u32>, version: &str) -> Vec<Value> {
    range
        .map(|n| {
            let unit = format!("952{n:09}");
            let digit = product_pool::gtin::check_digit(&unit).unwrap();
            product(
                &format!("p{n:03}"),
                json!({
                    "version": version,
                    "changed_at": format!("2024-07-0{version} 14:00:00"),
                    "components": [{"inner": {"internal_gtin": format!("{unit}{digit}")}}],
                }),
            )
        })
        .collect()
}

#[test]
fn a_spawned_task_can_iterate_over_a_list() {
    let catalogue = Catalogue::with(&products(0..25, "1"));
    let server = catalogue.serve();
    let pool = client(&server);
    let ids: Vec<String> = run(async move {
        pool.products(&ListProducts::new().limit(7))
            .map_ok(|item| item.data().pool_id().get().unwrap_or_default().to_owned())
            .try_collect()
            .await
    });
    let mut sorted = ids.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!((ids.len(), sorted.len()), (25, 25));
}

#[test]
fn changes_and_the_index_follow_an_import() {
    let catalogue = Catalogue::with(&products(0..10, "1"));
    let server = catalogue.serve();
    let pool = client(&server);
    let (mut index, checkpoint) = run(async move {
        let mut changes = pool.changes(Checkpoint::beginning());
        let mut count = 0;
        while changes.try_next().await?.is_some() {
            count += 1;
        }
        assert_eq!(count, 10);
        let mut index = GtinIndex::new();
        index.refresh(&pool).await?;
        Ok((index, changes.checkpoint().to_string()))
    });
    // One entry for each unit, and one for the case, whose check digit is wrong.
    assert_eq!(index.len(), 10 + 1);

    catalogue.import(&products(8..12, "2"));
    let pool = client(&server);
    run(async move {
        let mut changes = pool.changes(checkpoint.parse()?);
        let mut changed = Vec::new();
        while let Some(item) = changes.try_next().await? {
            let data = item.data();
            assert_eq!(data.version().get(), Some("2"));
            changed.push(data.pool_id().get().unwrap_or_default().to_owned());
        }
        assert_eq!(changed, ["p008", "p009", "p010", "p011"]);
        index.refresh(&pool).await?;
        assert_eq!(index.len(), 12 + 1);
        let unit = "952000000011";
        let digit = product_pool::gtin::check_digit(unit).unwrap_or_default();
        let found = pool
            .find_by_gtin(&format!("(01)0{unit}{digit}"), Some(&index))
            .await?;
        assert_eq!(found.product.data().pool_id().get(), Some("p011"));
        assert_eq!(found.component, Some(0));
        Ok(())
    });
}

#[test]
fn a_gateway_resolves_units_for_a_client_without_an_index() {
    let catalogue = Catalogue::with(&products(0..3, "1"));
    let server = catalogue.serve();
    let gateway = gateway_with_token(&server.host, &server.token, &["--follow", "1"]);
    let unit = "952000000001";
    let digit = product_pool::gtin::check_digit(unit).unwrap();
    let path = format!("/v2/products/gtin/{unit}{digit}");
    fetch_until(&gateway, &path, |response| response.status == 200);
    let options = Options::new(format!("http://{}", gateway.host)).max_retries(0);
    let pool = PoolClient::with_transport(&options, Reqwest::default()).unwrap();
    run(async move {
        let found = pool.find_by_gtin(&format!("{unit}{digit}"), None).await?;
        assert_eq!(found.product.data().pool_id().get(), Some("p001"));
        assert_eq!(found.component, Some(0));
        let unknown = pool.find_by_gtin("09520123456788", None).await;
        assert_eq!(
            unknown.map_err(|error| error.code()),
            Err(ErrorCode::NotFound)
        );
        Ok(())
    });
}

#[test]
fn failures_have_error_codes() {
    let catalogue = Catalogue::with(&products(0..1, "1"));
    let server = catalogue.serve();
    let pool = client(&server);
    let (missing, unreachable) = run(async move {
        let missing = pool.get_product("nobody").await.unwrap_err();
        assert_eq!(missing.status(), Some(404));
        let options_unreachable = Options::new("http://127.0.0.1:9").max_retries(1);
        let options_unreachable =
            PoolClient::with_transport(&options_unreachable, Reqwest::default())?;
        let unreachable = options_unreachable.get_product("a").await.unwrap_err();
        Ok((missing, unreachable))
    });
    assert_eq!(missing.code(), ErrorCode::NotFound);
    assert_eq!(unreachable.code(), ErrorCode::Network);
    assert_eq!(unreachable.attempts(), 2);
    let message = unreachable.message();
    assert!(message.contains("refused"), "{message}");
}
