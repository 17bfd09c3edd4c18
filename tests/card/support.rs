//! What the tests share: a service in place of `fetch`, and applications in the page.

use js_sys::{Array, Function, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlIFrameElement};
use yew::prelude::*;

/// Two GTINs and the products that have them.
pub(crate) const SOUP: &str = "9520000002008";
pub(crate) const CAKE: &str = "9520000002015";

/// The body of a product.
pub(crate) fn body(id: &str, name: &str, more: &str) -> String {
    format!(
        r#"{{"data":{{"pool_id":"{id}","general":{{"product_name":"{name}"}}{more},
        "components":[{{"allergens":{{"contains_milk":{{"description":"Yes"}}}}}}]}}}}"#
    )
}

/// A service in place of the global `fetch`, until it is dropped.
pub(crate) struct Service {
    own: JsValue,
    calls: Array,
    state: JsValue,
}

impl Service {
    /// A service without any resource.
    pub(crate) fn new() -> Self {
        let state = js_sys::eval("({ bodies: {}, status: {}, held: {}, aborted: [], caches: [] })")
            .unwrap();
        let calls = Array::new();
        let make = Function::new_with_args(
            "calls, state",
            "return async (request) => {
                const { pathname: plain, search } = new URL(request.url);
                const pathname = plain + search in state.bodies ? plain + search : plain;
                calls.push(pathname);
                if (pathname.includes('/products/')) state.caches.push(request.cache);
                request.signal.addEventListener('abort', () => state.aborted.push(pathname));
                do await new Promise((done) => setTimeout(done, 1));
                while (state.held[pathname] && !request.signal.aborted);
                request.signal.throwIfAborted();
                const status = state.status[pathname] ?? (pathname in state.bodies ? 200 : 404);
                if (status === 0) throw new TypeError('no connection');
                const body = state.bodies[pathname] ?? '{\"errors\":[]}';
                const headers = { 'content-type': 'application/json', ...state.headers };
                const response = new Response(body, { status, headers });
                // A browser may take another task to read a body.
                response.text = async () => body;
                return response;
            }",
        );
        let function = make.call2(&JsValue::NULL, &calls, &state).unwrap();
        let global = js_sys::global();
        let own = Reflect::get(&global, &"fetch".into()).unwrap();
        Reflect::set(&global, &"fetch".into(), &function).unwrap();
        Service { own, calls, state }
    }

    /// A service with a soup and a cake.
    pub(crate) fn with_products() -> Self {
        let service = Service::new();
        service.answer(&by_gtin(SOUP), &body("p1", "Soup", ""));
        service.answer(&by_gtin(CAKE), &body("p2", "Cake", ""));
        service
    }

    fn set(&self, table: &str, path: &str, value: &JsValue) {
        let table = Reflect::get(&self.state, &table.into()).unwrap();
        Reflect::set(&table, &path.into(), value).unwrap();
    }

    /// Has this body at a path.
    pub(crate) fn answer(&self, path: &str, body: &str) {
        self.set("bodies", path, &body.into());
    }

    /// Answers this status at a path; 0 for no connection.
    pub(crate) fn status(&self, path: &str, status: u16) {
        self.set("status", path, &status.into());
    }

    /// Sends this header with everything.
    pub(crate) fn header(&self, name: &str, value: &str) {
        let headers = js_sys::Object::new();
        Reflect::set(&headers, &name.into(), &value.into()).unwrap();
        Reflect::set(&self.state, &"headers".into(), &headers).unwrap();
    }

    /// Holds back its answer at a path, or no longer.
    pub(crate) fn hold(&self, path: &str, held: bool) {
        self.set("held", path, &held.into());
    }

    /// The paths of the requests so far.
    pub(crate) fn calls(&self) -> Vec<String> {
        self.calls
            .iter()
            .map(|path| path.as_string().unwrap())
            .collect()
    }

    /// How many requests for a path there were.
    pub(crate) fn count(&self, path: &str) -> usize {
        self.calls().iter().filter(|call| *call == path).count()
    }

    /// The paths of the requests that were aborted.
    pub(crate) fn aborted(&self) -> Vec<String> {
        self.list("aborted")
    }

    /// The cache modes of the requests for products.
    pub(crate) fn caches(&self) -> Vec<String> {
        self.list("caches")
    }

    fn list(&self, name: &str) -> Vec<String> {
        let list = Reflect::get(&self.state, &name.into()).unwrap();
        let list: Array = list.unchecked_into();
        list.iter().map(|path| path.as_string().unwrap()).collect()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        Reflect::set(&js_sys::global(), &"fetch".into(), &self.own).unwrap();
    }
}

/// The path of a product by its GTIN.
pub(crate) fn by_gtin(gtin: &str) -> String {
    format!("/v2/products/gtin/{gtin}")
}

/// Lets futures run and Yew draw.
pub(crate) async fn settle() {
    for _ in 0..20 {
        pause(1).await;
    }
    drawn().await;
}

/// Waits until Yew has drawn. It pauses after 16 ms, and may add listeners only after that.
async fn drawn() {
    yew::scheduler::flush().await;
}

pub(crate) async fn pause(milliseconds: u64) {
    yew::platform::time::sleep(Duration::from_millis(milliseconds)).await;
}

