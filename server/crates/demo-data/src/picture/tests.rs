//! Tests that every food has a picture that is complete and its own.

use super::*;
use crate::records::records;
use std::collections::{HashMap, HashSet};

/// The drawings, pack and motif, and the name of every food and kit.
fn looks() -> impl Iterator<Item = ([&'static str; 2], &'static str)> {
    let records = records().iter();
    records.map(|frozen| (frozen.picture, frozen.article))
}

fn picture([pack, motif]: [&'static str; 2], name: &'static str) -> Picture {
    Picture {
        pack,
        motif,
        brand: "Pod & Vine",
        name,
        colours: ["#3f7d3a", "#e9f3c9", "#1c3d1a"],
        backdrop: "#f6f4ef",
    }
}

#[test]
fn every_drawing_is_used_and_every_food_has_drawings_of_its_own() {
    let mut seen = HashMap::new();
    let mut used = HashSet::from(["back", "case"]);
    for (look, name) in looks() {
        for (folder, drawn) in ["packs", "motifs"].into_iter().zip(look) {
            assert!(!drawing(folder, drawn).is_empty(), "{name}: {drawn}");
        }
        used.extend(look);
        let other = seen.insert(look, name).unwrap_or(name);
        assert_eq!(other, name, "they look alike");
    }
    for folder in PICTURES.dirs() {
        for file in folder.files() {
            let name = file.path().file_stem().unwrap().to_str().unwrap();
            assert!(used.contains(name), "{name} is on no pack");
        }
    }
}

/// The values of an attribute in an SVG.
fn values<'a>(svg: &'a str, start: &str, end: char) -> HashSet<&'a str> {
    svg.split(start)
        .skip(1)
        .map(|rest| rest.split(end).next().unwrap())
        .collect()
}

#[test]
fn pictures_are_complete() {
    let more = [(["back", "pea"], "Garden Peas"), (["case", "pea"], "Peas")];
    for (look, name) in looks().chain(more) {
        let svg = picture(look, name).draw(Size::Medium);
        assert!(!svg.contains('{'), "{name}: a gap in the frame");
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            match tag.strip_prefix('/') {
                Some(tag) => assert_eq!(open.pop(), tag.split('>').next(), "{name}"),
                None if tag.split('>').next().unwrap().ends_with('/') => {}
                None => open.push(tag.split([' ', '>']).next().unwrap()),
            }
        }
        assert!(open.is_empty(), "{name}: {open:?} left open");
        let defined = values(&svg, " id=\"", '"');
        assert_eq!(defined.len(), svg.matches(" id=\"").count(), "{name}");
        let mut used = values(&svg, "href=\"#", '"');
        assert!(used.contains("brand") && used.contains("name"), "{name}");
        used.extend(values(&svg, "url(#", ')'));
        assert!(used.is_subset(&defined), "{name}: {used:?}");
        assert!(svg.contains("Pod &amp; Vine"), "{name}");
        for drawn in DRAWN {
            assert!(
                !svg.contains(drawn),
                "{name}: {drawn} is not the brand's colour"
            );
        }
    }
}

#[test]
fn every_size_has_its_pixels() {
    for size in Size::ALL {
        let (width, height) = size.pixels();
        let svg = picture(["tin", "pea"], "Peas").draw(*size);
        let start = format!("width=\"{width}\" height=\"{height}\"");
        assert!(svg.split('>').next().unwrap().contains(&start), "{size:?}");
    }
}

#[test]
fn names_are_broken_into_lines() {
    assert_eq!(lines("Cola", 11), ["Cola"]);
    assert_eq!(
        lines("Baked Beans in Tomato Sauce", 11),
        ["Baked Beans", "in Tomato", "Sauce"]
    );
    assert_eq!(lines("Semi-Skimmed Milk", 11), ["Semi-Skimmed", "Milk"]);
}
