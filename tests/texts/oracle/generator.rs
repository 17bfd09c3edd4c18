//! Makes texts from templates and words, and knows what they say.

use super::words::{Word, expected, touched};
use super::{Expected, Made, with_groups};
use crate::case::{no, rows};
use product_pool::label::Status;
use product_pool::model::Allergen;
use serde_json::{Value, json};

const TEMPLATES: &str = include_str!("../corpora/templates.txt");

/// A xorshift generator: the same texts for the same seed.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        // Any seed will do but 0; neighbouring seeds must not give like numbers.
        Random(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap() % end
    }

    pub(super) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// What parts two allergens of one statement: what is said of the first is said of the second.
const JOINS: &[&str] = &[", ", " and ", " or ", " & ", ", and ", "/", " / "];

/// What breaks a statement: the second is named, no more can be asked.
const BREAKS: &[&str] = &[
    " - ", " – ", " — ", "; ", ". ", "\n", "\r\n", " • ", "<br>", "<hr>", "</p><p>", " (",
];

/// A template with what it says of `{x}` and, where it has one, of `{y}`.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub(super) text: String,
    kind: &'static str,
    x: Status,
    y: Option<Status>,
}

/// All templates.
pub(super) fn templates() -> impl Iterator<Item = Template> {
    rows(TEMPLATES).map(|row| {
        let (kind, rest) = row.split_once(" | ").unwrap();
        let (text, holds) = rest.rsplit_once(" | ").unwrap();
        let of = |word: &str| {
            let mut signs = holds.split("; ").filter_map(|sign| sign.split_once(' '));
            let (sign, _) = signs.find(|(_, of)| *of == word)?;
            Some(match sign {
                "C" => Status::Contains,
                "M" => Status::MayContain,
                "N" => Status::NotStated,
                "calm" => Status::DeclaredNotPresent,
                _ => panic!("no sign {sign:?}: {row}"),
            })
        };
        Template {
            text: text
                .replace("\\n", "\n")
                .replace("\\r", "\r")
                .replace("\\t", "\t"),
            kind,
            x: of("x").unwrap(),
            y: of("y"),
        }
    })
}

impl Template {
    fn denies(&self) -> bool {
        self.kind.starts_with('D')
    }

    pub(super) fn fits(&self, word: &Word) -> bool {
        let is_odd = self.denies() && word.text.contains("free");
        let is_long = self.kind == "D1" && word.text.contains(' ');
        !is_odd && !is_long
    }

    fn field(&self, word: &Word, random: &mut Random) -> String {
        let fields: &[&str] = match self.kind {
            "L" => &["L", "L", "P", "T"],
            "N" => &["C"],
            _ => &["S", "S", "S", "A", "A", "I", "L", "P"],
        };
        let field = (*random.pick(fields)).to_owned();
        let mut risk = || format!("R:{}", random.pick(&word.allergens).wire_name());
        match self.kind {
            "R" => risk(),
            "N" if random.below(8) == 0 => "N".to_owned(),
            "S" => match random.below(24) {
                0 => "W".to_owned(),
                1 => format!("R:{}", random.pick(&word.allergens).wire_name()),
                _ => field,
            },
            _ => field,
        }
    }
}

