//! A tokenizer: splits a text into words folded to plain letters, each with its
//! emphasis and the kind of break before it.

use super::html::Run;
use super::is_among;
use super::letters;
use std::ops::Range;

/// A word of a text.
#[derive(Debug, Default)]
pub(crate) struct Token {
    /// In lower case, without accents.
    pub(crate) text: String,
    /// The word verbatim.
    pub(crate) shown: String,
    pub(crate) emphasised: bool,
    /// Whether any of it is struck out.
    pub(crate) is_struck: bool,
    /// The bytes of the shown word that are emphasised.
    pub(crate) stressed: Range<usize>,
    /// The break between the previous word and this one.
    pub(crate) breaks: Break,
    /// Whether only a hyphen separates it from the previous word.
    pub(crate) hyphenated: bool,
    /// Whether it is written together with the previous word: the "fillet" of "CODfillet".
    pub(crate) is_joined: bool,
    /// Whether it may be the rest of the previous word, which a hyphen breaks at
    /// the end of a line.
    pub(crate) continues: bool,
    /// The letter before it that belongs to it, or to a line end in two signs: the "n" of `\nuts`.
    pub(crate) after_sign: Option<char>,
    /// Whether it is spelt letter by letter: "m i l k", "M.I.L.K.".
    pub(crate) is_spelt: bool,
    /// How many brackets are open.
    pub(crate) depth: usize,
    /// Whether it ends a question.
    pub(crate) ends_question: bool,
    /// Whether the mark of a note follows it that is not in the text: "nut free*", "nut free (1)".
    pub(crate) has_note: bool,
    /// The singulars that it may be the plural of, and what else it may stand for, for the lexicon.
    pub(crate) other_forms: Vec<String>,
    /// Whether it is a compound with "free", such as "nussfrei".
    pub(crate) ends_with_free: bool,
}

impl Token {
    /// The text as it is, and what else it may stand for.
    pub(crate) fn forms(&self) -> impl Iterator<Item = &str> {
        (0..=self.other_forms.len()).map(|at| match at {
            0 => self.text.as_str(),
            _ => &self.other_forms[at - 1],
        })
    }
}

/// The breaks between two words, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Break {
    /// A space, a hyphen, an apostrophe, a per cent sign.
    #[default]
    None,
    /// A quotation mark.
    Quote,
    /// A comma or the like.
    Phrase,
    /// A colon: the words after it explain those before it.
    Label,
    /// A bracket.
    Bracket,
    /// A dash.
    Dash,
    /// A semicolon, a bar.
    Clause,
    /// The end of a line, or of a cell or paragraph.
    Line,
    /// The end of a sentence.
    Sentence,
}

/// Abbreviations whose full stop does not end a sentence; neither does one
/// after a single letter, as in "e.g.".
const ABBREVIATIONS: [&str; 9] = [
    "eg", "ie", "incl", "inc", "approx", "ca", "min", "max", "st",
];

/// How far behind a slash the label of another row is looked for.
const ROW: usize = 50;

/// Splits a text into words.
pub(crate) fn tokenize(runs: &[Run]) -> Vec<Token> {
    let bytes = runs.iter().map(|run| run.text.len()).sum();
    let mut characters: Vec<(char, &Run)> = Vec::with_capacity(bytes);
    for run in runs {
        let visible = run
            .text
            .chars()
            .filter(|character| !is_invisible(*character));
        characters.extend(visible.map(|character| (character, run)));
    }
    let mut tokenizer = Tokenizer {
        characters: &characters,
        tokens: Vec::new(),
        open: false,
        breaks: Break::Sentence,
        between: 0,
        hyphen: false,
        broken: false,
        after_sign: None,
        depth: 0,
        has_notes: false,
    };
    for at in 0..characters.len() {
        tokenizer.read(at);
    }
    let mut tokens = tokenizer.tokens;
    if tokenizer.has_notes {
        tokens.iter_mut().for_each(|token| token.has_note = false);
    }
    tokens
}

/// The words of a text while it is read.
struct Tokenizer<'a> {
    /// The characters, each with the run that it stands in.
    characters: &'a [(char, &'a Run)],
    tokens: Vec<Token>,
    /// Whether the last word goes on.
    open: bool,
    /// The break behind the last word, and how many characters make it.
    breaks: Break,
    between: usize,
    /// Whether the character before is a hyphen, and whether a line ends behind one.
    hyphen: bool,
    broken: bool,
    after_sign: Option<char>,
    /// How many brackets are open.
    depth: usize,
    /// Whether the text has notes of its own.
    has_notes: bool,
}

