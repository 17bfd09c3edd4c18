//! Addresses as options take them, below which there are others.

use axum::http::Uri;

/// The address without a slash at its end, with or without a path.
///
/// # Errors
/// What it should be, such as `example`. The address is not repeated: it may have a password.
pub fn base_address(text: &str, example: &str) -> Result<String, String> {
    let trimmed = text.trim_end_matches('/');
    let is_valid = |uri: Uri| {
        let host = uri.authority().filter(|host| !host.as_str().contains('@'));
        matches!(uri.scheme_str(), Some("http" | "https"))
            && host.is_some()
            && uri.query().is_none()
    };
    // `Uri` drops the fragment.
    match !trimmed.contains('#') && trimmed.parse().is_ok_and(is_valid) {
        true => Ok(trimmed.to_owned()),
        false => Err(format!(
            "it should be an address such as {example}, without a query and without a name or \
             password"
        )),
    }
}
