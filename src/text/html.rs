//! A reader of supplier HTML, which returns plain runs of text with emphasis.
//!
//! Only emphasis and line breaks survive of the markup, so it can be shown with
//! text nodes alone, never with raw HTML.

use super::entities::reference;
use super::is_among;
use super::letters;
use super::repair::repaired;

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Run {
    /// The text; a line break is `\n`.
    pub text: String,
    /// Whether the supplier emphasised it.
    pub emphasised: bool,
    /// Whether the supplier struck it out.
    pub struck: bool,
}

/// Reads a supplier's HTML: keeps the text, its emphasis (`b`, `strong`, `i`,
/// `em`, `u`, and bold type set by a `style`), what is struck out (`s`, `del`,
/// `strike`, or a line through it) and line breaks; drops every
/// other element but not its text, every attribute, comments, and scripts and
/// styles with their content. A paragraph, a cell or another block is a line of
/// its own. Letters of UTF-8 that was read as Windows-1252 are put right.
///
/// Unlike in a browser, an unclosed tag or comment does not swallow the rest of
/// the text: there may be an allergen after a forgotten `>` or `-->`.
///
/// ```
/// use product_pool::label::rich_text;
/// let runs = rich_text("Flour (<b onclick=x>WHEAT</b>), salt<script>alert(1)</script>");
/// let text: String = runs.iter().map(|run| run.text.as_str()).collect();
/// assert_eq!(text, "Flour (WHEAT), salt");
/// assert!(runs[1].emphasised);
/// ```
pub fn rich_text(html: &str) -> Vec<Run> {
    let mut runs = Runs::default();
    let html = repaired(html);
    let mut rest = &*html;
    let mut elements = Elements::default();
    // Searched once per kind: there may be many openings without an end.
    let mut open = Unclosed::default();
    while let Some(at) = rest.find(['<', '&']) {
        let (before, from) = split_at(rest, at);
        runs.push(before, elements.marks());
        rest = from;
        if let Some(entity) = rest.strip_prefix('&') {
            let (text, after) = reference(entity);
            runs.push(&text, elements.marks());
            rest = after;
            continue;
        }
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = open.skip_to_end(Kind::Comment, comment, after_comment);
            continue;
        }
        let Some((tag, after)) = open.can_end(rest).then(|| tag(rest)).flatten() else {
            // A "<" that begins no tag, as in "fat <0.5 g".
            runs.push("<", elements.marks());
            rest = split_at(rest, 1).1;
            continue;
        };
        rest = after;
        let name = tag.name.as_str();
        if is_block(name) {
            runs.push("\n", Marks::default());
        } else if matches!(name, "script" | "style") && !tag.closing {
            let kind = if name == "script" {
                Kind::Script
            } else {
                Kind::Style
            };
            rest = open.skip_to_end(kind, rest, |text| after_closing(text, name));
        }
        elements.track(tag);
    }
    runs.push(rest, elements.marks());
    runs.finish()
}

/// Elements on lines of their own, including table cells. One text of words is
/// smaller than a list of texts.
const BLOCKS: &str = "address|article|aside|blockquote|br|caption|center|dd|details|dir|div|dl|dt|fieldset|\
    figcaption|figure|footer|form|h1|h2|h3|h4|h5|h6|header|hr|legend|li|main|menu|nav|ol|\
    option|p|pre|section|select|summary|table|tbody|td|tfoot|th|thead|tr|ul";

fn is_block(name: &str) -> bool {
    is_among(name, BLOCKS)
}

/// How text is marked.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Marks {
    emphasised: bool,
    struck: bool,
}

impl Marks {
    fn and(self, other: Marks) -> Marks {
        Marks {
            emphasised: self.emphasised || other.emphasised,
            struck: self.struck || other.struck,
        }
    }
}

/// The stack of open elements that decides how text is marked: inline
/// elements, and blocks that mark their text.
#[derive(Default)]
struct Elements(Vec<(String, Marks)>);