impl Tokenizer<'_> {
    fn at(&self, at: usize) -> Option<char> {
        self.characters.get(at).map(|(character, _)| *character)
    }

    fn before(&self, at: usize) -> Option<char> {
        self.at(at.checked_sub(1)?)
    }

    fn behind(&self, at: usize) -> impl Iterator<Item = char> + Clone {
        self.characters[at + 1..].iter().map(|(rest, _)| *rest)
    }

    fn is_of_word(&self, at: usize) -> bool {
        self.at(at).is_some_and(letters::is_alphanumeric)
    }

    /// Whether a letter stands alone.
    fn is_letter(&self, at: usize) -> bool {
        let is_digit = |letter: char| letter.is_ascii_digit();
        self.is_of_word(at) && !self.is_of_word(at + 1) && !self.at(at).is_some_and(is_digit)
    }

    /// Reads a character.
    fn read(&mut self, at: usize) {
        let (character, _) = self.characters[at];
        let mut buffer = [0; 4];
        let letters = plain(character, &mut buffer);
        // A line end or a tab in two signs.
        if matches!(character, 'n' | 'r' | 't') && self.before(at) == Some('\\') {
            let is_followed = self.at(at + 1).is_some_and(letters::is_lowercase);
            self.after_sign = Some(character).filter(|_| is_followed);
            self.breaks = self.breaks.max(Break::Line);
            return;
        }
        let word = conjunction(character).filter(|_| !self.ends_row(at));
        if let Some(word) = word {
            self.open = false;
            // A cross answers the words before it: "gluten free ✗ Milk free ✓". What follows is another row.
            if word == "no" {
                self.breaks = self.breaks.max(Break::Label);
            }
            self.letter(at, word);
            self.open = false;
            self.breaks = if word == "no" {
                Break::Phrase
            } else {
                Break::None
            };
        } else if self.is_of_word(at) || self.is_lost(at) {
            self.letter(at, if self.is_capital_i(at) { "i" } else { letters });
        } else if !self.is_in_spelt(at) {
            // Wide forms, as in Chinese and Japanese, are like the ASCII ones.
            self.sign(at, letters.chars().next().unwrap_or(character));
        }
    }

    /// Whether a slash ends the row of a table: "milk no / egg no", "Milch: ja / Ei: nein".
    fn ends_row(&self, at: usize) -> bool {
        let is_answered = |before: &Token| {
            let mut row = self.behind(at).take(ROW);
            is_among(&before.text, "no|yes|n|y|none|absent")
                || before.breaks == Break::Label
                    && row.find(|rest| matches!(rest, ':' | '/')) == Some(':')
        };
        self.at(at) == Some('/') && !self.open && self.tokens.last().is_some_and(is_answered)
    }

    /// Whether an "l" among capitals is an "I": "MlLK".
    fn is_capital_i(&self, at: usize) -> bool {
        let follows = |is_case: fn(char) -> bool| self.before(at).is_some_and(is_case);
        self.at(at) == Some('l')
            && match self.at(at + 1).filter(|_| self.is_of_word(at + 1)) {
                Some(next) => letters::is_uppercase(next) && !follows(letters::is_lowercase),
                None => follows(letters::is_uppercase),
            }
    }

    /// Whether a letter was lost that is one: "bl\u{fffd}", "cr?me", "?ufs", "bl?, sel".
    fn is_lost(&self, at: usize) -> bool {
        match (self.at(at), self.at(at + 1)) {
            (Some('\u{fffd}'), _) => self.open || self.is_of_word(at + 1),
            (Some('?'), Some(next)) => match self.open {
                true if next == ',' => true,
                true if letters::is_uppercase(next) => {
                    self.before(at).is_some_and(letters::is_uppercase)
                }
                true => letters::is_lowercase(next),
                false => letters::is_alphabetic(next),
            },
            _ => false,
        }
    }

    /// Adds letters to the last word, or begins another with them.
    fn letter(&mut self, at: usize, letters: &str) {
        let (character, run) = self.characters[at];
        if !self.open {
            self.tokens.push(Token {
                breaks: self.breaks,
                hyphenated: self.hyphen && self.between == 1,
                continues: self.broken,
                depth: self.depth,
                is_spelt: [at, at + 2, at + 4].iter().all(|at| self.is_letter(*at)),
                after_sign: self.after_sign.take(),
                ..Token::default()
            });
            (self.breaks, self.between) = (Break::None, 0);
            (self.hyphen, self.broken, self.open) = (false, false, true);
        }
        if let Some(token) = self.tokens.last_mut() {
            token.text.push_str(letters);
            let start = token.shown.len();
            token.shown.push(character);
            if run.emphasised && !token.emphasised {
                token.stressed.start = start;
            }
            if run.emphasised {
                token.stressed.end = token.shown.len();
            }
            token.emphasised |= run.emphasised;
            token.is_struck |= run.struck;
        }
    }

    /// Whether a sign stands between the letters of a word that is spelt; adds it.
    fn is_in_spelt(&mut self, at: usize) -> bool {
        let (character, _) = self.characters[at];
        let is_between = self.open && self.is_letter(at + 1);
        let spelt = self.tokens.last_mut().filter(|token| token.is_spelt);
        match spelt.filter(|_| is_between && matches!(character, ' ' | '.' | '-')) {
            Some(token) => {
                token.shown.push(character);
                true
            }
            None => false,
        }
    }

    /// Reads a sign between words.
    fn sign(&mut self, at: usize, sign: char) {
        let (character, next) = (self.characters[at].0, self.at(at + 1));
        let before = self.tokens.last().filter(|_| self.open);
        let parts = match sign {
            '.' if ends_no_sentence(before, next) => Break::None,
            '-' | '\u{2010}' | '\u{2011}'
                if !self.open || !next.is_some_and(letters::is_alphanumeric) =>
            {
                Break::Dash
            }
            // The bullet of an item.
            '*' if !self.open && next == Some(' ') => Break::Clause,
            other => strength(other),
        };
        match sign {
            '(' | '[' => self.depth += 1,
            ')' | ']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        let refers = matches!(sign, '(' | '[') && is_reference(self.behind(at));
        let begins_note = self.begins_note(at);
        // Others begin headings and items as well, which are notes of nothing.
        self.has_notes |= begins_note && matches!(character, '*' | '†' | '‡');
        if let Some(token) = self.tokens.last_mut() {
            token.ends_question |= character == '?';
            token.has_note |=
                is_mark(character) && !begins_note || refers && self.breaks == Break::None;
        }
        self.broken |= self.hyphen && self.between == 1 && character == '\n';
        self.open = false;
        self.between += 1;
        self.hyphen = matches!(character, '-' | '\u{2010}' | '\u{2011}');
        self.breaks = self.breaks.max(parts);
    }

    /// Whether a mark begins a note: "**Nut free**" has one, but "nut free** bar" has none.
    fn begins_note(&self, at: usize) -> bool {
        let is_apart = !self.before(at).is_some_and(is_mark);
        let is_before = self.is_of_word(at + 1) || self.at(at + 1) == Some(' ') && is_apart;
        self.at(at).is_some_and(is_mark) && !self.open && is_before
    }
}

/// Whether a character is the mark of a note.
fn is_mark(character: char) -> bool {
    matches!(character, '*' | '†' | '‡' | '#' | '§' | '¶')
}

/// Whether what stands behind an opening bracket refers to a note: the "1)" of "nut free (1)", "a)".
fn is_reference(mut rest: impl Iterator<Item = char>) -> bool {
    let is_sign = matches!(rest.next(), Some('0'..='9' | 'a'..='d'));
    let next = rest
        .next()
        .filter(|next| !next.is_ascii_digit())
        .or_else(|| rest.next());
    is_sign && matches!(next, Some(')' | ']'))
}

/// The word that a character stands for.
fn conjunction(character: char) -> Option<&'static str> {
    match character {
        '&' => Some("and"),
        '/' => Some("or"),
        '<' | '≤' => Some("below"),
        '✗' | '✘' | '✖' | '❌' => Some("no"),
        '🌾' | '🍞' | '🥐' | '🥖' | '🥨' => Some("wheat"),
        '🐙' | '🐚' | '🦑' | '🦪' => Some("molluscs"),
        '🐟' | '🐠' | '🍣' => Some("fish"),
        '🥚' | '🍳' => Some("egg"),
        '🥛' | '🧀' | '🧈' => Some("milk"),
        '🥜' => Some("peanut"),
        '🦀' | '🦐' | '🦞' => Some("crustaceans"),
        _ => None,
    }
}

/// The break that a character makes between the words around it. One that is not
/// listed, such as a bar or an arrow, may separate what does not belong together.
fn strength(character: char) -> Break {
    match character {
        '-' | '\u{2010}' | '\u{2011}' | '\'' | '’' | '%' => Break::None,
        '"' | '“' | '”' | '„' | '«' | '»' | '‘' | '‚' | '`' | '´' => Break::Quote,
        '\n' => Break::Line,
        space if space.is_whitespace() => Break::None,
        '.' | '!' | '?' => Break::Sentence,
        '–' | '—' | '―' | '−' => Break::Dash,
        '(' | ')' | '[' | ']' | '{' | '}' => Break::Bracket,
        ':' | '=' => Break::Label,
        ',' | '،' | '、' | '•' | '·' | '*' | '+' | '†' | '‡' | '°' | '®' | '™' | '#' | '_'
        | '~' => Break::Phrase,
        _ => Break::Clause,
    }
}

/// Whether a full stop belongs to a number such as "0.5" or to an abbreviation.
fn ends_no_sentence(before: Option<&Token>, next: Option<char>) -> bool {
    let Some(before) = before else {
        return false;
    };
    let digit = before
        .text
        .ends_with(|letter: char| letter.is_ascii_digit());
    digit && next.is_some_and(|letter| letter.is_ascii_digit())
        || before.text.chars().count() == 1 && !digit && !is_among(&before.text, "n|y")
        || ABBREVIATIONS.contains(&before.text.as_str())
}

/// Folds a text to the letters in which words are compared; other characters
/// stay as they are.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        folded.push_str(plain(character, &mut [0; 4]));
    }
    folded
}

