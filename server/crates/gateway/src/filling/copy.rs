//! Makes the mirror's queued requests: records first, then images, then manufacturers.
//!
//! A request stays queued in the file until its response is written there, so that nothing is
//! lost if the process is killed. If the upstream demands a pause, it gets one; a record that
//! cannot be fetched does not delay the others.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use product_pool::operations::Returns;
use tokio::task::JoinSet;

use crate::body::Body;
use crate::failure::Failure;
use crate::gateway::Gateway;
use crate::replica::mirror::Mirror;
use crate::replica::mirror::tasks::{Done, MISSED, Outcome, Rank, Todo, next, record};
use crate::target::Target;
use crate::upstream::backoff::backoff;
use crate::upstream::http_client::{Query, is_withdrawn};
use crate::upstream::quota::Purpose;
use product_pool_http::memory::Room;
use product_pool_store::StoreError;

/// Responses written at a time: this many are requested again if the process is killed before.
const BATCH: usize = 16;
/// Queued requests read from the file at a time.
const MAX_QUEUE: usize = 64;
/// The back-off of a failed request: at first, and at most.
const MIN_BACKOFF: Duration = Duration::from_millis(500);
const MAX_BACKOFF: Duration = Duration::from_secs(300);
/// How long to wait before writing a file again after a failure, and before the next request
/// to an upstream that refuses this gateway.
const PAUSE: Duration = Duration::from_secs(10);

/// The result of a request: an outcome to write, or how long to pause before any other request.
type Attempt = Result<Done, Duration>;

/// Makes the queued requests indefinitely.
pub(crate) async fn copy(gateway: Arc<Gateway>, mirror: Arc<Mirror>, connections: usize) {
    loop {
        // The error has been logged.
        let _ = run(&gateway, &mirror, connections).await;
        tokio::time::sleep(PAUSE).await;
    }
}

/// Makes the queued requests until the file cannot be read or written.
async fn run(
    gateway: &Arc<Gateway>,
    mirror: &Mirror,
    connections: usize,
) -> Result<(), StoreError> {
    let (mut queue, mut under_way) = (VecDeque::new(), HashSet::new());
    let (mut requests, mut done) = (JoinSet::new(), Vec::new());
    // How long to pause once the requests under way have ended. No other is started until then.
    let mut pause = Duration::ZERO;
    loop {
        if !mirror.is_of(&gateway.upstream.http.account()) {
            // Nothing is requested until the copy has begun anew.
            requests.shutdown().await;
            queue.clear();
            under_way.clear();
            done.clear();
            let _ = tokio::time::timeout(PAUSE, mirror.work.notified()).await;
            continue;
        }
        let mut next_due = None;
        if queue.is_empty() && pause.is_zero() {
            store(mirror, &mut done).await?;
            let limit = MAX_QUEUE + requests.len();
            let due = mirror.due(gateway.clock.now(), limit).await;
            let (due, next) =
                due.inspect_err(|error| tracing::error!("the mirror cannot be read: {error}"))?;
            let is_new = |todo: &Todo| !under_way.contains(&todo.id);
            queue.extend(due.into_iter().filter(is_new));
            next_due = next;
        }
        while pause.is_zero()
            && requests.len() < connections
            && let Some(todo) = queue.pop_front()
        {
            pause = gateway.upstream.quota.wait(Purpose::Filling);
            if !pause.is_zero() {
                break;
            }
            under_way.insert(todo.id);
            requests.spawn(attempt(gateway.clone(), todo));
        }
        match requests.join_next().await {
            Some(Ok((id, attempt))) => {
                under_way.remove(&id);
                match attempt {
                    Ok(one) => done.push(one),
                    Err(time) => pause = pause.max(time),
                }
            }
            // A panic: the request is still queued, and made again in its turn.
            Some(Err(error)) => {
                tracing::error!("the mirror: {error}");
                pause = pause.max(PAUSE);
            }
            None if pause.is_zero() => {
                let wait =
                    next_due.map_or(MAX_BACKOFF, |at| at.saturating_sub(gateway.clock.now()));
                // A notification sent before this waits is not lost: it returns at once.
                let work = mirror.work.notified();
                let _ = tokio::time::timeout(wait.min(MAX_BACKOFF), work).await;
            }
            None => {
                queue.clear();
                under_way.clear();
                store(mirror, &mut done).await?;
                tokio::time::sleep(pause.min(MAX_BACKOFF)).await;
                pause = Duration::ZERO;
            }
        }
        let is_long = done.last().is_some_and(|done: &Done| done.room.is_some());
        if is_long || done.len() >= BATCH {
            store(mirror, &mut done).await?;
        }
    }
}

