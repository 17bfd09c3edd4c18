//! Faults of an application, said on the console of a debug build, as the custom element says
//! those of a page.

use super::console::report;
use super::product::ProductKey;
use crate::client::{Error, ErrorCode};
use yew::prelude::*;

const BASE_URL: &str = "Check the base URL, which is the address before /v2.";

/// Says why a request of a card has failed, and what to do about it.
pub(super) fn report_failure(key: Option<&ProductKey>, error: &Error) {
    report(|| failure(key, error));
}

fn failure(key: Option<&ProductKey>, error: &Error) -> String {
    let product = match key {
        Some(ProductKey::Gtin { gtin, .. }) => format!("the product with the GTIN {gtin}"),
        Some(ProductKey::Id { id, .. }) => format!("the product with the pool_id {id}"),
        None => "a product".to_owned(),
    };
    let url = error.url().map(|url| format!(" ({url})"));
    let remedy = match error.code() {
        ErrorCode::InvalidResponse => BASE_URL,
        ErrorCode::Network => {
            "Check the base URL, that the service is running, and that it allows pages of this \
             origin (--allow-origin)."
        }
        ErrorCode::Unauthenticated | ErrorCode::Forbidden => {
            "Run a gateway, which adds the token to each request."
        }
        _ => "",
    };
    let url = url.unwrap_or_default();
    let message = error.message().trim_end_matches('.');
    format!("A card cannot show {product}: {message}{url}. {remedy}")
        .trim_end()
        .to_owned()
}

/// Says that a card has had nothing to show for a while.
#[hook]
pub(super) fn use_subject_report(has_subject: bool) {
    use_effect_with(has_subject, |has_subject| {
        let waiting = (!has_subject).then(wait_for_subject);
        move || {
            let _ended = waiting;
        }
    });
}

#[cfg(all(target_arch = "wasm32", debug_assertions))]
fn wait_for_subject() -> gloo_timers::callback::Timeout {
    const PATIENCE: u32 = 2000;
    let text = "A ProductCard has no product to show. Set gtin, product_id or product.";
    gloo_timers::callback::Timeout::new(PATIENCE, move || report(|| text.to_owned()))
}

#[cfg(not(all(target_arch = "wasm32", debug_assertions)))]
fn wait_for_subject() {}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_product_and_the_remedy() {
        let error = Error::invalid_argument("the base URL has no host");
        assert_eq!(
            failure(Some(&ProductKey::from("123")), &error),
            "A card cannot show the product with the GTIN 123: the base URL has no host."
        );
    }
}
