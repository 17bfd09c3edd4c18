//! The cues: what phrases say of the words around them.

/// One of the things that a cue says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The words after it are in the food.
    Contains,
    /// The words after it may be in the food.
    May,
    /// Every allergen named in its sentence may be in the food.
    Around,
    /// The words directly after it are not in the food.
    Absent,
    /// The word directly before it is not in the food: "milk free".
    Free,
    /// The words before it are not in the food: "milk and egg are not used".
    Missing,
    /// An amount after it is an upper limit: "less than 20 ppm", or with [`Not`](Role::Not) one that a
    /// denial does not exceed: "no sulphites above 10 mg/kg".
    Below,
    /// What is named after it is served with the food. Without [`Known`](Role::Known) it begins a
    /// clause: "add milk".
    Served,
    /// What is named after it is made without animals: "vegan mozzarella".
    Vegan,
    /// What is named before it is imitated: "cheddar style".
    Style,
    /// What is named before it is only its flavour.
    Flavour,
    /// What a food named before it is made into: the flour of "rice flour".
    Form,
    /// A place or a step of production, which alone warns of nothing.
    Place,
    /// A mild warning: harmless unless its sentence mentions allergens or allergies.
    Mild,
    /// Cancels the denials in its sentence.
    Not,
    /// Makes the group of allergens beside it all of its members: "almonds and other nuts".
    Other,
    /// Stands between a group and examples of it, or behind them: "nuts such as almonds".
    Example,
    /// Joins a list.
    And,
    /// Ends a denial.
    But,
    /// May occur between a denial and the denied words, or be denied itself.
    Filler,
    /// Neutral beside an allergen, and never part of a denial.
    Known,
    /// Answers a question with yes.
    Yes,
    /// Answers a question with no.
    No,
    /// Refers to allergens without naming one.
    Any,
    /// A word of caution.
    Caution,
    /// A word of another language: a sentence with it that is not understood is a warning.
    Foreign,
    /// Mentions cleaning, which makes caution about places and machines harmless; as caution it is
    /// itself harmless.
    Clean,
    /// Says nothing about allergens, whatever words it contains.
    Calm,
    /// Is read in compounds only, as what stands beside a name: the "pie" of "codpie".
    Part,
    /// An ordinary food, or a mark of quality, whose emphasis means nothing: "PORK 87%", "DOP".
    Plain,
    /// A food made by a recipe that varies: a bracket behind it lists what it is made of.
    Recipe,
    /// Begins what is said of something else, such as storage: no list of allergens goes on behind it.
    Apart,
    /// A bare word of denial, which may also be an answer: "no".
    Bare,
    /// Takes a denial back where it answers it: "nut free: none".
    Refusal,
    /// Leads to a list that is free: "is milk and egg free".
    Lead,
    /// What names of ranges claim to be without, and no food is called after: "gluten free brownies".
    Claimed,
    /// Refers to a list behind a colon: "the following".
    Following,
    /// A unit of small shares: "ppm".
    Share,
    /// Turns to something else: "no nuts, but on site".
    Turn,
    /// A word of questions: "are nuts handled? No".
    Asks,
    /// Leads to the name of a place: "in Wiltshire".
    In,
    /// Leads to what a food is made of: "farina di riso".
    Of,
    /// Stands before a thing that is in the pack: "add the sauce".
    The,
    /// Joins what may be another statement: "and", unlike "or".
    More,
    /// Says that something is not settled: "allergens not yet assessed".
    Open,
}

use Role::{Absent, Any, Apart, Around, Asks, Bare, Below, But, Calm, Caution, Claimed, Clean};
use Role::{
    And, Contains, Example, Filler, Flavour, Following, Foreign, Form, Free, In, Known, Lead,
};
use Role::{
    May, Mild, Missing, More, No, Not, Of, Open, Other, Part, Place, Plain, Recipe, Refusal,
};
use Role::{Served, Share, Style, The, Turn, Vegan, Yes};

