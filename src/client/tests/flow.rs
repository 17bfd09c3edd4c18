//! Tests of the client with a simulated service, over several calls.

use super::*;
use crate::model::Product;
use futures_core::Stream;
use std::collections::VecDeque;
use std::future::{Future, pending, poll_fn};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

type Answering =
    dyn Fn(&str, Option<&str>) -> Result<TransportResponse, TransportError> + Send + Sync;

/// A service simulated by a function. If configured so, each call waits until
/// the test releases it.
#[derive(Clone)]
pub(super) struct Service {
    answer: Arc<Answering>,
    pub(super) made: Arc<Mutex<Vec<String>>>,
    waits: Arc<Mutex<Vec<Duration>>>,
    held: Arc<AtomicBool>,
    under_way: Arc<AtomicI32>,
    most: Arc<AtomicI32>,
}

pub(super) fn service(
    answer: impl Fn(&str, Option<&str>) -> Result<TransportResponse, TransportError>
    + Send
    + Sync
    + 'static,
) -> Service {
    Service {
        answer: Arc::new(answer),
        made: Arc::default(),
        waits: Arc::default(),
        held: Arc::default(),
        under_way: Arc::default(),
        most: Arc::default(),
    }
}

struct UnderWay(Service);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0
            .under_way
            .store(self.0.under_way.load(Relaxed) - 1, Relaxed);
    }
}

impl Transport for Service {
    async fn get(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
        self.made.lock().unwrap().push(call.url().to_owned());
        self.under_way
            .store(self.under_way.load(Relaxed) + 1, Relaxed);
        self.most.store(
            self.most.load(Relaxed).max(self.under_way.load(Relaxed)),
            Relaxed,
        );
        let _under_way = UnderWay(self.clone());
        poll_fn(|_| {
            if self.held.load(Relaxed) {
                Poll::Pending
            } else {
                Poll::Ready(())
            }
        })
        .await;
        let token = call
            .headers()
            .find(|(name, _)| *name == "Authorization")
            .map(|(_, value)| value);
        (self.answer)(call.url(), token)
    }

    async fn pause(&self, time: Duration) {
        if time >= DEFAULT_TOTAL_TIMEOUT {
            pending::<()>().await;
        }
        self.waits.lock().unwrap().push(time);
    }

    fn random(&self) -> f64 {
        0.5
    }
}

pub(super) fn answer(status: u16, text: &str) -> Result<TransportResponse, TransportError> {
    Ok(TransportResponse::new(status, text))
}

const PRODUCT: &str = r#"{"data": {"pool_id": "p1"}}"#;

fn options() -> Options {
    Options::new("https://pool.example")
}

pub(super) fn client(service: &Service) -> PoolClient<Service> {
    PoolClient::with_transport(&options(), service.clone()).unwrap()
}

fn poll<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    match poll(pin!(future)) {
        Poll::Ready(result) => result,
        Poll::Pending => panic!("the future waits"),
    }
}

pub(super) fn next<S: Stream + Unpin>(stream: &mut S) -> impl Future<Output = Option<S::Item>> {
    poll_fn(|context| Pin::new(&mut *stream).poll_next(context))
}

pub(super) fn all<S: Stream + Unpin>(mut stream: S) -> Vec<S::Item> {
    std::iter::from_fn(|| now(next(&mut stream))).collect()
}

fn get<'a>(
    client: &'a PoolClient<Service>,
    id: &'a str,
) -> impl Future<Output = Result<Product, Error>> + 'a {
    client.get_product(id)
}

#[test]
fn transient_failures_are_retried_and_then_reported() {
    let left = Arc::new(Mutex::new(VecDeque::from([
        Err(TransportError::Network("reset".into())),
        answer(503, ""),
        answer(200, PRODUCT),
    ])));
    let script = Arc::clone(&left);
    let pool = service(move |_, _| script.lock().unwrap().pop_front().unwrap());
    assert!(now(get(&client(&pool), "a")).is_ok());
    let half = [Duration::from_millis(250), Duration::from_millis(500)];
    assert_eq!(*pool.waits.lock().unwrap(), half);

    let down = service(|_, _| answer(503, ""));
    let error = now(get(&client(&down), "a")).unwrap_err();
    assert_eq!((error.attempts(), down.made.lock().unwrap().len()), (3, 3));
    assert!(error.to_string().ends_with("tried 3 times"), "{error}");

    let final_ = service(|_, _| answer(404, ""));
    assert_eq!(now(get(&client(&final_), "a")).unwrap_err().attempts(), 1);
    let none = service(|_, _| answer(500, ""));
    let impatient = client(&none).with_retry_policy(|policy| policy.max_retries = 0);
    assert_eq!(now(get(&impatient, "a")).unwrap_err().attempts(), 1);
}

