//! Addresses as options take them, below which there are others.

use axum::http::Uri;
use product_pool::client::base_url;

/// The address as the client takes it, without `/v2` and a slash at its end. It has a host: a server
/// has no page that it could be relative to.
///
/// # Errors
/// What it should be, such as `example`. The address is not repeated: it may have a password.
pub fn base_address(text: &str, example: &str) -> Result<String, String> {
    match base_url(text) {
        Ok(base) if base.parse().is_ok_and(|uri: Uri| uri.scheme().is_some()) => Ok(base),
        _ => Err(format!(
            "it should be an address such as {example}, without a query and without a name or \
             password"
        )),
    }
}
