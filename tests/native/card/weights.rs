//! The weights of the answers and statuses: told apart without colour, by the colour-blind, and from
//! afar, by the tokens of the style sheets.

const STYLES: [&str; 5] = [
    include_str!("../../../pkg/styles/base.css"),
    include_str!("../../../pkg/styles/allergens.css"),
    include_str!("../../../pkg/styles/variants.css"),
    include_str!("../../../pkg/styles/verdict.css"),
    include_str!("../../../pkg/styles/card.css"),
];

/// Red, green and blue, linear, from 0 to 1.
type Colour = [f64; 3];

fn colour(text: &str) -> Colour {
    [1, 3, 5].map(|at| {
        let share = f64::from(u8::from_str_radix(&text[at..at + 2], 16).unwrap()) / 255.0;
        match share <= 0.04045 {
            true => share / 12.92,
            false => ((share + 0.055) / 1.055).powf(2.4),
        }
    })
}

/// A token's colours in light and in dark.
fn token(name: &str) -> [Colour; 2] {
    let (_, rule) = STYLES[0]
        .split_once(&format!("  --_pool-{name}: "))
        .expect(name);
    let (_, pair) = rule.split_once("light-dark(").expect(name);
    let (pair, _) = pair.split_once(')').expect(name);
    let (light, dark) = pair.split_once(", ").expect(name);
    [colour(light), colour(dark)]
}

fn luminance([red, green, blue]: Colour) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast by WCAG, which is also what a picture without colours has.
fn contrast(one: Colour, other: Colour) -> f64 {
    let [one, other] = [one, other].map(luminance);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// What a deuteranope sees (Machado, Oliveira and Fernandes, 2009).
fn deuteranopia(colour: Colour) -> Colour {
    const SEEN: [Colour; 3] = [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ];
    SEEN.map(|row| {
        let sum: f64 = row
            .iter()
            .zip(colour)
            .map(|(part, value)| part * value)
            .sum();
        sum.clamp(0.0, 1.0)
    })
}

/// The distance of two colours in CIELAB, of which a careful eye sees 1.
fn distance(one: Colour, other: Colour) -> f64 {
    let lab = |[red, green, blue]: Colour| {
        let white = [
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
        ];
        let [x, y, z] = white.map(|share| match share > 0.008_856 {
            true => share.cbrt(),
            false => 7.787 * share + 16.0 / 116.0,
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    };
    let (one, other) = (lab(one), lab(other));
    let squares = one.iter().zip(other).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

#[test]
fn neighbouring_answers_differ_in_grey_and_for_deuteranopes() {
    // The fill of the heads that have one beside that of the next; then the frames.
    for (one, other) in [
        ("contains-back", "may-band"),
        ("may-band", "back"),
        ("unknown", "frame"),
        ("frame", "back"),
        // Chips and badges.
        ("contains-back", "may-back"),
        ("contains", "back"),
    ] {
        for (one_of, other_of) in token(one).into_iter().zip(token(other)) {
            let ratio = contrast(one_of, other_of);
            assert!(ratio >= 3.0, "{one} and {other}: {ratio:.2}");
            let seen = distance(deuteranopia(one_of), deuteranopia(other_of));
            assert!(seen >= 20.0, "{one} and {other}: {seen:.1}");
        }
    }
}

#[test]
fn the_words_of_a_band_stand_out() {
    let both = |text: &str| [colour(text), colour(text)];
    for (text, band, least) in [
        (both("#ffffff"), "contains-back", 7.0),
        (both("#1c2321"), "may-band", 4.5),
        (token("unknown"), "back", 7.0),
        (both("#2b1a00"), "may-back", 7.0),
    ] {
        for (text_of, band_of) in text.into_iter().zip(token(band)) {
            let ratio = contrast(text_of, band_of);
            assert!(ratio >= least, "on {band}: {ratio:.2}");
        }
    }
    let styles = STYLES.concat();
    for rule in [
        ".chips > [data-status=\"contains\"] { background: var(--_pool-contains-back); color: var(--_pool-on-contains, #fff);",
        ".answer[data-answer=\"contains\"] { background: var(--_pool-contains-back); color: var(--_pool-on-contains, #fff);",
        "{ background: var(--_pool-may-band); color: #1c2321;",
    ] {
        assert!(styles.contains(rule), "{rule}");
    }
    // A recall, which looks like nothing else.
    assert!(styles.contains("  background: #ffd400;\n  color: #111;\n"));
    assert!(contrast(colour("#111111"), colour("#ffd400")) >= 7.0);
    for band in ["contains-back", "may-band"] {
        for (name, other) in ["light", "dark"].into_iter().zip(token(band)) {
            let seen = distance(deuteranopia(colour("#ffd400")), deuteranopia(other));
            assert!(seen >= 20.0, "{band}, {name}: {seen:.1}");
        }
    }
}

#[test]
fn each_status_has_its_own_weight_and_outline() {
    let styles = STYLES.concat();
    for rule in [
        ".answer[data-answer=\"contains\"] { background: var(--_pool-contains-back);",
        ".answer[data-answer=\"may-contain\"] { background: var(--_pool-may-band);",
        "border: 3px dashed var(--_pool-unknown);",
        ".verdict[data-answer=\"declared-not-present\"] { border: 1px solid var(--_pool-frame); }",
        "[data-notice=\"archived\"], [data-notice=\"replaced\"]) { border-color: var(--_pool-frame);",
        ".chips > [data-status=\"contains\"] { background: var(--_pool-contains-back);",
        ".chips > [data-status=\"may-contain\"] { background: var(--_pool-may-back);",
        "[data-variant=\"badges\"] .line[data-status=\"contains\"] { background: var(--_pool-contains-back);",
        "[data-variant=\"badges\"] .line[data-status=\"may-contain\"] { background: var(--_pool-may-back);",
    ] {
        assert!(styles.contains(rule), "{rule}");
    }
}
