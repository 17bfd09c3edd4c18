//! Following the upstream's changes, so that what changed is asked for anew
//! long before it would have grown old.

use std::sync::Arc;
use std::time::Duration;

use product_pool::client::{
    Answer, Call, Changes, Checkpoint, Error, Failure as Lost, Headers, Options, PoolClient,
    Transport,
};
use product_pool::model::ListedProduct;
use product_pool::operations::Returns;

use super::changes::Changed;
use super::clock::Clock;
use super::entry::Validators;
use super::service::Gateway;
use super::upstream::Failure;

/// How far before the oldest answer the changes begin, where nothing says how
/// far they were followed: the upstream's clock may be another.
const MARGIN: Duration = Duration::from_secs(3600);
/// Changes dealt with at a time.
const BATCH: usize = 500;
/// What the library's client takes for the upstream's address. Only what
/// follows it is used.
pub(super) const NOWHERE: &str = "http://upstream.invalid";

/// The library's client over the gateway's own upstream: with its token, its
/// limits and its patience.
#[derive(Clone)]
pub(super) struct Through {
    pub(super) gateway: Arc<Gateway>,
}

impl Through {
    /// A page of the list, as the upstream gave it.
    pub(super) async fn page(&self, call: &Call<'_>) -> Result<Answer, Lost> {
        let target = call.url().strip_prefix(NOWHERE).unwrap_or_default();
        let none = Validators::default();
        let reply = self
            .gateway
            .upstream
            .get(target, Returns::ProductPage, &none)
            .await
            .map_err(|failure| match failure {
                Failure::Timeout => Lost::Timeout,
                other => Lost::Network(format!("it {other}")),
            })?;
        Ok(Answer {
            status: reply.status,
            headers: Headers::default(),
            retry_after: None,
            body: String::from_utf8_lossy(&reply.body).into_owned().into(),
        })
    }
}

impl Transport for Through {
    async fn get(&self, call: &Call<'_>) -> Result<Answer, Lost> {
        self.page(call).await
    }

    async fn pause(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }

    fn clock(&self) -> Duration {
        Clock::default().now()
    }

    fn random(&self) -> f64 {
        0.5
    }
}

/// Follows the changes for ever, looking for new ones so often.
pub(crate) async fn follow(gateway: Arc<Gateway>, every: Duration) {
    let through = Through {
        gateway: gateway.clone(),
    };
    let client = match client(through) {
        Ok(client) => client,
        Err(error) => {
            tracing::error!("changes cannot be followed: {error}");
            return;
        }
    };
    let mut changes = client.changes(beginning(&gateway));
    let mut failing = false;
    loop {
        let begun = gateway.clock.now();
        match walk(&gateway, &mut changes).await {
            Ok(count) => {
                gateway.tally.followed(begun);
                tracing::debug!(count, "changes followed");
                failing = false;
            }
            Err(error) if !failing => {
                tracing::warn!("changes cannot be followed just now: {error}");
                failing = true;
            }
            Err(_) => {}
        }
        tokio::time::sleep(every).await;
    }
}

/// The library's client over such a transport. It leaves trying again to the one
/// who waits anyway.
pub(super) fn client<T: Transport>(transport: T) -> Result<PoolClient<T>, Error> {
    PoolClient::with_transport(&Options::new(NOWHERE).max_retries(0), transport)
}

/// Where to begin: where the last process ended, else where the oldest answer
/// may have been overtaken.
fn beginning(gateway: &Gateway) -> Checkpoint {
    let disk = gateway.cache.disk();
    if let Some(noted) = disk.and_then(|disk| disk.noted()?.parse().ok()) {
        return noted;
    }
    let oldest = disk.and_then(|disk| disk.oldest());
    let from = oldest.unwrap_or(gateway.clock.now()).saturating_sub(MARGIN);
    let seconds = i64::try_from(from.as_secs()).unwrap_or_default();
    jiff::Timestamp::from_second(seconds)
        .ok()
        .and_then(|time| Checkpoint::since(&time.to_string()).ok())
        .unwrap_or_default()
}

/// Reads all there is and drops what it is about; how many changes there were.
async fn walk(gateway: &Gateway, changes: &mut Changes<Through>) -> Result<usize, Error> {
    let mut count = 0;
    loop {
        let mut changed = Changed::default();
        let mut more = true;
        while more && changed.products.len() < BATCH {
            match changes.next().await {
                Ok(Some(product)) => {
                    count += 1;
                    note(&mut changed, &product);
                }
                Ok(None) => more = false,
                // What was read before is dealt with first: it is not given again.
                Err(error) => {
                    drop_changed(gateway, changed, changes);
                    return Err(error);
                }
            }
        }
        drop_changed(gateway, changed, changes);
        if !more {
            changes.again();
            return Ok(count);
        }
    }
}

fn note(changed: &mut Changed, product: &ListedProduct) {
    if let Some(id) = product.data().pool_id().get() {
        changed.products.insert(id.to_owned());
    }
    // Some pools find a product by the GTIN of what is in the case, too.
    let gtins = product.units().map(|(gtin, _)| gtin.to_14());
    changed.gtins.extend(gtins);
}

fn drop_changed(gateway: &Gateway, changed: Changed, changes: &Changes<Through>) {
    if changed.products.is_empty() && changed.gtins.is_empty() {
        return;
    }
    gateway.cache.drop_changed(changed);
    if let Some(disk) = gateway.cache.disk() {
        disk.note(changes.checkpoint().to_string());
    }
}
