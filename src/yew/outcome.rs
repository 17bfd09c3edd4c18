//! The outcome of a request as a card shows it: the product, or why there is none.

use super::product::ProductKey;
use crate::card::{Failure, State};
use crate::client::Error;
use crate::gtin::Gtin;
use crate::label::{NoticeKind, notices};
use crate::messages::Messages;
use crate::model::{Product, Value};

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

/// The identifiers of the products that replace one, in whichever form it has them.
pub(super) fn successors(product: &Product) -> Vec<String> {
    let notices = notices(product.data(), None);
    let replaced = notices
        .iter()
        .find(|notice| notice.kind == NoticeKind::Replaced);
    let values = replaced.map(|notice| notice.replaced_by.as_slice());
    let id = |value: &&Value| {
        let named = value.get("pool_id").or_else(|| value.get("id"));
        Some(named.unwrap_or(value).as_scalar()?.to_owned())
    };
    values.unwrap_or_default().iter().filter_map(id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successors_have_any_form() {
        let of = |text: &str| {
            let body = format!(r#"{{"data": {{"replaced_by": {text}}}}}"#);
            Product::from_json(&body).map(|product| successors(&product))
        };
        let text = r#"["a", 7, {"pool_id": "b"}, {"id": 8}, {"name": "c"}, null]"#;
        assert_eq!(
            of(text).ok(),
            Some(["a", "7", "b", "8"].map(str::to_owned).to_vec())
        );
        assert_eq!(of("null").ok(), Some(Vec::new()));
    }
}
