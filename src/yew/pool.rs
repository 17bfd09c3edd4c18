//! The client that components and hooks share.

use super::locale::LocaleContext;
#[cfg(any(feature = "reqwest", target_arch = "wasm32"))]
use crate::client::PoolClient;
use crate::client::shared::Lock;
use crate::client::{BoxClient, Error, Options, Provider};
use crate::messages::Messages;
use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use yew::prelude::*;

/// A client that is shared: its requests in flight, its limit of concurrent requests and
/// its token. Clones are the same pool, and equal.
///
/// ```
/// use product_pool::yew::use_pool;
/// use yew::platform::spawn_local;
/// use yew::prelude::*;
///
/// /// Requests something when it is clicked.
/// #[component]
/// fn Check() -> Html {
///     let name = use_state(|| None::<String>);
///     let (pool, setter) = (use_pool(), name.setter());
///     let onclick = move |_| {
///         let (pool, setter) = (pool.clone(), setter.clone());
///         spawn_local(async move {
///             let Ok(client) = pool.client() else { return };
///             let product = client.get_product("0f9a").await.ok();
///             setter.set(product.and_then(|product| product.name().map(str::to_owned)));
///         });
///     };
///     html! { <button {onclick}>{ name.as_deref().unwrap_or("Which product is it?") }</button> }
/// }
/// ```
#[derive(Clone)]
pub struct Pool(Rc<Inner>);

struct Inner {
    /// What the client is made of when it is needed first.
    options: Options,
    /// The token provider of the latest options.
    provider: Arc<Lock<Option<Provider>>>,
    client: OnceCell<Result<BoxClient, Error>>,
}

thread_local! {
    /// The pools of components without a provider that are in use, so that equal ones share one.
    static POOLS: RefCell<Vec<Weak<Inner>>> = const { RefCell::new(Vec::new()) };
}

impl Pool {
    /// A pool with these options.
    #[allow(
        clippy::arc_with_non_send_sync,
        reason = "on WebAssembly, where one thread is all there is"
    )]
    pub fn new(options: Options) -> Pool {
        let provider = options.provider().cloned();
        Pool(Rc::new(Inner {
            options,
            provider: Arc::new(Lock::new(provider)),
            client: OnceCell::new(),
        }))
    }

    /// The pool of a client that the application has made.
    pub fn with_client(client: BoxClient) -> Pool {
        let pool = Pool::new(Options::new(client.base_url()));
        let _ = pool.0.client.set(Ok(client));
        pool
    }

    /// The pool of all components that name this base URL and have no provider for it.
    pub(super) fn at(base_url: &str) -> Pool {
        POOLS.with_borrow_mut(|pools| {
            pools.retain(|pool| pool.strong_count() > 0);
            let mut known = pools.iter().filter_map(Weak::upgrade);
            if let Some(pool) = known.find(|pool| pool.options.base_url() == base_url) {
                return Pool(pool);
            }
            let pool = Pool::new(Options::new(base_url));
            pools.push(Rc::downgrade(&pool.0));
            pool
        })
    }

    /// The base URL of its requests, as it was given.
    pub fn base_url(&self) -> &str {
        self.0.options.base_url()
    }

    /// The client.
    ///
    /// # Errors
    /// As [`PoolClient::with_transport`](crate::client::PoolClient::with_transport). On a server without the feature `reqwest` there is no
    /// transport.
    pub fn client(&self) -> Result<BoxClient, Error> {
        self.0.client.get_or_init(|| self.make_client()).clone()
    }

    fn make_client(&self) -> Result<BoxClient, Error> {
        let mut options = self.0.options.clone();
        if options.provider().is_some() {
            let provider = self.0.provider.clone();
            options = options.token_provider(Provider::new(move || {
                // Not locked during the call, which may lead to another drawing.
                let latest = provider.get().clone();
                match latest {
                    Some(latest) => latest.fetch(),
                    None => Box::pin(async { Err("there is no token provider".into()) }),
                }
            }));
        }
        new_client(&options)
    }

    /// Whether the pool can go on with these options. Another token provider is no
    /// difference, because applications write closures, which never equal: the pool calls
    /// the latest.
    fn takes(&self, options: &Options) -> bool {
        let known = &self.0.options;
        let is_same = match (known.provider(), options.provider()) {
            (Some(provider), Some(_)) => options.clone().token_provider(provider.clone()) == *known,
            _ => options == known,
        };
        if is_same {
            *self.0.provider.get() = options.provider().cloned();
        }
        is_same
    }
}