/// Stores the outcomes of requests.
async fn store(mirror: &Mirror, done: &mut Vec<Done>) -> Result<(), StoreError> {
    if done.is_empty() {
        return Ok(());
    }
    mirror.store(std::mem::take(done)).await
}

async fn attempt(gateway: Arc<Gateway>, todo: Todo) -> (i64, Attempt) {
    let target = todo
        .target
        .parse()
        .ok()
        .and_then(|uri| Target::of(&uri).ok());
    let returns = target.map_or(Returns::Entry, |target| target.returns());
    let started = gateway.clock.now();
    let account = gateway.upstream.http.account();
    let query = Query::new(&todo.target, returns);
    let reply = gateway.upstream.get_in_background(query).await;
    let id = todo.id;
    if gateway.upstream.http.account() != account {
        return (id, Err(MIN_BACKOFF));
    }
    let wait = backoff(MIN_BACKOFF, MAX_BACKOFF, todo.tries.saturating_add(1));
    let retry_at = gateway.clock.now() + wait;
    let (age, room, outcome) = match reply {
        // A response from a cache in between is as old as its `Age` says.
        Ok(reply) => {
            let outcome = outcome(&todo, reply.status, reply.body, retry_at);
            (reply.age, reply.room, outcome)
        }
        Err(Failure::Elsewhere(time)) => return (id, Err(time.max(PAUSE))),
        Err(failure) if failure.is_of_request() => {
            (Duration::ZERO, Room::default(), Outcome::Later(retry_at))
        }
        Err(Failure::BreakerOpen(time) | Failure::Busy(time) | Failure::QuotaSpent(time)) => {
            return (id, Err(time));
        }
        Err(_) => return (id, Err(PAUSE)),
    };
    let at = started.saturating_sub(age);
    let done = Done {
        todo,
        account,
        room,
        at,
        outcome,
    };
    (id, Ok(done))
}

/// The outcome that a response means for the mirror.
fn outcome(todo: &Todo, status: u16, body: Body, retry_at: Duration) -> Outcome {
    match (status, todo.rank) {
        (404 | 410, Rank::Product) if todo.tries < MISSED => Outcome::Missing(retry_at),
        // It is no longer listed, and not served either.
        (_, Rank::Product) if is_withdrawn(status) && todo.tries >= MISSED => Outcome::Gone,
        (200, Rank::Product) => {
            let pool_id = todo.pool_id.as_deref().unwrap_or_default();
            match record(body, pool_id, retry_at) {
                Ok(record) => Outcome::Record(Box::new(record)),
                Err(why) => {
                    tracing::warn!("the response to {} cannot be mirrored: {why}", todo.target);
                    Outcome::Later(retry_at)
                }
            }
        }
        (200 | 404, _) => {
            let next = next(&todo.target, &body);
            Outcome::Answer { status, body, next }
        }
        _ if is_withdrawn(status) => Outcome::Refused,
        _ => Outcome::Later(retry_at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome_of(rank: Rank, tries: u32, status: u16, body: &'static str) -> Outcome {
        let todo = Todo {
            id: 1,
            target: "/v2/x".to_owned(),
            pool_id: Some("a".to_owned()),
            rank,
            tries,
        };
        outcome(
            &todo,
            status,
            Body::from(body.to_owned()),
            Duration::from_secs(7),
        )
    }

    #[test]
    fn responses_have_the_right_outcomes() {
        use Outcome::{Answer, Gone, Later, Missing, Refused};
        let right = r#"{"data":{"pool_id":"a"}}"#;
        assert!(matches!(
            outcome_of(Rank::Product, 0, 200, right),
            Outcome::Record(_)
        ));
        let other = r#"{"data":{"pool_id":"b"}}"#;
        assert!(matches!(outcome_of(Rank::Product, 0, 200, other), Later(_)));
        assert!(matches!(
            outcome_of(Rank::Product, 0, 404, "{}"),
            Missing(_)
        ));
        for status in [402, 403, 451] {
            assert!(matches!(outcome_of(Rank::Product, 0, status, ""), Refused));
        }
        for status in [402, 403, 404, 410, 451] {
            let last = outcome_of(Rank::Product, MISSED, status, "");
            assert!(matches!(last, Gone), "{status}");
        }
        assert!(matches!(outcome_of(Rank::Product, 0, 400, ""), Later(_)));
        assert!(matches!(
            outcome_of(Rank::Image, 0, 404, "{}"),
            Answer { status: 404, .. }
        ));
        assert!(matches!(outcome_of(Rank::Image, 0, 403, ""), Refused));
        assert!(matches!(
            outcome_of(Rank::Manufacturer, 0, 200, "[]"),
            Answer { status: 200, .. }
        ));
    }
}
