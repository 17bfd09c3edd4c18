//! When a call ends before its answer: the time is up, the caller gave it up,
//! or nobody waits for it any more.
//!
//! One controller a call does for all three. Joining signals by hand in place
//! of `AbortSignal.any` works in every browser, needs one way instead of two,
//! and leaves no listener behind on a signal that outlives the call. The wait
//! ends by itself, so even a fetch function that ignores its signal cannot
//! keep a caller waiting.

use super::Failure;
use super::answer::milliseconds;
use super::wait::{Clock, Wait};
use super::{Error, answer::failed};
use js_sys::Function;
use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::{AbortController, AbortSignal};

/// A listener on the caller's signal, for as long as this lives.
struct Watch {
    signal: AbortSignal,
    listener: Function,
    wait: Wait,
}

impl Watch {
    fn new(signal: AbortSignal) -> Result<Watch, Failure> {
        if signal.aborted() {
            return Err(Failure::Aborted);
        }
        let (wait, listener) = Wait::call();
        signal
            .add_event_listener_with_callback("abort", &listener)
            .map_err(unsupported)?;
        Ok(Watch {
            signal,
            listener,
            wait,
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // It can only fail for a listener that is none.
        let _ = self
            .signal
            .remove_event_listener_with_callback("abort", &self.listener);
    }
}

#[cold]
fn unsupported(_: JsValue) -> Failure {
    Failure::NotSent("there is no AbortController or timer here".to_owned())
}

/// Waits. Without timers there is no waiting.
pub(super) async fn sleep(time: Duration) {
    if let Ok(clock) = Clock::new(milliseconds(time)) {
        poll_fn(|context| {
            if clock.wait.is_over(context) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
    }
}

/// The end of one call.
pub(super) struct Deadline {
    controller: AbortController,
    signal: AbortSignal,
    answered: Cell<bool>,
    watch: Option<Watch>,
    clock: Option<Clock>,
}

impl Deadline {
    /// Watches the caller's signal and the clock.
    pub(super) fn new(
        caller: Option<&AbortSignal>,
        timeout: Option<Duration>,
    ) -> Result<Deadline, Failure> {
        let watch = caller.cloned().map(Watch::new).transpose()?;
        let controller = AbortController::new().map_err(unsupported)?;
        let clock = timeout.map(|timeout| Clock::new(milliseconds(timeout)));
        Ok(Deadline {
            signal: controller.signal(),
            controller,
            answered: Cell::new(false),
            watch,
            clock: clock.transpose().map_err(unsupported)?,
        })
    }

    /// The signal of the call.
    pub(super) fn signal(&self) -> &AbortSignal {
        &self.signal
    }

    /// Why the call is to end now.
    fn cause(&self, context: &Context<'_>) -> Option<Failure> {
        if let Some(watch) = &self.watch
            && watch.wait.is_over(context)
        {
            return Some(Failure::Aborted);
        }
        match &self.clock {
            Some(clock) if clock.wait.is_over(context) => Some(Failure::Timeout),
            _ => None,
        }
    }

    /// Waits for `call`, or for its end, whichever comes first.
    pub(super) async fn guard<T>(
        &self,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let mut call = pin!(call);
        poll_fn(|context| {
            // First, since the failure of an aborted call is the abort's doing.
            if let Some(cause) = self.cause(context) {
                return Poll::Ready(Err(cause));
            }
            call.as_mut().poll(context).map(|result| {
                self.answered.set(result.is_ok());
                result
            })
        })
        .await
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        // Nobody waits any more, so the download stops. After a whole answer
        // there is none, and a fetch function's own listeners are left alone.
        if !self.answered.get() {
            // Without a reason: one that is no Error leaves requests hanging.
            self.controller.abort();
        }
    }
}

/// The result of `work`, unless this signal gives it up first; then `work` is
/// dropped, which ends what it began.
pub async fn until_aborted<T>(
    signal: AbortSignal,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let given_up = |failure| failed(failure, None);
    let watch = Watch::new(signal).map_err(given_up)?;
    let mut work = pin!(work);
    poll_fn(|context| {
        if watch.wait.is_over(context) {
            return Poll::Ready(Err(given_up(Failure::Aborted)));
        }
        work.as_mut().poll(context)
    })
    .await
}
