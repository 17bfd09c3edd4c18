//! Reading arguments and options from JavaScript, member by member.
//!
//! By hand, because serde-wasm-bindgen would make the client half as large again
//! (docs/decisions/webassembly.md).

use js_sys::{Function, Promise, Reflect};
use product_pool::client::{
    BoxError, Error, Fetch, Options, PoolClient, Provider, Reason, RetryPolicy, Thrown,
};
use product_pool::gtin::Gtin;
use product_pool::operations::{Parameter, ParameterKind};
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

/// A required string.
pub(super) fn text(value: &JsValue, what: &str) -> Result<String, Error> {
    // A number would already have lost a GTIN's leading zeros, or an id's last
    // digits.
    value
        .as_string()
        .ok_or_else(|| Error::invalid_argument(format!("the {what} must be a string")))
}

/// The GTIN in a scan.
pub(super) fn scan(value: &JsValue) -> Result<Gtin, Error> {
    let scan = text(value, "scan")?;
    Gtin::from_scan_lenient(&scan).map_err(|error| Error::invalid_argument(error.message()))
}

/// An options object; every member may be missing, undefined or null.
pub(super) struct Arguments(Option<JsValue>);

impl Arguments {
    pub(super) fn new(value: JsValue, what: &str) -> Result<Self, Error> {
        if value.is_undefined() || value.is_null() {
            Ok(Arguments(None))
        } else if value.is_object() {
            Ok(Arguments(Some(value)))
        } else {
            Err(Error::invalid_argument(format!(
                "the {what} must be an object"
            )))
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
            None => Err(Error::invalid_argument(format!(
                "the option {name} must be {kind}"
            ))),
        }
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Error> {
        self.read(name, "a string", |value| value.as_string())
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<u64>, Error> {
        self.read(name, "a whole number from 0", |value| whole(&value))
    }

    /// The value of a query parameter.
    pub(super) fn parameter(&self, parameter: &Parameter) -> Result<Option<String>, Error> {
        let name = parameter.option;
        let text = match parameter.kind {
            ParameterKind::Id | ParameterKind::Page | ParameterKind::Limit => {
                self.number(name)?.map(|number| number.to_string())
            }
            ParameterKind::Flag => {
                let flag = self.read(name, "a boolean", |value| value.as_bool())?;
                flag.filter(|flag| *flag).map(|_| "1".to_owned())
            }
            ParameterKind::Text
            | ParameterKind::Word(_)
            | ParameterKind::Words(_)
            | ParameterKind::DateComparison => self.text(name)?,
        };
        if let Some(text) = &text {
            let label = format!("the option {name}");
            parameter
                .check(text, &label)
                .map_err(Error::invalid_argument)?;
        }
        Ok(text)
    }

    /// One of several words.
    pub(super) fn word<T>(
        &self,
        name: &str,
        read: fn(&str) -> Option<T>,
        kind: &str,
    ) -> Result<Option<T>, Error> {
        self.read(name, kind, |value| read(&value.as_string()?))
    }

    /// A timeout in milliseconds; infinity means none.
    fn time(&self, name: &str) -> Result<Option<Option<Duration>>, Error> {
        self.read(name, "a number of milliseconds above 0", |value| {
            let milliseconds = value.as_f64()?;
            if milliseconds == f64::INFINITY {
                Some(None)
            } else {
                (milliseconds > 0.0)
                    .then(|| Some(Duration::from_millis(milliseconds.ceil() as u64)))
            }
        })
    }

    /// The changes to the retry policy of a client, or of a call.
    pub(super) fn retry_policy(&self) -> Result<impl Fn(&mut RetryPolicy) + use<>, Error> {
        let timeout = self.time("timeoutMs")?;
        let total_timeout = self.time("totalTimeoutMs")?;
        let retries = self.number("maxRetries")?;
        let retries = retries.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        Ok(move |policy: &mut RetryPolicy| {
            policy.timeout = timeout.unwrap_or(policy.timeout);
            policy.total_timeout = total_timeout.unwrap_or(policy.total_timeout);
            policy.max_retries = retries.unwrap_or(policy.max_retries);
        })
    }

    /// The abort signal of a call. It may come from another realm, so it is
    /// checked by its methods.
    pub(super) fn signal(&self) -> Result<Option<AbortSignal>, Error> {
        self.read("signal", "an AbortSignal", |value| {
            let method = Reflect::get(&value, &JsValue::from_str("addEventListener"));
            let is_signal = value.is_object() && method.is_ok_and(|method| method.is_function());
            is_signal.then(|| value.unchecked_into())
        })
    }

    /// A token, or a function that fetches one.
    fn token(&self, options: Options) -> Result<Options, Error> {
        let Some(value) = self.get("token") else {
            return Ok(options);
        };
        if let Some(token) = value.as_string() {
            return Ok(options.token(token));
        }
        match value.dyn_into::<Function>() {
            Ok(function) => Ok(options.token_provider(Provider::new(move || {
                let function = function.clone();
                Box::pin(async move { ask(&function).await })
            }))),
            Err(_) => Err(Error::invalid_argument(
                "the option token must be a string or a function",
            )),
        }
    }
}

/// A whole number in JavaScript's safe range.
fn whole(value: &JsValue) -> Option<u64> {
    let number = value.as_f64()?;
    let whole = number as u64;
    (whole as f64 == number && number <= 9_007_199_254_740_991.0).then_some(whole)
}

/// A required whole number.
pub(super) fn number(value: &JsValue, what: &str) -> Result<u64, Error> {
    whole(value)
        .ok_or_else(|| Error::invalid_argument(format!("the {what} must be a whole number from 0")))
}

/// Calls a function that fetches a token.
async fn ask(function: &Function) -> Result<String, BoxError> {
    let token = match function.call0(&JsValue::UNDEFINED) {
        Ok(token) => JsFuture::from(Promise::resolve(&token)).await,
        Err(error) => Err(error),
    };
    match token {
        Ok(token) => token
            .as_string()
            .ok_or_else(|| Reason::new("the function did not return a string").into()),
        Err(error) => Err(Thrown(error).into()),
    }
}

/// Makes a client from its options.
pub(super) fn client(settings: &Arguments) -> Result<PoolClient<Fetch>, Error> {
    let Some(base_url) = settings.text("baseUrl")? else {
        return Err(Error::invalid_argument("the option baseUrl is missing"));
    };
    let retry_policy = settings.retry_policy()?;
    let mut options = settings.token(Options::new(base_url))?;
    if let Some(requests) = settings.number("concurrency")? {
        options = options.concurrency(u32::try_from(requests).unwrap_or(u32::MAX));
    }
    let mut fetch = Fetch::new();
    if let Some(function) = settings.read("fetch", "a function", |value| value.dyn_into().ok())? {
        fetch = fetch.with_function(function);
    }
    if settings.get("details").is_some() {
        fetch = fetch.with_details();
    }
    let pool = PoolClient::with_transport(&options, fetch)?;
    Ok(pool.with_retry_policy(retry_policy))
}
