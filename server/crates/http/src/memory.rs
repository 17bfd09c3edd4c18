//! Memory for long bodies, and for drawing them.
//!
//! The upstream decides how long its responses are, and clients decide which are requested, and how
//! fast they read them. So a long body takes its room before it is read, and gives it back when the
//! last who has it, the cache or a client, lets go of it: however many there are, they take a limited
//! part of the memory, and further ones wait.

use std::sync::LazyLock;
use std::time::Duration;

use axum::body::Bytes;

use crate::shares::{Limited, Permit, Refused};

/// Shorter bodies need no room, in bytes. No supplier's record is so long.
pub const LONG: usize = 1 << 20;
/// The room for all long bodies, in bytes: with a gateway's cache in memory and what any server
/// takes, less than the 512 MB that the recipes allow the process.
const TOTAL: usize = 240 << 20;
static ROOM: LazyLock<Limited> = LazyLock::new(|| Limited::new(TOTAL, 512));
/// How much more room a body needs while it is read than afterwards: for the text without its hidden
/// fields, and the text around that.
const WHILE_READ: usize = 3;
/// How much a record needs while it is drawn, as measured with records of many small values.
const WHILE_DRAWN: usize = 25;
/// Shorter records are drawn without room, in bytes: a few at a time, they take little.
const SHORT_TO_DRAW: usize = 64 << 10;
/// How long a body that is read from a file waits for room, and how long drawing does.
const PATIENCE: Duration = Duration::from_secs(5);
const PATIENCE_TO_DRAW: Duration = Duration::from_secs(15);
/// How long a body of the upstream's does, whose connection others wait for meanwhile.
const CONNECTED_PATIENCE: Duration = Duration::from_millis(500);

/// The room that a body has; none if it is short.
#[derive(Debug, Default)]
pub struct Room(Option<Permit>);

/// A body with its room.
struct Kept {
    body: Bytes,
    _room: Permit,
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}

async fn take(needed: usize, patience: Duration) -> Result<Room, Refused> {
    let taken = ROOM.place()?.take_many(needed, patience).await?;
    Ok(Room(Some(taken)))
}

impl Room {
    /// Waits a moment for room for a body of that length, which a connection to the upstream waits
    /// to send.
    ///
    /// # Errors
    /// There is none in time.
    pub async fn to_read(length: usize) -> Result<Room, Refused> {
        match length > LONG {
            true => take((length * WHILE_READ).min(TOTAL), CONNECTED_PATIENCE).await,
            false => Ok(Room::default()),
        }
    }

    /// Waits for room to draw a record of that length.
    ///
    /// # Errors
    /// There is none in time, or never for one that is so long.
    pub async fn to_draw(length: usize) -> Result<Room, Refused> {
        match length.saturating_mul(WHILE_DRAWN) {
            _ if length <= SHORT_TO_DRAW => Ok(Room::default()),
            needed if needed > TOTAL => Err(Refused::All),
            needed => take(needed, PATIENCE_TO_DRAW).await,
        }
    }

    /// Whether this is room for a long body.
    pub fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// The body, which from now on takes as much room as it is long.
    pub fn keep(self, body: Bytes) -> Bytes {
        let Some(room) = self.0 else {
            return body;
        };
        let room = room.shrink(body.len());
        Bytes::from_owner(Kept { body, _room: room })
    }

    /// What is read from a file, with room for its body, whose length `length` tells. While it waits
    /// for that, the body is not kept.
    ///
    /// # Errors
    /// It cannot be read.
    pub async fn for_read<T, E, F>(
        read: impl Fn() -> F,
        length: impl Fn(&T) -> usize,
    ) -> Result<Option<(T, Room)>, E>
    where
        F: Future<Output = Result<Option<T>, E>>,
    {
        let Some(entry) = read().await? else {
            return Ok(None);
        };
        let length = length(&entry);
        if length <= LONG {
            return Ok(Some((entry, Room::default())));
        }
        let needed = (length * WHILE_READ).min(TOTAL);
        if let Ok(room) = take(needed, Duration::ZERO).await {
            return Ok(Some((entry, room)));
        }
        drop(entry);
        match take(needed, PATIENCE).await {
            Ok(room) => Ok(read().await?.map(|entry| (entry, room))),
            Err(_) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::ready;
    use std::sync::atomic::{AtomicU32, Ordering};
    use tokio::time::timeout;

    /// One test, because there is one room.
    #[tokio::test(start_paused = true)]
    async fn long_bodies_wait_for_those_before() {
        const LENGTH: usize = 16 << 20;
        let body = || Bytes::from(vec![b'x'; LENGTH]);
        assert!(!Room::to_read(LONG).await.unwrap().is_some());
        let mut kept = Vec::new();
        while let Ok(room) = Room::to_read(LENGTH).await {
            kept.push(room.keep(body()));
            assert!(kept.len() <= TOTAL / LENGTH);
        }
        // While it is read, a body needs the room of three.
        assert_eq!(kept.len(), TOTAL / LENGTH - 2);
        assert!(Room::to_read(LONG).await.is_ok());
        let reads = AtomicU32::new(0);
        let read = || {
            reads.fetch_add(1, Ordering::Relaxed);
            ready(Ok::<_, ()>(Some(body())))
        };
        let read = || Room::for_read(read, Bytes::len);
        // A connection is not held for as long as a file can wait.
        let (no_room, read_later) = tokio::join!(
            biased;
            timeout(PATIENCE / 5, Room::to_read(LENGTH)),
            read()
        );
        assert!(no_room.unwrap().is_err() && read_later.unwrap().is_none());
        assert_eq!(reads.load(Ordering::Relaxed), 1);
        // Drawing takes room too, and some records never have enough.
        assert!(Room::to_draw(SHORT_TO_DRAW).await.is_ok());
        assert!(Room::to_draw(2 << 20).await.is_err());
        // A clone is the same body.
        let clone = kept[0].clone();
        drop(kept.remove(0));
        assert!(Room::to_read(LENGTH).await.is_err());
        drop(clone);
        let (body, room) = read().await.unwrap().unwrap();
        assert_eq!(room.keep(body).len(), LENGTH);
        kept.clear();
        assert_eq!(ROOM.free(), TOTAL);
        let drawn = Room::to_draw(9 << 20).await.unwrap();
        assert!(Room::to_draw(9 << 20).await.is_err(), "one after the other");
        drop(drawn);
        assert!(Room::to_draw(10 << 20).await.is_err());
    }
}