/// Whether a character stands between letters without splitting the word: a soft hyphen, a mark of
/// direction, a combining accent.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2060}'..='\u{206f}'
            | '\u{300}'..='\u{36f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// The plain lower-case letters that a character is or looks like, because
/// suppliers copy from anywhere; empty for an invisible one.
pub(crate) fn plain(character: char, buffer: &mut [u8; 4]) -> &str {
    /// Plain letters, each followed by its variants and lookalikes. One text is
    /// smaller than a list of texts.
    const ALIKE: &str = "1¹₁ 2²₂ 3³₃ 4⁴₄ aÀÁÂÃÄÅàáâãäåĀāĂăĄąАаΑαɑ aeÆæ bВΒ cÇçĆćĈĉĊċČčСсϲ dĎďĐđÐðԁ \
        eÈÉÊËèéêëĒēĔĕĖėĘęĚěЕеΕε ffﬀ ffiﬃ fflﬄ fiﬁ flﬂ gĜĝĞğĠġĢģɡ hĤĥĦħНΗһ \
        iÌÍÎÏìíîïĨĩĪīĬĭĮįİıІіΙι kĶķКкΚκ lĹĺĻļĽľĿŀŁłӀӏ mМмΜ nÑñŃńŅņŇňΝ \
        oÒÓÔÕÖØòóôõöøŌōŎŏŐőОоΟο oeŒœ pРрΡρ rŔŕŖŗŘř sŚśŜŝŞşŠšЅѕȘș ssßẞ tŢţŤťŦŧТтΤȚț \
        uÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųυ wŴŵẀẁẂẃẄẅѡ xХхΧχ yÝýÿŶŷŸỲỳУуΥ zŹźŻżŽžΖ";
    let seen = match character {
        invisible if is_invisible(invisible) => return "",
        ascii if ascii.is_ascii() => ascii,
        wide @ '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(wide) - 0xfee0).unwrap_or(wide),
        // The bold, italic and other letters of mathematics, with which some emphasise.
        styled @ '\u{1d400}'..='\u{1d6a3}' => letter((u32::from(styled) - 0x1d400) % 52),
        circled @ '\u{24b6}'..='\u{24e9}' => letter(u32::from(circled) - 0x24b6),
        other => {
            // Not `contains`: docs/decisions/webassembly.md.
            let mut alike = ALIKE.split(' ');
            if let Some(found) = alike.find(|alike| alike.chars().any(|letter| letter == other)) {
                return found.trim_end_matches(|letter: char| !letter.is_ascii());
            }
            other
        }
    };
    seen.to_ascii_lowercase().encode_utf8(buffer)
}

/// The letter at an index of those from A to Z and from a to z.
fn letter(index: u32) -> char {
    let first = if index < 26 { 'A' } else { 'a' };
    char::from_u32(u32::from(first) + index % 26).unwrap_or(first)
}

/// The verbatim text of a range of words.
pub(crate) fn shown(tokens: &[Token]) -> String {
    let mut words = String::new();
    for token in tokens {
        if !words.is_empty() && !token.is_joined {
            words.push(' ');
        }
        words.push_str(&token.shown);
    }
    words
}
