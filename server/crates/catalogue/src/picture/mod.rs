//! The pictures: packs in their makers' colours, drawn here, so that there are no licences to
//! observe.
//!
//! A picture consists of a few layers of flat colour. Packs and motifs are tables of paths;
//! only the canvas depends on the size of the picture.

mod canvas;
mod encode;
mod motifs;
mod packs;
mod path;

use crate::foods::{Category, Motif, Pack, foods, kits};
use crate::makers::{makers_of, manufacturers};
use canvas::{Canvas, Paint};
use std::collections::BTreeSet;

/// The size of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// For lists.
    Small,
    /// For cards.
    Medium,
    /// For a page of its own.
    Large,
    /// The original upload.
    Original,
}

impl Size {
    /// All sizes, smallest first.
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

/// The view of a product that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum View {
    /// The front of a pack, with a motif of its content.
    Front(Pack, Motif),
    /// The back of a pack, with small print.
    Back(Pack),
    /// The outer case.
    Case,
}

/// A drawing. There are a few hundred, which many products share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Picture {
    view: View,
    /// The index of the maker whose colours it has.
    maker: u8,
}

impl Picture {
    /// The picture of a view in the colours of a manufacturer; unknown ids get those of the
    /// first one.
    pub(crate) fn new(view: View, manufacturer: u32) -> Picture {
        let place = manufacturers()
            .iter()
            .position(|maker| maker.id == manufacturer);
        Picture {
            view,
            maker: place.unwrap_or_default() as u8,
        }
    }

    /// The unique name of the picture, of lower-case letters, digits and hyphens.
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

    /// All pictures that products can have, in a fixed order.
    pub fn all() -> impl Iterator<Item = Picture> {
        let ones = foods()
            .iter()
            .map(|food| (food.category, food.pack, food.motif));
        let several = kits().iter().map(|kit| (kit.category, kit.pack, kit.motif));
        let mut all = BTreeSet::new();
        let mut add = |category: Category, pack, motif| {
            for maker in makers_of(category) {
                for view in [View::Front(pack, motif), View::Back(pack), View::Case] {
                    all.insert(Picture::new(view, maker.id));
                }
            }
        };
        for (category, pack, motif) in ones.chain(several) {
            add(category, pack, motif);
        }
        all.into_iter()
    }

    /// Draws the picture as a PNG of a size. The bytes are the same every time.
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

/// A layer of a drawing: its paint and its outline.
type Layer = (Paint, &'static str);

#[cfg(test)]
mod tests;