impl Elements {
    /// The most elements on the stack: real texts nest less, and each tag
    /// searches it.
    const DEPTH: usize = 64;

    fn marks(&self) -> Marks {
        let marks = self.0.iter().map(|(_, marks)| *marks);
        marks.fold(Marks::default(), Marks::and)
    }

    fn track(&mut self, tag: Tag) {
        let name = tag.name.as_str();
        if tag.closing {
            if let Some(at) = self.0.iter().rposition(|(open, _)| open == name) {
                self.0.truncate(at);
            }
            return;
        }
        let marks = tag.style.and(Marks {
            emphasised: is_among(name, "b|strong|i|em|u"),
            struck: is_among(name, "s|del|strike"),
        });
        // Elements without an end tag, or whose end tag is optional, are not
        // tracked.
        let has_no_end = || is_block(name) || is_among(name, "img|wbr|input");
        if (marks == Marks::default() && has_no_end()) || self.0.len() >= Self::DEPTH {
            return;
        }
        self.0.push((tag.name, marks));
    }
}

/// Reads text without emphasis, in which capitals mark it: words of at least two
/// capital letters, unless the whole text is in capitals.
pub(crate) fn capitals(plain: &[Run]) -> Vec<Run> {
    let mut runs = Runs::default();
    let mut letters = plain.iter().flat_map(|run| run.text.chars());
    let all_capitals = !letters.any(letters::is_lowercase);
    let pieces = plain.iter().flat_map(|run| {
        let pieces = run
            .text
            .split_inclusive(|c: char| !letters::is_alphanumeric(c));
        pieces.map(|piece| (piece, run.struck))
    });
    for (piece, struck) in pieces {
        let word = piece.trim_end_matches(|c: char| !letters::is_alphanumeric(c));
        let letters = word.chars().filter(|c| letters::is_alphabetic(*c)).count();
        let emphasised = !all_capitals
            && letters >= 2
            && letters == word.chars().count()
            && word.chars().all(letters::is_uppercase);
        let mut push = |text: &str, emphasised: bool| runs.push(text, Marks { emphasised, struck });
        push(word, emphasised);
        push(split_at(piece, word.len()).1, false);
    }
    runs.finish()
}

/// Splits a text at a character boundary. Unlike slicing it cannot panic, which
/// saves the code for panic messages.
fn split_at(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

#[derive(Default)]
struct Runs(Vec<Run>);

impl Runs {
    fn push(&mut self, text: &str, Marks { emphasised, struck }: Marks) {
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(run) if (run.emphasised, run.struck) == (emphasised, struck) => {
                run.text.push_str(text);
            }
            _ => self.0.push(Run {
                text: text.to_owned(),
                emphasised,
                struck,
            }),
        }
    }

    /// Collapses white space as a browser does, preserves line breaks, and
    /// trims both ends.
    fn finish(self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut last = '\n';
        for run in self.0 {
            let mut text = String::with_capacity(run.text.len());
            for character in run.text.chars() {
                let character = match character {
                    '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
                    space if space.is_whitespace() => ' ',
                    control if control.is_control() || is_bidi_control(control) => continue,
                    other => other,
                };
                if character == ' ' && (last == ' ' || last == '\n')
                    || character == '\n' && last == '\n'
                {
                    continue;
                }
                text.push(character);
                last = character;
            }
            if !text.is_empty() {
                runs.push(Run { text, ..run });
            }
        }
        while let Some(run) = runs.last_mut() {
            run.text.truncate(run.text.trim_end().len());
            if !run.text.is_empty() {
                break;
            }
            runs.pop();
        }
        runs
    }
}

