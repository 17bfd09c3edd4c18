//! The frame of every page: the site's head with its settings, and its foot.

use crate::document;
use crate::go::{Go, Place};
use crate::route::{CompareQuery, Route};
use crate::search::SearchField;
use crate::settings::{Change, LANGUAGES, use_settings};
use product_pool::yew::Theme;
use web_sys::{HtmlElement, HtmlSelectElement};
use yew::prelude::*;
use yew_router::prelude::*;

/// Sets the title of the page.
#[hook]
pub(crate) fn use_title(title: &str) {
    use_effect_with(title.to_owned(), |title| {
        if let Some(document) = document() {
            document.set_title(&format!("{title} · product-pool"));
        }
    });
}

/// The properties of [`Layout`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct LayoutProps {
    pub(crate) children: Html,
}

/// A page within the site.
#[component]
pub(crate) fn Layout(props: &LayoutProps) -> Html {
    let main = use_node_ref();
    // A link to `#main` would be another address for the router.
    let skip = {
        let main = main.clone();
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            if let Some(main) = main.cast::<HtmlElement>() {
                let _ = main.focus();
            }
        })
    };
    html! {
        <>
            <a class="skip" href="#main" onclick={skip}>{ "Skip to the content" }</a>
            <Head/>
            <main class="wrap" id="main" tabindex="-1" ref={main}>{ props.children.clone() }</main>
            <footer class="footer">
                <div class="wrap">
                    <p>
                        { "Recipes change: always check the label on the pack. What a product contains is \
                           what its manufacturer declared, and nothing is added to it." }
                    </p>
                    <p>{ "This shop is a demonstration. Its products and makers are invented." }</p>
                </div>
            </footer>
        </>
    }
}

/// One line: the name, the search, the pages, and the menu with everything else.
#[component]
fn Head() -> Html {
    let picked = use_settings().picked.len();
    html! {
        <header class="top">
            <div class="wrap">
                <Go class="name" to={Place::from(Route::Home)}>
                    <img src="/www/icon.svg" alt="product-pool" width="28" height="28"/>
                    <span aria-hidden="true">{ "product-pool" }</span>
                </Go>
                <SearchField/>
                <nav aria-label="Site"><Pages/></nav>
                <button type="button" class="open-menu" popovertarget="menu" aria-label="Menu">
                    { icon("M4 7h16M4 12h16M4 17h16") }
                    if picked > 0 {
                        <span key={picked} class="count" aria-hidden="true">{ picked }</span>
                    }
                </button>
                <Menu/>
            </div>
        </header>
    }
}

/// A drawn sign, for a button that has a name.
pub(crate) fn icon(path: &'static str) -> Html {
    html! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={path}/></svg> }
}

/// The links to the pages that a shopper chooses from.
#[component]
fn Pages() -> Html {
    let route = use_route::<Route>();
    let is = |other: Route| route == Some(other);
    let picked = &use_settings().picked;
    let compare = if picked.is_empty() {
        Place::from(Route::Compare)
    } else {
        let query = CompareQuery::of(picked.iter().map(String::as_str));
        Place::with(Route::Compare, query)
    };
    html! {
        <>
            <Go to={Place::from(Route::Shelf)} current={is(Route::Shelf)}>{ "Products" }</Go>
            <Go to={compare} current={is(Route::Compare)}>
                { "Compare" }
                if !picked.is_empty() {
                    <span key={picked.len()} class="count">{ picked.len() }</span>
                }
            </Go>
        </>
    }
}

/// The pages for a narrow window, the settings, and what is there for developers. It closes when the
/// address changes, because it is another one then.
#[component]
fn Menu() -> Html {
    let visit = use_location().and_then(|location| location.id());
    html! {
        <div key={visit.unwrap_or_default()} id="menu" class="menu" popover="auto">
            <nav aria-label="Pages"><Pages/></nav>
            <label>{ "Language of product information" }<LanguageChoice/></label>
            <label>{ "Colours" }<ThemeChoice/></label>
            <nav aria-labelledby="developers">
                <h2 id="developers">{ "For developers" }</h2>
                // Not pages of the application.
                <a href="/www/playground.html">{ "Playground" }</a>
                <a href="/docs/">{ "Documentation" }</a>
            </nav>
        </div>
    }
}

/// The value that was chosen in a `<select>`.
pub(crate) fn chosen(event: &Event) -> String {
    let select = event.target_unchecked_into::<HtmlSelectElement>();
    select.value()
}

#[component]
fn LanguageChoice() -> Html {
    let settings = use_settings();
    let onchange = {
        let settings = settings.clone();
        Callback::from(move |event: Event| {
            settings.dispatch(Change::Language(chosen(&event)));
        })
    };
    let option = |(tag, name): (&'static str, &'static str)| {
        let selected = tag == settings.language;
        html! { <option value={tag} lang={tag} {selected}>{ name }</option> }
    };
    html! {
        <select id="language" {onchange}>
            { for LANGUAGES.into_iter().map(option) }
        </select>
    }
}

#[component]
fn ThemeChoice() -> Html {
    let settings = use_settings();
    let onchange = {
        let settings = settings.clone();
        Callback::from(move |event: Event| {
            if let Ok(theme) = chosen(&event).parse() {
                settings.dispatch(Change::Theme(theme));
            }
        })
    };
    let option = |theme: Theme, name: &'static str| {
        let selected = theme == settings.theme;
        html! { <option value={theme.key()} {selected}>{ name }</option> }
    };
    html! {
        <select id="theme" {onchange}>
            { option(Theme::Auto, "Automatic") }
            { option(Theme::Light, "Light") }
            { option(Theme::Dark, "Dark") }
        </select>
    }
}