#[test]
fn a_wait_beyond_a_minute_is_reported() {
    let busy = |seconds: u64| {
        service(move |_, _| {
            let headers = [("Retry-After", seconds.to_string())];
            Ok(TransportResponse::new(429, "").with_headers(headers))
        })
    };
    let pool = busy(3600);
    let error = now(get(&client(&pool), "a")).unwrap_err();
    assert_eq!(error.code(), ErrorCode::RateLimited);
    assert_eq!(error.retry_after(), Some(Duration::from_secs(3600)));
    assert_eq!(pool.made.lock().unwrap().len(), 1);
    assert!(
        error.to_string().contains("it asks to wait 3600 s"),
        "{error}"
    );
    let pool = busy(0);
    assert!(now(get(&client(&pool), "a")).is_err());
    assert_eq!(*pool.waits.lock().unwrap(), [Duration::ZERO; 2]);
}

#[test]
fn a_call_ends_in_time_whatever_its_attempts_do() {
    let pool = service(|_, _| answer(200, PRODUCT));
    pool.held.store(true, Relaxed);
    let hasty = client(&pool)
        .with_retry_policy(|policy| policy.total_timeout = Some(Duration::from_secs(1)));
    let error = now(get(&hasty, "a")).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Timeout);
    assert_eq!(error.url(), Some("https://pool.example/v2/products/a"));
    assert_eq!(pool.under_way.load(Relaxed), 0, "nothing is left running");
}

#[test]
fn calls_for_the_same_share_one_request() {
    let pool = service(|_, _| answer(200, PRODUCT));
    pool.held.store(true, Relaxed);
    let client = client(&pool);
    let mut first = Box::pin(get(&client, "a"));
    let mut second = pin!(get(&client, "a"));
    let mut other = pin!(get(&client, "b"));
    assert!(poll(first.as_mut()).is_pending());
    assert!(poll(second.as_mut()).is_pending());
    assert!(poll(other.as_mut()).is_pending());
    assert_eq!(pool.made.lock().unwrap().len(), 2);
    // The first caller is dropped: the others still get the response.
    drop(first);
    assert_eq!(pool.under_way.load(Relaxed), 1);
    pool.held.store(false, Relaxed);
    assert!(matches!(poll(second), Poll::Ready(Ok(_))));
    assert!(matches!(poll(other), Poll::Ready(Ok(_))));
    assert_eq!(pool.under_way.load(Relaxed), 0);
}

#[test]
fn so_many_requests_at_once_and_no_more() {
    let pool = service(|_, _| answer(200, PRODUCT));
    pool.held.store(true, Relaxed);
    let client = PoolClient::with_transport(&options().concurrency(3), pool.clone()).unwrap();
    let ids: Vec<String> = (0..10).map(|number| number.to_string()).collect();
    let mut calls: Vec<_> = ids.iter().map(|id| Box::pin(get(&client, id))).collect();
    for call in &mut calls {
        assert!(poll(call.as_mut()).is_pending());
    }
    assert_eq!(pool.under_way.load(Relaxed), 3);
    pool.held.store(false, Relaxed);
    for mut call in calls {
        assert!(matches!(poll(call.as_mut()), Poll::Ready(Ok(_))));
    }
    assert_eq!(
        (pool.most.load(Relaxed), pool.made.lock().unwrap().len()),
        (3, 10)
    );
}

#[test]
fn a_token_is_fetched_once_and_once_more_when_refused() {
    let good = Arc::new(AtomicU32::new(1));
    let wanted = Arc::clone(&good);
    let pool = service(move |_, token| {
        let accepted = token == Some(format!("Bearer t{}", wanted.load(Relaxed)).as_str());
        answer(if accepted { 200 } else { 401 }, PRODUCT)
    });
    let asked = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let counter = asked.clone();
    let provider = Provider::new(move || {
        let number = counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        Box::pin(async move { Ok(format!("t{number}")) })
    });
    let options = options().token_provider(provider);
    let client = PoolClient::with_transport(&options, pool.clone()).unwrap();
    let count = || asked.load(std::sync::atomic::Ordering::Relaxed);
    assert!(now(get(&client, "a")).is_ok());
    assert!(now(get(&client, "b")).is_ok());
    assert_eq!(count(), 1);

    // The token expires during three calls: one refresh for all.
    good.store(2, Relaxed);
    pool.held.store(true, Relaxed);
    let mut calls: Vec<_> = ["a", "b", "c"].map(|id| Box::pin(get(&client, id))).into();
    for call in &mut calls {
        assert!(poll(call.as_mut()).is_pending());
    }
    pool.held.store(false, Relaxed);
    for mut call in calls {
        assert!(matches!(poll(call.as_mut()), Poll::Ready(Ok(_))));
    }
    assert_eq!(count(), 2);

    // If the new token is rejected as well, the call fails.
    good.store(99, Relaxed);
    let error = now(get(&client, "a")).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Unauthenticated);
    assert!(!error.to_string().contains("t3"));
    // With the refused token and with the new one.
    assert_eq!(error.attempts(), 2);
    assert_eq!(count(), 3);

    let without = Provider::new(|| Box::pin(async { Err("the vault is shut".into()) }));
    let options = Options::new("https://pool.example").token_provider(without);
    let client = PoolClient::with_transport(&options, pool.clone()).unwrap();
    let error = now(get(&client, "a")).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Unauthenticated);
    assert!(error.message().contains("the vault is shut"));
    let source = std::error::Error::source(&error);
    assert_eq!(source.unwrap().to_string(), "the vault is shut");
}
