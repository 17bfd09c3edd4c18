//! The difference between two versions of a product.

use crate::go::{Go, Place, use_query, use_shop_navigator};
use crate::layout::{chosen, use_title};
use crate::problem::{Problem, Waiting};
use crate::route::{ChangesQuery, Route};
use crate::settings::use_settings;
use product_pool::model;
use product_pool::yew::{ProductChanges, ProductKey, RequestState, use_product};
use yew::prelude::*;

/// The versions of a product, the earliest first. The service numbers them; of one that it names
/// otherwise only the latest is known.
pub(super) fn versions(product: &model::Product) -> Vec<String> {
    let data = product.data();
    let latest = data.latest_version().get();
    let latest = latest.or_else(|| data.version().get()).unwrap_or_default();
    match latest.parse::<u32>() {
        Ok(number) => (1..=number.min(100))
            .map(|version| version.to_string())
            .collect(),
        Err(_) => vec![latest.to_owned()],
    }
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
            html! { <Versions gtin={gtin.clone()} {id} versions={versions(&loaded.product)}/> }
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
struct VersionsProps {
    gtin: String,
    id: AttrValue,
    versions: Vec<String>,
}

/// The choice of two versions, and what changed between them.
#[component]
fn Versions(props: &VersionsProps) -> Html {
    let navigator = use_shop_navigator();
    let query = use_query::<ChangesQuery>();
    let mut latest = props.versions.iter().rev().cloned();
    let to = latest.next().unwrap_or_default();
    let from = latest.next().unwrap_or_else(|| to.clone());
    let from = query.from.unwrap_or(from);
    let to = query.to.unwrap_or(to);
    let change = |edit: fn(&mut ChangesQuery, String)| {
        let (navigator, gtin) = (navigator.clone(), props.gtin.clone());
        let query = ChangesQuery {
            from: Some(from.clone()),
            to: Some(to.clone()),
        };
        Callback::from(move |event: Event| {
            let (gtin, mut query) = (gtin.clone(), query.clone());
            edit(&mut query, chosen(&event));
            Place::with(Route::Changes { gtin }, query).replace(&navigator);
        })
    };
    let choice = |name: &'static str, value: &str, edit: fn(&mut ChangesQuery, String)| {
        // Also one that the address names and the service does not.
        let mut versions = props.versions.clone();
        if !versions.iter().any(|version| version == value) {
            versions.push(value.to_owned());
        }
        let option = |version: String| {
            let text = format!("Version {version}");
            let (key, selected) = (version.clone(), version == value);
            html! { <option {key} value={version} {selected}>{ text }</option> }
        };
        html! {
            <label>
                <span>{ name }</span>
                <select onchange={change(edit)}>{ for versions.into_iter().map(option) }</select>
            </label>
        }
    };
    if props.versions.len() < 2 {
        return html! { <p class="lead">{ "There is only one version of this product." }</p> };
    }
    html! {
        <>
            <div class="toolbar">
                { choice("Earlier version", &from, |query, value| query.from = Some(value)) }
                { choice("Later version", &to, |query, value| query.to = Some(value)) }
            </div>
            if from == to {
                <p class="lead">{ "Choose two different versions." }</p>
            } else {
                <Difference id={&props.id} from={from.clone()} to={to.clone()}/>
            }
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

    fn versions_of(members: &str) -> Vec<String> {
        let body = format!(r#"{{"data": {{{members}}}}}"#);
        model::Product::from_json(&body)
            .map(|product| versions(&product))
            .unwrap_or_default()
    }

    #[test]
    fn numbered_versions_are_known() {
        assert_eq!(versions_of(r#""latest_version": "3""#), ["1", "2", "3"]);
        assert_eq!(versions_of(r#""version": "2""#), ["1", "2"]);
        assert_eq!(versions_of(r#""latest_version": "2.1""#), ["2.1"]);
        assert_eq!(versions_of(r#""latest_version": "4000000000""#).len(), 100);
    }
}
