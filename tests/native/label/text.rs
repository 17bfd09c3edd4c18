//! A supplier's HTML: its text and emphasis, and nothing else.

use product_pool::label::{Run, rich_text};
use proptest::prelude::*;

fn plain(runs: &[Run]) -> String {
    runs.iter().map(|run| run.text.as_str()).collect()
}

fn marked(html: &str) -> String {
    rich_text(html)
        .iter()
        .map(|run| {
            if run.emphasised {
                format!("[{}]", run.text)
            } else {
                run.text.clone()
            }
        })
        .collect()
}

#[test]
fn keeps_emphasis_and_breaks_and_drops_the_rest() {
    for (html, expected) in [
        ("<strong>MILK</strong>, salt", "[MILK], salt"),
        ("a<br>b<br/>c\r\nd", "a\nb\nc\nd"),
        ("<p>One</p><p>Two</p>", "One\nTwo"),
        ("<b><i>Egg</b></i>, oil", "[Egg], oil"),
        ("<b class=\"x>y\" onclick='alert(1)'>Soya</b>", "[Soya]"),
        ("<script>alert('x')</script>Salt", "Salt"),
        // What is never closed takes nothing along.
        (
            "Salt<script>alert('x'), <b>MILK</b>",
            "Saltalert('x'), [MILK]",
        ),
        ("Salt<svg/onload=x>, <b>MILK</b>", "Salt, [MILK]"),
        ("Salt <!-- , <b>MILK</b>", "Salt , [MILK]"),
        ("Salt, <b>MILK</b> <a href='x", "Salt, [MILK] <a href='x"),
        ("<img src=x onerror=alert(1)>Sugar", "Sugar"),
        ("<svg><script>1</script></svg>Sugar", "Sugar"),
        ("fat <0.5 g & salt > 1", "fat <0.5 g & salt > 1"),
        (
            "&lt;b&gt;not a tag&lt;/b&gt; &amp; &#39;x&#x27;",
            "<b>not a tag</b> & 'x'",
        ),
        ("<!-- hidden -->Oil", "Oil"),
        ("<b title=\"unclosed>WHEAT</b>, rye", "[WHEAT], rye"),
        ("safe\u{202e}txet", "safetxet"),
    ] {
        assert_eq!(marked(html), expected, "{html}");
    }
}

proptest! {
    #[test]
    fn never_panics_and_never_ends_with_space(html in "(<|>|&|/|!|-|b|script|\"|'| |=|#|;|x|é|\\n|amp|<b>|</b>|<br>){0,40}") {
        let text = plain(&rich_text(&html));
        prop_assert_eq!(text.trim_end(), text.as_str());
        prop_assert!(!text.contains('\r'));
    }

    #[test]
    fn plain_words_survive(words in prop::collection::vec("[a-zA-Z0-9é%(),.]{1,8}", 1..12)) {
        let text = words.join(" ");
        prop_assert_eq!(plain(&rich_text(&text)), text);
    }
}
