//! The headers of a response.

use std::fmt;
use std::sync::Arc;

/// The headers of a response. `Debug` shows their names alone, because a service may repeat the
/// token in a value.
///
/// ```
/// use product_pool::client::Headers;
///
/// let headers: Headers = [("x-repeated", "Bearer secret")].into_iter().collect();
/// assert_eq!(headers.get("X-Repeated").as_deref(), Some("Bearer secret"));
/// assert_eq!(format!("{headers:?}").trim(), "x-repeated");
/// ```
#[derive(Clone, Default)]
pub struct Headers(HeadersKind);

#[derive(Clone)]
enum HeadersKind {
    Pairs(Arc<[(String, String)]>),
    #[cfg(target_arch = "wasm32")]
    Engine(web_sys::Headers),
}

impl Default for HeadersKind {
    fn default() -> Self {
        HeadersKind::Pairs(Arc::from([]))
    }
}

impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            HeadersKind::Pairs(pairs) => pairs.iter().try_for_each(|(name, _)| {
                f.write_str(name)?;
                f.write_str(" ")
            }),
            #[cfg(target_arch = "wasm32")]
            HeadersKind::Engine(_) => f.write_str("Headers"),
        }
    }
}

impl Headers {
    /// The value of a header, by its case-insensitive name.
    pub fn get(&self, name: &str) -> Option<String> {
        match &self.0 {
            HeadersKind::Pairs(pairs) => pairs
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(name))
                .map(|(_, value)| value.clone()),
            #[cfg(target_arch = "wasm32")]
            HeadersKind::Engine(headers) => headers.get(name).ok().flatten(),
        }
    }

    /// The JavaScript object, if there is one.
    #[cfg(target_arch = "wasm32")]
    pub fn engine(&self) -> Option<&web_sys::Headers> {
        match &self.0 {
            HeadersKind::Engine(headers) => Some(headers),
            HeadersKind::Pairs(_) => None,
        }
    }

    #[cfg(target_arch = "wasm32")]
    pub(super) fn of_engine(headers: web_sys::Headers) -> Headers {
        Headers(HeadersKind::Engine(headers))
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Headers {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let pairs = pairs.into_iter().map(|(n, v)| (n.into(), v.into()));
        Headers(HeadersKind::Pairs(pairs.collect()))
    }
}
