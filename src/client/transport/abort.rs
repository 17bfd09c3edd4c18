//! What ends a call before its answer: its time limit, the caller's signal, or
//! the caller dropping it.
//!
//! Neither `AbortSignal.any` nor `AbortSignal.timeout` would do: browsers got the
//! first in 2024, and the timer of the second cannot be cleared and does not keep
//! Node running while a call is under way.

use super::Failure;
use crate::client::Error;
use crate::client::first::first;
use crate::client::time::milliseconds;
use futures_channel::oneshot;
use gloo_events::EventListener;
use gloo_timers::future::TimeoutFuture;
use std::cell::Cell;
use std::future::{Future, pending};
use std::time::Duration;
use web_sys::{AbortController, AbortSignal};

/// Waits.
pub(super) async fn sleep(time: Duration) {
    // `setTimeout` takes a longer time for none at all.
    let longest = i32::MAX as u64;
    TimeoutFuture::new(milliseconds(time).min(longest) as u32).await;
}

/// Waits until the signal aborts.
async fn aborted(signal: Option<&AbortSignal>) {
    let Some(signal) = signal else {
        return pending().await;
    };
    if !signal.aborted() {
        let (sender, receiver) = oneshot::channel();
        // Removed when this future is dropped: a signal may outlive many calls.
        let _listener = EventListener::once(signal, "abort", move |_| {
            let _ = sender.send(());
        });
        let _ = receiver.await;
    }
}

/// The result of `call`, unless its time is up or the signal aborts first. The
/// wait ends by itself, so even a fetch function that ignores its signal cannot
/// keep a caller waiting.
pub(super) async fn in_time<T>(
    call: impl Future<Output = Result<T, Failure>>,
    timeout: Option<Duration>,
    signal: Option<&AbortSignal>,
) -> Result<T, Failure> {
    let given_up = async {
        aborted(signal).await;
        Err(Failure::Aborted)
    };
    let too_long = async {
        match timeout {
            Some(time) => sleep(time).await,
            None => pending().await,
        }
        Err(Failure::Timeout)
    };
    // Before the call, which fails as well when it is aborted.
    first(given_up, first(too_long, call)).await
}

/// The result of `work`, unless the signal aborts first; then `work` is dropped,
/// which ends what it began.
///
/// # Errors
/// That of `work`, or [`ErrorCode::Aborted`](crate::client::ErrorCode::Aborted).
pub async fn until_aborted<T>(
    signal: Option<&AbortSignal>,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let given_up = async {
        aborted(signal).await;
        Err(Error::aborted())
    };
    first(given_up, work).await
}

/// Aborts a request when it is dropped before its answer was read.
pub(super) struct AbortGuard {
    controller: AbortController,
    answered: Cell<bool>,
}

impl AbortGuard {
    pub(super) fn new() -> Result<AbortGuard, Failure> {
        let controller = AbortController::new();
        let missing = |_| Failure::NotSent("there is no AbortController here".to_owned());
        Ok(AbortGuard {
            controller: controller.map_err(missing)?,
            answered: Cell::new(false),
        })
    }

    /// The signal of the request.
    pub(super) fn signal(&self) -> AbortSignal {
        self.controller.signal()
    }

    /// The answer was read: there is nothing to abort any more, and the
    /// listeners of a fetch function are left alone.
    pub(super) fn disarm(&self) {
        self.answered.set(true);
    }
}

impl Drop for AbortGuard {
    fn drop(&mut self) {
        if !self.answered.get() {
            // Without a reason: one that is not an Error leaves requests hanging.
            self.controller.abort();
        }
    }
}
