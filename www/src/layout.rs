//! The frame of every page: the site's head with its settings, and its foot.

use crate::document;
use crate::go::{Go, Place};
use crate::route::{CompareQuery, Route};
use crate::scroll;
use crate::settings::{Change, use_settings};
use crate::words::Language;
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
    let settings = use_settings();
    let words = settings.words();
    let main = use_node_ref();
    let location = use_location();
    let address = location.map(|it| format!("{}{}", it.path(), it.query_str()));
    {
        let main = main.clone();
        use_effect_with(address, move |_| scroll::arrive(main.cast::<HtmlElement>()));
    }
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
            <a class="skip" href="#main" onclick={skip}>{ words.skip }</a>
            <Head/>
            <main class="wrap" id="main" tabindex="-1" ref={main}>{ props.children.clone() }</main>
            <footer class="footer">
                <div class="wrap">
                    <p>{ words.token_note }</p>
                    <p>{ words.invented_note }</p>
                </div>
            </footer>
        </>
    }
}

#[component]
fn Head() -> Html {
    let settings = use_settings();
    let words = settings.words();
    let route = use_route::<Route>();
    let is = |other: Route| route == Some(other);
    let picked = &settings.picked;
    let query = CompareQuery::of(picked.iter().map(String::as_str));
    let compare = match picked.is_empty() {
        true => Place::from(Route::Compare),
        false => Place::with(Route::Compare, query),
    };
    html! {
        <header class="top">
            <div class="wrap">
                <Go class="name" to={Place::from(Route::Home)}>
                    <img src="/www/icon.svg" alt="product-pool" width="28" height="28"/>
                    <span aria-hidden="true">{ "product-pool" }</span>
                </Go>
                <nav aria-label={words.site_menu}>
                    <Go to={Place::from(Route::Home)} current={is(Route::Home)}>{ words.home }</Go>
                    <Go to={Place::from(Route::Shelf)} current={is(Route::Shelf)}>{ words.products }</Go>
                    <Go to={compare} current={is(Route::Compare)}>
                        { words.compare }
                        if !picked.is_empty() {
                            <span class="count">{ picked.len() }</span>
                        }
                    </Go>
                    // Not a page of the application.
                    <a href="/www/playground.html">{ words.playground }</a>
                </nav>
                <div class="settings">
                    <LanguageChoice/>
                    <ThemeChoice/>
                </div>
            </div>
        </header>
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
    let words = settings.words();
    let onchange = {
        let settings = settings.clone();
        Callback::from(move |event: Event| {
            if let Some(language) = Language::of_tag(&chosen(&event)) {
                settings.dispatch(Change::Language(language));
            }
        })
    };
    let option = |language: Language| {
        let (tag, selected) = (language.tag(), language == settings.language);
        html! { <option value={tag} lang={tag} {selected}>{ language.name() }</option> }
    };
    html! {
        <select id="language" aria-label={words.language} {onchange}>
            { for Language::ALL.into_iter().map(option) }
        </select>
    }
}

#[component]
fn ThemeChoice() -> Html {
    let settings = use_settings();
    let words = settings.words();
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
        <select id="theme" aria-label={words.theme} {onchange}>
            { option(Theme::Auto, words.theme_auto) }
            { option(Theme::Light, words.theme_light) }
            { option(Theme::Dark, words.theme_dark) }
        </select>
    }
}
