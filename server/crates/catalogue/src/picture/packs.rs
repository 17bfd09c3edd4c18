//! The drawings of packs: layers from back to front on a square of 100 units, and the window
//! for the motif.

use crate::foods::Pack;
use crate::picture::Layer;
use crate::picture::canvas::Paint::{Accent, Ground, Ink, Light, Rgb, Shade};

/// The drawing of a pack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing {
    pub(crate) layers: &'static [Layer],
    /// The window for the motif: left, top, width.
    pub(crate) window: [f32; 3],
    /// The layers over the motif.
    pub(crate) gloss: &'static [Layer],
}

/// The backdrop of every picture.
pub(crate) const BACKDROP: &[Layer] = &[
    (Rgb(0xF7F5F1), "R 0 0 100 100 0"),
    (Rgb(0xEDE9E1), "O 50 91 38 5"),
];

/// The drawing of a pack.
pub(crate) fn front(pack: Pack) -> Drawing {
    match pack {
        Pack::Bag => Drawing {
            layers: &[
                (
                    Ground,
                    "M 24 12 L 76 12 Q 79 28 78 50 Q 79 74 76 90 L 24 90 Q 21 74 22 50 Q 21 28 24 12 Z",
                ),
                (
                    Ink,
                    "M 24 8 L 76 8 L 76 15 L 24 15 Z M 24 87 L 76 87 L 76 93 L 24 93 Z",
                ),
                (
                    Shade(10),
                    "M 66 15 L 76 15 Q 79 28 78 50 Q 79 74 76 87 L 68 87 Q 72 50 66 15 Z",
                ),
                (Accent, "R 32 21 36 11 2.5"),
                (Ink, "R 37 24 26 2.4 1 R 41 28 18 1.6 0.8"),
                (Accent, "O 50 58 21 21"),
            ],
            window: [34.0, 42.0, 32.0],
            gloss: &[(
                Light(28),
                "M 27 17 L 31 17 Q 28 50 31 85 L 27 85 Q 24.5 50 27 17 Z",
            )],
        },
        Pack::Bottle => Drawing {
            layers: &[
                (Ink, "R 43 5 14 9 2"),
                (
                    Ground,
                    "M 44 14 L 56 14 L 56 24 Q 69 31 69 44 L 69 87 Q 69 93 63 93 L 37 93 Q 31 93 31 87 L 31 44 Q 31 31 44 24 Z",
                ),
                (
                    Shade(12),
                    "M 56 14 L 56 24 Q 69 31 69 44 L 69 87 Q 69 93 63 93 L 58 93 Q 62 90 62 84 L 62 44 Q 62 33 52 24 L 52 14 Z",
                ),
                (Accent, "R 31 45 38 36 0"),
                (Ink, "R 31 45 38 2 0 R 31 79 38 2 0 R 40 50 20 2 1"),
            ],
            window: [38.5, 54.0, 23.0],
            gloss: &[(
                Light(35),
                "M 36 42 Q 36 33 44 29 L 45 31 Q 39 35 39 42 L 39 86 L 36 86 Z",
            )],
        },
        Pack::Box => Drawing {
            layers: &[
                (Ground, "R 24 10 46 83 1"),
                (Ink, "M 70 10 L 79 16 L 79 88 L 70 93 Z"),
                (Light(16), "M 70 10 L 79 16 L 79 88 L 70 93 Z"),
                (Accent, "M 24 38 Q 47 28 70 38 L 70 80 Q 47 86 24 80 Z"),
                (Accent, "R 30 16 34 10 2"),
                (
                    Ink,
                    "R 35 18.5 24 2.4 1 R 39 22.2 16 1.6 0.8 R 36 87 22 1.8 0.9",
                ),
            ],
            window: [30.0, 40.0, 34.0],
            gloss: &[(Light(14), "M 24 10 L 44 10 L 24 50 Z")],
        },
        Pack::Can => Drawing {
            layers: &[
                (Rgb(0xB9BEC4), "R 29 10 42 82 5"),
                (Rgb(0xD9DDE1), "O 50 13 21 4.5"),
                (Rgb(0x8E959C), "O 50 13 17 3 O 50 90 19 2.5"),
                (Ground, "R 28 18 44 68 0.5"),
                (Shade(14), "R 61 18 11 68 0"),
                (Accent, "R 28 24 44 11 0"),
                (Ink, "R 37 27 26 2.6 1 R 41 31 18 1.6 0.8"),
                (Accent, "O 50 60 19 19"),
            ],
            window: [36.0, 46.0, 28.0],
            gloss: &[(Light(32), "R 32 18 4 68 0")],
        },
        Pack::Carton => Drawing {
            layers: &[
                (Accent, "M 30 24 L 37 9 L 67 9 L 72 24 Z"),
                (Shade(8), "M 30 24 L 37 9 L 67 9 L 72 24 Z"),
                (Ink, "R 46 11 11 7 2"),
                (Ground, "R 28 24 38 69 0.5"),
                (Ink, "M 66 24 L 74 24 L 74 89 L 66 93 Z"),
                (Light(18), "M 66 24 L 74 24 L 74 89 L 66 93 Z"),
                (Accent, "M 28 46 Q 47 38 66 46 L 66 93 L 28 93 Z"),
                (Accent, "R 32 29 30 9 2"),
                (Ink, "R 36 31.4 22 2.2 1 R 40 34.8 14 1.4 0.7"),
            ],
            window: [31.0, 52.0, 32.0],
            gloss: &[(Light(22), "R 30 24 3 69 0")],
        },
        Pack::Jar => Drawing {
            layers: &[
                (Ink, "R 30 11 40 12 2.5"),
                (Light(20), "R 30 13 40 2 0 R 30 18 40 1.4 0"),
                (
                    Rgb(0xDCE6E6),
                    "M 33 23 L 67 23 Q 75 27 75 36 L 75 84 Q 75 92 67 92 L 33 92 Q 25 92 25 84 L 25 36 Q 25 27 33 23 Z",
                ),
                (
                    Ground,
                    "M 33 28 L 67 28 Q 72 31 72 38 L 72 83 Q 72 89 66 89 L 34 89 Q 28 89 28 83 L 28 38 Q 28 31 33 28 Z",
                ),
                (Accent, "R 25 41 50 38 0"),
                (Ground, "R 25 41 50 2.2 0 R 25 76.8 50 2.2 0"),
                (Ink, "R 38 46 24 2.2 1"),
            ],
            window: [37.0, 49.0, 26.0],
            gloss: &[
                (Light(36), "R 30 30 3.5 56 1.7"),
                (Shade(8), "R 66 41 9 38 0"),
            ],
        },
        Pack::Tray => Drawing {
            layers: &[
                (
                    Ink,
                    "M 12 34 L 88 34 L 81 86 Q 80 90 76 90 L 24 90 Q 20 90 19 86 Z",
                ),
                (Light(12), "M 12 34 L 88 34 L 87 41 L 13 41 Z"),
                (Rgb(0xFFFFFF), "O 50 58 31 26"),
                (Rgb(0xE9E4DA), "O 50 58 26 21.5"),
                (Ground, "M 10 28 L 90 28 L 90 37 L 10 37 Z"),
                (Accent, "R 34 21 32 20 3"),
                (
                    Ink,
                    "R 39 26 22 2.6 1 R 42 31 16 1.8 0.9 R 42 35 16 1.8 0.9",
                ),
            ],
            window: [34.0, 43.0, 32.0],
            gloss: &[(Light(20), "M 22 41 L 34 41 L 28 88 L 24 88 Z")],
        },
        Pack::Tub => Drawing {
            layers: &[
                (
                    Ground,
                    "M 20 28 L 80 28 L 74 87 Q 73 92 68 92 L 32 92 Q 27 92 26 87 Z",
                ),
                (
                    Shade(12),
                    "M 66 28 L 80 28 L 74 87 Q 73 92 68 92 L 61 92 Q 65 60 66 28 Z",
                ),
                (Ink, "R 16 18 68 12 3"),
                (Light(18), "R 16 18 68 3.6 1.8"),
                (
                    Accent,
                    "M 24.1 68 Q 50 92 75.9 68 L 78.8 40 Q 50 33 21.2 40 Z",
                ),
                (Ink, "R 38 41 24 2.4 1"),
            ],
            window: [36.5, 46.0, 27.0],
            gloss: &[(Light(26), "M 25 32 L 29 32 L 33 88 L 30 88 Z")],
        },
    }
}

