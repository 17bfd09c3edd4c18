//! Drawing away from the threads that serve requests, so that a long record does not hold up other
//! requests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::available_parallelism;

use product_pool_http::{Representation, Representations};
use tokio::sync::{Mutex as AsyncMutex, OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::spawn_blocking;

/// The most drawings at a time: the threads that they run on read files and databases, too.
const MAX_AT_A_TIME: usize = 16;
/// The most drawings that are under way or wait: each of them keeps its record in memory.
const MAX_UNDER_WAY: usize = 1024;

/// The cards that are kept and those that are being drawn. A clone shares them.
#[derive(Clone)]
pub(super) struct Drawings {
    kept: Representations,
    under_way: Arc<Mutex<UnderWay>>,
    turns: Arc<Semaphore>,
}

/// A drawing under way: the result, once there is one.
type Drawing = watch::Receiver<Option<Option<Representation>>>;

/// Too many drawings are under way.
#[derive(Debug)]
pub(super) struct Busy;

#[derive(Default)]
struct UnderWay {
    /// By what is drawn.
    drawings: HashMap<String, Drawing>,
    /// By the record that it is drawn of, which is drawn in one way at a time.
    records: HashMap<String, Weak<AsyncMutex<()>>>,
}

impl Drawings {
    /// Half of the processors draw at a time, so that the others can serve.
    pub(super) fn new(kept: Representations) -> Drawings {
        let processors = available_parallelism().map_or(1, usize::from);
        Drawings::at_a_time(processors.div_ceil(2).min(MAX_AT_A_TIME), kept)
    }

    fn at_a_time(count: usize, kept: Representations) -> Drawings {
        Drawings {
            kept,
            under_way: Arc::default(),
            turns: Arc::new(Semaphore::new(count)),
        }
    }

    /// Runs `work` on a thread of its own when it has its turn; `None` if it panicked. Once begun,
    /// it is finished even if the caller stops waiting.
    pub(super) async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = self.turns.clone().acquire_owned().await.ok()?;
        run(turn, work).await
    }

    /// The representation under that key, which names everything that it is made of: kept, being
    /// drawn already, or else drawn now, once for all who wait for it. `record` names the record:
    /// those of a long one, in whatever languages, leave turns to others. `None` if it cannot be
    /// drawn.
    ///
    /// # Errors
    /// Too many other drawings are under way.
    pub(super) async fn draw(
        &self,
        record: &str,
        key: String,
        make: impl FnOnce() -> Option<Representation> + Send + 'static,
    ) -> Result<Option<Representation>, Busy> {
        if let Some(kept) = self.kept.get(&key) {
            return Ok(Some(kept));
        }
        let mut drawing = self.join(record, key, make)?;
        let drawn = drawing.wait_for(Option::is_some).await;
        Ok(drawn.ok().and_then(|drawn| drawn.clone().flatten()))
    }

    fn join(
        &self,
        record: &str,
        key: String,
        make: impl FnOnce() -> Option<Representation> + Send + 'static,
    ) -> Result<Drawing, Busy> {
        let mut under_way = self.under_way();
        if let Some(drawing) = under_way.drawings.get(&key) {
            return Ok(drawing.clone());
        }
        if under_way.drawings.len() >= MAX_UNDER_WAY {
            return Err(Busy);
        }
        let (sender, receiver) = watch::channel(None);
        under_way.drawings.insert(key.clone(), receiver.clone());
        let of_record = under_way.of_record(record);
        let drawings = self.clone();
        tokio::spawn(async move {
            let alone = of_record.lock().await;
            let Ok(turn) = drawings.turns.clone().acquire_owned().await else {
                return;
            };
            if drawings.is_abandoned(&key, &sender) {
                return;
            }
            // Once begun, it goes on even if those who wait for it give up.
            let (kept, name) = (drawings.kept.clone(), key.clone());
            let drawn = run(turn, move || kept.get_or_make(&name, make)).await;
            drop(alone);
            drawings.under_way().drawings.remove(&key);
            sender.send_replace(Some(drawn.flatten()));
        });
        Ok(receiver)
    }

    /// Whether no request waits for a drawing any more. It then is no longer under way.
    fn is_abandoned(
        &self,
        key: &str,
        sender: &watch::Sender<Option<Option<Representation>>>,
    ) -> bool {
        let mut under_way = self.under_way();
        // One receiver is that of `under_way`.
        let is_abandoned = sender.receiver_count() <= 1;
        if is_abandoned {
            under_way.drawings.remove(key);
        }
        is_abandoned
    }

    fn under_way(&self) -> MutexGuard<'_, UnderWay> {
        let under_way = self.under_way.lock();
        under_way.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs `work` on a thread of its own during that turn; `None` if it panicked.
async fn run<T: Send + 'static>(
    turn: OwnedSemaphorePermit,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let work = move || {
        let done = work();
        drop(turn);
        done
    };
    spawn_blocking(work).await.ok()
}

