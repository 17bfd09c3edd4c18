//! The images of a product: their pictures and their records.

use crate::picture::{Picture, Size};
use crate::product::{DAY, Level, Plan, Timestamp};
use crate::random::{Purpose, Random};
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

/// The image types: id, name, description.
const TYPES: [(u32, &str, &str); 3] = [
    (1, "Product Image", "Front of pack"),
    (2, "Back of Pack", "Back of pack, with the small print"),
    (3, "Case Image", "The outer case"),
];

/// The view of a product that a picture shows.
#[derive(Clone, Copy, Debug)]
enum View {
    /// The front of a pack, with a motif of its content.
    Front,
    /// The back of a pack, with small print.
    Back,
    /// The outer case.
    Case,
}

/// The images of a product; some have none.
pub(crate) fn images(plan: &Plan) -> Vec<ImageEntry> {
    let mut random = Random::of(plan.seed, plan.index, Purpose::Images);
    let none = random.percent(8) || plan.level == Level::Sparse;
    if none {
        return Vec::new();
    }
    let mut images = vec![image(plan, &mut random, 0, View::Front, None)];
    if random.percent(50) {
        images.push(image(plan, &mut random, 1, View::Back, None));
    }
    if random.percent(35) {
        images.push(image(plan, &mut random, 2, View::Case, None));
    }
    if random.percent(12) {
        let wholesaler = random.pick(&WHOLESALERS[..2]);
        let place = images.len() as u64 + 2;
        images.push(image(
            plan,
            &mut random,
            place,
            View::Front,
            Some(wholesaler),
        ));
    }
    if !plan.is_showcase() && random.percent(5) {
        let wholesaler = Some(SMALL_WHOLESALER);
        images.push(image(plan, &mut random, 9, View::Front, wholesaler));
    }
    if let Some(first) = images.first_mut() {
        first.feature = true;
    }
    images
}

fn image(
    plan: &Plan,
    random: &mut Random,
    place: u64,
    view: View,
    wholesaler: Option<u32>,
) -> ImageEntry {
    let (kind, what) = match view {
        View::Front => (TYPES[0], "front of pack"),
        View::Back => (TYPES[1], "back of pack"),
        View::Case => (TYPES[2], "outer case"),
    };
    let (width, height) = Size::Original.pixels();
    let created = Timestamp(
        plan.changed.0 - i64::from(1 + random.below(300)) * DAY + i64::from(random.below(3600)),
    );
    let updated = Timestamp(created.0 + i64::from(random.below(20)) * DAY);
    let micros = random.below(1_000_000);
    let record = json!({
        "id": format!("img-{}", plan.index * 10 + place),
        "owner_id": wholesaler.unwrap_or(plan.manufacturer.id),
        "owner_type": if wholesaler.is_some() { "wholesaler" } else { "manufacturer" },
        "description": format!("{} {}, {what}", plan.brand().1, plan.content.name()),
        "type": {"id": kind.0, "name": kind.1, "description": kind.2},
        "width": width,
        "height": height,
        "created_at": created.iso(micros),
        "updated_at": updated.iso(micros),
        "status": "published",
        "mime": "image/svg+xml",
    });
    ImageEntry {
        record,
        picture: picture(plan, view, wholesaler.is_some()),
        feature: false,
        wholesaler,
        large: !random.percent(10),
    }
}

/// The picture of a view. A wholesaler photographs before a backdrop of its own.
fn picture(plan: &Plan, view: View, wholesaler: bool) -> Picture {
    let [pack, motif] = plan.content.picture();
    let [ground, accent, ink] = plan.brand.colours;
    let is_best = matches!(plan.range, "Premium" | "Signature" | "Crème Sélection");
    let is_cheap = matches!(plan.range, "Everyday" | "Caterers'");
    // A successor does not look like its predecessor.
    let is_dark = is_best != plan.replaces.is_some();
    Picture {
        pack: match view {
            View::Front => pack,
            View::Back => "back",
            View::Case => "case",
        },
        motif,
        brand: plan.brand().1,
        name: plan.content.name(),
        // The best range of a brand is dark, its cheapest mostly white. Backs and cases are
        // the same for all, so that a large catalogue has not too many pictures.
        colours: match view {
            View::Front if is_dark => [ink, accent, ink],
            View::Front if is_cheap => [ground, "#ffffff", ink],
            _ => [ground, accent, ink],
        },
        backdrop: if wholesaler { "#e3eaf0" } else { "#f6f4ef" },
    }
}