/// The cues: the heading of their phrases in the files, and what they say.
pub(super) const CUES: &[(&str, &[Role])] = &[
    // What is named behind them is, or may be, in the food.
    ("@contains", &[Contains]),
    ("@may", &[May]),
    // What is named behind them is not in it.
    ("@absent", &[Absent]),
    ("@no", &[Absent, No, Bare]),
    ("@without", &[Absent, No]),
    ("@nor", &[Absent, And]),
    ("@but-not", &[Absent, But, Turn]),
    ("@suits", &[Absent, Known, Caution, Mild]), // "suitable for"
    ("@instead", &[Absent, Style]),              // "alternative to"
    ("@not", &[Not, Bare, Open]),                // "sunflower, not soya"
    ("@contains-below", &[Below, Contains]),
    // What is named before them is not in it.
    ("@free", &[Free]), // "less", "replacer"
    ("@is-free", &[Free, No]),
    ("@missing", &[Missing]),        // "not used"
    ("@undetected", &[Missing, No]), // "not present"
    ("@below", &[Below]),
    ("@above", &[Below, Not]),
    // What all of their sentence names may be in it.
    ("@around", &[Around]),
    ("@handles", &[Around, Known]),
    ("@also", &[Around, Known, Lead]),
    ("@traces", &[Around, Filler]),
    ("@factory", &[Around, Place]),
    ("@unplanned", &[Around, Not]), // "unavoidable", "can't"
    ("@maybe", &[Around, Mild]),    // "other recipes"
    // Of caution.
    ("@caution", &[Caution]),
    ("@mild-caution", &[Caution, Mild]),
    ("@unshared", &[Caution, Clean]), // "dedicated line"
    ("@clean", &[Clean]),
    ("@line", &[Caution, Known, Asks]),
    ("@no-risk", &[Around, Clean]), // "no shared equipment"
    ("@pack", &[Place, Caution]),
    ("@place", &[Place, Caution, Mild]),
    ("@site", &[Place, Known, Caution, Mild]),
    ("@made-in", &[Place, In]),
    ("@mild", &[Mild]),                       // "suitable"
    ("@allergic", &[Filler, Known, Caution]), // "sufferers"
    ("@foreign", &[Caution, Foreign]),        // "enthält"
    ("@unread", &[Foreign]),                  // "farine"
    // Of doubt, and of turns.
    ("@doubt", &[Not]),
    ("@doubt-caution", &[Not, Caution, Mild]), // "should"
    ("@see", &[Not, Known]),
    ("@unsettled", &[Not, Open]), // "to be confirmed"
    ("@except", &[Not, Turn]),    // "except for"
    ("@but", &[But, Turn]),
    ("@although", &[Turn]),
    ("@ends", &[But]),      // "made", "only"
    ("@as", &[But, Known]), // "as", "by"
    ("@apart", &[Apart]),   // "keep refrigerated"
    // Answers and questions.
    ("@yes", &[Yes, Known]),
    ("@none", &[No]),
    ("@nothing", &[Not, No]), // "nil"
    ("@nor-no", &[And, No]),  // "na"
    ("@refusal", &[Refusal]), // "milk free: 0"
    ("@asks", &[Asks]),       // "are nuts handled? No"
    ("@question", &[Asks, Known]),
    ("@used", &[Asks, But]),
    ("@is", &[Asks, But, Known, Lead]),
    ("@in", &[Asks, But, Known, In]),
    // What modifies the name of a food.
    ("@vegan", &[Vegan, Filler, Known]),
    ("@style", &[Style, Filler]),
    ("@flavour", &[Flavour]),
    ("@served", &[Served]),             // "add", which begins a clause
    ("@served-with", &[Served, Known]), // "serve with"
    ("@form", &[Form]),                 // the noodles of "rice noodles"
    ("@flour", &[Form, Filler]),
    ("@of", &[Of, Filler]), // "farina di riso"
    ("@recipe", &[Recipe]), // "mayonnaise (oil, vinegar)"
    ("@claimed", &[Claimed]),
    // What stands in lists.
    ("@any", &[Any]), // "allergens"
    ("@and", &[And, More]),
    ("@or", &[And]),
    ("@other", &[Other]),
    ("@others", &[Other, Filler]), // "any other"
    ("@other-than", &[Other, But]),
    ("@example", &[Example]), // "such as"
    ("@following", &[Following, Filler]),
    ("@share", &[Share]), // "ppm"
    // Of no meaning for allergens.
    ("@calm", &[Calm]),
    ("@known", &[Known]),
    ("@our", &[Known, Lead]), // "our milk and nut free snack"
    ("@article", &[Filler, Lead]),
    ("@the", &[Filler, The]),
    ("@filler", &[Filler]),
    ("@neutral", &[Filler, Known]),
    ("@plain", &[Plain]),
    ("@plain-filler", &[Plain, Filler]),
    ("@part", &[Part]),
];
