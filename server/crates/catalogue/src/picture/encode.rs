//! Encodes pixels as PNG, for speed rather than size, since a seed draws hundreds of pictures.

use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use tiny_skia::Pixmap;

/// Encodes a painted canvas. The backdrop covers all of it, so the PNG needs no transparency.
pub(crate) fn png(pixmap: &Option<Pixmap>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let Some(pixmap) = pixmap else { return bytes };
    let pixels: Vec<u8> = pixmap
        .data()
        .chunks_exact(4)
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    let mut encoder = Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    encoder.set_filter(Filter::Up);
    // Writing to memory cannot fail.
    if let Ok(mut writer) = encoder.write_header() {
        let _ = writer.write_image_data(&pixels);
    }
    bytes
}
