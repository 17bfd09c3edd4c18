//! A request that follows its inputs: sent once for equal ones, aborted when they change or
//! the component is removed.

use super::pool::Pool;
use super::resource::{Loaded, Resource};
use crate::client::Error;
#[cfg(target_arch = "wasm32")]
use crate::client::until_aborted;
use std::rc::Rc;
use yew::prelude::*;

/// The state of a request.
#[derive(Clone, Debug)]
pub enum RequestState<T> {
    /// There is no response yet, or nothing was requested.
    Loading,
    /// The response.
    Ready(T),
    /// The request failed.
    Failed(Rc<Error>),
}

impl<T: PartialEq> PartialEq for RequestState<T> {
    fn eq(&self, other: &RequestState<T>) -> bool {
        match (self, other) {
            (RequestState::Loading, RequestState::Loading) => true,
            (RequestState::Ready(one), RequestState::Ready(other)) => one == other,
            (RequestState::Failed(one), RequestState::Failed(other)) => Rc::ptr_eq(one, other),
            _ => false,
        }
    }
}

/// A request that a hook has made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UseRequest<T: PartialEq> {
    /// Its state.
    pub state: RequestState<T>,
    /// Sends it again.
    pub retry: Callback<()>,
}

impl<T: PartialEq> UseRequest<T> {
    /// The response, if there is one.
    pub fn ready(&self) -> Option<&T> {
        match &self.state {
            RequestState::Ready(value) => Some(value),
            _ => None,
        }
    }

    /// The request for what a response is made into.
    pub(super) fn map<U: PartialEq>(self, make: impl FnOnce(T) -> Option<U>) -> UseRequest<U> {
        let state = match self.state {
            RequestState::Loading => RequestState::Loading,
            RequestState::Ready(value) => {
                make(value).map_or(RequestState::Loading, RequestState::Ready)
            }
            RequestState::Failed(error) => RequestState::Failed(error),
        };
        UseRequest {
            state,
            retry: self.retry,
        }
    }

    /// The error, if the request has failed.
    pub fn error(&self) -> Option<&Error> {
        match &self.state {
            RequestState::Failed(error) => Some(error),
            _ => None,
        }
    }
}

/// All that a request depends on.
#[derive(Clone, PartialEq)]
struct Inputs {
    pool: Pool,
    resource: Resource,
    attempt: u32,
}

/// The last outcome, with what it is the outcome of.
type Outcome = Option<(Inputs, RequestState<Loaded>)>;

/// Requests a resource, if there is one, whenever it changes. The request is aborted when another
/// one is wanted and when the component is removed. Its outcome never shows for another.
#[hook]
pub(super) fn use_request(pool: &Pool, resource: Option<Resource>) -> UseRequest<Loaded> {
    let attempt = use_state(|| 0);
    let inputs = resource.map(|resource| Inputs {
        pool: pool.clone(),
        resource,
        attempt: *attempt,
    });
    let outcome = use_state(|| Outcome::None);
    let setter = outcome.setter();
    use_effect_with(inputs.clone(), move |inputs| {
        let sent = inputs.clone().map(|inputs| send(inputs, setter));
        move || {
            let _ended = sent;
        }
    });
    let state = match (&*outcome, inputs) {
        (Some((of, state)), Some(inputs)) if *of == inputs => state.clone(),
        _ => RequestState::Loading,
    };
    let retry = use_callback(attempt, |(), attempt| attempt.set(**attempt + 1));
    UseRequest { state, retry }
}

/// A request under way, which is aborted when this is dropped.
#[cfg(target_arch = "wasm32")]
struct Sent(Option<web_sys::AbortController>);

#[cfg(target_arch = "wasm32")]
impl Drop for Sent {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn send(inputs: Inputs, outcome: UseStateSetter<Outcome>) -> Sent {
    let controller = web_sys::AbortController::new().ok();
    let signal = controller.as_ref().map(|it| it.signal());
    wasm_bindgen_futures::spawn_local(async move {
        let work = async {
            let client = inputs.pool.client()?;
            inputs.resource.clone().fetch(client).await
        };
        let result = until_aborted(signal.as_ref(), work).await;
        // Nobody waits for it any more.
        if signal.is_some_and(|it| it.aborted()) {
            return;
        }
        let state = match result {
            Ok(value) => RequestState::Ready(value),
            Err(error) => RequestState::Failed(Rc::new(error)),
        };
        outcome.set(Some((inputs, state)));
    });
    Sent(controller)
}

/// On a server there are no effects, so nothing is ever sent.
#[cfg(not(target_arch = "wasm32"))]
struct Sent;

#[cfg(not(target_arch = "wasm32"))]
fn send(_: Inputs, _: UseStateSetter<Outcome>) -> Sent {
    Sent
}
