//! What JavaScript gives, checked member by member.

use crate::client::{DEFAULT_TIMEOUT, Error, Fetch, Options, PoolClient};
use js_sys::Reflect;
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};

/// A string that must be there.
pub(super) fn text(value: &JsValue, what: &str) -> Result<String, Error> {
    // A number would have lost a GTIN's leading zeros, or an id's last digits.
    value
        .as_string()
        .ok_or_else(|| Error::argument(["the ", what, " is no string"].concat()))
}

/// An object of options, each of which may be missing, undefined or null.
pub(super) struct Arguments(Option<JsValue>);

impl Arguments {
    pub(super) fn new(value: JsValue, what: &str) -> Result<Self, Error> {
        if value.is_undefined() || value.is_null() {
            Ok(Arguments(None))
        } else if value.is_object() {
            Ok(Arguments(Some(value)))
        } else {
            Err(Error::argument(["the ", what, " are no object"].concat()))
        }
    }

    fn get(&self, name: &str) -> Option<JsValue> {
        // A getter that throws counts as missing.
        let value = Reflect::get(self.0.as_ref()?, &JsValue::from_str(name)).ok()?;
        (!value.is_undefined() && !value.is_null()).then_some(value)
    }

    fn read<T>(
        &self,
        name: &str,
        kind: &str,
        read: impl FnOnce(JsValue) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        match read(value) {
            Some(value) => Ok(Some(value)),
            None => Err(Error::argument(
                ["the option ", name, " is no ", kind].concat(),
            )),
        }
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Error> {
        self.read(name, "string", |value| value.as_string())
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<u32>, Error> {
        self.read(name, "whole number from 0 to 4294967295", |value| {
            let number = value.as_f64()?;
            let whole = number as u32;
            (f64::from(whole) == number).then_some(whole)
        })
    }

    pub(super) fn object(&self, name: &str) -> Result<Arguments, Error> {
        Arguments::new(self.get(name).unwrap_or_default(), name)
    }

    /// A time-out in milliseconds; infinity is none.
    fn timeout(&self) -> Result<Option<Option<Duration>>, Error> {
        self.read("timeout", "number of milliseconds above 0", |value| {
            let milliseconds = value.as_f64()?;
            if milliseconds == f64::INFINITY {
                Some(None)
            } else {
                (milliseconds > 0.0)
                    .then(|| Some(Duration::from_millis(milliseconds.ceil() as u64)))
            }
        })
    }
}

/// The client for one call: its settings, and the call's own options.
pub(super) fn client(
    settings: &Arguments,
    options: &Arguments,
) -> Result<PoolClient<Fetch>, Error> {
    let Some(base_url) = settings.text("baseUrl")? else {
        return Err(Error::argument("the option baseUrl is missing"));
    };
    let timeout = match options.timeout()? {
        Some(timeout) => timeout,
        None => settings.timeout()?.unwrap_or(Some(DEFAULT_TIMEOUT)),
    };
    let mut known = Options::new(base_url).timeout(timeout);
    if let Some(token) = settings.text("token")? {
        known = known.token(token);
    }
    let mut fetch = Fetch::new();
    if let Some(function) = settings.read("fetch", "function", |value| value.dyn_into().ok())? {
        fetch = fetch.function(function);
    }
    // A signal may come from another realm: what it can do counts.
    let is_signal = |value: &JsValue| {
        let method = Reflect::get(value, &JsValue::from_str("addEventListener"));
        value.is_object() && method.is_ok_and(|method| method.is_function())
    };
    let signal = options.read("signal", "AbortSignal", |value| {
        is_signal(&value).then(|| value.unchecked_into())
    })?;
    if let Some(signal) = signal {
        fetch = fetch.signal(signal);
    }
    PoolClient::with_transport(&known, fetch)
}
