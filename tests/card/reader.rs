//! What a reader sees of a card and does with it.

use crate::support::{
    CAKE, SOUP, Service, body, by_gtin, keep_prints, notes, printed, printed_copy, settle, show,
    style, until,
};
use product_pool::card::{Density, Panel, Variant};
use product_pool::yew::{Loading, ProductCard};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{CssStyleSheet, HtmlDialogElement, HtmlElement};
use yew::prelude::*;

#[wasm_bindgen_test]
async fn a_card_is_styled_and_nothing_else_is() {
    let _service = Service::with_products();
    let page = show((), |()| {
        html! {
            <>
                <div class="card"><button class="outside">{ "Outside" }</button></div>
                <ProductCard
                    gtin={SOUP}
                    base_url="https://styled.example"
                    actions={html! { <button class="inside">{ "Buy" }</button> }}
                />
            </>
        }
    });
    page.wait_for("Soup").await;
    let card = page.find(".product-pool-card .card").unwrap();
    assert_eq!(style(&card, "border-top-width"), "1px");
    assert_eq!(style(&card, "border-top-left-radius"), "8px");
    let chip = page.find("li[data-allergen=milk]").unwrap();
    assert_eq!(style(&chip, "font-weight"), "650");
    // The page's own elements, and those in a slot, are as they were.
    let outside = page.find("div.card").unwrap();
    assert_eq!(style(&outside, "border-top-width"), "0px");
    let buttons = [
        page.find(".outside").unwrap(),
        page.find(".inside").unwrap(),
    ];
    let [outside, inside] = buttons.map(|button| style(&button, "min-height"));
    assert_eq!(inside, outside);
    // One sheet for all cards.
    let document = web_sys::window().unwrap().document().unwrap();
    let sheets = document.adopted_style_sheets();
    let text = |sheet: JsValue| {
        let rules = sheet.unchecked_into::<CssStyleSheet>().css_rules().unwrap();
        rules.item(0).unwrap().css_text()
    };
    let of_cards = sheets
        .iter()
        .filter(|sheet| text(sheet.clone()).contains(".product-pool-card)"));
    assert_eq!(of_cards.count(), 1);
}

#[wasm_bindgen_test]
async fn retry_requests_again_and_keeps_the_focus() {
    let service = Service::with_products();
    service.status(&by_gtin(SOUP), 400);
    let (errors, on_error) = notes();
    let page = show((), move |()| {
        html! { <ProductCard gtin={SOUP} base_url="https://retry.example" on_error={on_error.clone()}/> }
    });
    let button = page.wait("[data-action=retry]").await;
    let before = service.count(&by_gtin(SOUP));
    button
        .clone()
        .unchecked_into::<web_sys::HtmlElement>()
        .focus()
        .unwrap();
    service.status(&by_gtin(SOUP), 200);
    page.click("[data-action=retry]");
    page.wait_for("Soup").await;
    assert_eq!(service.count(&by_gtin(SOUP)), before + 1);
    assert_eq!(errors.borrow().len(), 1);
    let focused = button.owner_document().unwrap().active_element();
    let focused = focused.or_else(|| web_sys::window()?.document()?.active_element());
    assert_eq!(focused, page.find(".card"));
}

