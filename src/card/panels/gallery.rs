//! The images: one in the head, all of them in the gallery, one of them large.

use crate::card::render::tree::{Element, button, el, el_class, visually_hidden};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::product_name;
use crate::messages::fill;
use crate::model::table::Image;

/// An image in the smallest size that is sharp; `None` where none of its addresses
/// can be used in a page. `size` is its edge on the page, in
/// pixels.
pub(super) fn picture(image: Option<Image<'_>>, name: &str, size: u16) -> Option<Element> {
    let image = image?;
    let sizes = [
        (image.url().get(), "160w"),
        (image.url_medium().get(), "640w"),
        (image.url_large().get(), "1280w"),
    ];
    let known: Vec<(&str, &str)> = sizes
        .into_iter()
        .filter_map(|(address, width)| Some((web_address(address?)?, width)))
        .collect_vec();
    let (first, _) = known.first()?;
    let edge = size.to_string();
    let mut drawn = el("img")
        .owned_attr("src", (*first).to_owned())
        .owned_attr("alt", image.description().get().unwrap_or(name).to_owned())
        .owned_attr("width", edge.clone())
        .owned_attr("height", edge.clone())
        .attr("decoding", "async")
        .attr("loading", "lazy")
        .attr("part", "image");
    if known.len() > 1 {
        let set: Vec<String> = known
            .iter()
            .map(|(address, width)| format!("{address} {width}"))
            .collect_vec();
        drawn = drawn
            .owned_attr("srcset", set.join(", "))
            .owned_attr("sizes", edge + "px");
    }
    Some(drawn)
}

/// A frame of fixed size, so that loading its image shifts nothing.
pub(super) fn frame(picture: Option<Element>, view: &View<'_>) -> Element {
    el_class("div", "picture").child(match picture {
        Some(picture) => picture,
        None => el_class("span", "muted").text(view.message("card.no-image")),
    })
}

/// The gallery; `None` where the header's image is the only one.
pub(super) fn gallery(view: &View<'_>) -> Option<Element> {
    let page = view.record.images.as_deref()?;
    let feature = view.record.image.as_deref().map(|it| it.data());
    let feature_id = feature.and_then(|it| it.id().get());
    let images: Vec<Image<'_>> = page.view().data().iter().collect_vec();
    // The feature image first, the others in the service's order.
    let is_feature = |image: &&Image<'_>| feature_id.is_some() && image.id().get() == feature_id;
    let others = images.iter().filter(|image| !is_feature(image));
    let images = images.iter().filter(is_feature).chain(others);
    let name = product_name(view.data()).unwrap_or(view.message("card.unnamed"));
    let small: Vec<(Image<'_>, Element)> = images
        .filter_map(|image| Some((*image, picture(Some(*image), name, 64)?)))
        .collect_vec();
    if small.len() < 2 {
        return None;
    }
    let count = small.len();
    let selected = view.record.selected.min(count - 1);
    let shown = small[selected].0;
    let mut strip = el_class("ul", "thumbnails").attr("part", "thumbnails");
    for (index, (image, picture)) in small.into_iter().enumerate() {
        let mut choose = button("image")
            .attr("class", "thumbnail")
            .owned_attr("data-index", index.to_string())
            .child(picture);
        if let Some(kind) = image.kind().name().get() {
            choose = choose.owned_attr("title", kind.to_owned());
        }
        if index == selected {
            choose = choose.attr("aria-current", "true");
        }
        strip = strip.child(el("li").child(choose));
    }
    let large = |size| picture(Some(shown), name, size);
    let number = (selected + 1).to_string();
    let place = fill(
        &view.messages.with("gallery.place", "number", &number),
        "count",
        &count.to_string(),
    );
    let zoom = button("zoom")
        .attr("class", "zoom")
        .child_opt(large(320))
        .child(visually_hidden(view.message("gallery.zoom")));
    let close = button("close").text(view.message("gallery.close"));
    let dialog = el_class("dialog", "zoomed")
        .attr("data-zoom", "")
        .owned_attr("aria-label", place.clone())
        .child_opt(large(1280))
        .child(close);
    Some(
        el_class("div", "gallery")
            .child(zoom)
            .child(
                el_class("p", "muted")
                    .attr("aria-live", "polite")
                    .owned_text(place),
            )
            .child(strip)
            .child(dialog),
    )
}

/// An address that can be used for an image or a link: over the web, and without the
/// white space and commas that would end it early in a `srcset`.
pub(super) fn web_address(address: &str) -> Option<&str> {
    let lower = address.get(..8).unwrap_or(address).to_ascii_lowercase();
    let web = lower.starts_with("https://") || lower.starts_with("http://");
    let clean = !address.contains(|c: char| c.is_whitespace() || c.is_control() || c == ',');
    (web && clean).then_some(address)
}
