//! Recognising the gateway's own requests when they come back to it: an upstream that leads to
//! this process would be asked, through it, for ever.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::{HeaderMap, StatusCode, header};
use parking_lot::Mutex;
use product_pool_http::layers::request_id::RequestId;
use product_pool_http::responses::problem::Problem;

/// The begin of the user agent of all gateways (`http_client`). Other clients may repeat a
/// request with its id.
const USER_AGENT: &[u8] = b"product-pool-server/";

/// The requests to the upstream that are under way, by their ids and targets.
#[derive(Debug, Default)]
pub(crate) struct OwnRequests {
    sent: Mutex<HashSet<String>>,
    is_logged: AtomicBool,
}

/// A request that is under way until this is dropped.
pub(crate) struct Sent<'a>(&'a OwnRequests, Option<String>);

impl OwnRequests {
    /// Records that a request for that target is sent.
    pub(crate) fn send(&self, target: &str) -> Sent<'_> {
        let name = name(target).filter(|name| self.sent.lock().insert(name.clone()));
        Sent(self, name)
    }

    /// Checks that a request for that target, which has arrived, is not one of these.
    ///
    /// # Errors
    /// The response, 508. The remedy is logged once.
    pub(crate) fn check(&self, headers: &HeaderMap, target: &str) -> Result<(), Problem> {
        let agent = headers.get(header::USER_AGENT);
        let is_gateway = agent.is_some_and(|agent| agent.as_bytes().starts_with(USER_AGENT));
        let is_own = |name: String| self.sent.lock().contains(&name);
        if !is_gateway || !name(target).is_some_and(is_own) {
            return Ok(());
        }
        if !self.is_logged.swap(true, Ordering::Relaxed) {
            tracing::error!(
                "--upstream leads back to this gateway: set it to the address of the pool, or of \
                 a gateway that is closer to it"
            );
        }
        Err(Problem::new(
            StatusCode::LOOP_DETECTED,
            "upstream_loop",
            "Upstream loop",
            "the gateway's upstream leads back to the gateway itself; see its log",
        ))
    }
}

impl Drop for Sent<'_> {
    fn drop(&mut self) {
        if let Some(name) = &self.1 {
            self.0.sent.lock().remove(name);
        }
    }
}

/// The name of the current request for that target. A page's request is answered from several
/// targets, all under its id.
fn name(target: &str) -> Option<String> {
    Some(format!("{} {target}", RequestId::current()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use product_pool_http::layers::request_id::REQUEST_ID;

    #[tokio::test]
    async fn only_the_same_request_of_a_gateway_is_recognised() {
        let own = OwnRequests::default();
        let mut headers = HeaderMap::new();
        let agent = HeaderValue::from_static("product-pool-server/0.1.0");
        headers.insert(header::USER_AGENT, agent);
        let id = |id| HeaderMap::from_iter([(REQUEST_ID, HeaderValue::from_static(id))]);
        let scope = |id_text| RequestId::from_headers(&id(id_text));
        let sent = scope("a").scope(async { own.send("/x") }).await;
        let check = async |id_text, headers: &HeaderMap, target| {
            let work = async {
                own.check(headers, target)
                    .map_err(|problem| problem.status.as_u16())
            };
            scope(id_text).scope(work).await
        };
        assert_eq!(check("a", &headers, "/x").await, Err(508));
        assert_eq!(check("a", &headers, "/y").await, Ok(()));
        assert_eq!(check("b", &headers, "/x").await, Ok(()));
        assert_eq!(check("a", &HeaderMap::new(), "/x").await, Ok(()));
        drop(sent);
        assert_eq!(check("a", &headers, "/x").await, Ok(()));
    }
}
