//! The cues: what phrases say of the words around them.

/// One of the things that a cue says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Forward: what follows is in the food, to the end of its line, sentence or bracket, or to the next
    /// claim. With a colon at the end of a line it heads the lines below.
    Contains,
    /// Forward, as far as [`Contains`](Role::Contains): what follows may be in the food.
    May,
    /// Both ways: every allergen named in its sentence, or in its bracket, may be in the food.
    Around,
    /// Forward: the list after it is not in the food, to the end of its clause, "but", traces or a claim.
    Absent,
    /// Backward: the name before it is not in the food, or the names from the start of the clause that
    /// "and" closes: "milk free".
    Free,
    /// Backward: the names before it are not in the food, if their sentence says nothing else: "milk and
    /// egg are not used".
    Missing,
    /// Forward: an amount after it is an upper limit: "less than 20 ppm", or with [`Not`](Role::Not) one that a
    /// denial does not exceed: "no sulphites above 10 mg/kg".
    Below,
    /// Forward, to the end of its sentence: what is named after it is served with the food. Without [`Known`](Role::Known) it begins a
    /// clause: "add milk".
    Served,
    /// Forward, to a break or "and": what is named after it is made without animals: "vegan mozzarella".
    Vegan,
    /// Backward, to a break or "and": what is named before it is imitated: "cheddar style".
    Style,
    /// Backward, to a break or "and": what is named before it is only its flavour.
    Flavour,
    /// What a food named before it is made into: the flour of "rice flour".
    Form,
    /// What is made of milk with cultures, of other plants than nuts: the yogurt of "soya yogurt".
    Fermented,
    /// A place or a step of production, which alone warns of nothing.
    Place,
    /// A mild warning: harmless unless its sentence mentions allergens or allergies.
    Mild,
    /// Both ways: cancels the denials in its sentence. Bare between two foods it denies the second.
    Not,
    /// Makes the group of allergens beside it all of its members: "almonds and other nuts".
    Other,
    /// Stands between a group and examples of it, or behind them: "nuts such as almonds".
    Example,
    /// Joins a list.
    And,
    /// Ends what is denied before it.
    But,
    /// May occur between a denial and the denied words, or be denied itself.
    Filler,
    /// Denies only some of what it stands beside: "no raw egg".
    Sort,
    /// Neutral beside an allergen, and never part of a denial.
    Known,
    /// Backward: answers the row of a table, or a question, with yes.
    Yes,
    /// Backward: answers the row of a table, or a question, with no.
    No,
    /// Refers to allergens without naming one.
    Any,
    /// Heads what is said of allergens, and is none itself.
    Heading,
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
    /// Heads the list of ingredients: what is in capitals before it is the name of the food.
    Ingredients,
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
    /// Says that what is served with the food is in the pack: "cream from the sachet".
    Enclosed,
    /// Joins what may be another statement: "and", unlike "or".
    More,
    /// Says that something is not settled: "allergens not yet assessed".
    Open,
}

/// What a phrase says, or what is looked for in phrases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cues(pub(super) u64);

/// A set of cues: `cues![Contains, May]`.
macro_rules! cues {
    ($($role:ident),+) => {
        $crate::lexicon::Cues::of(&[$($crate::lexicon::Role::$role),+])
    };
}

pub(crate) use cues;

