//! Room in memory for long bodies.
//!
//! The upstream decides how long its responses are, and clients decide which are requested, and how
//! fast they read them. So a long body takes its room before it is read, and gives it back when the
//! last who has it, the cache or a client, lets go of it: however many there are, they take a limited
//! part of the memory, and further ones wait.

use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::entry::Entry;

/// Shorter bodies need no room, in bytes. No supplier's record is so long.
pub(crate) const LONG: usize = 1 << 20;
/// The room for all long bodies, in bytes: half of what the recipes allow the process, and more
/// than the cache's memory and a body that is read together.
const TOTAL: usize = 240 << 20;
static ROOM: Semaphore = Semaphore::const_new(TOTAL);
/// How much more room a body needs while it is read than afterwards: for the text without its hidden
/// fields, and the text around that.
const WHILE_READ: usize = 3;
/// How long a body that is read from a file waits for room.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long one of the upstream's does, whose connection others wait for meanwhile.
const CONNECTED_PATIENCE: Duration = Duration::from_millis(500);

/// The room that a body has; none if it is short.
#[derive(Debug, Default)]
pub(crate) struct Room(Option<SemaphorePermit<'static>>);

/// A body with its room.
struct Kept {
    body: Bytes,
    _room: SemaphorePermit<'static>,
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}

/// How much room a body of that length takes while it is read; `None` for none.
fn needed(length: usize) -> Option<u32> {
    let needed = (length * WHILE_READ).min(TOTAL);
    (length > LONG).then(|| u32::try_from(needed).unwrap_or(u32::MAX))
}

impl Room {
    /// Waits a moment for room for a body of that length, which a connection to the upstream waits
    /// to send; `None` if there is none in time.
    pub(crate) async fn take(length: usize) -> Option<Room> {
        match needed(length) {
            Some(needed) => Room::within(CONNECTED_PATIENCE, needed).await,
            None => Some(Room::default()),
        }
    }

    async fn within(patience: Duration, needed: u32) -> Option<Room> {
        let taken = timeout(patience, ROOM.acquire_many(needed)).await;
        Some(Room(Some(taken.ok()?.ok()?)))
    }

    /// Whether this is room for a long body.
    pub(crate) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// The body, which from now on takes as much room as it is long.
    pub(crate) fn keep(self, body: Bytes) -> Bytes {
        let Some(mut room) = self.0 else {
            return body;
        };
        let spare = room.num_permits().saturating_sub(body.len());
        drop(room.split(spare));
        Bytes::from_owner(Kept { body, _room: room })
    }

    /// What is read from a file, with room for its body. While it waits for that, the body is not
    /// kept.
    pub(crate) async fn for_read<E, F>(read: impl Fn() -> F) -> Result<Option<(Entry, Room)>, E>
    where
        F: Future<Output = Result<Option<Entry>, E>>,
    {
        let Some(entry) = read().await? else {
            return Ok(None);
        };
        let Some(needed) = needed(entry.body.len()) else {
            return Ok(Some((entry, Room::default())));
        };
        if let Ok(taken) = ROOM.try_acquire_many(needed) {
            return Ok(Some((entry, Room(Some(taken)))));
        }
        drop(entry);
        match Room::within(PATIENCE, needed).await {
            Some(room) => Ok(read().await?.map(|entry| (entry, room))),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::ready;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// One test, because there is one room.
    #[tokio::test(start_paused = true)]
    async fn long_bodies_wait_for_those_before() {
        const LENGTH: usize = 16 << 20;
        let body = || Bytes::from(vec![b'x'; LENGTH]);
        assert!(!Room::take(LONG).await.unwrap().is_some());
        let mut kept = Vec::new();
        while let Some(room) = Room::take(LENGTH).await {
            kept.push(room.keep(body()));
            assert!(kept.len() <= TOTAL / LENGTH);
        }
        // While it is read, a body needs the room of three.
        assert_eq!(kept.len(), TOTAL / LENGTH - 2);
        assert!(Room::take(LONG).await.is_some());
        let reads = AtomicU32::new(0);
        let read = || {
            reads.fetch_add(1, Ordering::Relaxed);
            ready(Ok::<_, ()>(Some(Entry::new(200, body(), Duration::ZERO))))
        };
        // A connection is not held for as long as a file can wait.
        let (no_room, read_later) = tokio::join!(
            biased;
            timeout(PATIENCE / 5, Room::take(LENGTH)),
            Room::for_read(read)
        );
        assert!(no_room.unwrap().is_none() && read_later.unwrap().is_none());
        assert_eq!(reads.load(Ordering::Relaxed), 1);
        // A clone is the same body.
        let clone = kept[0].clone();
        drop(kept.remove(0));
        assert!(Room::take(LENGTH).await.is_none());
        drop(clone);
        let (entry, room) = Room::for_read(read).await.unwrap().unwrap();
        assert_eq!(room.keep(entry.body).len(), LENGTH);
        kept.clear();
        assert_eq!(ROOM.available_permits(), TOTAL);
    }
}
