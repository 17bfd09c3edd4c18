//! A square canvas for painting layers.

use crate::picture::Layer;
use crate::picture::path::path;
use tiny_skia::{Color, FillRule, Paint as Brush, Pixmap, Transform};

/// The paint of a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Paint {
    /// The maker's main colour.
    Ground,
    /// The maker's second colour.
    Accent,
    /// The maker's dark colour.
    Ink,
    /// A fixed colour, 0xRRGGBB.
    Rgb(u32),
    /// A black overlay, with its opacity in per cent.
    Shade(u8),
    /// A white overlay, with its opacity in per cent.
    Light(u8),
}

/// A square canvas with the colours of a maker.
#[derive(Debug)]
pub(crate) struct Canvas {
    pixmap: Option<Pixmap>,
    edge: f32,
    colours: [u32; 3],
}

impl Canvas {
    /// Creates a canvas with this many pixels on each side.
    pub(crate) fn new(edge: u32, colours: [u32; 3]) -> Canvas {
        Canvas {
            pixmap: Pixmap::new(edge, edge),
            edge: edge as f32,
            colours,
        }
    }

    /// Paints layers, which are drawn on a square of 100 units, into a square of the canvas.
    /// Its left edge, top edge and width are in hundredths of the canvas.
    pub(crate) fn layers(&mut self, layers: &[Layer], [left, top, width]: [f32; 3]) {
        let Some(pixmap) = &mut self.pixmap else {
            return;
        };
        let unit = self.edge / 100.0;
        let scale = unit * width / 100.0;
        let place = Transform::from_row(scale, 0.0, 0.0, scale, left * unit, top * unit);
        for (paint, outline) in layers {
            let Some(path) = path(outline) else { continue };
            let mut brush = Brush::default();
            brush.set_color(colour(*paint, self.colours));
            brush.anti_alias = true;
            pixmap.fill_path(&path, &brush, FillRule::Winding, place, None);
        }
    }

    /// The painted pixels.
    pub(crate) fn into_pixmap(self) -> Option<Pixmap> {
        self.pixmap
    }
}

fn colour(paint: Paint, [ground, accent, ink]: [u32; 3]) -> Color {
    let opaque = |rgb: u32| Color::from_rgba8((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255);
    let veil = |level: u8, per_cent: u8| {
        Color::from_rgba8(level, level, level, (u32::from(per_cent) * 255 / 100) as u8)
    };
    match paint {
        Paint::Ground => opaque(ground),
        Paint::Accent => opaque(accent),
        Paint::Ink => opaque(ink),
        Paint::Rgb(rgb) => opaque(rgb),
        Paint::Shade(per_cent) => veil(0, per_cent),
        Paint::Light(per_cent) => veil(255, per_cent),
    }
}
