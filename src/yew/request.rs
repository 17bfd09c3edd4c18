//! A request that follows its inputs: sent once for equal ones, aborted when they change or
//! the component is removed.

use super::pool::{Pool, use_pool};
use crate::client::first::first;
use crate::client::{BoxClient, Error};
use futures_channel::oneshot;
use std::any::Any;
#[cfg(target_arch = "wasm32")]
use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use yew::platform::spawn_local;
use yew::prelude::*;
use yew::suspense::{SuspensionResult, use_future_with};

/// The state of a request.
///
/// ```
/// use product_pool::yew::{LoadedProduct, RequestState};
/// use yew::prelude::*;
///
/// fn line(state: &RequestState<LoadedProduct>) -> Html {
///     match state {
///         RequestState::Ready(loaded) => html! { loaded.product.name().unwrap_or("…") },
///         RequestState::Failed(error) if error.is_not_found() => html! { "No such product" },
///         RequestState::Failed(_) => html! { "Check the label." },
///         _ => html! { "…" },
///     }
/// }
/// # assert_eq!(line(&RequestState::Loading), html! { "…" });
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RequestState<T> {
    /// Nothing was requested.
    Idle,
    /// There is no response yet.
    Loading,
    /// The response.
    Ready(T),
    /// The request failed.
    Failed(Rc<Error>),
}

impl<T> RequestState<T> {
    /// The same with what is made of the response; loading, if that is nothing.
    pub(super) fn and_then<U>(&self, change: impl FnOnce(&T) -> Option<U>) -> RequestState<U> {
        match self {
            RequestState::Ready(found) => {
                change(found).map_or(RequestState::Loading, RequestState::Ready)
            }
            RequestState::Failed(error) => RequestState::Failed(error.clone()),
            RequestState::Loading => RequestState::Loading,
            RequestState::Idle => RequestState::Idle,
        }
    }
}

impl<T: PartialEq> PartialEq for RequestState<T> {
    fn eq(&self, other: &RequestState<T>) -> bool {
        match (self, other) {
            (RequestState::Idle, RequestState::Idle)
            | (RequestState::Loading, RequestState::Loading) => true,
            (RequestState::Ready(one), RequestState::Ready(other)) => one == other,
            (RequestState::Failed(one), RequestState::Failed(other)) => Rc::ptr_eq(one, other),
            _ => false,
        }
    }
}

/// A request that a hook has made.
///
/// ```
/// use product_pool::yew::use_product;
/// use yew::prelude::*;
///
/// #[component]
/// fn Name() -> Html {
///     let request = use_product("09520000000004");
///     if request.error().is_some() {
///         let retry = request.retry.reform(|_| ());
///         return html! { <button onclick={retry}>{ "Try again" }</button> };
///     }
///     html! { request.ready().and_then(|loaded| loaded.product.name()).unwrap_or("…") }
/// }
/// ```
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

    /// The error, if the request has failed.
    pub fn error(&self) -> Option<&Error> {
        match &self.state {
            RequestState::Failed(error) => Some(error),
            _ => None,
        }
    }
}

/// A request of something: it equals its clones only. All requests have this one type, so that a
/// page has the code that sends them once.
type Fetch = Callback<BoxClient, Fetching>;

/// A response that is under way.
type Fetching = Pin<Box<dyn Future<Output = Result<Rc<dyn Any>, Error>>>>;

/// All that a request depends on.
#[derive(Clone, PartialEq)]
struct Inputs {
    pool: Pool,
    fetch: Fetch,
    attempt: u32,
}

/// The last outcome, with what it is the outcome of.
type Outcome = Option<(Inputs, RequestState<Rc<dyn Any>>)>;

/// Requests anything of the client's, as [`use_product`](super::use_product) does a product:
/// what has this key, if there is one, whenever the key changes. The request is aborted when
/// another one is wanted and when the component is removed. Its outcome never shows for another.
///
/// ```
/// use product_pool::model::ManufacturerId;
/// use product_pool::yew::use_request;
/// use yew::prelude::*;
///
/// #[derive(PartialEq, Properties)]
/// struct MakerProps {
///     id: ManufacturerId,
/// }
///
/// #[component]
/// fn Maker(props: &MakerProps) -> Html {
///     let request = use_request(Some(props.id), async |id, client| client.get_manufacturer(id).await);
///     let name = request.ready().and_then(|maker| maker.data().name().get());
///     html! { <h2>{ name.unwrap_or("…").to_owned() }</h2> }
/// }
/// ```
#[hook]
pub fn use_request<K, T>(
    key: Option<K>,
    fetch: impl AsyncFn(K, BoxClient) -> Result<T, Error> + Copy + 'static,
) -> UseRequest<T>
where
    K: Clone + PartialEq + 'static,
    T: Clone + PartialEq + 'static,
{
    let pool = use_pool();
    use_request_of(&pool, key, fetch)
}

