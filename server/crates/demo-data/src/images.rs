//! The images of a product: their pictures and their records.

use crate::picture::{Picture, Size};
use crate::product::Product;
use crate::random::{Purpose, Random};
use crate::timestamp::{DAY, Timestamp};
use serde_json::{Value, json};

/// One image of a product.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ImageEntry {
    /// The image object as the service sends it, without the four URLs.
    pub record: Value,
    /// The picture.
    pub picture: Picture,
    /// Whether it is the product's feature image; a product has at most one.
    pub feature: bool,
    /// The wholesaler that uploaded it; `None` for the brand owner.
    pub wholesaler: Option<u32>,
    /// Whether it has a large size; otherwise `url_large` is `null`.
    pub large: bool,
}

/// The ids of the wholesalers with images of their own.
pub const WHOLESALERS: &[u32] = &[501, 502, SMALL_WHOLESALER];

/// A wholesaler with few products and none of the showcase.
const SMALL_WHOLESALER: u32 = 12;

/// The view of a product that a picture shows.
#[derive(Debug)]
struct View {
    /// The image type: id, name, description.
    kind: (u32, &'static str, &'static str),
    /// The end of the image's description.
    what: &'static str,
    /// The drawing, if it is not that of the pack.
    drawing: Option<&'static str>,
}

const FRONT: View = View {
    kind: (1, "Product Image", "Front of pack"),
    what: "front of pack",
    drawing: None,
};
const BACK: View = View {
    kind: (2, "Back of Pack", "Back of pack, with the small print"),
    what: "back of pack",
    drawing: Some("back"),
};
const CASE: View = View {
    kind: (3, "Case Image", "The outer case"),
    what: "outer case",
    drawing: Some("case"),
};

/// The images of a product; some have none.
pub(crate) fn images(product: &Product) -> Vec<ImageEntry> {
    let mut random = Random::of(product.seed, product.index, Purpose::Images);
    if random.percent(8) || product.frozen.is_sparse() {
        return Vec::new();
    }
    let mut images = vec![image(product, &mut random, 0, &FRONT, None)];
    images[0].feature = true;
    if random.percent(50) {
        images.push(image(product, &mut random, 1, &BACK, None));
    }
    if random.percent(35) {
        images.push(image(product, &mut random, 2, &CASE, None));
    }
    if random.percent(12) {
        let wholesaler = random.pick(&WHOLESALERS[..2]);
        let place = images.len() as u64 + 2;
        images.push(image(product, &mut random, place, &FRONT, Some(wholesaler)));
    }
    if !product.is_showcase() && random.percent(5) {
        images.push(image(
            product,
            &mut random,
            9,
            &FRONT,
            Some(SMALL_WHOLESALER),
        ));
    }
    images
}

fn image(
    product: &Product,
    random: &mut Random,
    place: u64,
    view: &View,
    wholesaler: Option<u32>,
) -> ImageEntry {
    let (id, name, description) = view.kind;
    let (width, height) = Size::Original.pixels();
    let age = i64::from(1 + random.below(300)) * DAY - i64::from(random.below(3600));
    let created = Timestamp(product.changed.0 - age);
    let updated = Timestamp(created.0 + i64::from(random.below(20)) * DAY);
    let micros = random.below(1_000_000);
    let record = json!({
        "id": format!("img-{}", product.index * 10 + place),
        "owner_id": wholesaler.unwrap_or(product.manufacturer.id),
        "owner_type": if wholesaler.is_some() { "wholesaler" } else { "manufacturer" },
        "description": format!("{} {}, {}", product.brand_name(), product.frozen.article, view.what),
        "type": {"id": id, "name": name, "description": description},
        "width": width,
        "height": height,
        "created_at": created.iso(micros),
        "updated_at": updated.iso(micros),
        "status": "published",
        "mime": "image/svg+xml",
    });
    ImageEntry {
        record,
        picture: picture(product, view, wholesaler.is_some()),
        feature: false,
        wholesaler,
        large: !random.percent(10),
    }
}

/// The picture of a view. A wholesaler photographs before a backdrop of its own.
fn picture(product: &Product, view: &View, wholesaler: bool) -> Picture {
    let [pack, motif] = product.frozen.picture;
    let [ground, accent, ink] = product.brand.colours;
    let is_best = matches!(product.range, "Premium" | "Signature" | "Sélection Réserve");
    let is_cheap = matches!(product.range, "Everyday" | "Caterers'");
    // A successor does not look like its predecessor.
    let is_dark = is_best != product.replaces.is_some();
    Picture {
        pack: view.drawing.unwrap_or(pack),
        motif,
        brand: product.brand_name(),
        name: product.frozen.article,
        // The best range of a brand is dark, its cheapest mostly white. Backs and cases are
        // the same for all, so that a large catalogue has not too many pictures.
        colours: match view.drawing {
            None if is_dark => [ink, accent, ink],
            None if is_cheap => [ground, "#ffffff", ink],
            _ => [ground, accent, ink],
        },
        backdrop: if wholesaler { "#e3eaf0" } else { "#f6f4ef" },
    }
}