/// A product with images that need no request.
fn service_with_images() -> Service {
    let service = Service::with_products();
    let image = |id: u8| format!(r#"{{"id":{id},"url":"https://images.example/{id}.png"}}"#);
    let list = format!(r#"{{"data":[{},{},{}]}}"#, image(1), image(2), image(3));
    service.answer("/v2/images/p1", &list);
    service.answer(
        "/v2/images/p1/feature",
        &format!(r#"{{"data":{}}}"#, image(2)),
    );
    service
}

#[wasm_bindgen_test]
async fn the_gallery_selects_enlarges_and_closes() {
    let _service = service_with_images();
    let page = show(
        (),
        |()| html! { <ProductCard gtin={SOUP} base_url="https://gallery.example"/> },
    );
    page.wait(".thumbnail[data-index='2']").await;
    let shown = || {
        page.find(".picture img")
            .unwrap()
            .get_attribute("src")
            .unwrap()
    };
    assert!(shown().ends_with("/2.png"), "the feature image first");
    page.click(".thumbnail[data-index='1']");
    until("the selected image", || shown().ends_with("/1.png")).await;
    // By the keyboard: the next one, and no further than the last.
    let thumbnail = page.find(".thumbnail[data-index='1']").unwrap();
    for _ in 0..2 {
        let init = web_sys::KeyboardEventInit::new();
        init.set_key("ArrowRight");
        init.set_bubbles(true);
        let event = web_sys::KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init);
        thumbnail.dispatch_event(&event.unwrap()).unwrap();
        settle().await;
    }
    assert!(shown().ends_with("/3.png"));
    let dialog = || {
        page.find("dialog")
            .unwrap()
            .unchecked_into::<HtmlDialogElement>()
    };
    page.click("[data-action=zoom]");
    assert!(dialog().open());
    page.click("dialog [data-action=close]");
    assert!(!dialog().open());
}

#[wasm_bindgen_test]
async fn folds_are_announced_and_stay_as_the_reader_left_them() {
    let _service = Service::with_products();
    let (toggles, on_panel_toggle) = notes();
    let page = show("", move |avoid| {
        html! {
            <ProductCard gtin={SOUP} base_url="https://folds.example" avoid={*avoid}
                on_panel_toggle={on_panel_toggle.clone()}/>
        }
    });
    page.wait_for("Soup").await;
    settle().await;
    assert!(toggles.borrow().is_empty(), "not for the first states");
    let name = "[data-toggle=nutrition]";
    page.click(&format!("{name} > summary"));
    until("the event", || toggles.borrow().len() == 1).await;
    assert_eq!(
        (toggles.borrow()[0].panel, toggles.borrow()[0].open),
        (Panel::Nutrition, false)
    );
    page.control.set("milk");
    page.wait(".verdict").await;
    assert!(!page.find(name).unwrap().has_attribute("open"));
}

#[wasm_bindgen_test]
async fn a_replaced_product_is_announced_with_its_link() {
    let service = Service::new();
    let replaced = r#","replaced_by":[{"pool_id":"n 1"}]"#;
    service.answer(&by_gtin(SOUP), &body("p1", "Soup", replaced));
    let prevents = Rc::new(Cell::new(false));
    let (seen, asked) = (Rc::new(Cell::new(0)), prevents.clone());
    let count = seen.clone();
    let page = show(1u8, move |number| {
        let (count, prevents) = (count.clone(), prevents.clone());
        let on_replaced = move |event: product_pool::yew::Replaced| {
            count.set(count.get() + 1);
            assert_eq!(event.replaced_by, ["n 1"]);
            assert!(
                event
                    .url
                    .as_deref()
                    .is_some_and(|url| url.ends_with("/p/n%201"))
            );
            if prevents.get() {
                event.prevent_default();
            }
        };
        html! {
            <ProductCard key={*number} gtin={SOUP} base_url="https://replaced.example"
                successor_url="/p/{id}" {on_replaced}/>
        }
    });
    let link = page.wait("[data-notice=replaced] a").await;
    assert!(link.get_attribute("href").unwrap().ends_with("/p/n%201"));
    assert_eq!(seen.get(), 1);
    asked.set(true);
    page.control.set(2);
    until("the second", || seen.get() == 2).await;
    settle().await;
    assert!(page.find("[data-notice=replaced]").is_some());
    assert!(page.find("[data-notice=replaced] a").is_none());
}

#[wasm_bindgen_test]
async fn slots_and_the_fallback_are_the_applications() {
    let service = Service::with_products();
    service.hold(&by_gtin(SOUP), true);
    let (clicks, on_click) = notes();
    let page = show((), move |()| {
        let onclick = on_click.reform(|_: MouseEvent| ());
        let after = html! { <button class="own-after" {onclick}>{ "After" }</button> };
        // A tile that is a link does not keep clicks from what the application gives.
        html! {
            <div role="link">
                <ProductCard gtin={SOUP} base_url="https://slots.example"
                    header={html! { <p class="own-header">{ "Header" }</p> }}
                    after={vec![(Panel::Allergens, after)]}>
                    <p class="own-fallback">{ "Plain text" }</p>
                </ProductCard>
            </div>
        }
    });
    page.wait(".own-fallback").await;
    let skeleton: HtmlElement = page.find(".skeleton").unwrap().unchecked_into();
    assert_eq!(skeleton.offset_height(), 0, "the fallback takes its place");
    service.hold(&by_gtin(SOUP), false);
    page.wait_for("Soup").await;
    assert!(page.find(".own-fallback").is_none());
    assert!(
        page.find(".card > slot[name=header] > .own-header")
            .is_some()
    );
    assert!(
        page.find("[data-panel=allergens] + slot > .own-after")
            .is_some()
    );
    page.click(".own-after");
    assert_eq!(clicks.borrow().len(), 1);
}

#[wasm_bindgen_test]
async fn a_button_in_a_slot_prints_a_copy_of_the_card() {
    let _service = Service::with_products();
    keep_prints();
    let page = show((), |()| {
        let actions = html! { <button data-action="print">{ "Print" }</button> };
        html! {
            <ProductCard gtin={SOUP} base_url="https://print.example" density={Density::Compact} {actions}/>
        }
    });
    page.wait_for("Soup").await;
    page.click("[data-action=print]");
    until("the print", || printed().is_some()).await;
    let frame = printed().unwrap();
    assert_eq!(frame.content_document().unwrap().title(), "Soup");
    let copy = printed_copy().unwrap();
    assert!(
        copy.query_selector("[data-allergen=milk]")
            .unwrap()
            .is_some()
    );
    assert!(
        copy.query_selector("[data-action=print]")
            .unwrap()
            .is_none()
    );
    let nutrition = copy.query_selector("[data-panel=nutrition] > details[open]");
    assert!(
        nutrition.unwrap().is_some(),
        "what everyone needs is printed open"
    );
    let card = copy.query_selector(".card").unwrap().unwrap();
    let style = frame
        .content_window()
        .unwrap()
        .get_computed_style(&card)
        .unwrap()
        .unwrap();
    assert_eq!(
        style.get_property_value("border-top-left-radius").unwrap(),
        "8px"
    );
    // The next copy takes its place.
    page.click("[data-action=print]");
    until("the second", || printed().is_some_and(|copy| copy != frame)).await;
    let document = page.root.owner_document().unwrap();
    let frames = document.query_selector_all("iframe[aria-hidden]").unwrap();
    assert_eq!(frames.length(), 1);
    printed().unwrap().remove();
}

#[wasm_bindgen_test]
async fn content_of_the_application_stands_in_the_room_of_the_card() {
    let service = Service::with_products();
    service.hold(&by_gtin(SOUP), true);
    let page = show((), move |()| {
        let card = |variant, shadow: bool, content: &'static str| {
            let content = (!content.is_empty()).then(|| html! { <p>{ content }</p> });
            html! {
                <div class="place">
                    <ProductCard gtin={SOUP} base_url="https://room.example" loading={Loading::Eager} {variant} {shadow}>
                        { content.unwrap_or_default() }
                    </ProductCard>
                </div>
            }
        };
        [Variant::Full, Variant::Summary, Variant::Badges]
            .into_iter()
            .flat_map(|variant| [false, true].map(|shadow| (variant, shadow)))
            .flat_map(|(variant, shadow)| {
                ["", "Text"].map(|content| card(variant, shadow, content))
            })
            .collect::<Html>()
    });
    until("room for each", || page.count(".place") == 12).await;
    settle().await;
    let places = page.root.query_selector_all(".place").unwrap();
    let height = |at| {
        places
            .item(at)?
            .dyn_into::<HtmlElement>()
            .ok()
            .map(|place| place.offset_height())
    };
    let heights: Vec<i32> = (0..12).filter_map(height).collect();
    for pair in heights.chunks(2) {
        assert!(pair[0] > 60 && pair[0] == pair[1], "{heights:?}");
    }
}

#[wasm_bindgen_test]
async fn a_copy_in_the_place_of_a_card_does_not_answer_for_another_list() {
    let service = Service::with_products();
    for path in [SOUP, CAKE] {
        service.answer(&by_gtin(path), &body("p1", "Soup", ""));
    }
    let page = show("eggs", move |avoid: &&'static str| {
        html! {
            <>
                <div class="around">
                    <ProductCard gtin={SOUP} base_url="https://copy.example" avoid={*avoid}/>
                </div>
                <ProductCard gtin={CAKE} base_url="https://copy.example" avoid={*avoid} shadow=true/>
            </>
        }
    });
    page.wait(".verdict [data-allergen=eggs]").await;
    // A copy of a card, of a tile with one, and of one with a shadow tree, which a copy has not.
    for (selector, avoid, answered) in [
        (".around > .product-pool-card", "milk", "milk"),
        (".around", "fish", "fish"),
    ] {
        let original = page.find(selector).unwrap();
        let copy = original.clone_node_with_deep(true).unwrap();
        original.replace_with_with_node_1(&copy).unwrap();
        page.control.set(avoid);
        page.wait(&format!(".verdict [data-allergen={answered}]"))
            .await;
        assert_eq!(page.count(".verdict"), 1);
        assert!(page.find(".verdict [data-allergen=eggs]").is_none());
    }
}
