//! The messages of components: English, those that the application gives, or those of a
//! language whose file is loaded when it is needed.

use super::browser::dates;
use super::console::report;
use crate::client::shared::SingleFlight;
use crate::messages::{self, Messages, primary};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use yew::platform::spawn_local;
use yew::prelude::*;

/// A provider's settings for the language of the components below.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LocaleContext {
    pub(super) lang: Option<AttrValue>,
    /// The address of a language's file, with `{lang}` for the language.
    pub(super) languages: Option<AttrValue>,
    pub(super) messages: Option<Messages>,
}

thread_local! {
    static ENGLISH: Messages = {
        let (language, text) = messages::ENGLISH;
        Messages::with_certificates(language, text, dates(language))
            .unwrap_or_else(|_| Messages::empty(language))
    };
}

/// English, which is always there.
pub(super) fn english() -> Messages {
    ENGLISH.with(Messages::clone)
}

/// The source of messages.
#[derive(Clone, PartialEq)]
enum Source {
    Here(Messages),
    /// A language that the application does not say where to find.
    Unknown(String),
    /// The file of this language at this address.
    File(String, String),
}

impl Source {
    fn of(context: &LocaleContext, lang: Option<&AttrValue>, own: Option<&Messages>) -> Source {
        if let Some(own) = own {
            return Source::Here(own.clone());
        }
        let wanted = lang.or(context.lang.as_ref()).map(|tag| primary(tag));
        match (wanted, &context.messages, &context.languages) {
            (None, Some(given), _) => Source::Here(given.clone()),
            (Some(wanted), Some(given), _) if primary(given.language()) == wanted => {
                Source::Here(given.clone())
            }
            (Some(wanted), _, Some(address)) if wanted != "en" => {
                let address = messages::fill(address, "lang", &wanted);
                Source::File(wanted, address)
            }
            (Some(wanted), _, None) if wanted != "en" => Source::Unknown(wanted),
            _ => Source::Here(english()),
        }
    }
}

/// The messages of the nearest [`PoolProvider`](super::PoolProvider), such as the names of
/// allergens in its language, for components of your own. `None` while the first language is being
/// loaded; a later one replaces it when it is there.
///
/// ```
/// use product_pool::yew::use_messages;
/// use yew::prelude::*;
///
/// #[component]
/// fn Milk() -> Html {
///     let messages = use_messages();
///     html! { <p>{ messages.map(|messages| messages.get("allergen.milk").to_owned()) }</p> }
/// }
/// ```
#[hook]
pub fn use_messages() -> Option<Messages> {
    use_messages_of(None, None)
}

/// The messages of a component; `None` while its first language is being loaded. While another
/// one is, they stay: what is drawn, and where the reader is in it, outlasts the change. A language
/// that cannot be loaded is replaced by English.
#[hook]
pub(super) fn use_messages_of(
    lang: Option<&AttrValue>,
    own: Option<&Messages>,
) -> Option<Messages> {
    let context = use_context::<LocaleContext>().unwrap_or_default();
    let source = Source::of(&context, lang, own);
    let loaded = use_state(|| None::<(Source, Messages)>);
    let setter = loaded.setter();
    let messages = match (&source, &*loaded) {
        (Source::Here(messages), _) => Some(messages.clone()),
        (Source::Unknown(_), _) => Some(english()),
        (source, Some((of, messages))) if of == source => Some(messages.clone()),
        (Source::File(_, address), _) => known(address),
    };
    let is_missing = messages.is_none();
    use_effect_with(source, move |source| follow(source, is_missing, setter));
    let shown = use_mut_ref(|| None);
    if messages.is_some() {
        shown.replace(messages);
    }
    shown.borrow().clone()
}

thread_local! {
    /// The loaded languages by address; a page has few.
    static KNOWN: RefCell<Vec<(String, Messages)>> = const { RefCell::new(Vec::new()) };
    /// The files that are being loaded, each once for all components that wait for it.
    static LOADING: Rc<SingleFlight<Messages>> = Rc::new(SingleFlight::new());
}

/// The messages of a file that was loaded.
fn known(address: &str) -> Option<Messages> {
    KNOWN.with_borrow(|known| {
        let found = known.iter().find(|(of, _)| of == address);
        found.map(|(_, messages)| messages.clone())
    })
}

/// Loads a file whose messages are missing; the result stops it.
fn follow(
    source: &Source,
    is_missing: bool,
    loaded: UseStateSetter<Option<(Source, Messages)>>,
) -> impl FnOnce() + use<> {
    let is_wanted = Rc::new(Cell::new(true));
    if let Source::Unknown(language) = source {
        report(|| {
            format!(
                "The language {language} is not known, so its cards are in English. Give the \
                 PoolProvider the address of the files (languages), or its messages."
            )
        });
    }
    if let Source::File(language, address) = source.clone()
        && is_missing
    {
        let (source, is_wanted) = (source.clone(), is_wanted.clone());
        spawn_local(async move {
            let files = LOADING.with(Rc::clone);
            let messages = files.run(&address, || load(&language, &address)).await;
            if is_wanted.get() {
                loaded.set(Some((source, messages)));
            }
        });
    }
    move || is_wanted.set(false)
}

async fn load(language: &str, address: &str) -> Messages {
    // The file may have arrived since the component was drawn.
    match known(address) {
        Some(messages) => messages,
        // Without its language, a card is better in English than not at all.
        None => fetch(language, address).await.unwrap_or_else(|| {
            report(|| {
                format!(
                    "The messages of the language {language} cannot be loaded from {address}, so \
                     its cards are in English. Check that the file is served, and made by this \
                     release."
                )
            });
            english()
        }),
    }
}

#[cfg(target_arch = "wasm32")]
async fn fetch(language: &str, address: &str) -> Option<Messages> {
    let response = gloo_net::http::Request::get(address).send().await.ok()?;
    let text = response.text().await.ok().filter(|_| response.ok())?;
    let messages = Messages::with_certificates(language, &text, dates(language)).ok()?;
    KNOWN.with_borrow_mut(|known| known.push((address.to_owned(), messages.clone())));
    Some(messages)
}

/// A server gives its messages, and loads none.
#[cfg(not(target_arch = "wasm32"))]
async fn fetch(_: &str, _: &str) -> Option<Messages> {
    None
}
