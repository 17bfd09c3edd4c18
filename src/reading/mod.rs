//! Reads what a text says about allergens, in phases that take values and return values:
//!
//! 1. [`unit`]: words become units, each the longest food or phrase of the lexicon;
//! 2. [`clause`]: units stand in sentences;
//! 3. [`imitate`]: what modifies the names of foods takes back what they usually mean;
//! 4. [`grammar`]: what is certainly denied, unless something in [`void`] takes it back;
//! 5. [`caution`]: which sentences speak of risks;
//! 6. [`scope`]: how far "contains" and "may contain" reach;
//! 7. [`claims`]: what is said of the other foods;
//! 8. [`warns`]: what warns without naming an allergen.

/// Notes why a text is read as it is, for the explanation that tests print. What ships notes nothing.
macro_rules! note {
    ($text:expr, $at:expr, $why:expr) => {
        #[cfg(test)]
        crate::reading::explain_tests::note($text, $at, $why);
        #[cfg(not(test))]
        let _ = $why;
    };
}

mod answers;
mod caution;
mod claims;
mod clause;
mod cue;
mod emphasis;
#[cfg(test)]
mod explain_tests;
mod grammar;
#[cfg(test)]
mod grammar_tests;
mod imitate;
mod language;
mod limit;
mod lists;
mod misspelt;
mod said;
mod scope;
mod unit;
mod void;
mod warns;
mod why;

use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Lexicon, Role};
use crate::model::Allergen;
use crate::text::tokens::Break;
use crate::text::{Run, rich_text};
use clause::Text;
pub(crate) use said::{Kind, Mention, Polarity, Reading};

pub(crate) fn read(runs: &[Run], kind: Kind, lexicon: &Lexicon) -> Reading {
    let text = Text::new(runs, kind, lexicon);
    let taken = imitate::taken_back(&text);
    let text = text.without(&taken);
    let doubts = void::doubts(&text);
    let denials = grammar::denials(&text, &doubts);
    let taken = imitate::taken_back_by_denials(&text, &denials.lists);
    let text = text.without(&taken);
    let cautions = caution::cautions(&text, &doubts);
    let scopes = scope::scopes(&text, &denials, &cautions);
    let claims = claims::claims(&text, &denials, &scopes, &cautions);
    let warns = warns::warns(&text, &denials, &scopes, &cautions, &claims);
    let is_understood = text
        .units
        .iter()
        .all(|unit| unit.is_read() && !unit.is(Role::Clean));
    Reading {
        emphasised: match kind {
            Kind::List => emphasis::emphases(&text, &denials),
            _ => Vec::new(),
        },
        denies: denials.units.contains(&true),
        is_read: is_understood,
        warns,
        has_place: text.units.iter().any(|unit| unit.is(Role::Place)),
        items: 1 + text
            .words
            .iter()
            .filter(|word| word.breaks == Break::Phrase)
            .count(),
        mentions: claims::mentions(&text, &scopes, &claims),
    }
}

/// The allergens that the foods named in a text always contain, in the
/// service's order.
///
/// ```
/// use product_pool::label::{Lexicon, named_allergens};
/// use product_pool::model::Allergen;
/// let named = named_allergens("Coconut milk, tahini", &Lexicon::english());
/// assert_eq!(named, [Allergen::SesameSeeds]);
/// ```
pub fn named_allergens(text: &str, lexicon: &Lexicon) -> Vec<Allergen> {
    let mentions = read(&rich_text(text), Kind::Prose, lexicon).mentions;
    let is_named = |allergen: &&Allergen| {
        let mut always = mentions.iter().filter(|mention| mention.always);
        always.any(|mention| mention.allergen == **allergen)
    };
    Allergen::ALL.iter().filter(is_named).copied().collect_vec()
}