/// Waits until something is so; the test fails if it never is.
pub(crate) async fn until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..2_000 {
        if is_so() {
            return;
        }
        pause(5).await;
    }
    panic!("{what}");
}

/// The handle by which a test changes what an application shows.
pub(crate) struct Control<T>(Rc<RefCell<Option<UseStateSetter<T>>>>);

impl<T> Clone for Control<T> {
    fn clone(&self) -> Self {
        Control(self.0.clone())
    }
}

impl<T> Control<T> {
    pub(crate) fn set(&self, value: T) {
        self.0.borrow().clone().unwrap().set(value);
    }
}

/// What an application draws of its state.
type Draw<T> = Rc<dyn Fn(&T) -> Html>;

#[derive(Properties)]
struct AppProps<T> {
    first: RefCell<Option<T>>,
    draw: Draw<T>,
    control: Control<T>,
}

impl<T> PartialEq for AppProps<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[component]
fn App<T: Default + 'static>(props: &AppProps<T>) -> Html {
    let state = use_state(|| props.first.take().unwrap_or_default());
    props.control.0.replace(Some(state.setter()));
    (props.draw)(&state)
}

/// An application in the page, until it is dropped.
pub(crate) struct Page<T: Default + 'static> {
    pub(crate) root: Element,
    pub(crate) control: Control<T>,
    app: Option<AppHandle<App<T>>>,
}

/// Shows an application that draws `first`, and what the control sets.
pub(crate) fn show<T: Default + 'static>(first: T, draw: impl Fn(&T) -> Html + 'static) -> Page<T> {
    let document = web_sys::window().unwrap().document().unwrap();
    let root = document.create_element("div").unwrap();
    // Above the test runner's output, so that lazy cards are near the viewport.
    let body = document.body().unwrap();
    body.insert_before(&root, body.first_child().as_ref())
        .unwrap();
    let control = Control(Rc::default());
    let props = AppProps {
        first: RefCell::new(Some(first)),
        draw: Rc::new(draw),
        control: control.clone(),
    };
    let app = yew::Renderer::<App<T>>::with_root_and_props(root.clone(), props).render();
    Page {
        root,
        control,
        app: Some(app),
    }
}

impl<T: Default + 'static> Page<T> {
    /// The first element of a selector.
    pub(crate) fn find(&self, selector: &str) -> Option<Element> {
        self.root.query_selector(selector).unwrap()
    }

    /// How many elements a selector has.
    pub(crate) fn count(&self, selector: &str) -> u32 {
        self.root.query_selector_all(selector).unwrap().length()
    }

    /// Waits until there is an element of a selector.
    pub(crate) async fn wait(&self, selector: &str) -> Element {
        until(selector, || self.find(selector).is_some()).await;
        drawn().await;
        self.find(selector).unwrap()
    }

    /// Waits until a card shows the product with a name.
    pub(crate) async fn wait_for(&self, name: &str) {
        until(name, || {
            let shown = self.find("[data-state=ready] .head .name");
            shown.is_some_and(|element| element.text_content().as_deref() == Some(name))
        })
        .await;
        settle().await;
    }

    pub(crate) fn click(&self, selector: &str) {
        let element = self.find(selector).unwrap();
        element.unchecked_into::<web_sys::HtmlElement>().click();
    }

    pub(crate) fn text(&self) -> String {
        self.root.text_content().unwrap()
    }
}

impl<T: Default + 'static> Drop for Page<T> {
    fn drop(&mut self) {
        if let Some(app) = self.app.take() {
            app.destroy();
        }
        self.root.remove();
    }
}

/// Lets pages print without the dialog, which a test cannot close.
pub(crate) fn keep_prints() {
    let script = "
        window.keepsPrints ??= (() => {
            const frames = HTMLIFrameElement.prototype;
            const { get } = Object.getOwnPropertyDescriptor(frames, 'contentWindow');
            Object.defineProperty(frames, 'contentWindow', { get() {
                const frame = get.call(this);
                frame.print = () => { this.dataset.printed = ''; };
                return frame;
            } });
            return true;
        })();";
    js_sys::eval(script).unwrap();
}

/// The document that was printed last.
pub(crate) fn printed() -> Option<HtmlIFrameElement> {
    let page = web_sys::window()?.document()?;
    let frame = page.query_selector("iframe[data-printed]").ok()??;
    Some(frame.unchecked_into())
}

/// The copy of a card in it.
pub(crate) fn printed_copy() -> Option<Element> {
    let host = printed()?
        .content_document()?
        .body()?
        .first_element_child()?;
    host.shadow_root()?.first_element_child()
}

/// The value of a CSS property of an element.
pub(crate) fn style(element: &Element, property: &str) -> String {
    let window = web_sys::window().unwrap();
    let style = window.get_computed_style(element).unwrap().unwrap();
    style.get_property_value(property).unwrap()
}

/// A listener's notes.
pub(crate) fn notes<T: 'static>() -> (Rc<RefCell<Vec<T>>>, Callback<T>) {
    let notes = Rc::new(RefCell::new(Vec::new()));
    let taken = notes.clone();
    (
        notes,
        Callback::from(move |note| taken.borrow_mut().push(note)),
    )
}
