//! The connection limit of a listener: how many connections are open, and which one is closed
//! for a new one.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::listener::activity::Activity;
use crate::listener::metrics::ConnectionMetrics;

/// How long to wait for a connection to close before another one is asked to.
const CLOSE_INTERVAL: Duration = Duration::from_millis(20);

/// The connections of one listener, up to a limit.
pub(crate) struct ConnectionLimit {
    limit: usize,
    free: Arc<Semaphore>,
    open: Mutex<HashMap<u64, Arc<Activity>>>,
    next: AtomicU64,
    metrics: ConnectionMetrics,
}

impl ConnectionLimit {
    pub(crate) fn new(limit: usize, metrics: ConnectionMetrics) -> Arc<ConnectionLimit> {
        // The largest semaphore has more permits than any system has handles.
        let limit = limit.min(Semaphore::MAX_PERMITS);
        Arc::new(ConnectionLimit {
            limit,
            free: Arc::new(Semaphore::new(limit)),
            open: Mutex::default(),
            next: AtomicU64::new(0),
            metrics,
        })
    }

    /// Waits for a slot for an accepted connection. If there is none, the connection that has
    /// been idle for longest is closed. If all have requests in flight, the new one waits.
    pub(crate) async fn acquire(self: &Arc<Self>) -> ConnectionSlot {
        loop {
            if let Some(slot) = self.try_acquire() {
                return slot;
            }
            self.close_longest_idle();
            let freed = tokio::time::timeout(CLOSE_INTERVAL, self.free.clone().acquire_owned());
            if let Ok(Ok(permit)) = freed.await {
                return self.slot(permit);
            }
        }
    }

    /// Takes a slot, if one is free.
    pub(crate) fn try_acquire(self: &Arc<Self>) -> Option<ConnectionSlot> {
        let permit = self.free.clone().try_acquire_owned().ok()?;
        Some(self.slot(permit))
    }

    fn slot(self: &Arc<Self>, permit: OwnedSemaphorePermit) -> ConnectionSlot {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let activity = Activity::new();
        self.open.lock().insert(number, activity.clone());
        self.metrics.open.inc();
        ConnectionSlot {
            activity,
            number,
            limit: self.clone(),
            _permit: permit,
        }
    }

    fn close_longest_idle(&self) {
        let open = self.open.lock();
        let idle = open
            .values()
            .filter_map(|activity| Some((activity.idle_since()?, activity)));
        if let Some((_, activity)) = idle.min_by_key(|(since, _)| *since) {
            activity.close();
        }
    }

    /// Waits until no connection is open.
    pub(crate) async fn all_closed(&self) {
        // At most `limit`, which a semaphore can have.
        let all = u32::try_from(self.limit).unwrap_or(u32::MAX);
        let _ = self.free.acquire_many(all).await;
    }
}

/// The slot of one connection, until it is dropped.
pub(crate) struct ConnectionSlot {
    pub(crate) activity: Arc<Activity>,
    number: u64,
    limit: Arc<ConnectionLimit>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.limit.open.lock().remove(&self.number);
        self.limit.metrics.open.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::super::activity::InFlight;
    use super::*;

    #[tokio::test]
    async fn the_longest_idle_connection_is_closed_at_the_limit() {
        let slots = ConnectionLimit::new(3, ConnectionMetrics::default());
        let (busy, first, second) = (
            slots.acquire().await,
            slots.acquire().await,
            slots.acquire().await,
        );
        let _in_flight = InFlight::new(&busy.activity);
        // It had a request in the meantime, so the second one has been idle for longer.
        drop(InFlight::new(&first.activity));
        assert!(slots.try_acquire().is_none());
        let closed = tokio::spawn(async move {
            second.activity.closing().await;
            drop(second);
        });
        let third = slots.acquire().await;
        assert!(closed.await.is_ok());
        drop((first, third));
        assert_eq!(slots.open.lock().len(), 1);
    }

    #[tokio::test]
    async fn a_new_connection_waits_while_all_others_are_busy() {
        let slots = ConnectionLimit::new(1, ConnectionMetrics::default());
        let busy = slots.acquire().await;
        let in_flight = InFlight::new(&busy.activity);
        let waiting = tokio::time::timeout(CLOSE_INTERVAL * 5, slots.acquire()).await;
        assert!(waiting.is_err());
        drop(in_flight);
        let closed = tokio::spawn(async move {
            busy.activity.closing().await;
            drop(busy);
        });
        drop(slots.acquire().await);
        assert!(closed.await.is_ok());
        slots.all_closed().await;
    }
}
