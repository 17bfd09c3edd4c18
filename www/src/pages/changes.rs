//! The difference between two versions of a product.

use crate::go::{Go, Place, use_query};
use crate::layout::use_title;
use crate::problem::{Problem, Waiting};
use crate::route::{ChangesQuery, Route};
use crate::settings::use_settings;
use product_pool::model;
use product_pool::yew::{ProductChanges, ProductKey, RequestState, use_product};
use yew::prelude::*;

/// The version before a product's latest, and that, if there are two: the service numbers them.
pub(super) fn latest_two(product: &model::Product) -> Option<(String, String)> {
    let data = product.data();
    let latest = data
        .latest_version()
        .get()
        .or_else(|| data.version().get())?;
    let before = latest.parse::<u32>().ok()?.checked_sub(1)?;
    (before > 0).then(|| (before.to_string(), latest.to_owned()))
}

/// The properties of [`Changes`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct ChangesProps {
    pub(crate) gtin: String,
}

/// The changes of a product between the versions that the address names; without them, since the
/// one before the latest.
#[component]
pub(crate) fn Changes(props: &ChangesProps) -> Html {
    let request = use_product(props.gtin.as_str());
    let query = use_query::<ChangesQuery>();
    let name = request.ready().and_then(|loaded| {
        let data = loaded.product.data();
        data.general().product_name().get().map(str::to_owned)
    });
    let title = match &name {
        Some(name) => format!("What changed: {name}"),
        None => "What changed".to_owned(),
    };
    use_title(&title);
    let gtin = props.gtin.clone();
    let content = match &request.state {
        RequestState::Failed(error) => {
            html! { <Problem code={error.code()} retry={request.retry}/> }
        }
        RequestState::Ready(loaded) => {
            let id = loaded.product.data().pool_id().get().unwrap_or_default();
            let id = AttrValue::from(id.to_owned());
            let (earlier, later) = latest_two(&loaded.product).unzip();
            match (query.from.or(earlier), query.to.or(later)) {
                (Some(from), Some(to)) => html! { <Difference {id} {from} {to}/> },
                _ => html! { <p class="lead">{ "There is only one version of this product." }</p> },
            }
        }
        _ => html! { <Waiting/> },
    };
    let heading = name.as_deref().unwrap_or("What changed");
    html! {
        <>
            <nav class="trail" aria-label="Products">
                <ol>
                    <li><Go to={Place::from(Route::Shelf)}>{ "Products" }</Go></li>
                    <li><Go to={Place::from(Route::Product { gtin })}>{ "Product" }</Go></li>
                </ol>
            </nav>
            // The view has its own heading, so this one names the product.
            <h1 key={heading}>{ heading.to_owned() }</h1>
            { content }
        </>
    }
}

#[derive(Clone, Debug, PartialEq, Properties)]
struct DifferenceProps {
    id: AttrValue,
    from: String,
    to: String,
}

/// Requests both versions and shows what changed.
#[component]
fn Difference(props: &DifferenceProps) -> Html {
    let settings = use_settings();
    let key = ProductKey::id(props.id.clone());
    let earlier = use_product(key.clone().with_version(props.from.clone()));
    let later = use_product(key.with_version(props.to.clone()));
    if let (Some(one), Some(other)) = (earlier.ready(), later.ready()) {
        let (earlier, later) = (one.product.clone(), other.product.clone());
        return html! { <ProductChanges {earlier} {later} theme={settings.theme}/> };
    }
    for request in [earlier, later] {
        if let Some(error) = request.error() {
            return html! { <Problem code={error.code()} retry={request.retry}/> };
        }
    }
    html! { <Waiting/> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_versions_are_known() {
        for (members, expected) in [
            (r#""latest_version": "3""#, Some(("2", "3"))),
            (r#""version": "2""#, Some(("1", "2"))),
            (r#""version": "1""#, None),
            (r#""latest_version": "2.1""#, None),
        ] {
            let body = format!(r#"{{"data": {{{members}}}}}"#);
            let found = model::Product::from_json(&body).ok();
            let found = found.and_then(|product| latest_two(&product));
            let expected = expected.map(|(from, to)| (from.to_owned(), to.to_owned()));
            assert_eq!(found, expected, "{members}");
        }
    }
}
