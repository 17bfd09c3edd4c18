//! Renewal: a product that a page shows for longer than its response holds is requested again, by
//! the module of the custom element.

use super::pool::Pool;
use super::request::Resend;
use std::any::Any;
use yew::prelude::*;

/// What renews a response.
#[derive(Clone)]
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(dead_code, reason = "a server renders a page once")
)]
pub(super) struct Renewal {
    /// What the request is for: equal requests are sent together.
    pub(super) key: String,
    /// When the response arrived.
    pub(super) received: Received,
    pub(super) resend: Resend,
    /// When another one arrived.
    pub(super) received_of: fn(&dyn Any) -> Option<Received>,
}

/// Renews a response for as long as the component shows it, while `place` is near the viewport if
/// there is such an element. Returns from when the response is, if that could not be renewed in
/// time.
#[hook]
pub(super) fn use_renewal(
    pool: &Pool,
    place: Option<&NodeRef>,
    renewal: Option<Renewal>,
) -> Option<String> {
    let old_since = use_state_eq(|| None::<String>);
    let setter = old_since.setter();
    let place = place.cloned();
    let key = renewal.as_ref().map(|renewal| renewal.key.clone());
    use_effect_with((pool.clone(), key), move |(pool, _)| {
        let place = place.as_ref();
        let renewing =
            renewal.and_then(|renewal| browser::Renewing::of(pool, place, renewal, setter.clone()));
        move || {
            let _ended = renewing;
            setter.set(None);
        }
    });
    (*old_since).clone()
}

pub(super) use browser::Received;

#[cfg(target_arch = "wasm32")]
mod browser {
    use super::super::pool::Pool;
    use super::Renewal;
    use crate::client::Response;
    use js_sys::{Array, Function, Map, Object, Promise, Reflect};
    use std::cell::Cell;
    use std::rc::Rc;
    use wasm_bindgen::prelude::*;
    use wasm_bindgen_futures::future_to_promise;
    use web_sys::Element;
    use yew::prelude::*;

    #[wasm_bindgen(module = "/src/yew/browser.js")]
    extern "C" {
        fn received(headers: &Map, is_checked: bool) -> JsValue;
    }

    #[wasm_bindgen(module = "/src/yew/browser.js")]
    extern "C" {
        fn renew(member: &Object, answer: &JsValue) -> Function;
    }

    #[wasm_bindgen(module = "/src/yew/browser.js")]
    extern "C" {
        #[wasm_bindgen(js_name = watcherOf)]
        fn watcher_of(element: &Element) -> Function;
    }

    /// When a response arrived, and what it says about its age. All are equal, because a product
    /// is the same however old the response is.
    #[derive(Clone, Debug)]
    pub(in super::super) struct Received(JsValue);

    impl PartialEq for Received {
        fn eq(&self, _: &Received) -> bool {
            true
        }
    }

    impl Received {
        /// The arrival of a response just now.
        pub(in super::super) fn now(reply: &Response, is_checked: bool) -> Received {
            let headers = Map::new();
            for name in ["age", "cache-control", "date"] {
                if let Some(value) = reply.headers().get(name) {
                    headers.set(&name.into(), &value.into());
                }
            }
            Received(received(&headers, is_checked))
        }
    }

    /// The renewal of a response, until it is dropped.
    pub(super) struct Renewing {
        end: Function,
        is_ended: Rc<Cell<bool>>,
        _ask: Closure<dyn Fn() -> Promise>,
        _show: Closure<dyn Fn(JsValue)>,
    }

    impl Renewing {
        pub(super) fn of(
            pool: &Pool,
            place: Option<&NodeRef>,
            renewal: Renewal,
            old_since: UseStateSetter<Option<String>>,
        ) -> Option<Renewing> {
            let Renewal {
                key,
                received: Received(answer),
                resend,
                received_of,
            } = renewal;
            let is_ended = Rc::new(Cell::new(false));
            let ended = is_ended.clone();
            let ask = Closure::new(move || {
                let (resend, ended) = (resend.clone(), ended.clone());
                future_to_promise(async move {
                    let found = resend.renewed(&ended).await;
                    let found = found.map_err(|error| JsValue::from_str(error.message()))?;
                    let received = found.and_then(|found| received_of(&*found));
                    Ok(received.map_or(JsValue::UNDEFINED, |Received(answer)| answer))
                })
            });
            let show = Closure::new(move |since: JsValue| old_since.set(since.as_string()));
            let member = Object::new();
            let key: Array = [pool.base_url(), &key]
                .into_iter()
                .map(JsValue::from)
                .collect();
            let set = |name: &str, value: &JsValue| Reflect::set(&member, &name.into(), value);
            set("key", &key).ok()?;
            set("ask", ask.as_ref()).ok()?;
            set("show", show.as_ref()).ok()?;
            if let Some(place) = place {
                set("watch", &watcher_of(&place.cast()?)).ok()?;
            }
            Some(Renewing {
                end: renew(&member, &answer),
                is_ended,
                _ask: ask,
                _show: show,
            })
        }
    }

    impl Drop for Renewing {
        fn drop(&mut self) {
            self.is_ended.set(true);
            let _ = self.end.call0(&JsValue::UNDEFINED);
        }
    }
}

/// A server renders a page once.
#[cfg(not(target_arch = "wasm32"))]
mod browser {
    use super::super::pool::Pool;
    use super::Renewal;
    use crate::client::Response;
    use yew::prelude::*;

    #[derive(Clone, Debug, PartialEq)]
    pub(in super::super) struct Received;

    impl Received {
        pub(in super::super) fn now(_: &Response, _: bool) -> Received {
            Received
        }
    }

    pub(super) struct Renewing;

    impl Renewing {
        pub(super) fn of(
            _: &Pool,
            _: Option<&NodeRef>,
            _: Renewal,
            _: UseStateSetter<Option<String>>,
        ) -> Option<Renewing> {
            None
        }
    }
}