/// Characters that would reorder the text around them.
fn is_bidi_control(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

struct Tag {
    name: String,
    closing: bool,
    /// How its style marks text.
    style: Marks,
}

/// How the style in a tag's attributes marks text: a `font-weight` of `bold`, `bolder` or at least
/// 600, and `line-through`.
fn style(attributes: &str) -> Marks {
    let attributes = attributes.to_ascii_lowercase();
    let mut words = attributes.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let is_heavy = |weight: &str| {
        weight.starts_with("bold") || weight.parse().is_ok_and(|weight: u32| weight >= 600)
    };
    let mut marks = Marks {
        emphasised: false,
        struck: words.clone().any(|word| word == "line-through"),
    };
    while words.any(|word| word == "font-weight") {
        marks.emphasised |= words.find(|word| !word.is_empty()).is_some_and(is_heavy);
    }
    marks
}

/// Parses the tag at the start of `text`, which begins with `<`; returns it and
/// the rest. `None` for what is no tag, or has no end.
fn tag(text: &str) -> Option<(Tag, &str)> {
    let inner = split_at(text, 1).1;
    let closing = inner.starts_with('/');
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    if !inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!' || c == '?') {
        return None;
    }
    let end = inner.find(ends_name).unwrap_or(inner.len());
    let name = split_at(inner, end).0.to_ascii_lowercase();
    let mut quote = None;
    let mut letters = inner.char_indices().skip_while(|(at, _)| *at < end);
    let close = letters.find(|(_, character)| {
        match (quote, *character) {
            (None, '>') => return true,
            (None, '"' | '\'') => quote = Some(*character),
            (Some(open), character) if open == character => quote = None,
            _ => {}
        }
        false
    });
    // An unclosed quote: end at the first ">" nevertheless, rather than lose
    // the ingredients after it.
    let close = close.map(|(at, _)| at).or_else(|| inner.find('>'))?;
    let tag = Tag {
        name,
        closing,
        style: style(inner.get(end..close).unwrap_or_default()),
    };
    Some((tag, split_at(inner, close + 1).1))
}

/// Constructs that may be unclosed.
#[derive(Clone, Copy)]
enum Kind {
    Comment,
    Script,
    Style,
    Tag,
}

/// The kinds that have no end in the rest of the text.
#[derive(Default)]
struct Unclosed([bool; 4]);

impl Unclosed {
    /// The text after the end that `after` finds; the text itself if it finds
    /// none, now or earlier.
    fn skip_to_end<'a>(
        &mut self,
        kind: Kind,
        text: &'a str,
        after: impl FnOnce(&'a str) -> Option<&'a str>,
    ) -> &'a str {
        let open = &mut self.0[kind as usize];
        if *open {
            return text;
        }
        after(text).unwrap_or_else(|| {
            *open = true;
            text
        })
    }

    /// Whether a tag at the start of `text` can have an end.
    fn can_end(&mut self, text: &str) -> bool {
        let open = &mut self.0[Kind::Tag as usize];
        *open = *open || !text.as_bytes().contains(&b'>');
        !*open
    }
}

/// The text after the end of a comment.
fn after_comment(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('-') {
        if let Some(after) = after.strip_prefix("->") {
            return Some(after);
        }
        rest = after;
    }
    None
}

/// Whether this character ends a tag's name.
fn ends_name(character: char) -> bool {
    character == '>' || character == '/' || character.is_whitespace()
}

/// The text after the closing tag of this name.
fn after_closing<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        let Some(after) = rest.strip_prefix('/') else {
            continue;
        };
        rest = after;
        // Compare names before parsing the tag: a tag without an end would be
        // scanned to the end of the text, and there may be many.
        let is_named = rest
            .get(..name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name));
        if is_named
            && split_at(rest, name.len())
                .1
                .chars()
                .next()
                .is_none_or(ends_name)
        {
            let closing = split_at(text, text.len() - rest.len() - 2).1;
            return tag(closing).map(|(_, after)| after);
        }
    }
    None
}

/// A trimmed text; `None` if it is blank or consists of dashes.
pub(crate) fn stated(text: Option<&str>) -> Option<&str> {
    let text = text?.trim();
    let nothing = text
        .chars()
        .all(|character| matches!(character, '-' | '–' | '—'));
    (!nothing).then_some(text)
}
