//! The outcome of a request as a card shows it: the product, or why there is none.

use super::product::ProductKey;
use crate::card::{Failure, State};
use crate::client::Error;
use crate::gtin::Gtin;
use crate::messages::Messages;

/// The state of a card for an error, with its own sentence where the built-in one is not
/// enough.
pub(super) fn failed(
    error: &Error,
    key: Option<&ProductKey>,
    messages: Option<&Messages>,
) -> State {
    // The reader typed the number, so the message explains what is wrong with it.
    if let Some(ProductKey::Gtin { gtin, .. }) = key
        && let Err(reason) = Gtin::from_scan_lenient(gtin)
    {
        // The client's messages are in English.
        let is_english = messages.is_none_or(|messages| messages.language().starts_with("en"));
        return State::Failed {
            failure: Failure::BadGtin,
            detail: is_english.then(|| sentence(&reason.message())),
        };
    }
    State::Failed {
        failure: error.code().into(),
        detail: None,
    }
}

/// A reason as a whole sentence.
fn sentence(reason: &str) -> String {
    let mut characters = reason.chars();
    match characters.next() {
        Some(first) => first
            .to_uppercase()
            .chain(characters)
            .chain(['.'])
            .collect(),
        None => String::new(),
    }
}
