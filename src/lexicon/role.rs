//! The roles of phrases: how they change what the words around them mean.

/// The role of a phrase.
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
    /// A short answer, which may stand behind a name without a sign: "gluten n, milk no".
    Brief,
    /// Heads a list on the lines below: "free from".
    Heads,
    /// Says what a food before it is made of: "containing".
    Which,
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

impl Role {
    pub(super) const ALL: [(&str, Role); 48] = [
        ("@contains", Role::Contains),
        ("@may", Role::May),
        ("@around", Role::Around),
        ("@absent", Role::Absent),
        ("@free", Role::Free),
        ("@missing", Role::Missing),
        ("@below", Role::Below),
        ("@served", Role::Served),
        ("@vegan", Role::Vegan),
        ("@style", Role::Style),
        ("@flavour", Role::Flavour),
        ("@form", Role::Form),
        ("@place", Role::Place),
        ("@mild", Role::Mild),
        ("@not", Role::Not),
        ("@other", Role::Other),
        ("@example", Role::Example),
        ("@and", Role::And),
        ("@but", Role::But),
        ("@filler", Role::Filler),
        ("@known", Role::Known),
        ("@yes", Role::Yes),
        ("@no", Role::No),
        ("@any", Role::Any),
        ("@caution", Role::Caution),
        ("@foreign", Role::Foreign),
        ("@clean", Role::Clean),
        ("@calm", Role::Calm),
        ("@part", Role::Part),
        ("@plain", Role::Plain),
        ("@recipe", Role::Recipe),
        ("@apart", Role::Apart),
        ("@bare", Role::Bare),
        ("@refusal", Role::Refusal),
        ("@lead", Role::Lead),
        ("@claimed", Role::Claimed),
        ("@following", Role::Following),
        ("@share", Role::Share),
        ("@turn", Role::Turn),
        ("@asks", Role::Asks),
        ("@brief", Role::Brief),
        ("@heads", Role::Heads),
        ("@which", Role::Which),
        ("@in", Role::In),
        ("@of", Role::Of),
        ("@the", Role::The),
        ("@open", Role::Open),
        ("@more", Role::More),
    ];
}
