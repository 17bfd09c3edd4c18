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
#[cfg(feature = "js")]
use super::{Error, answer::failed};
use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};
use std::time::Duration;
use wasm_bindgen::prelude::*;
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

/// A listener on the caller's signal, for as long as this lives.
struct Watch {
    signal: AbortSignal,
    listener: Closure<dyn FnMut()>,
}

impl Watch {
    fn new(state: &Rc<State>, signal: AbortSignal) -> Result<Watch, JsValue> {
        let state = Rc::clone(state);
        let listener = Closure::<dyn FnMut()>::new(move || state.end(Cause::Aborted));
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

#[wasm_bindgen]
extern "C" {
    // By hand and not `AbortSignal.timeout`, whose clock cannot be stopped and
    // does not keep Node running while a call is under way.
    #[wasm_bindgen(catch, js_name = setTimeout)]
    fn set_timeout(listener: &JsValue, milliseconds: i32) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue) -> Result<(), JsValue>;
}

/// A clock that calls a function once, for as long as this lives.
struct Clock {
    timer: JsValue,
    _listener: Closure<dyn FnMut()>,
}

impl Clock {
    fn new(time: Duration, then: impl FnMut() + 'static) -> Result<Clock, JsValue> {
        let listener = Closure::<dyn FnMut()>::new(then);
        // Cut where a longer wait would count as none.
        let milliseconds = milliseconds(time).min(i32::MAX as u64) as i32;
        let timer = set_timeout(listener.as_ref(), milliseconds)?;
        Ok(Clock {
            timer,
            _listener: listener,
        })
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        let _ = clear_timeout(&self.timer);
    }
}

/// Waits. Without timers there is no waiting.
pub(super) async fn sleep(time: Duration) {
    let state = Rc::new((Cell::new(false), RefCell::new(None::<Waker>)));
    let ended = Rc::clone(&state);
    let clock = Clock::new(time, move || {
        ended.0.set(true);
        if let Some(waker) = ended.1.take() {
            waker.wake();
        }
    });
    poll_fn(|context| {
        if state.0.get() || clock.is_err() {
            return Poll::Ready(());
        }
        state.1.replace(Some(context.waker().clone()));
        Poll::Pending
    })
    .await;
}

/// The end of one call.
pub(super) struct Deadline {
    state: Rc<State>,
    answered: Cell<bool>,
    signal: AbortSignal,
    _watch: Option<Watch>,
    _clock: Option<Clock>,
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
        let unsupported =
            |_| Failure::NotSent("there is no AbortController or timer here".to_owned());
        let controller = AbortController::new().map_err(unsupported)?;
        let signal = controller.signal();
        let state = Rc::new(State {
            controller,
            cause: Cell::new(None),
            waker: RefCell::new(None),
        });
        let watch = caller.map(|caller| Watch::new(&state, caller.clone()));
        let clock = timeout.map(|timeout| {
            let state = Rc::clone(&state);
            Clock::new(timeout, move || state.end(Cause::Timeout))
        });
        Ok(Deadline {
            signal,
            answered: Cell::new(false),
            _watch: watch.transpose().map_err(unsupported)?,
            _clock: clock.transpose().map_err(unsupported)?,
            state,
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
            call.as_mut().poll(context).map(|result| {
                self.answered.set(result.is_ok());
                match self.state.cause.get() {
                    // The failure of an aborted call is the abort's doing.
                    Some(cause) if result.is_err() => Err(cause.into()),
                    _ => result,
                }
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
            self.state.controller.abort();
        }
    }
}

/// The result of `work`, unless this signal gives it up first; then `work` is
/// dropped, which ends what it began.
#[cfg(feature = "js")]
pub(crate) async fn until_aborted<T>(
    signal: AbortSignal,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let given_up = |failure| failed(failure, None);
    let deadline = Deadline::new(Some(&signal), None).map_err(given_up)?;
    let work = async { Ok(work.await) };
    deadline.guard(work).await.map_err(given_up)?
}
