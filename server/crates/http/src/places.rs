//! The connection limit of a listener: how many connections are open, and which one is closed
//! for a new one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::activity::Activity;
use crate::metrics::ConnectionMetrics;

/// How long to wait for a connection to close before another one is asked to.
const STEP: Duration = Duration::from_millis(20);

/// The connections of one listener, up to a limit.
pub(super) struct Places {
    limit: usize,
    free: Arc<Semaphore>,
    open: Mutex<HashMap<u64, Arc<Activity>>>,
    next: AtomicU64,
    metrics: ConnectionMetrics,
}

impl Places {
    pub(super) fn new(limit: usize, metrics: ConnectionMetrics) -> Arc<Places> {
        // The largest semaphore has more permits than any system has handles.
        let limit = limit.min(Semaphore::MAX_PERMITS);
        Arc::new(Places {
            limit,
            free: Arc::new(Semaphore::new(limit)),
            open: Mutex::default(),
            next: AtomicU64::new(0),
            metrics,
        })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Arc<Activity>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place for an accepted connection. If there is none, the connection that has
    /// been idle for longest is closed. If all have requests in flight, the new one waits.
    pub(super) async fn take(self: &Arc<Self>) -> Place {
        loop {
            if let Some(place) = self.try_take() {
                return place;
            }
            self.close_oldest();
            let freed = tokio::time::timeout(STEP, self.free.clone().acquire_owned());
            if let Ok(Ok(permit)) = freed.await {
                return self.place(permit);
            }
        }
    }

    /// Takes a place, if one is free.
    pub(super) fn try_take(self: &Arc<Self>) -> Option<Place> {
        let permit = self.free.clone().try_acquire_owned().ok()?;
        Some(self.place(permit))
    }

    fn place(self: &Arc<Self>, permit: OwnedSemaphorePermit) -> Place {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let activity = Activity::new();
        self.open().insert(number, activity.clone());
        self.metrics.open.inc();
        Place {
            activity,
            number,
            places: self.clone(),
            _permit: permit,
        }
    }

    fn close_oldest(&self) {
        let open = self.open();
        let idle = open
            .values()
            .filter_map(|activity| Some((activity.idle_since()?, activity)));
        if let Some((_, activity)) = idle.min_by_key(|(since, _)| *since) {
            activity.close();
        }
    }

    /// Waits until no connection is open.
    pub(super) async fn all_free(&self) {
        // At most `limit`, which a semaphore can have.
        let all = u32::try_from(self.limit).unwrap_or(u32::MAX);
        let _ = self.free.acquire_many(all).await;
    }
}

/// The place of one connection, until it is dropped.
pub(super) struct Place {
    pub(super) activity: Arc<Activity>,
    number: u64,
    places: Arc<Places>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.open().remove(&self.number);
        self.places.metrics.open.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::super::activity::Mark;
    use super::*;

    #[tokio::test]
    async fn the_connection_that_waits_longest_makes_room() {
        let places = Places::new(3, ConnectionMetrics::default());
        let (busy, first, second) = (
            places.take().await,
            places.take().await,
            places.take().await,
        );
        let _mark = Mark::new(&busy.activity);
        // It had a request in the meantime, so the second one has been idle for longer.
        drop(Mark::new(&first.activity));
        assert!(places.try_take().is_none());
        let closed = tokio::spawn(async move {
            second.activity.closing().await;
            drop(second);
        });
        let third = places.take().await;
        assert!(closed.await.is_ok());
        drop((first, third));
        assert_eq!(places.open().len(), 1);
    }

    #[tokio::test]
    async fn a_connection_waits_while_all_others_have_requests() {
        let places = Places::new(1, ConnectionMetrics::default());
        let busy = places.take().await;
        let mark = Mark::new(&busy.activity);
        let waiting = tokio::time::timeout(STEP * 5, places.take()).await;
        assert!(waiting.is_err());
        drop(mark);
        let closed = tokio::spawn(async move {
            busy.activity.closing().await;
            drop(busy);
        });
        drop(places.take().await);
        assert!(closed.await.is_ok());
        places.all_free().await;
    }
}
