//! Drawing away from the threads that serve requests, so that a long record does not hold up other
//! requests.

use std::sync::Arc;
use std::thread::available_parallelism;

use product_pool_http::shares::{Limited, Permit, Refused};
use product_pool_http::single_flight::SingleFlight;
use product_pool_http::{Representation, Representations};
use tokio::task::spawn_blocking;

/// The most drawings at a time: the threads that they run on read files and databases, too.
const MAX_AT_A_TIME: usize = 16;
/// The most drawings that are under way or wait: each of them keeps its record in memory.
const MAX_UNDER_WAY: usize = 1024;

/// The cards that are kept and those that are being drawn. A clone shares them.
#[derive(Clone)]
pub(super) struct Drawings {
    kept: Representations,
    under_way: Arc<SingleFlight<Option<Representation>>>,
    turns: Arc<Limited>,
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
            under_way: SingleFlight::new(MAX_UNDER_WAY, true),
            turns: Arc::new(Limited::new(count, MAX_UNDER_WAY)),
        }
    }

    /// Runs `work` on a thread of its own when it has its turn; `None` if it panicked. Once begun,
    /// it is finished even if the caller stops waiting.
    ///
    /// # Errors
    /// Too many other drawings are under way.
    pub(super) async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, Refused> {
        match self.turns.place()?.take().await {
            Some(turn) => Ok(run(turn, work).await),
            None => Ok(None),
        }
    }

    /// The representation under that key, which names everything that it is made of: kept, being
    /// drawn already, or else drawn now, once for all who wait for it. `None` if it cannot be
    /// drawn.
    ///
    /// # Errors
    /// Too many other drawings are under way.
    pub(super) async fn draw(
        &self,
        key: String,
        make: impl FnOnce() -> Option<Representation> + Send + 'static,
    ) -> Result<Option<Representation>, Refused> {
        if let Some(kept) = self.kept.get(&key) {
            return Ok(Some(kept));
        }
        let (kept, name) = (self.kept.clone(), Arc::from(key));
        let line = || Ok::<_, Refused>(self.turns.place()?.take());
        let work = {
            let name = Arc::clone(&name);
            move |turn| async move {
                run(turn, move || kept.get_or_make(&name, make))
                    .await
                    .flatten()
            }
        };
        let drawing = self.under_way.join(&name, line, work)?;
        Ok(drawing.result().await.flatten())
    }
}

/// Runs `work` on a thread of its own during that turn; `None` if it panicked.
async fn run<T: Send + 'static>(
    turn: Permit,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let work = move || {
        let done = work();
        drop(turn);
        done
    };
    spawn_blocking(work).await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use axum::body::Bytes;
    use product_pool_http::shares::for_client;
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
                drawings.draw("a".to_owned(), counted).await
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
        assert_eq!(drawings.under_way.count(), 0);
    }

    #[tokio::test]
    async fn a_few_are_drawn_at_a_time_and_only_those_begun_without_readers() {
        let drawings = Drawings::at_a_time(2, Representations::new(1 << 20));
        let mut waiting = JoinSet::new();
        let mut begin = |key: &str| {
            let (drawings, key) = (drawings.clone(), key.to_owned());
            let (end, make) = blocked();
            waiting.spawn(async move { drawings.draw(key, make).await });
            end
        };
        let (first, second) = (begin("1"), begin("2"));
        while drawings.turns.free() > 0 {
            tokio::task::yield_now().await;
        }
        let last = begin("3");
        settled().await;
        assert!(drawings.kept.get("3").is_none(), "it has no turn yet");
        waiting.abort_all();
        while waiting.join_next().await.is_some() {}
        for end in [last, first, second] {
            // The receivers of those that were not begun may be dropped already.
            let _ = end.send(());
        }
        while drawings.under_way.count() > 0 {
            tokio::task::yield_now().await;
        }
        for (key, is_kept) in [("1", true), ("2", true), ("3", false)] {
            assert_eq!(drawings.kept.get(key).is_some(), is_kept, "{key}");
        }
        while drawings.turns.free() < 2 {
            tokio::task::yield_now().await;
        }
    }

    async fn settled() {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_client_waits_for_one_drawing_of_another_and_not_for_all_of_its_own() {
        let drawings = Drawings::at_a_time(1, Representations::new(1 << 20));
        let greedy = Some(IpAddr::from([203, 0, 113, 5]));
        let other = Some(IpAddr::from([203, 0, 113, 6]));
        let mut waiting = JoinSet::new();
        let mut begin = |client, key: String| {
            let drawings = drawings.clone();
            let (end, make) = blocked();
            let drawn = async move { drawings.draw(key, make).await };
            waiting.spawn(for_client(client, drawn));
            end
        };
        // The last one of those is the card that the other wants, too.
        let ends: Vec<_> = (0..150).map(|n| begin(greedy, n.to_string())).collect();
        settled().await;
        let end_of_other = begin(other, "149".to_owned());
        settled().await;
        end_of_other.send(()).unwrap();
        ends[0].send(()).unwrap();
        while drawings.kept.get("149").is_none() {
            tokio::task::yield_now().await;
        }
        assert!(drawings.kept.get("2").is_none(), "its own wait");
        for end in ends {
            let _ = end.send(());
        }
        while let Some(drawn) = waiting.join_next().await {
            assert!(drawn.unwrap().unwrap().is_some());
        }
    }

    #[tokio::test]
    async fn work_is_done_on_another_thread() {
        let drawings = Drawings::new(Representations::new(1 << 20));
        let this = || std::thread::current().id();
        assert_ne!(drawings.aside(this).await.unwrap().unwrap(), this());
    }

    #[tokio::test]
    async fn a_drawing_that_panics_ends_the_wait() {
        let drawings = Drawings::new(Representations::new(1 << 20));
        let drawn = drawings.draw("a".to_owned(), || panic!("on purpose")).await;
        assert!(drawn.unwrap().is_none());
        let (end, make) = blocked();
        end.send(()).unwrap();
        assert!(drawings.draw("a".to_owned(), make).await.unwrap().is_some());
    }
}
