//! A text as words to compare: folded to plain letters, each with its
//! emphasis and with what parts it from the word before.

use super::html::Run;
use crate::collect_vec::CollectVec as _;

/// A word of a text.
#[derive(Debug, Default)]
pub(crate) struct Token {
    /// In lower case, without accents.
    pub(crate) text: String,
    /// As it stands in the text.
    pub(crate) shown: String,
    pub(crate) emphasised: bool,
    /// What stands between the word before and this one.
    pub(crate) breaks: Break,
    /// Whether nothing but a hyphen parts it from the word before.
    pub(crate) hyphenated: bool,
    /// How many brackets are open.
    pub(crate) depth: usize,
    /// Whether a question ends with it.
    pub(crate) ends_question: bool,
    /// The text, and what it may be the plural of, for the lexicon.
    pub(crate) forms: Vec<String>,
    /// The places of its sentence, and of the phrase it belongs to.
    pub(crate) sentence: usize,
    pub(crate) phrase: Option<usize>,
    /// Whether it belongs to a food, or a false friend.
    pub(crate) in_food: bool,
    /// Whether the text certainly denies it.
    pub(crate) is_denied: bool,
}

/// What stands between two words, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Break {
    /// A space, a hyphen, an apostrophe, a per cent sign.
    #[default]
    None,
    /// A comma or the like.
    Phrase,
    /// A colon: what follows explains what went before.
    Label,
    /// A bracket.
    Bracket,
    /// A dash.
    Dash,
    /// A semicolon.
    Clause,
    /// The end of a line, or of a cell or paragraph.
    Line,
    /// The end of a sentence.
    Sentence,
}

/// Abbreviations whose full stop ends no sentence. So does none that stands
/// behind a single letter, as in "e.g.".
const ABBREVIATIONS: [&str; 8] = ["eg", "ie", "incl", "inc", "approx", "ca", "min", "max"];

/// The words of a text.
pub(crate) fn tokenize(runs: &[Run]) -> Vec<Token> {
    let mut characters: Vec<(char, bool)> = Vec::new();
    for run in runs {
        characters.extend(run.text.chars().map(|it| (it, run.emphasised)));
    }
    let mut tokens: Vec<Token> = Vec::new();
    let mut breaks = Break::Sentence;
    let mut depth = 0usize;
    // Whether the word before goes on, and what parted it from the next.
    let (mut open, mut between) = (false, 0usize);
    let mut hyphen = false;
    for (at, &(character, emphasised)) in characters.iter().enumerate() {
        let mut buffer = [0; 4];
        let Some(letters) = plain(character, &mut buffer) else {
            continue;
        };
        if character.is_alphanumeric() || character == '&' {
            if !open || character == '&' {
                tokens.push(Token {
                    breaks,
                    hyphenated: hyphen && between == 1,
                    depth,
                    ..Token::default()
                });
                (breaks, between, hyphen) = (Break::None, 0, false);
            }
            open = character != '&';
            if let Some(token) = tokens.last_mut() {
                token.text.push_str(if open { letters } else { "and" });
                token.shown.push(character);
                token.emphasised |= emphasised;
            }
            continue;
        }
        let next = characters.get(at + 1).map(|(next, _)| *next);
        let before = tokens.last().filter(|_| open);
        let parts = match character {
            '.' if ends_no_sentence(before, next) => Break::None,
            '-' | '\u{2010}' | '\u{2011}' if !open || !next.is_some_and(char::is_alphanumeric) => {
                Break::Dash
            }
            other => strength(other),
        };
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if character == '?'
            && let Some(token) = tokens.last_mut()
        {
            token.ends_question = true;
        }
        open = false;
        between += 1;
        hyphen = matches!(character, '-' | '\u{2010}' | '\u{2011}');
        breaks = breaks.max(parts);
    }
    tokens
}

