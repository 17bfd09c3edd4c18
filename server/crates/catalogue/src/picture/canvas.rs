//! A square to paint layers on.

use crate::picture::Layer;
use crate::picture::path::path;
use tiny_skia::{Color, FillRule, Paint as Brush, Pixmap, Transform};

/// How a layer is painted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Paint {
    /// The maker's main colour.
    Ground,
    /// The maker's second colour.
    Accent,
    /// The maker's dark colour.
    Ink,
    /// A colour of its own, 0xRRGGBB.
    Rgb(u32),
    /// Black, in per cent, over what is there.
    Shade(u8),
    /// White, in per cent, over what is there.
    Light(u8),
}

/// A square canvas and the colours of a maker.
#[derive(Debug)]
pub(crate) struct Canvas {
    pixmap: Option<Pixmap>,
    edge: f32,
    colours: [u32; 3],
}

impl Canvas {
    /// A canvas of that many pixels a side.
    pub(crate) fn new(edge: u32, colours: [u32; 3]) -> Canvas {
        Canvas {
            pixmap: Pixmap::new(edge, edge),
            edge: edge as f32,
            colours,
        }
    }

    /// Paints layers drawn on a square of 100 units into the square whose left
    /// and top edge and width are given, in hundredths of the canvas.
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

    /// What was painted.
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
