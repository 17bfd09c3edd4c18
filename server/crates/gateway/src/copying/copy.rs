//! Makes the mirror's queued requests: records first, then images, then makers.
//!
//! A request stays queued in the file until its response is written there, so that nothing is
//! lost if the process is killed. If the upstream demands a pause, it gets one; a record that
//! cannot be fetched does not delay the others.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use product_pool::operations::Returns;
use tokio::task::JoinSet;

use crate::entry::Validators;
use crate::failure::Failure;
use crate::gateway::Gateway;
pub(crate) use crate::mirror::{Mirror, duration, listed, milliseconds};
use crate::upstream::Reply;
use product_pool_store::StoreError;
use product_pool_store::mirror::{self as store, Done, MISSED, Outcome, Rank, Task, Todo};

/// Responses written at a time: this many are requested again if the process is killed before.
const BATCH: usize = 16;
/// Queued requests read from the file at a time.
const QUEUE: usize = 64;
/// The back-off of a failed request: at first, and at most.
const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(300);
/// How long to wait before writing a file again after a failure, and before the next request
/// to an upstream that refuses this gateway.
const PAUSE: Duration = Duration::from_secs(10);

/// The result of a request: an outcome to write, or a pause before any other request.
enum Asked {
    Done(Done),
    Pause(Duration),
}

