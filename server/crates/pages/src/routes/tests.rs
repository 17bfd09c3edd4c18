use super::*;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::HeaderMap;
use product_pool_http::memory::LONG;
use product_pool_http::responses::answer::data;
use product_pool_http::shares::Refused;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Notify;
use tower::ServiceExt as _;

fn options() -> Options {
    Options {
        base: Some("https://shop.example".to_owned()),
        ..Options::default()
    }
}

/// An API with one product and no images, whose name has the number of the version.
fn api(version: Arc<AtomicUsize>) -> Router {
    Router::new().route(
        "/v2/products/a",
        get(move |headers: HeaderMap| async move {
            let name = format!("Oats {}", version.load(Ordering::Relaxed));
            let general = format!("{{\"product_name\":\"{name}\"}}");
            data(
                &headers,
                &format!("{{\"pool_id\":\"a\",\"general\":{general}}}"),
            )
        }),
    )
}

#[tokio::test]
async fn a_card_is_drawn_once_for_each_state_of_its_product() {
    let version = Arc::new(AtomicUsize::new(1));
    let kept = Representations::new(1 << 20);
    let router = router(api(version.clone()), Router::new(), options(), kept.clone());
    let fetch = async |path: &str| {
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        let response = router.clone().oneshot(request).await.unwrap();
        to_bytes(response.into_body(), usize::MAX).await.unwrap()
    };
    let card = fetch("/card/a").await;
    assert!(String::from_utf8_lossy(&card).contains("Oats 1"));
    assert_eq!(fetch("/card/a").await.as_ptr(), card.as_ptr());
    for other in ["/card/a?lang=de", "/card/a?theme=dark"] {
        assert_ne!(fetch(other).await, card, "{other}");
    }
    // Equal settings are one card, in whatever order and form they are written.
    let german = fetch("/card/a?lang=de&theme=dark").await;
    let written_otherwise = fetch("/card/a?theme=Dark&variant=&lang=d%65").await;
    assert_eq!(written_otherwise.as_ptr(), german.as_ptr());
    version.store(2, Ordering::Relaxed);
    let changed = fetch("/card/a").await;
    assert!(String::from_utf8_lossy(&changed).contains("Oats 2"));
    kept.clear();
    let again = fetch("/card/a").await;
    assert_eq!(again, changed);
    assert_ne!(again.as_ptr(), changed.as_ptr());
}

#[tokio::test]
async fn a_long_record_has_its_turn_once_its_images_are_there() {
    let asked = Arc::new(Notify::new());
    let long = "x".repeat(LONG);
    let product = |id: &'static str, long: String| {
        get(async move |headers: HeaderMap| {
            let general = format!("{{\"product_name\":\"{long}\"}}");
            data(
                &headers,
                &format!("{{\"pool_id\":\"{id}\",\"general\":{general}}}"),
            )
        })
    };
    let asked_for = asked.clone();
    let hanging = get(async move || {
        asked_for.notify_one();
        std::future::pending::<()>().await;
    });
    let api = Router::new()
        .route("/v2/products/a", product("a", long.clone()))
        .route("/v2/images/a/feature", hanging)
        .route("/v2/products/b", product("b", long));
    let router = router(api, Router::new(), options(), Representations::new(1 << 20));
    let fetch = |path: &str| {
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        router.clone().oneshot(request)
    };
    let waiting = tokio::spawn(fetch("/card/a"));
    asked.notified().await;
    assert_eq!(fetch("/card/b").await.unwrap().status(), StatusCode::OK);
    assert!(!waiting.is_finished());
    waiting.abort();
}

#[test]
fn who_is_sent_away_is_told_when_to_come_back() {
    let locale = Locale {
        language: "en-GB",
        negotiated: false,
    };
    for (refused, status) in [
        (Refused::All, StatusCode::SERVICE_UNAVAILABLE),
        (Refused::Share, StatusCode::TOO_MANY_REQUESTS),
    ] {
        let busy = || PageError::from(refused);
        for response in [busy().data(|_| String::new()), busy().answer(None, locale)] {
            assert_eq!(response.status(), status);
            assert_eq!(response.headers()[header::RETRY_AFTER], "1");
        }
    }
}

#[tokio::test]
async fn cards_that_anybody_can_make_up_are_not_kept() {
    let kept = Representations::new(1 << 20);
    let version = Arc::new(AtomicUsize::new(1));
    let router = router(api(version), Router::new(), options(), kept.clone());
    let size = async |query: &str| {
        let request = Request::builder().uri(format!("/card/a?{query}"));
        let request = request.body(Body::empty()).unwrap();
        let response = router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{query}");
        kept.size()
    };
    let mut before = size("lang=de").await;
    for same in ["lang=de_AT", "lang=de-CH", "lang=DE", "lang=de&theme="] {
        assert_eq!(size(same).await, before, "{same}");
    }
    for number in 0..20 {
        let unusual = [
            format!("lang=x{number}"),
            format!("avoid=milk+word{number}"),
            "panels=nutrition+allergens".to_owned(),
        ];
        for query in &unusual {
            assert_eq!(size(query).await, before, "{query}");
        }
    }
    for usual in ["panels=allergens+nutrition", "density=compact"] {
        let after = size(usual).await;
        assert!(after > before, "{usual}");
        before = after;
    }
}