/// How strongly a character parts the words beside it.
fn strength(character: char) -> Break {
    match character {
        '-' | '\u{2010}' | '\u{2011}' | '\'' | '’' | '%' => Break::None,
        '\n' => Break::Line,
        space if space.is_whitespace() => Break::None,
        '.' | '!' | '?' => Break::Sentence,
        ';' => Break::Clause,
        '–' | '—' | '―' | '−' => Break::Dash,
        '(' | ')' | '[' | ']' | '{' | '}' => Break::Bracket,
        ':' | '=' => Break::Label,
        _ => Break::Phrase,
    }
}

/// Whether a full stop is that of "0.5" or of an abbreviation.
fn ends_no_sentence(before: Option<&Token>, next: Option<char>) -> bool {
    let Some(before) = before else {
        return false;
    };
    let digit = before.text.ends_with(|it: char| it.is_ascii_digit());
    digit && next.is_some_and(|it| it.is_ascii_digit())
        || before.text.chars().count() == 1 && !digit
        || ABBREVIATIONS.contains(&before.text.as_str())
}

/// A text in the letters in which words are compared, its other characters as
/// they are.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        folded.push_str(plain(character, &mut [0; 4]).unwrap_or_default());
    }
    folded
}

/// A character as the plain small letters it is, or looks like: suppliers copy
/// from everywhere. Nothing for one that is not seen, such as a soft hyphen,
/// which parts no word.
fn plain(character: char, buffer: &mut [u8; 4]) -> Option<&str> {
    /// Plain letters, each with others that are or look like it.
    const ALIKE: &[(&str, &str)] = &[
        ("1", "¹₁"),
        ("2", "²₂"),
        ("3", "³₃"),
        ("4", "⁴₄"),
        ("a", "ÀÁÂÃÄÅàáâãäåĀāĂăĄąАа"),
        ("ae", "Ææ"),
        ("b", "В"),
        ("c", "ÇçĆćĈĉĊċČčСс"),
        ("d", "ĎďĐđÐð"),
        ("e", "ÈÉÊËèéêëĒēĔĕĖėĘęĚěЕе"),
        ("ff", "ﬀ"),
        ("ffi", "ﬃ"),
        ("ffl", "ﬄ"),
        ("fi", "ﬁ"),
        ("fl", "ﬂ"),
        ("g", "ĜĝĞğĠġĢģ"),
        ("h", "ĤĥĦħН"),
        ("i", "ÌÍÎÏìíîïĨĩĪīĬĭĮįİıІі"),
        ("k", "ĶķКк"),
        ("l", "ĹĺĻļĽľĿŀŁł"),
        ("m", "Мм"),
        ("n", "ÑñŃńŅņŇň"),
        ("o", "ÒÓÔÕÖØòóôõöøŌōŎŏŐőОо"),
        ("oe", "Œœ"),
        ("p", "Рр"),
        ("r", "ŔŕŖŗŘř"),
        ("s", "ŚśŜŝŞşŠšЅѕ"),
        ("ss", "ßẞ"),
        ("t", "ŢţŤťŦŧТт"),
        ("u", "ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲų"),
        ("w", "ŴŵẀẁẂẃẄẅ"),
        ("x", "Хх"),
        ("y", "ÝýÿŶŷŸỲỳУу"),
        ("z", "ŹźŻżŽž"),
    ];
    let seen = match character {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => return None,
        // Accents on the letter before.
        '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}' => return None,
        ascii if ascii.is_ascii() => ascii,
        wide @ '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(wide) - 0xfee0).unwrap_or(wide),
        other => {
            // Not `contains`, which searches for the bytes of any character
            // and is 3 KB, compressed, in every module.
            let is_like = |(_, alike): &&(&str, &str)| alike.chars().any(|it| it == other);
            if let Some((letter, _)) = ALIKE.iter().find(is_like) {
                return Some(letter);
            }
            other
        }
    };
    Some(seen.to_ascii_lowercase().encode_utf8(buffer))
}

/// The words from one place to another as they stand in the text.
pub(crate) fn shown(tokens: &[Token]) -> String {
    let words: Vec<&str> = tokens
        .iter()
        .map(|token| token.shown.as_str())
        .collect_vec();
    words.join(" ")
}
