//! When a call ends before its answer: the time is up, the caller gave it up,
//! or nobody waits for it any more.
//!
//! One controller a call does for all three. Joining signals by hand in place
//! of `AbortSignal.any` works in every browser, needs one way instead of two,
//! and leaves no listener behind on a signal that outlives the call. The wait
//! ends by itself, so even a fetch function that ignores its signal cannot
//! keep a caller waiting.

use super::Failure;
use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};
use std::time::Duration;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortController, AbortSignal};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    Timeout,
    Aborted,
}

impl From<Cause> for Failure {
    fn from(cause: Cause) -> Self {
        match cause {
            Cause::Timeout => Failure::Timeout,
            Cause::Aborted => Failure::Aborted,
        }
    }
}

/// What the listeners and the wait share.
struct State {
    controller: AbortController,
    cause: Cell<Option<Cause>>,
    waker: RefCell<Option<Waker>>,
}

impl State {
    fn end(&self, cause: Cause) {
        if self.cause.get().is_none() {
            self.cause.set(Some(cause));
            // Without a reason: one that is no Error leaves requests hanging.
            self.controller.abort();
            if let Some(waker) = self.waker.take() {
                waker.wake();
            }
        }
    }
}

/// A listener on a signal, for as long as this lives.
struct Watch {
    signal: AbortSignal,
    listener: Closure<dyn FnMut()>,
}

impl Watch {
    fn new(state: &Rc<State>, signal: AbortSignal, cause: Cause) -> Result<Watch, JsValue> {
        let state = Rc::clone(state);
        let listener = Closure::<dyn FnMut()>::new(move || state.end(cause));
        signal.add_event_listener_with_callback("abort", listener.as_ref().unchecked_ref())?;
        Ok(Watch { signal, listener })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let listener = self.listener.as_ref().unchecked_ref();
        // It can only fail for a listener that is none.
        let _ = self
            .signal
            .remove_event_listener_with_callback("abort", listener);
    }
}

/// The end of one call.
pub(super) struct Deadline {
    state: Rc<State>,
    signal: AbortSignal,
    _watches: Vec<Watch>,
}

impl Deadline {
    /// Watches the caller's signal and the clock.
    pub(super) fn new(
        caller: Option<&AbortSignal>,
        timeout: Option<Duration>,
    ) -> Result<Deadline, Failure> {
        if caller.is_some_and(AbortSignal::aborted) {
            return Err(Failure::Aborted);
        }
        let unsupported = |_| Failure::NotSent("this browser has no AbortController".to_owned());
        let controller = AbortController::new().map_err(unsupported)?;
        let signal = controller.signal();
        let state = Rc::new(State {
            controller,
            cause: Cell::new(None),
            waker: RefCell::new(None),
        });
        let mut watches = Vec::new();
        if let Some(caller) = caller {
            let watch = Watch::new(&state, caller.clone(), Cause::Aborted);
            watches.push(watch.map_err(unsupported)?);
        }
        if let Some(timeout) = timeout {
            // A clock that counts to 2^31 ms is taken for one without end.
            let milliseconds = timeout.as_millis().min(i32::MAX as u128) as u32;
            let clock = AbortSignal::timeout_with_u32(milliseconds);
            let watch = Watch::new(&state, clock, Cause::Timeout);
            watches.push(watch.map_err(unsupported)?);
        }
        Ok(Deadline {
            state,
            signal,
            _watches: watches,
        })
    }

    /// The signal of the call.
    pub(super) fn signal(&self) -> &AbortSignal {
        &self.signal
    }

    /// Waits for `call`, or for its end, whichever comes first.
    pub(super) async fn guard<T>(
        &self,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let mut call = pin!(call);
        poll_fn(|context| {
            if let Some(cause) = self.state.cause.get() {
                return Poll::Ready(Err(cause.into()));
            }
            self.state.waker.replace(Some(context.waker().clone()));
            call.as_mut()
                .poll(context)
                .map(|result| match self.state.cause.get() {
                    // The failure of an aborted call is the abort's doing.
                    Some(cause) if result.is_err() => Err(cause.into()),
                    _ => result,
                })
        })
        .await
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        // After an answer this does nothing; before one it stops the download.
        self.state.controller.abort();
    }
}