impl Cues {
    pub(crate) const fn of(roles: &[Role]) -> Cues {
        let mut all = 0;
        let mut at = 0;
        while at < roles.len() {
            all |= 1 << roles[at] as u32;
            at += 1;
        }
        Cues(all)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn is(self, role: Role) -> bool {
        self.any(Cues::of(&[role]))
    }

    /// Whether it has one of these.
    pub(crate) fn any(self, others: Cues) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether it has no other.
    pub(crate) fn is_only(self, role: Role) -> bool {
        self == Cues::of(&[role])
    }

    pub(crate) const fn and(self, others: Cues) -> Cues {
        Cues(self.0 | others.0)
    }

    pub(crate) const fn without(self, others: Cues) -> Cues {
        Cues(self.0 & !others.0)
    }
}

/// The cues: the heading of their phrases in the files, and what they say.
pub(super) const CUES: &[(&str, Cues)] = &[
    // What is named behind them is, or may be, in the food.
    ("@contains", cues![Contains]),
    ("@may", cues![May]),
    // What is named behind them is not in it.
    ("@absent", cues![Absent]),
    ("@no", cues![Absent, No, Bare]),
    ("@without", cues![Absent, No]),
    ("@nor", cues![Absent, And]),
    ("@but-not", cues![Absent, But, Turn]),
    ("@suits", cues![Absent, Known, Caution, Mild]), // "suitable for"
    ("@instead", cues![Absent, Style]),              // "alternative to"
    ("@not", cues![Not, Bare, Open]),                // "sunflower, not soya"
    ("@contains-below", cues![Below, Contains]),
    // What is named before them is not in it.
    ("@free", cues![Free, No]),          // "less", "replacer"
    ("@missing", cues![Missing]),        // "not used"
    ("@undetected", cues![Missing, No]), // "not present"
    ("@below", cues![Below]),
    ("@above", cues![Below, Not]),
    // What all of their sentence names may be in it.
    ("@around", cues![Around]),
    ("@handles", cues![Around, Known]),
    ("@also", cues![Around, Known, Lead]),
    ("@traces", cues![Around, Filler]),
    ("@traces-of", cues![May, Filler]),
    ("@factory", cues![Around, Place]),
    ("@unplanned", cues![Around, Not]), // "unavoidable", "can't"
    ("@maybe", cues![Around, Mild]),    // "other recipes"
    // Of caution.
    ("@caution", cues![Caution]),
    ("@mild-caution", cues![Caution, Mild]),
    ("@unshared", cues![Caution, Clean]), // "dedicated line"
    ("@clean", cues![Clean]),
    ("@line", cues![Caution, Known, Asks]),
    ("@no-risk", cues![Around, Clean]), // "no shared equipment"
    ("@pack", cues![Place, Caution]),
    ("@place", cues![Place, Caution, Mild]),
    ("@site", cues![Place, Known, Caution, Mild]),
    ("@made-in", cues![Place, In]),
    ("@mild", cues![Mild]),                       // "suitable"
    ("@allergic", cues![Filler, Known, Caution]), // "sufferers"
    ("@foreign", cues![Caution, Foreign]),        // "enthält"
    ("@unread", cues![Foreign]),                  // "farine"
    // Of doubt, and of turns.
    ("@doubt", cues![Not]),
    ("@doubt-caution", cues![Not, Caution, Mild]), // "should"
    ("@see", cues![Not, Known]),
    ("@unsettled", cues![Not, Open]), // "to be confirmed"
    ("@except", cues![Not, Turn]),    // "except for"
    ("@but", cues![But, Turn]),
    ("@although", cues![Turn]),
    ("@ends", cues![But]),      // "made", "only"
    ("@as", cues![But, Known]), // "as", "by"
    ("@apart", cues![Apart]),   // "keep refrigerated"
    // Answers and questions.
    ("@yes", cues![Yes, Known]),
    ("@none", cues![No]),
    ("@nothing", cues![Not, No]), // "nil"
    ("@nor-no", cues![And, No]),  // "na"
    ("@refusal", cues![Refusal]), // "milk free: 0"
    ("@asks", cues![Asks]),       // "are nuts handled? No"
    ("@question", cues![Asks, Known]),
    ("@used", cues![Asks, But]),
    ("@is", cues![Asks, But, Known, Lead]),
    ("@in", cues![Asks, But, Known, In]),
    // What modifies the name of a food.
    ("@vegan", cues![Vegan, Filler, Known]),
    ("@style", cues![Style, Filler]),
    ("@flavour", cues![Flavour]),
    ("@served", cues![Served]),             // "add", which begins a clause
    ("@served-with", cues![Served, Known]), // "serve with"
    ("@enclosed", cues![Enclosed]),         // "sachet"
    ("@form", cues![Form]),                 // the noodles of "rice noodles"
    ("@fermented", cues![Form, Fermented]), // "cheese"
    ("@flour", cues![Form, Filler]),
    ("@of", cues![Of, Filler]), // "farina di riso"
    ("@recipe", cues![Recipe]), // "mayonnaise (oil, vinegar)"
    ("@claimed", cues![Claimed]),
    // What stands in lists.
    ("@any", cues![Any]),             // "allergens"
    ("@advice", cues![Any, Heading]), // "allergy advice"
    ("@and", cues![And, More]),
    ("@or", cues![And]),
    ("@other", cues![Other]),
    ("@others", cues![Other, Filler]), // "any other"
    ("@other-than", cues![Other, But]),
    ("@example", cues![Example]), // "such as"
    ("@following", cues![Following, Filler]),
    ("@share", cues![Share]), // "ppm"
    // Of no meaning for allergens.
    ("@calm", cues![Calm]),
    ("@known", cues![Known]),
    ("@our", cues![Known, Lead]), // "our milk and nut free snack"
    ("@article", cues![Filler, Lead]),
    ("@the", cues![Filler, The]),
    ("@filler", cues![Filler]),
    ("@sort", cues![Filler, Sort]), // "roasted"
    ("@neutral", cues![Filler, Known]),
    ("@plain", cues![Plain]),
    ("@plain-filler", cues![Plain, Filler]),
    ("@plain-known", cues![Plain, Known]), // "DOP"
    ("@ingredients", cues![Ingredients, Plain, Known]),
    ("@part", cues![Part]),
];