/// The same for a component that Yew suspends until there is a response or an error: the
/// nearest `<Suspense>` shows its fallback meanwhile. The state is `Ready` or `Failed`. On a
/// server the request is sent too, with the feature `reqwest`.
///
/// ```
/// # mod page { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/yew/examples.rs")); }
/// use product_pool::yew::use_request_suspense;
/// use yew::prelude::*;
///
/// #[component]
/// fn Makers() -> HtmlResult {
///     let request = use_request_suspense((), async |(), client| client.list_manufacturers(None).await)?;
///     Ok(match request.ready() {
///         Some(makers) => html! { makers.items().len() },
///         None => html! { "There are no manufacturers at the moment." },
///     })
/// }
/// # assert_eq!(page::render::<Makers>(), "1");
/// ```
#[hook]
pub fn use_request_suspense<K, T>(
    key: K,
    fetch: impl AsyncFn(K, BoxClient) -> Result<T, Error> + Copy + 'static,
) -> SuspensionResult<UseRequest<T>>
where
    K: Clone + PartialEq + 'static,
    T: Clone + PartialEq + 'static,
{
    let attempt = use_state(|| 0);
    let pool = use_pool();
    let inputs = (pool, key, *attempt);
    let retry = use_callback(attempt, |(), attempt| attempt.set(**attempt + 1));
    let found = use_future_with(inputs, async move |inputs| {
        let (pool, key, _) = &*inputs;
        fetch(key.clone(), pool.client()?).await
    })?;
    let state = match &*found {
        Ok(found) => RequestState::Ready(found.clone()),
        Err(error) => RequestState::Failed(Rc::new(error.clone())),
    };
    Ok(UseRequest { state, retry })
}

/// Requests what has a key, of this pool.
#[hook]
pub(super) fn use_request_of<K, T>(
    pool: &Pool,
    key: Option<K>,
    fetch: impl AsyncFn(K, BoxClient) -> Result<T, Error> + Copy + 'static,
) -> UseRequest<T>
where
    K: Clone + PartialEq + 'static,
    T: Clone + PartialEq + 'static,
{
    use_resendable(pool, key, fetch).0
}

/// The same, and what sends the request again while its response is shown.
#[hook]
pub(super) fn use_resendable<K, T>(
    pool: &Pool,
    key: Option<K>,
    fetch: impl AsyncFn(K, BoxClient) -> Result<T, Error> + Copy + 'static,
) -> (UseRequest<T>, Option<Resend>)
where
    K: Clone + PartialEq + 'static,
    T: Clone + PartialEq + 'static,
{
    let fetch = use_memo(key, |key| {
        let key = key.clone()?;
        Some(Fetch::from(move |client| -> Fetching {
            let key = key.clone();
            Box::pin(async move { Ok(Rc::new(fetch(key, client).await?) as Rc<dyn Any>) })
        }))
    });
    let (state, retry, resend) = use_fetch(pool, (*fetch).clone());
    let state = state.and_then(|found| found.downcast_ref().cloned());
    (UseRequest { state, retry }, resend)
}

/// Sends a request again while its response is shown.
#[derive(Clone)]
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(dead_code, reason = "a server renders a page once")
)]
pub(super) struct Resend {
    inputs: Inputs,
    outcome: UseStateSetter<Outcome>,
}

#[cfg(target_arch = "wasm32")]
impl Resend {
    /// Sends it past the browser's cache, once, and shows the response. Only the error that there
    /// is no such thing any more is shown instead of the earlier response.
    pub(super) async fn renewed(self, is_ended: &Cell<bool>) -> Result<Option<Rc<dyn Any>>, Error> {
        let client = self.inputs.pool.client()?.revalidating();
        let client = client.with_retry_policy(|policy| policy.max_retries = 0);
        let result = self.inputs.fetch.emit(client).await;
        if is_ended.get() {
            return Ok(None);
        }
        let state = match &result {
            Ok(found) => RequestState::Ready(found.clone()),
            Err(error) if error.is_not_found() => RequestState::Failed(Rc::new(error.clone())),
            Err(_) => return result.map(Some),
        };
        self.outcome.set(Some((self.inputs, state)));
        result.map(Some)
    }
}

#[hook]
fn use_fetch(
    pool: &Pool,
    fetch: Option<Fetch>,
) -> (RequestState<Rc<dyn Any>>, Callback<()>, Option<Resend>) {
    let attempt = use_state(|| 0);
    let inputs = fetch.map(|fetch| Inputs {
        pool: pool.clone(),
        fetch,
        attempt: *attempt,
    });
    let outcome = use_state(|| Outcome::None);
    let setter = outcome.setter();
    let resend = inputs.clone().map(|inputs| Resend {
        inputs,
        outcome: outcome.setter(),
    });
    use_effect_with(inputs.clone(), move |inputs| {
        let sent = inputs.clone().map(|inputs| send(inputs, setter));
        move || drop(sent)
    });
    let state = match (&*outcome, inputs) {
        (_, None) => RequestState::Idle,
        (Some((of, state)), Some(inputs)) if *of == inputs => state.clone(),
        _ => RequestState::Loading,
    };
    let retry = use_callback(attempt, |(), attempt| attempt.set(**attempt + 1));
    (state, retry, resend)
}

/// Sends a request, which is aborted when the result is dropped. On a server there are no
/// effects, so nothing is ever sent.
fn send(inputs: Inputs, outcome: UseStateSetter<Outcome>) -> oneshot::Sender<()> {
    let (sender, dropped) = oneshot::channel();
    spawn_local(async move {
        let answer = async {
            let client = inputs.pool.client()?;
            inputs.fetch.emit(client).await
        };
        let answer = async { Some(answer.await) };
        let unwanted = async {
            let _ = dropped.await;
            None
        };
        let state = match first(unwanted, answer).await {
            Some(Ok(found)) => RequestState::Ready(found),
            Some(Err(error)) => RequestState::Failed(Rc::new(error)),
            None => return,
        };
        outcome.set(Some((inputs, state)));
    });
    sender
}
