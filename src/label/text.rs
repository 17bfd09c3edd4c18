//! A supplier's HTML turned into plain runs of text with emphasis.
//!
//! Nothing of the markup survives but emphasis and line breaks, so what is
//! shown can be built from text nodes alone; there is no way from here to raw
//! HTML.

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The text; a line break is `\n`.
    pub text: String,
    /// Whether the supplier emphasised it.
    pub emphasised: bool,
}

/// Reads a supplier's HTML: keeps the text, its emphasis (`b`, `strong`, `i`,
/// `em`, `u`) and line breaks; drops every other element but not the text in
/// it, every attribute, comments, and scripts and styles whole.
///
/// What is never closed takes nothing along, unlike in a browser: behind a
/// forgotten `>` or `-->` may stand an allergen.
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
    let mut rest = html;
    let mut depth = 0usize;
    // Looked for once: there may be many beginnings without an end.
    let mut open = Open::default();
    while let Some(at) = rest.find(['<', '&']) {
        let (before, from) = parted(rest, at);
        runs.push(before, depth > 0);
        rest = from;
        if let Some(entity) = rest.strip_prefix('&') {
            let (character, after) = reference(entity);
            runs.push(character.encode_utf8(&mut [0; 4]), depth > 0);
            rest = after;
            continue;
        }
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = open.past(Kind::Comment, comment, after_comment);
            continue;
        }
        let Some((tag, after)) = open.can_close(rest).then(|| tag(rest)).flatten() else {
            // A "<" that begins no tag, as in "fat <0.5 g".
            runs.push("<", depth > 0);
            rest = parted(rest, 1).1;
            continue;
        };
        rest = after;
        match (tag.name.as_str(), tag.closing) {
            ("b" | "strong" | "i" | "em" | "u", false) => depth += 1,
            ("b" | "strong" | "i" | "em" | "u", true) => depth = depth.saturating_sub(1),
            ("br" | "p" | "div" | "li" | "tr", _) => runs.push("\n", false),
            ("script", false) => {
                rest = open.past(Kind::Script, rest, |text| after_closing(text, "script"));
            }
            ("style", false) => {
                rest = open.past(Kind::Style, rest, |text| after_closing(text, "style"));
            }
            _ => {}
        }
    }
    runs.push(rest, depth > 0);
    runs.finish()
}

/// Plain text in which words in capitals stand for emphasis: every one of at
/// least two letters, unless the whole text is in capitals.
pub(super) fn capitals(text: &str) -> Vec<Run> {
    let mut runs = Runs::default();
    let shouting = !text.chars().any(char::is_lowercase);
    for piece in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let emphasised = !shouting
            && letters >= 2
            && letters == word.chars().count()
            && word.chars().all(char::is_uppercase);
        runs.push(word, emphasised);
        runs.push(parted(piece, word.len()).1, false);
    }
    runs.finish()
}

/// A text in two at a place between two characters. Unlike a slice it cannot
/// panic, and so does not bring the wording of panics along.
fn parted(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

#[derive(Default)]
struct Runs(Vec<Run>);

impl Runs {
    fn push(&mut self, text: &str, emphasised: bool) {
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(run) if run.emphasised == emphasised => run.text.push_str(text),
            _ => self.0.push(Run {
                text: text.to_owned(),
                emphasised,
            }),
        }
    }

    /// White space folded as a page would, line breaks kept, none at the ends.
    fn finish(self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut last = '\n';
        for run in self.0 {
            let mut text = String::new();
            for character in run.text.chars() {
                let character = match character {
                    '\r' => continue,
                    '\n' => '\n',
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
}

/// The tag at the head of `text`, which begins with `<`, and what follows it.
/// A tag that never ends takes the rest with it, as in a browser.
fn tag(text: &str) -> Option<(Tag, &str)> {
    let inner = parted(text, 1).1;
    let closing = inner.starts_with('/');
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    if !inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!' || c == '?') {
        return None;
    }
    let end = inner.find(ends_name).unwrap_or(inner.len());
    let name = parted(inner, end).0.to_ascii_lowercase();
    let mut quote = None;
    for (at, character) in inner.char_indices().skip_while(|(at, _)| *at < end) {
        match (quote, character) {
            (None, '>') => return Some((Tag { name, closing }, parted(inner, at + 1).1)),
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    // An unclosed quote: end at the first ">" after all, rather than lose
    // ingredients behind it.
    let after = parted(inner, end)
        .1
        .split_once('>')
        .map_or("", |(_, after)| after);
    Some((Tag { name, closing }, after))
}

/// What can be left without an end.
#[derive(Clone, Copy)]
enum Kind {
    Comment,
    Script,
    Style,
    Tag,
}

/// Which kinds have no end any more in the text that is left.
#[derive(Default)]
struct Open([bool; 4]);

impl Open {
    /// What follows the end that `after` finds; the text itself where it finds
    /// none, then or before.
    fn past<'a>(
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

    /// Whether a tag at the head of `text` can have an end.
    fn can_close(&mut self, text: &str) -> bool {
        let open = &mut self.0[Kind::Tag as usize];
        *open = *open || !text.contains('>');
        !*open
    }
}

/// What follows a comment's end.
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

/// Whether a tag's name ends before this character.
fn ends_name(character: char) -> bool {
    character == '>' || character == '/' || character.is_whitespace()
}

/// What follows the closing tag of that name.
fn after_closing<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        let Some(after) = rest.strip_prefix('/') else {
            continue;
        };
        rest = after;
        // Names are compared before a tag is read: one without an end reaches
        // to the end of the text, and there may be many.
        let is_named = rest
            .get(..name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name));
        if is_named
            && parted(rest, name.len())
                .1
                .chars()
                .next()
                .is_none_or(ends_name)
        {
            let closing = parted(text, text.len() - rest.len() - 2).1;
            return tag(closing).map(|(_, after)| after);
        }
    }
    None
}

/// The character of a reference such as `&amp;` or `&#39;`, and what follows;
/// an unknown one stands for itself.
fn reference(text: &str) -> (char, &str) {
    const NAMES: &[(&str, char)] = &[
        ("amp;", '&'),
        ("lt;", '<'),
        ("gt;", '>'),
        ("quot;", '"'),
        ("apos;", '\''),
        ("nbsp;", ' '),
        ("shy;", '\u{ad}'),
        ("deg;", '°'),
        ("micro;", 'µ'),
        ("frac12;", '½'),
        ("eacute;", 'é'),
        ("egrave;", 'è'),
        ("reg;", '®'),
        ("trade;", '™'),
        ("ndash;", '–'),
        ("rsquo;", '’'),
    ];
    for (name, character) in NAMES {
        if let Some(after) = text.strip_prefix(name) {
            return (*character, after);
        }
    }
    let code = text.strip_prefix('#').and_then(|number| {
        // Not to the next ";", which may be far away for each of many.
        let end = number.find(|c: char| !c.is_ascii_alphanumeric())?;
        let (digits, after) = parted(number, end);
        let after = after.strip_prefix(';')?;
        let code = match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => digits.parse().ok()?,
        };
        Some((char::from_u32(code)?, after))
    });
    code.unwrap_or(('&', text))
}

/// What a text says; blank and dashes alone are nothing.
pub(super) fn given(text: Option<&str>) -> Option<&str> {
    let text = text?.trim();
    let nothing = text
        .chars()
        .all(|character| matches!(character, '-' | '–' | '—'));
    (!nothing).then_some(text)
}