#[cfg(any(feature = "reqwest", target_arch = "wasm32"))]
fn new_client(options: &Options) -> Result<BoxClient, Error> {
    PoolClient::new(options).map(PoolClient::boxed)
}

#[cfg(not(any(feature = "reqwest", target_arch = "wasm32")))]
fn new_client(_: &Options) -> Result<BoxClient, Error> {
    let reason = "without the feature `reqwest` a server makes no requests: \
         give the PoolProvider a client with a transport of your own";
    Err(Error::invalid_argument(reason.to_owned()))
}

impl PartialEq for Pool {
    fn eq(&self, other: &Pool) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pool").field(&self.0.options).finish()
    }
}

/// The properties of [`PoolProvider`].
#[derive(Clone, Debug, PartialEq, Properties)]
#[non_exhaustive]
pub struct PoolProviderProps {
    /// The service's address and the client's settings; a text is the base URL. Without them,
    /// requests go to the page's own host.
    #[prop_or_else(|| Options::new(""))]
    pub options: Options,
    /// A client of your own instead, such as one whose transport answers without a network.
    #[prop_or_default]
    pub client: Option<BoxClient>,
    /// The language of the components below, such as `de`. English by default.
    #[prop_or_default]
    pub lang: Option<AttrValue>,
    /// The address of the files of other languages than English, with `{lang}` for the
    /// language: `/languages/{lang}.json`. Natively, `messages::file` makes these
    /// files.
    #[prop_or_default]
    pub languages: Option<AttrValue>,
    /// Messages instead of those of a language.
    #[prop_or_default]
    pub messages: Option<Messages>,
    /// The application, or the part of it that shares the client.
    #[prop_or_default]
    pub children: Html,
}

/// One client for all components and hooks below: they share its requests in flight, its limit
/// of concurrent requests and its token. The client stays while the options are equal.
///
/// ```
/// use product_pool::card::Variant;
/// use product_pool::client::Options;
/// use product_pool::yew::{PoolProvider, ProductCard};
/// use yew::prelude::*;
///
/// #[component]
/// fn App() -> Html {
///     html! {
///         <PoolProvider options={Options::new("/pool").concurrency(4)}>
///             <ProductCard gtin="09520000000004"/>
///             <ProductCard gtin="09520000001001" variant={Variant::Summary}/>
///         </PoolProvider>
///     }
/// }
/// ```
#[component]
pub fn PoolProvider(props: &PoolProviderProps) -> Html {
    let own = use_memo(props.client.clone(), |client| {
        client.clone().map(Pool::with_client)
    });
    let kept = use_mut_ref(|| Pool::new(props.options.clone()));
    if !kept.borrow().takes(&props.options) {
        kept.replace(Pool::new(props.options.clone()));
    }
    let pool = (*own).clone().unwrap_or_else(|| kept.borrow().clone());
    let locale = LocaleContext {
        lang: props.lang.clone(),
        languages: props.languages.clone(),
        messages: props.messages.clone(),
    };
    html! {
        <ContextProvider<Pool> context={pool}>
            <ContextProvider<LocaleContext> context={locale}>
                { props.children.clone() }
            </ContextProvider<LocaleContext>>
        </ContextProvider<Pool>>
    }
}

/// The pool of the nearest [`PoolProvider`]; without one, that of the page's own host.
///
/// ```
/// # mod page { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/yew/examples.rs")); }
/// use product_pool::yew::use_pool;
/// use yew::prelude::*;
///
/// #[component]
/// fn Address() -> Html {
///     let pool = use_pool();
///     html! { pool.base_url() }
/// }
/// # assert_eq!(page::render::<Address>(), "https://pool.example");
/// ```
#[hook]
pub fn use_pool() -> Pool {
    use_pool_at(None)
}

/// The pool of a base URL, or the nearest one. A provider's token is sent to its own
/// address only.
#[hook]
pub(super) fn use_pool_at(base_url: Option<&AttrValue>) -> Pool {
    let provided = use_context::<Pool>();
    let wanted = base_url.map(AttrValue::as_str);
    // Kept, so that the pool lives as long as the component.
    let own = use_memo(
        (provided, wanted.map(str::to_owned)),
        |(provided, wanted)| match (provided, wanted) {
            (Some(pool), None) => pool.clone(),
            (Some(pool), Some(wanted)) if pool.base_url() == wanted => pool.clone(),
            (_, wanted) => Pool::at(wanted.as_deref().unwrap_or_default()),
        },
    );
    (*own).clone()
}
