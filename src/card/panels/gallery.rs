//! The images: in the header, or in a panel of their own.

use crate::card::bound::MAX_ITEMS;
use crate::card::panel::{Panel, Variant};
use crate::card::render::tree::{Element, button, el, el_class, muted, visually_hidden};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::product_name;
use crate::messages::fill;
use crate::model::table::Image;
use crate::text::joined;

/// An image in the smallest size that is sharp; `None` where none of its addresses
/// can be used in a page. `size` is its edge on the page, in
/// pixels.
fn picture(image: Option<Image<'_>>, name: &str, size: u16) -> Option<Element> {
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
            .owned_attr("srcset", joined(&set, ", "))
            .owned_attr("sizes", edge + "px");
    }
    Some(drawn)
}

/// The `id` of the dialog, which is the only one in a shadow tree.
const DIALOG: &str = "zoomed";

/// The images of a product: the feature image first, the others in the service's
/// order.
struct Images<'a> {
    images: Vec<Image<'a>>,
    /// The text instead of an image without a description.
    name: &'a str,
    selected: usize,
}

impl<'a> Images<'a> {
    /// The images that can be shown.
    fn of(view: &'a View<'_>) -> Images<'a> {
        let name = product_name(view.data()).unwrap_or(view.message("card.unnamed"));
        let feature = view.record.image.as_ref().map(|image| image.data());
        let feature_id = feature.and_then(|image| image.id().get());
        let listed = view.record.images.as_ref();
        let listed = listed
            .into_iter()
            .flat_map(|page| page.items().take(MAX_ITEMS))
            .map(|image| image.data());
        let mut images: Vec<Image<'_>> = Vec::new();
        for image in listed.filter(|image| picture(Some(*image), name, 64).is_some()) {
            let is_feature = feature_id.is_some() && image.id().get() == feature_id;
            images.insert(if is_feature { 0 } else { images.len() }, image);
        }
        if images.is_empty() {
            images.extend(feature.filter(|image| picture(Some(*image), name, 64).is_some()));
        }
        let last = images.len().saturating_sub(1);
        Images {
            images,
            name,
            selected: view.record.selected.min(last),
        }
    }

    /// The selected image.
    fn shown(&self, size: u16) -> Option<Element> {
        picture(self.images.get(self.selected).copied(), self.name, size)
    }

    /// A button with the selected image, which shows it larger.
    fn zoom(&self, size: u16, view: &View<'_>) -> Element {
        button("zoom")
            .attr("class", "zoom")
            // So that a tap opens it before any script is there.
            .attr_if("command", "show-modal", view.in_shadow_tree)
            .attr_if("commandfor", DIALOG, view.in_shadow_tree)
            .child_opt(self.shown(size))
            .child(visually_hidden(view.message("gallery.zoom")))
    }

    /// The row of images to select from, if there are several.
    fn thumbnails(&self) -> Option<Element> {
        let mut strip = el_class("ul", "thumbnails").attr("part", "thumbnails");
        for (index, image) in self.images.iter().enumerate() {
            let mut choose = button("image")
                .attr("class", "thumbnail")
                .owned_attr("data-index", index.to_string())
                .child_opt(picture(Some(*image), self.name, 64));
            if let Some(kind) = image.kind().name().get() {
                choose = choose.owned_attr("title", kind.to_owned());
            }
            let choose = choose.attr_if("aria-current", "true", index == self.selected);
            strip = strip.child(el("li").child(choose));
        }
        (self.images.len() > 1).then_some(strip)
    }

    /// "Image 2 of 3".
    fn place_text(&self, view: &View<'_>) -> String {
        let number = (self.selected + 1).to_string();
        fill(
            &view.messages.format("gallery.place", "number", &number),
            "count",
            &self.images.len().to_string(),
        )
    }

    /// The same as a paragraph, which screen readers read when another image is selected. The
    /// element around it stays: what changes in it is read, a new one is not.
    fn place(&self, class: &'static str, view: &View<'_>) -> Element {
        el_class("div", class)
            .attr("aria-live", "polite")
            .child(el("p").owned_text(self.place_text(view)))
    }

    /// The dialog with the selected image.
    fn dialog(&self, view: &View<'_>) -> Element {
        el_class("dialog", "zoomed")
            .attr("data-zoom", "")
            .attr_if("id", DIALOG, view.in_shadow_tree)
            .owned_attr("aria-label", self.place_text(view))
            .child_opt(self.shown(1280))
            .child(button("close").text(view.message("gallery.close")))
    }

    /// The selected image and, if there are several, the row to select from.
    fn draw(&self, view: &View<'_>) -> Element {
        let thumbnails = self.thumbnails();
        let place = thumbnails.as_ref().map(|_| self.place("muted", view));
        el_class("div", "gallery")
            .child(self.zoom(320, view))
            .child_opt(place)
            .child_opt(thumbnails)
            .child(self.dialog(view))
    }
}

/// The picture in the header. In a full card it can be enlarged, and others be
/// selected below it, unless the gallery does that.
pub(super) fn media(view: &View<'_>) -> Element {
    let images = Images::of(view);
    // As large as it is where there is most room.
    let edge = match view.variant {
        Variant::Full => 192,
        _ => 96,
    };
    let Some(plain) = images.shown(edge) else {
        return framed(
            view,
            el_class("span", "muted").text(view.message("card.no-image")),
        );
    };
    if view.panels.contains(&Panel::Gallery) || view.variant != Variant::Full {
        return framed(view, plain);
    }
    let thumbnails = images.thumbnails();
    let place = thumbnails
        .as_ref()
        .map(|_| images.place("visually-hidden", view));
    framed(view, images.zoom(edge, view))
        .child_opt(thumbnails)
        .child_opt(place)
        .child(images.dialog(view))
}

/// The frame of the picture, with the words instead of one that cannot be loaded: `pkg/src/card/interaction.ts`
/// finds that out.
fn framed(view: &View<'_>, picture: Element) -> Element {
    let picture = el_class("div", "picture")
        .owned_attr("data-none", view.message("card.no-image").to_owned())
        .child(picture);
    el_class("div", "media").child(picture)
}

/// The gallery as a panel; `None` where there is one image at most.
pub(super) fn gallery(view: &View<'_>) -> Option<Element> {
    let images = Images::of(view);
    (images.images.len() > 1).then(|| images.draw(view))
}

/// The content of the panel of a product with one image at most.
pub(in crate::card) fn single(view: &View<'_>) -> Element {
    let images = Images::of(view);
    if images.images.is_empty() {
        muted(view.message("card.no-image"))
    } else {
        images.draw(view)
    }
}

/// An address that can be used for an image or a link: over the web, and without the
/// white space and commas that would end it early in a `srcset`.
pub(super) fn web_address(address: &str) -> Option<&str> {
    crate::label::web_address(address).filter(|address| !address.as_bytes().contains(&b','))
}
