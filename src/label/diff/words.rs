//! Word-by-word diff of two texts with emphasis.

use crate::label::Run;
use crate::label::data::data;
use crate::model::table::named;
use crate::text::letters;

data! {
    /// A piece of text that is unchanged, removed or added.
    pub struct Piece {
        /// Whether it is unchanged, removed or added.
        pub kind: PieceKind,
        /// The text; a line break is `\n`.
        pub text: String,
        /// Whether the supplier emphasised it.
        pub emphasised: bool,
    }
}

named! {
    /// The kinds of piece in a diff of texts.
    #[non_exhaustive]
    PieceKind key: "The name in the view." {
        /// It is in both texts.
        Same "same",
        /// It is in the earlier text only.
        Removed "removed",
        /// It is in the later text only.
        Added "added",
    }
}

/// The maximum number of comparisons. If the texts differ by more, the middle
/// is reported as a whole: a longer word diff is unreadable, and a hostile list
/// must not block the page.
const LIMIT: usize = 1 << 20;

/// A word with the space after it, or a character between words, and its
/// emphasis. A word that becomes emphasised counts as changed, because it is
/// now declared an allergen.
type Token<'a> = (&'a str, bool);

/// The diff of two texts. The unchanged and added pieces are exactly the later
/// text, the unchanged and removed ones exactly the earlier text.
pub(super) fn pieces(before: &[Run], after: &[Run]) -> Vec<Piece> {
    let (before, after) = (tokens(before), tokens(after));
    let (mut old, mut new) = (before.as_slice(), after.as_slice());
    let mut pieces = Pieces::default();
    while let ([a, older @ ..], [b, newer @ ..]) = (old, new)
        && a == b
    {
        pieces.push(PieceKind::Same, *a);
        (old, new) = (older, newer);
    }
    let mut tail = Vec::new();
    while let ([older @ .., a], [newer @ .., b]) = (old, new)
        && a == b
    {
        tail.push(*a);
        (old, new) = (older, newer);
    }
    middle(old, new, &mut pieces);
    for token in tail.into_iter().rev() {
        pieces.push(PieceKind::Same, token);
    }
    pieces.0
}

/// The longest common subsequence, by dynamic programming over the suffixes.
fn middle(old: &[Token<'_>], new: &[Token<'_>], pieces: &mut Pieces) {
    let width = new.len() + 1;
    if (old.len() + 1).saturating_mul(width) > LIMIT {
        pieces.extend(PieceKind::Removed, old);
        pieces.extend(PieceKind::Added, new);
        return;
    }
    let mut lengths = vec![0u32; (old.len() + 1) * width];
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            let at = i * width + j;
            let common = if a == b {
                lengths[at + width + 1] + 1
            } else {
                lengths[at + width].max(lengths[at + 1])
            };
            lengths[at] = common;
        }
    }
    let (mut i, mut j) = (0, 0);
    while let (Some(a), Some(b)) = (old.get(i), new.get(j)) {
        let at = i * width + j;
        if a == b {
            pieces.push(PieceKind::Same, *a);
            (i, j) = (i + 1, j + 1);
        } else if lengths[at + width] >= lengths[at + 1] {
            pieces.push(PieceKind::Removed, *a);
            i += 1;
        } else {
            pieces.push(PieceKind::Added, *b);
            j += 1;
        }
    }
    pieces.extend(PieceKind::Removed, old.get(i..).unwrap_or_default());
    pieces.extend(PieceKind::Added, new.get(j..).unwrap_or_default());
}

fn tokens(runs: &[Run]) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for run in runs {
        let mut rest = run.text.as_str();
        while let Some(first) = rest.chars().next() {
            let word = if letters::is_alphanumeric(first) {
                end_of_word(rest)
            } else {
                first.len_utf8()
            };
            // A space belongs to the token before it: alone, it would match
            // anywhere.
            let after = rest.get(word..).unwrap_or_default();
            let space = after.chars().take_while(|c| c.is_whitespace());
            let end = word + space.map(char::len_utf8).sum::<usize>();
            let (token, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            tokens.push((token, run.emphasised));
            rest = after;
        }
    }
    tokens
}

/// The end of the first word: `1.5` and `E-120` are one word, `wheat,rye` is
/// not.
fn end_of_word(text: &str) -> usize {
    let mut end = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let inner = match character {
            '.' | ',' => next.is_some_and(|next| next.is_ascii_digit()),
            '-' | '\'' | '’' => next.is_some_and(letters::is_alphanumeric),
            _ => false,
        };
        if !inner && !letters::is_alphanumeric(character) {
            break;
        }
        end = at + character.len_utf8();
    }
    end
}

#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    fn push(&mut self, kind: PieceKind, (text, emphasised): Token<'_>) {
        match self.0.last_mut() {
            Some(last) if last.kind == kind && last.emphasised == emphasised => {
                last.text.push_str(text);
            }
            _ => self.0.push(Piece {
                kind,
                text: text.to_owned(),
                emphasised,
            }),
        }
    }

    fn extend(&mut self, kind: PieceKind, tokens: &[Token<'_>]) {
        for token in tokens {
            self.push(kind, *token);
        }
    }
}