impl UnderWay {
    /// What the drawings of a record hold one after the other.
    fn of_record(&mut self, record: &str) -> Arc<AsyncMutex<()>> {
        self.records.retain(|_, drawn| drawn.strong_count() > 0);
        let known = self.records.get(record).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let new = Arc::default();
            self.records.insert(record.to_owned(), Arc::downgrade(&new));
            new
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use axum::body::Bytes;
    use tokio::task::JoinSet;

    /// A drawing that ends when the sender says so.
    fn blocked() -> (
        mpsc::Sender<()>,
        impl FnOnce() -> Option<Representation> + Send,
    ) {
        let (end, ended) = mpsc::channel();
        let make = move || {
            ended.recv().ok()?;
            Some(Bytes::from_static(b"card").into())
        };
        (end, make)
    }

    // On one thread: whatever held it up would never end.
    #[tokio::test]
    async fn all_who_wait_for_a_card_share_one_drawing_beside_other_requests() {
        let drawings = Drawings::new(Representations::new(1 << 20));
        let (end, make) = blocked();
        let count = Arc::new(AtomicUsize::new(0));
        let mut waiting = JoinSet::new();
        let mut make = Some(make);
        for _ in 0..50 {
            let (drawings, count, make) = (drawings.clone(), count.clone(), make.take());
            waiting.spawn(async move {
                let counted = move || {
                    count.fetch_add(1, Ordering::SeqCst);
                    make.and_then(|make| make())
                };
                drawings.draw("record", "a".to_owned(), counted).await
            });
        }
        // Every one of them is waiting, and none is done.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(waiting.try_join_next().is_none());
        end.send(()).unwrap();
        let mut cards = Vec::new();
        while let Some(card) = waiting.join_next().await {
            cards.push(card.unwrap().unwrap().unwrap().body);
        }
        assert_eq!(count.load(Ordering::SeqCst), 1);
        assert!(cards.len() == 50 && cards.iter().all(|card| card.as_ptr() == cards[0].as_ptr()));
        assert!(drawings.under_way().drawings.is_empty());
    }

    #[tokio::test]
    async fn a_few_are_drawn_at_a_time_and_one_of_a_record_and_only_those_begun_without_readers() {
        let drawings = Drawings::at_a_time(2, Representations::new(1 << 20));
        let mut waiting = JoinSet::new();
        let mut begin = |record: &'static str, key: &str| {
            let (drawings, key) = (drawings.clone(), key.to_owned());
            let (end, make) = blocked();
            waiting.spawn(async move { drawings.draw(record, key, make).await });
            end
        };
        let places = async |count: usize| {
            while drawings.turns.available_permits() != count {
                tokio::task::yield_now().await;
            }
        };
        let settled = async || {
            for _ in 0..100 {
                tokio::task::yield_now().await;
            }
        };
        let (first, second) = (begin("long", "1"), begin("long", "2"));
        settled().await;
        places(1).await;
        // Another record has a turn although one waits that was there before.
        let other = begin("short", "3");
        places(0).await;
        let last = begin("third", "4");
        settled().await;
        assert!(drawings.kept.get("4").is_none(), "it has no turn yet");
        waiting.abort_all();
        while waiting.join_next().await.is_some() {}
        for end in [other, last, first, second] {
            // The receivers of those that were not begun may be dropped already.
            let _ = end.send(());
        }
        while !drawings.under_way().drawings.is_empty() {
            tokio::task::yield_now().await;
        }
        for (key, is_kept) in [("1", true), ("2", false), ("3", true), ("4", false)] {
            assert_eq!(drawings.kept.get(key).is_some(), is_kept, "{key}");
        }
        places(2).await;
    }

    #[tokio::test]
    async fn work_is_done_on_another_thread() {
        let drawings = Drawings::new(Representations::new(1 << 20));
        let this = || std::thread::current().id();
        assert_ne!(drawings.aside(this).await.unwrap(), this());
    }

    #[tokio::test]
    async fn a_drawing_that_panics_ends_the_wait() {
        let drawings = Drawings::new(Representations::new(1 << 20));
        let drawn = drawings
            .draw("record", "a".to_owned(), || panic!("on purpose"))
            .await;
        assert!(drawn.unwrap().is_none());
        let (end, make) = blocked();
        end.send(()).unwrap();
        assert!(
            drawings
                .draw("record", "a".to_owned(), make)
                .await
                .unwrap()
                .is_some()
        );
    }

    #[tokio::test]
    async fn so_many_drawings_wait_and_no_more() {
        let drawings = Drawings::new(Representations::new(1 << 20));
        let join = |key: usize| drawings.join("record", key.to_string(), || None);
        let waiting: Vec<_> = (0..MAX_UNDER_WAY).map(|key| join(key).unwrap()).collect();
        assert!(join(MAX_UNDER_WAY).is_err());
        assert!(join(0).is_ok(), "it is under way already");
        drop(waiting);
        while !drawings.under_way().drawings.is_empty() {
            tokio::task::yield_now().await;
        }
        assert!(join(MAX_UNDER_WAY).is_ok());
    }
}
