//! Tests that decode the pictures and inspect their pixels.
#![allow(clippy::unwrap_used)]

use super::*;
use std::collections::{HashMap, HashSet};
use std::io::Cursor;

/// Width, height and pixels (RGB) of a PNG.
fn decoded(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (info.width, info.height, pixels)
}

#[test]
fn keys_are_unique_and_fit_for_file_names() {
    let mut keys = HashSet::new();
    for picture in Picture::all() {
        let key = picture.key();
        assert!(
            key.bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "{key}"
        );
        assert!(keys.insert(key), "{picture:?}");
    }
    assert!((100..=300).contains(&keys.len()), "{} pictures", keys.len());
}

#[test]
fn every_size_has_its_pixels() {
    let picture = Picture::all().nth(7).unwrap();
    for size in Size::ALL {
        let (width, height, _) = decoded(&picture.draw(*size));
        assert_eq!((width, height), size.pixels(), "{size:?}");
    }
}

#[test]
fn no_two_pictures_look_the_same() {
    let mut seen: HashMap<Vec<u8>, Picture> = HashMap::new();
    for picture in Picture::all() {
        let (_, _, pixels) = decoded(&picture.draw(Size::Small));
        let other = seen.insert(pixels, picture);
        assert!(other.is_none(), "{picture:?} looks like {other:?}");
    }
}

#[test]
fn every_outline_of_the_tables_is_valid() {
    let packs = Pack::ALL.iter().flat_map(|pack| {
        let pack = packs::front(*pack);
        pack.layers.iter().chain(pack.gloss)
    });
    let motifs = Motif::ALL.iter().flat_map(|motif| motifs::layers(*motif));
    let others = [packs::BACKDROP, packs::SMALL_PRINT, packs::CASE]
        .into_iter()
        .flatten();
    for (_, outline) in packs.chain(motifs).chain(others) {
        let bounds = path::path(outline).map(|path| path.bounds());
        let inside = bounds.is_some_and(|b| {
            b.left() >= 0.0 && b.top() >= 0.0 && b.right() <= 100.0 && b.bottom() <= 100.0
        });
        assert!(inside, "{outline}: {bounds:?}");
    }
}

#[test]
fn drawing_is_repeatable() {
    let picture = Picture::all().last().unwrap();
    assert_eq!(picture.draw(Size::Medium), picture.draw(Size::Medium));
}
