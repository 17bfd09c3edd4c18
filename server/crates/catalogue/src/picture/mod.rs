//! The pictures: packs in their makers' colours, drawn here, so that there is
//! no licence to mind.
//!
//! A picture is a few layers of flat colour. Packs and motifs are tables of
//! paths; nothing but the size of the canvas depends on the size asked for.

mod canvas;
mod encode;
mod motifs;
mod packs;
mod path;

use crate::foods::{Category, KITS, Motif, Pack, foods};
use crate::makers::{makers_of, manufacturers};
use canvas::{Canvas, Paint};
use std::collections::BTreeSet;

/// A size in which pictures exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// For lists.
    Small,
    /// For cards.
    Medium,
    /// For a page of its own.
    Large,
    /// As uploaded.
    Original,
}

impl Size {
    /// All of them, the smallest first.
    pub const ALL: &[Size] = &[Size::Small, Size::Medium, Size::Large, Size::Original];

    /// Width and height in pixels.
    pub const fn pixels(self) -> (u32, u32) {
        let edge = match self {
            Size::Small => 160,
            Size::Medium => 400,
            Size::Large => 800,
            Size::Original => 1200,
        };
        (edge, edge)
    }
}

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum View {
    /// The front of a pack, with what is in it.
    Front(Pack, Motif),
    /// The back of a pack: small print.
    Back(Pack),
    /// The outer case.
    Case,
}

/// Which drawing: there are a few hundred, shared by many products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Picture {
    view: View,
    /// The place of the maker, whose colours it has.
    maker: u8,
}

impl Picture {
    /// The picture of a view in the colours of the manufacturer of that id; of
    /// the first one where there is no such id.
    pub(crate) fn new(view: View, manufacturer: u32) -> Picture {
        let place = manufacturers()
            .iter()
            .position(|maker| maker.id == manufacturer);
        Picture {
            view,
            maker: place.unwrap_or_default() as u8,
        }
    }

    /// A name that no other picture has: lower-case letters, digits, hyphens.
    pub fn key(self) -> String {
        let maker = manufacturers()[usize::from(self.maker)].id;
        match self.view {
            View::Front(pack, motif) => format!("{maker}-front-{}-{}", pack.text(), motif.text())
                .to_lowercase()
                .replace(' ', "-"),
            View::Back(pack) => format!("{maker}-back-{}", pack.text()).to_lowercase(),
            View::Case => format!("{maker}-case"),
        }
    }

    /// All pictures that a product can have, in a settled order.
    pub fn all() -> impl Iterator<Item = Picture> {
        let ones = foods().map(|food| (food.category, food.pack, food.motif));
        let kits = KITS.iter().map(|kit| (kit.category, kit.pack, kit.motif));
        let mut all = BTreeSet::new();
        let mut add = |category: Category, pack, motif| {
            for maker in makers_of(category) {
                for view in [View::Front(pack, motif), View::Back(pack), View::Case] {
                    all.insert(Picture::new(view, maker.id));
                }
            }
        };
        for (category, pack, motif) in ones.chain(kits) {
            add(category, pack, motif);
        }
        all.into_iter()
    }

    /// Draws it: a PNG of the size asked for, the same bytes every time.
    pub fn draw(self, size: Size) -> Vec<u8> {
        let (edge, _) = size.pixels();
        let [ground, accent, ink] = manufacturers()[usize::from(self.maker)].colours;
        let mut canvas = Canvas::new(edge, [ground, accent, ink]);
        canvas.layers(packs::BACKDROP, [0.0, 0.0, 100.0]);
        match self.view {
            View::Front(pack, motif) => {
                let pack = packs::front(pack);
                canvas.layers(pack.layers, [0.0, 0.0, 100.0]);
                canvas.layers(motifs::layers(motif), pack.window);
                canvas.layers(pack.gloss, [0.0, 0.0, 100.0]);
            }
            View::Back(pack) => {
                let pack = packs::front(pack);
                canvas.layers(pack.layers, [0.0, 0.0, 100.0]);
                canvas.layers(packs::SMALL_PRINT, pack.window);
                canvas.layers(pack.gloss, [0.0, 0.0, 100.0]);
            }
            View::Case => canvas.layers(packs::CASE, [0.0, 0.0, 100.0]),
        }
        encode::png(&canvas.into_pixmap())
    }
}

/// A layer of a drawing: how it is painted, and its outline.
type Layer = (Paint, &'static str);

#[cfg(test)]
mod tests;
