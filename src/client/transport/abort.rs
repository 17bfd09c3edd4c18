//! Abortion of a call by its timeout or by dropping it, and of any work by an abort signal.
//!
//! `AbortSignal.any` and `AbortSignal.timeout` are not used: browsers have the
//! former only since 2024, and the timer of the latter cannot be cleared and
//! does not keep Node running during a call.

use super::TransportError;
use crate::client::first::first;
use crate::client::time::milliseconds;
use crate::client::{Error, Reason};
use futures_channel::oneshot;
use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::future::TimeoutFuture;
use std::future::{Future, pending};
use std::time::Duration;
use web_sys::{AbortController, AbortSignal};

/// Waits for a duration.
pub(super) async fn sleep(time: Duration) {
    // `setTimeout` treats a longer time as zero.
    let longest = i32::MAX as u64;
    TimeoutFuture::new(milliseconds(time).min(longest) as u32).await;
}

/// Waits until the signal aborts.
async fn aborted(signal: &AbortSignal) {
    if !signal.aborted() {
        let (sender, receiver) = oneshot::channel();
        // The listener is removed when this future is dropped, because a signal
        // may outlive many calls.
        // Not passive, which is the default: workerd throws at it.
        let options = EventListenerOptions::enable_prevent_default();
        let _listener = EventListener::once_with_options(signal, "abort", options, move |_| {
            let _ = sender.send(());
        });
        let _ = receiver.await;
    }
}

/// The result of `call`, unless the timeout ends first. The call's signal aborts it then, and
/// when it is dropped.
/// The wait ends by itself, so even a fetch function that ignores its signal
/// cannot block the caller.
pub(super) async fn in_time<T>(
    call: impl AsyncFnOnce(AbortSignal) -> Result<T, TransportError>,
    timeout: Option<Duration>,
) -> Result<T, TransportError> {
    let mut guard = AbortGuard::new()?;
    let call = call(guard.controller.signal());
    let too_long = async {
        match timeout {
            Some(time) => sleep(time).await,
            None => pending().await,
        }
        Err(TransportError::Timeout)
    };
    let result = first(too_long, call).await;
    guard.is_answered = result.is_ok();
    result
}

/// The result of `work`, unless the signal aborts first; then `work` is
/// dropped, which aborts its requests.
///
/// # Errors
/// The error of `work`, or
/// [`ErrorCode::Aborted`](crate::client::ErrorCode::Aborted).
pub async fn until_aborted<T>(
    signal: Option<&AbortSignal>,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let given_up = async {
        match signal {
            Some(signal) => aborted(signal).await,
            None => pending().await,
        }
        Err(Error::aborted())
    };
    first(given_up, work).await
}

/// Aborts a request when dropped before its response was read. Afterwards there is nothing left
/// to abort, and the listeners of a fetch function are not notified.
struct AbortGuard {
    controller: AbortController,
    is_answered: bool,
}

impl AbortGuard {
    fn new() -> Result<AbortGuard, TransportError> {
        let Ok(controller) = AbortController::new() else {
            let reason = Reason::new("there is no AbortController here");
            return Err(TransportError::NotSent(reason.into()));
        };
        Ok(AbortGuard {
            controller,
            is_answered: false,
        })
    }
}

impl Drop for AbortGuard {
    fn drop(&mut self) {
        if !self.is_answered {
            // Without a reason, because one that is not an Error leaves
            // requests pending.
            self.controller.abort();
        }
    }
}