/// How a word is marked in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Markup {
    None,
    /// Emphasised by a tag: what stands before and behind the word.
    Tag(&'static str, &'static str),
    Capitals,
    /// A soft hyphen in the middle of it.
    SoftHyphen(&'static str),
    /// Something before and behind it that separates and means nothing.
    Around(&'static str),
    /// A tag that is never closed.
    Unclosed,
}

const MARKUPS: &[Markup] = &[
    Markup::None,
    Markup::None,
    Markup::None,
    Markup::Capitals,
    Markup::Capitals,
    Markup::Tag("<b>", "</b>"),
    Markup::Tag("<b>", "</b>"),
    Markup::Tag("<B>", "</B>"),
    Markup::Tag("<strong>", "</strong>"),
    Markup::Tag("<strong class=\"allergen\">", "</strong>"),
    Markup::Tag("<em>", "</em>"),
    Markup::Tag("<b><i>", "</i></b>"),
    Markup::Tag("<p><b>", "</b></p>"),
    Markup::Tag("<span style=\"font-weight:bold\">", "</span>"),
    Markup::Tag("<span style=\"font-weight: 700\">", "</span>"),
    Markup::Tag("<span style='color:red; font-weight: bold;'>", "</span>"),
    Markup::SoftHyphen("&shy;"),
    Markup::SoftHyphen("\u{ad}"),
    Markup::Around("&nbsp;"),
    Markup::Around("&nbsp"),
    Markup::Around("&amp;nbsp;"),
    Markup::Around("\u{a0}"),
    Markup::Unclosed,
];

fn marked(word: &str, markup: Markup) -> String {
    match markup {
        Markup::None => word.to_owned(),
        Markup::Tag(open, close) => format!("{open}{word}{close}"),
        Markup::Capitals => word.to_uppercase(),
        Markup::Around(mark) => format!("{mark}{word}{mark}"),
        Markup::Unclosed => format!("<b>{word}"),
        Markup::SoftHyphen(hyphen) => {
            let longest = word
                .split(' ')
                .max_by_key(|part| part.len())
                .unwrap_or_default();
            let middle = longest.char_indices().nth(longest.chars().count() / 2);
            match middle.filter(|_| longest.chars().all(char::is_alphabetic) && longest.len() > 4) {
                Some((at, _)) => {
                    let (start, end) = longest.split_at(at);
                    word.replacen(longest, &format!("{start}{hyphen}{end}"), 1)
                }
                None => word.to_owned(),
            }
        }
    }
}

/// A text in capitals, but for its tags and entities.
fn in_capitals(text: &str) -> String {
    let mut end = None;
    text.chars()
        .flat_map(|c| {
            match c {
                '<' => end = Some('>'),
                '&' => end = Some(';'),
                _ if end == Some(c) => end = None,
                ' ' if end == Some(';') => end = None,
                _ => {}
            }
            match end {
                None => c.to_uppercase().collect::<Vec<_>>(),
                Some(_) => vec![c],
            }
        })
        .collect()
}

/// The word as it stands in the text: sometimes in the plural or with a capital.
fn written(word: &Word, random: &mut Random) -> String {
    let text = match word.countable && random.one_in(3) {
        true => word.plural(),
        false => word.text.to_owned(),
    };
    match random.below(4) {
        0 => {
            let mut rest = text.chars();
            let first = rest.next().map(|c| c.to_uppercase().to_string());
            first.unwrap_or_default() + rest.as_str()
        }
        _ => text,
    }
}

/// Makes the text of a template and a word; what else it needs is drawn.
pub(super) fn made(template: &Template, word: &Word, words: &[&Word], random: &mut Random) -> Made {
    let denies = template.denies();
    let field = template.field(word, random);
    // A denied word that is emphasised is a contradiction in itself.
    let mut markup = match denies {
        true => Markup::None,
        false => *random.pick(MARKUPS),
    };
    let loud = random.one_in(12);
    if loud && markup == Markup::Capitals {
        markup = Markup::None;
    }
    let x = written(word, random);
    let other = other(word, words, random);
    let y = written(other, random);
    let mut text = template.text.clone();
    let (mut x_status, mut y_status) = (template.x, template.y);
    let has_room = text.ends_with("{x}") || text.ends_with("{x}.");
    let follows = has_room && !denies && !text.contains("{y}") && random.one_in(3);
    if follows {
        let breaks = random.one_in(3);
        let between = random.pick(if breaks { BREAKS } else { JOINS });
        text = text.replace("{x}", &format!("{{x}}{between}{{y}}"));
        if between.ends_with('(') {
            text.push(')');
        }
        y_status = Some(match breaks {
            true => Status::NotStated,
            false => template.x,
        });
    }
    if template.kind == "L" && !loud && is_emphasis(markup, word, &field) {
        x_status = Status::Contains;
    }
    if follows && template.kind == "L" {
        // Emphasis may run on to the next word: nothing more is asked of it.
        y_status = Some(Status::NotStated);
    }
    let is_parted = template.kind != "L" && is_block(markup);
    if is_parted || matches!(&*field, "P" | "T") && is_entity(markup) {
        // A block tag parts the word from what is said of it, and so may an entity in a text that is
        // not HTML.
        x_status = x_status.min(Status::NotStated);
        y_status = y_status.map(|status| status.min(Status::NotStated));
    }
    if loud {
        text = in_capitals(&text)
            .replace("{X}", "{x}")
            .replace("{Y}", "{y}");
    }
    let raise = |text: &str| match loud {
        true => in_capitals(text),
        false => text.to_owned(),
    };
    let text = text
        .replace("{x}", &raise(&marked(&x, markup)))
        .replace("{y}", &raise(&y));
    let mut expectations = expected(word, x_status, &x);
    let mut flagged = flags(&word.allergens, random);
    if let Some(status) = y_status {
        expectations.extend(expected(other, status, &y));
        flagged.extend(with_groups(&other.allergens));
    }
    if denies {
        // Of a denial nothing but its own words is asked.
        expectations.retain(|expected| expected.status == Status::DeclaredNotPresent);
    }
    Made {
        text,
        field,
        flag: match random.below(5) {
            0 => Value::Null,
            1 => json!({"value": 0, "description": "-"}),
            _ => no(),
        },
        flagged,
        expected: expectations,
    }
}

fn is_block(markup: Markup) -> bool {
    matches!(markup, Markup::Tag(open, _) if open.starts_with("<p>"))
}

fn is_entity(markup: Markup) -> bool {
    matches!(markup, Markup::SoftHyphen(mark) | Markup::Around(mark) if mark.starts_with('&'))
}

/// Whether the markup emphasises the word alone: tags where there are tags,
/// capitals in any list that is not all in capitals.
fn is_emphasis(markup: Markup, word: &Word, field: &str) -> bool {
    let letters = word.text.chars().filter(|c| c.is_alphabetic()).count();
    match markup {
        Markup::Tag(..) => field == "L",
        // What is in capitals anyway is not emphasised by them.
        Markup::Capitals => letters > 2,
        _ => false,
    }
}

/// A word of other groups. Neither may touch a group of the other, so that a
/// denial of the one is no business of the other: a quiche is made with milk.
fn other<'a>(word: &Word, words: &[&'a Word], random: &mut Random) -> &'a Word {
    let meets = |one: &Word, other: &Word| {
        let touched = touched(one);
        other
            .allergens
            .iter()
            .any(|allergen| touched.contains(&allergen.group()))
    };
    loop {
        let other = random.pick(words);
        if !meets(word, other) && !meets(other, word) && !other.text.contains("free") {
            return other;
        }
    }
}

/// The allergens whose flags are given: of a member also, or only, its group's.
fn flags(allergens: &[Allergen], random: &mut Random) -> Vec<Allergen> {
    match random.below(6) {
        0 => allergens.to_vec(),
        1 => allergens.iter().map(|allergen| allergen.group()).collect(),
        _ => with_groups(allergens),
    }
}

/// The expectations, for a message.
pub(super) fn described(expected: &[Expected]) -> String {
    let each = expected
        .iter()
        .map(|expected| format!("{} {:?}", expected.allergen.wire_name(), expected.status));
    each.collect::<Vec<_>>().join(", ")
}