/// The layers of a pack's back: a table and lines of small print.
pub(crate) const SMALL_PRINT: &[Layer] = &[
    (Rgb(0xFFFFFF), "R 4 4 92 92 4"),
    (
        Ink,
        "R 12 12 40 4 1 R 12 20 76 2 1 R 12 25 76 2 1 R 12 30 70 2 1 R 12 35 52 2 1",
    ),
    (Ink, "R 12 44 76 6 0"),
    (Shade(16), "R 12 56 76 1 0 R 12 63 76 1 0 R 12 70 76 1 0"),
    (
        Ink,
        "R 14 52 26 2 1 R 74 52 10 2 1 R 14 59 20 2 1 R 76 59 8 2 1 R 14 66 30 2 1 R 75 66 9 2 1",
    ),
    (
        Ink,
        "R 14 77 2 14 0 R 18 77 1 14 0 R 21 77 3 14 0 R 26 77 1 14 0 R 29 77 2 14 0 R 33 77 1 14 0 R 36 77 3 14 0 R 41 77 1 14 0 R 44 77 2 14 0",
    ),
    (Ground, "O 76 83 8 8"),
];

/// The layers of the outer case.
pub(crate) const CASE: &[Layer] = &[
    (Rgb(0xC79A63), "M 12 36 L 64 44 L 64 92 L 12 80 Z"),
    (Rgb(0xA97C48), "M 64 44 L 90 33 L 90 77 L 64 92 Z"),
    (Rgb(0xDDB682), "M 12 36 L 40 26 L 90 33 L 64 44 Z"),
    (
        Rgb(0xEBD3A8),
        "M 33 28.5 L 45 26.7 L 73 40.2 L 62 43.6 L 56 42.7 Z",
    ),
    (Ground, "M 18 47 L 50 52.5 L 50 76 L 18 69 Z"),
    (Accent, "M 22 52 L 46 56.2 L 46 61 L 22 56.6 Z"),
    (Accent, "M 22 60 L 38 63 L 38 65.4 L 22 62.4 Z"),
    (Ink, "M 54 79 L 60 80.3 L 60 86 L 54 84.6 Z"),
    (Ink, "M 71 60 L 82 54.5 L 82 66 L 71 72 Z"),
];
