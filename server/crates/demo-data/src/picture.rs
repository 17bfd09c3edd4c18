//! The pictures: packs that bear the names of their brand and their food, composed of the
//! files in `pictures/`. These were drawn for this generator, so there are no licences to
//! observe.
//!
//! `frame.svg` holds the gradients and the floor. A pack refers to what is printed on it as
//! `#brand`, `#name` and `#motif`, and says where each has room. To add a drawing, write its
//! file, and name it in a row of `data/`.

use include_dir::{Dir, include_dir};

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

/// A picture of a pack or a case. Products of the same food and brand share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Picture {
    /// The name of the pack's drawing.
    pub(crate) pack: &'static str,
    /// The name of the motif's drawing.
    pub(crate) motif: &'static str,
    pub(crate) brand: &'static str,
    /// The name of the food.
    pub(crate) name: &'static str,
    /// Ground, accent and ink, as `#rrggbb`.
    pub(crate) colours: [&'static str; 3],
    /// The colour behind the pack.
    pub(crate) backdrop: &'static str,
}

const FRAME: &str = include_str!("../pictures/frame.svg");

static PICTURES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/pictures");

/// The colours in which the packs are drawn: ground, accent and ink.
const DRAWN: [&str; 3] = ["#b5541c", "#f6d9a8", "#4a1f08"];

impl Picture {
    /// Composes the picture as an SVG of a size. The text is the same every time.
    pub fn draw(self, size: Size) -> String {
        let (edge, _) = size.pixels();
        let motif = drawing("motifs", self.motif);
        let symbols = [
            text("brand", &lines(self.brand, 18)),
            text("name", &lines(self.name, 11)),
            format!(r#"<symbol id="motif" viewBox="0 0 100 100">{motif}</symbol>"#),
        ];
        let mut pack = drawing("packs", self.pack).to_owned();
        for (drawn, colour) in DRAWN.iter().zip(self.colours) {
            pack = pack.replace(drawn, colour);
        }
        FRAME
            .replace("{edge}", &edge.to_string())
            .replace("{backdrop}", self.backdrop)
            .replace("{symbols}", &symbols.concat())
            .replace("{pack}", &pack)
    }
}

/// The SVG of a drawing in a folder; empty if there is none.
fn drawing(folder: &str, name: &str) -> &'static str {
    let file = PICTURES.get_file(format!("{folder}/{name}.svg"));
    file.and_then(|file| file.contents_utf8())
        .unwrap_or_default()
}

/// A symbol with lines of text. Its view box fits them in any common typeface.
fn text(id: &str, lines: &[String]) -> String {
    let longest = lines.iter().map(|line| line.chars().count()).max();
    let (width, height) = (longest.unwrap_or_default() * 7, lines.len() * 11);
    let mut symbol = format!(
        r#"<symbol id="{id}" viewBox="0 0 {width} {height}" overflow="visible" text-anchor="middle" font-size="10">"#
    );
    for (place, line) in lines.iter().enumerate() {
        let (x, y) = (width / 2, place * 11 + 9);
        let line = line.replace('&', "&amp;");
        symbol.push_str(&format!(r#"<text x="{x}" y="{y}">{line}</text>"#));
    }
    symbol + "</symbol>"
}

/// Breaks a text into lines of that many characters, or of its longest word.
fn lines(text: &str, most: usize) -> Vec<String> {
    let longest = text.split(' ').map(str::len).max().unwrap_or_default();
    let most = longest.max(most);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests;
