//! Parses outlines from text: SVG's absolute commands `M L Q C Z`, and two more, `O` for an
//! ellipse (centre, radii) and `R` for a rectangle with round corners (left, top, width,
//! height, radius).

use tiny_skia::{Path, PathBuilder, Rect};

/// Parses an outline; `None` if the text is not valid.
pub(crate) fn path(text: &str) -> Option<Path> {
    let mut builder = PathBuilder::new();
    // Each command is a separate word, so parsing the numbers needs no look-ahead.
    let commands = text
        .split_ascii_whitespace()
        .filter(|word| word.starts_with(char::is_alphabetic));
    let mut rest = text.trim();
    for command in commands {
        rest = rest.strip_prefix(command)?.trim_start();
        let end = rest.find(char::is_alphabetic).unwrap_or(rest.len());
        let mut n = [0.0f32; 6];
        let mut count = 0;
        for word in rest[..end].split_ascii_whitespace() {
            *n.get_mut(count)? = word.parse().ok()?;
            count += 1;
        }
        rest = &rest[end..];
        match (command, count) {
            ("M", 2) => builder.move_to(n[0], n[1]),
            ("L", 2) => builder.line_to(n[0], n[1]),
            ("Q", 4) => builder.quad_to(n[0], n[1], n[2], n[3]),
            ("C", 6) => builder.cubic_to(n[0], n[1], n[2], n[3], n[4], n[5]),
            ("Z", 0) => builder.close(),
            ("O", 4) => builder.push_oval(Rect::from_ltrb(
                n[0] - n[2],
                n[1] - n[3],
                n[0] + n[2],
                n[1] + n[3],
            )?),
            ("R", 5) => rounded(&mut builder, [n[0], n[1], n[2], n[3]], n[4]),
            _ => return None,
        }
    }
    builder.finish()
}

fn rounded(builder: &mut PathBuilder, [x, y, width, height]: [f32; 4], radius: f32) {
    let (right, bottom, r) = (x + width, y + height, radius);
    builder.move_to(x + r, y);
    builder.line_to(right - r, y);
    builder.quad_to(right, y, right, y + r);
    builder.line_to(right, bottom - r);
    builder.quad_to(right, bottom, right - r, bottom);
    builder.line_to(x + r, bottom);
    builder.quad_to(x, bottom, x, bottom - r);
    builder.line_to(x, y + r);
    builder.quad_to(x, y, x + r, y);
    builder.close();
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn outlines_are_read() {
        let bounds =
            path("M 1 2 L 9 2 Q 9 9 5 8 C 4 8 3 7 1 2 Z O 50 50 10 5").map(|path| path.bounds());
        assert_eq!(
            bounds.map(|b| (b.left(), b.right(), b.bottom())),
            Some((1.0, 60.0, 55.0))
        );
        for wrong in [
            "",
            "M 1",
            "M 1 2 L 3",
            "X 1 2",
            "M a b",
            "M 1 2 3",
            "R 1 2 3 4",
            "O 1 1 -1 1",
        ] {
            assert!(path(wrong).is_none(), "{wrong}");
        }
    }
}