/// Makes the queued requests indefinitely.
pub(super) async fn copy(gateway: Arc<Gateway>, mirror: Arc<Mirror>, connections: usize) {
    loop {
        if let Err(error) = work(&gateway, &mirror, connections).await {
            tracing::error!("the mirror cannot be written: {error}");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn work(
    gateway: &Arc<Gateway>,
    mirror: &Arc<Mirror>,
    connections: usize,
) -> Result<(), StoreError> {
    let mut asking = JoinSet::new();
    let mut under_way = HashSet::new();
    let mut queue: VecDeque<Todo> = VecDeque::new();
    let mut done = Vec::new();
    loop {
        let mut next = None;
        if queue.is_empty() {
            write(gateway, mirror, &mut done).await?;
            let now = milliseconds(gateway.clock.now());
            let limit = QUEUE + asking.len();
            let due = mirror.pool.read(move |c| store::due(c, now, limit)).await?;
            next = due.1;
            let new = due.0.into_iter();
            queue.extend(new.filter(|todo| !under_way.contains(&todo.id)));
        }
        while asking.len() < connections
            && let Some(todo) = queue.pop_front()
        {
            under_way.insert(todo.id);
            asking.spawn(ask(gateway.clone(), todo));
        }
        let mut pause = Duration::ZERO;
        match asking.join_next().await {
            Some(Ok((id, asked))) => {
                under_way.remove(&id);
                match asked {
                    Asked::Done(one) => done.push(one),
                    Asked::Pause(time) => pause = time,
                }
            }
            // A panic: the request is still queued, and made again in its turn.
            Some(Err(error)) => {
                tracing::error!("the mirror: {error}");
                pause = PAUSE;
            }
            None => rest(gateway, mirror, next).await,
        }
        if !pause.is_zero() {
            // Requests in flight finish; no new ones start.
            while let Some(ended) = asking.join_next().await {
                match ended {
                    Ok((_, Asked::Done(one))) => done.push(one),
                    Ok((_, Asked::Pause(time))) => pause = pause.max(time),
                    Err(_) => {}
                }
            }
            under_way.clear();
            queue.clear();
            write(gateway, mirror, &mut done).await?;
            tokio::time::sleep(pause.min(LONGEST)).await;
        } else if done.len() >= BATCH {
            write(gateway, mirror, &mut done).await?;
        }
    }
}

/// Waits until a request is due or one is queued.
async fn rest(gateway: &Gateway, mirror: &Mirror, next: Option<i64>) {
    let now = milliseconds(gateway.clock.now());
    let wait = next.map_or(LONGEST, |next| duration(next - now));
    // A notification sent before this waits is not lost: it returns at once.
    let _ = tokio::time::timeout(wait.min(LONGEST), mirror.work.notified()).await;
}

async fn write(gateway: &Gateway, mirror: &Mirror, done: &mut Vec<Done>) -> Result<(), StoreError> {
    if done.is_empty() {
        return Ok(());
    }
    let done = std::mem::take(done);
    let now = milliseconds(gateway.clock.now());
    mirror.write(move |file| file.write(&done, now)).await
}

async fn ask(gateway: Arc<Gateway>, todo: Todo) -> (i64, Asked) {
    let returns = match todo.rank {
        Rank::Product => Returns::Product,
        Rank::Image => Returns::ImagePage,
        Rank::Maker => Returns::Listing,
    };
    let asked = gateway.clock.now();
    let none = Validators::default();
    let reply = gateway
        .upstream
        .get_later(&todo.target, returns, &none)
        .await;
    let id = todo.id;
    let again = milliseconds(gateway.clock.now() + backoff(todo.tries));
    let outcome = match reply {
        Ok(reply) => {
            // A response from a cache in between is as old as its `Age` says.
            let at = milliseconds(asked.saturating_sub(reply.age));
            let outcome = outcome(&todo, &reply, again);
            return (id, Asked::Done(Done { todo, at, outcome }));
        }
        Err(Failure::Closed(time) | Failure::Busy(time)) => return (id, Asked::Pause(time)),
        Err(Failure::Crowded | Failure::Throttled | Failure::Token) => {
            return (id, Asked::Pause(PAUSE));
        }
        Err(
            Failure::Unreachable(_)
            | Failure::Timeout
            | Failure::Status(_)
            | Failure::Unavailable(_)
            | Failure::Garbage(_),
        ) => Outcome::Later(again),
    };
    let at = milliseconds(asked);
    (id, Asked::Done(Done { todo, at, outcome }))
}

/// The outcome that a response means for the mirror.
fn outcome(todo: &Todo, reply: &Reply, again: i64) -> Outcome {
    let status = reply.status;
    match (status, todo.rank) {
        (404 | 410, Rank::Product) if todo.tries < MISSED => Outcome::Later(again),
        // It is no longer listed, and not served either.
        (403, Rank::Product) if todo.tries >= MISSED => Outcome::Gone,
        (404 | 410, Rank::Product) => Outcome::Gone,
        (403 | 410, _) => Outcome::Refused,
        (200 | 404, _) => {
            let Ok(body) = String::from_utf8(reply.body.to_vec()) else {
                return Outcome::Later(again);
            };
            if todo.rank == Rank::Product {
                let pool_id = todo.pool_id.as_deref().unwrap_or_default();
                return match listed::record(&body, pool_id, again) {
                    Ok(record) => Outcome::Record(Box::new(record)),
                    Err(why) => {
                        tracing::warn!("the upstream answers {} with {why}", todo.target);
                        Outcome::Later(again)
                    }
                };
            }
            let next = listed::next(&todo.target, &body).map(|target| Task {
                target,
                pool_id: todo.pool_id.clone(),
                rank: todo.rank,
                once: None,
            });
            Outcome::Answer { status, body, next }
        }
        _ => Outcome::Later(again),
    }
}

/// The back-off after that many tries.
fn backoff(tries: u32) -> Duration {
    FIRST
        .saturating_mul(1u32.checked_shl(tries).unwrap_or(u32::MAX).max(1))
        .min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Bytes;

    fn told(rank: Rank, tries: u32, status: u16, body: &'static str) -> Outcome {
        let todo = Todo {
            id: 1,
            target: "/v2/x".to_owned(),
            pool_id: Some("a".to_owned()),
            rank,
            tries,
        };
        let reply = Reply {
            status,
            body: Bytes::from_static(body.as_bytes()),
            validators: Validators::default(),
            age: Duration::ZERO,
            no_store: false,
            unchecked: false,
        };
        outcome(&todo, &reply, 7)
    }

    #[test]
    fn answers_mean_what_they_say() {
        use Outcome::{Answer, Gone, Later, Refused};
        let right = r#"{"data":{"pool_id":"a"}}"#;
        assert!(matches!(
            told(Rank::Product, 0, 200, right),
            Outcome::Record(_)
        ));
        let other = r#"{"data":{"pool_id":"b"}}"#;
        assert!(matches!(told(Rank::Product, 0, 200, other), Later(7)));
        assert!(matches!(told(Rank::Product, 0, 404, "{}"), Later(7)));
        assert!(matches!(told(Rank::Product, MISSED, 404, "{}"), Gone));
        assert!(matches!(told(Rank::Product, 0, 403, ""), Refused));
        assert!(matches!(told(Rank::Product, MISSED, 403, ""), Gone));
        assert!(matches!(told(Rank::Product, 0, 400, ""), Later(7)));
        assert!(matches!(
            told(Rank::Image, 0, 404, "{}"),
            Answer { status: 404, .. }
        ));
        assert!(matches!(told(Rank::Image, 0, 403, ""), Refused));
        assert!(matches!(
            told(Rank::Maker, 0, 200, "[]"),
            Answer { status: 200, .. }
        ));
    }

    #[test]
    fn waits_grow_and_end() {
        assert_eq!(backoff(0), FIRST);
        assert_eq!(backoff(3), FIRST * 8);
        assert_eq!(backoff(31), LONGEST);
        assert_eq!(backoff(4_000_000_000), LONGEST);
    }
}
