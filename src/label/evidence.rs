//! Evidence on allergens in the texts of a record: lists of ingredients,
//! statements, sources of risks, health warnings, names, and what else a supplier
//! writes about the food: what the table says is read.

mod texts;

use super::claim::{Claim, says_nothing};
use super::ingredients;
use super::path::{component_field, component_path};
use super::status::{Emphasised, Evidence, Source, Statement, Status, plain};
use crate::lexicon::Lexicon;
use crate::model::Allergen;
use crate::model::table::{
    ALLERGENS, COMPONENT, Component, FREE_FROM, FreeFromClaim, INGREDIENTS, PRODUCT, ProductData,
};
use crate::reading::{Kind, Mention, Polarity, Reading, read};
use crate::text::letters;
use crate::text::{Run, is_among, rich_text, stated};

/// What the texts of one component, or of the product as a whole, say about
/// allergens.
#[derive(Debug, Default)]
pub(super) struct Findings {
    component: Option<usize>,
    found: Vec<Finding>,
    said: Vec<Said>,
    /// How many items its longest list of ingredients has that warns of nothing unread.
    items: usize,
    pub(super) statements: Vec<Statement>,
    /// The emphasised words, with the allergens that they name.
    pub(super) emphasised: Vec<(Emphasised, Vec<Allergen>)>,
    pub(super) warns: bool,
    /// The texts that were read.
    read: Vec<(Kind, Vec<Run>, Reading)>,
}

/// What a text says about an allergen.
#[derive(Debug)]
struct Finding {
    allergen: Allergen,
    evidence: Evidence,
    hint: Hint,
}

/// The most severe status that a field gives an allergen. A text may name one any number of times;
/// there are few fields.
#[derive(Debug)]
struct Said {
    allergen: Allergen,
    path: String,
    source: Source,
    hint: Hint,
    has_others: bool,
    status: Status,
}

/// How far a text only suggests an allergen, which a list of ingredients without it may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    /// It names it.
    None,
    /// A name or a statement names a food that usually contains it.
    Usual,
    /// A name is that of a food of which there are imitations: "Bourbon Creams".
    Imitated,
}

impl Hint {
    /// The fewest items of a list that answers it: "Salt, cultures, rennet" does not list all of a
    /// cheddar.
    fn answered_by(self) -> usize {
        match self {
            Hint::None => usize::MAX,
            Hint::Usual => 2,
            Hint::Imitated => 5,
        }
    }
}

/// Reads the texts about the product as a whole: its names and its health
/// warning.
pub(super) fn product_findings(product: ProductData<'_>, lexicon: &Lexicon) -> Findings {
    let mut findings = Findings::default();
    findings.texts(&PRODUCT, product.raw(), "", lexicon);
    let warning = product.safety_outer().product_health_warning().get();
    if let Some(text) = stated(warning) {
        let reading = findings.reading(rich_text(text), Kind::List, lexicon);
        let speaks = reading.warns || !reading.mentions.is_empty();
        let path = "safety_outer.product_health_warning";
        let statement = findings.statement(path, text, reading);
        if speaks {
            findings.statements.extend(statement);
        }
    }
    findings
}

impl Findings {
    pub(super) fn read(index: usize, component: Component<'_>, lexicon: &Lexicon) -> Findings {
        let mut findings = Findings {
            component: Some(index),
            ..Findings::default()
        };
        findings.add_component(index, component, lexicon);
        findings
    }

    /// Adds what the texts of another copy of the same component say.
    pub(super) fn add_component(
        &mut self,
        index: usize,
        component: Component<'_>,
        lexicon: &Lexicon,
    ) {
        for (field, runs) in ingredients::texts(component) {
            let path = component_field(index, INGREDIENTS.name, field);
            let reading = self.reading(runs, Kind::List, lexicon);
            self.list(index, &path, reading);
        }
        let (field, runs) = ingredients::statements(component);
        let reading = self.reading(runs, Kind::Statement, lexicon);
        // It is shown with the list of ingredients.
        let path = component_field(index, INGREDIENTS.name, field);
        self.statement(&path, "", reading);
        let allergens = component.allergens();
        let statements = [
            (
                "allergen_statement_on_pack",
                allergens.allergen_statement_on_pack(),
            ),
            (
                "additional_allergen_information",
                allergens.additional_allergen_information(),
            ),
        ];
        for (field, text) in statements {
            if let Some(text) = stated(text.get()) {
                let reading = self.reading(rich_text(text), Kind::Statement, lexicon);
                let path = component_field(index, ALLERGENS.name, field);
                let statement = self.statement(&path, text, reading);
                self.statements.extend(statement);
            }
        }
        for allergen in Allergen::ALL.iter().copied() {
            if let Some(text) = stated(allergens.risk_source(allergen).get()) {
                self.risk(allergen, index, text, lexicon);
            }
        }
        for claim in FreeFromClaim::ALL {
            self.free_from(index, component, *claim);
        }
        let at = component_path(index);
        self.texts(&COMPONENT, component.raw(), &at, lexicon);
    }

    /// What a text says. Records repeat texts: a list in several fields, "No" in many.
    fn reading(&mut self, runs: Vec<Run>, kind: Kind, lexicon: &Lexicon) -> Reading {
        /// How many texts are compared with others.
        const MOST: usize = 64;
        let mut before = self.read.iter();
        if let Some((.., reading)) = before.find(|(of, text, _)| *of == kind && *text == runs) {
            return reading.clone();
        }
        let reading = read(&runs, kind, lexicon);
        if self.read.len() < MOST {
            self.read.push((kind, runs, reading.clone()));
        }
        reading
    }

    /// The evidence on one allergen; without what only suggests it, where a list of some items answers.
    pub(super) fn evidence(
        &self,
        allergen: Allergen,
        items: usize,
    ) -> impl Iterator<Item = Evidence> {
        self.found
            .iter()
            .filter(move |found| found.allergen == allergen && items < found.hint.answered_by())
            .map(|found| found.evidence.clone())
    }

    /// How many items the list of ingredients has that answers what a name suggests, beside a flag that
    /// declares the allergen absent: it is the legal statement, and does not name it.
    pub(super) fn answers(&self, allergen: Allergen, declared: Status) -> usize {
        let is_named = self.found.iter().any(|found| {
            found.hint == Hint::None
                && (found.allergen == allergen
                    || found.allergen.group() == allergen
                    || found.allergen == allergen.group())
        });
        if declared == Status::DeclaredNotPresent && !is_named {
            self.items
        } else {
            0
        }
    }

    /// Adds a list of ingredients. Emphasised allergens are declared as
    /// ingredients, and so are those that a sentence in it says the food
    /// contains. One that is merely named may be a false friend that the
    /// lexicon does not know.
    fn list(&mut self, index: usize, path: &str, reading: Reading) {
        if !reading.warns {
            self.items = self.items.max(reading.items);
        }
        for mention in reading.mentions {
            let source = if mention.emphasised {
                Source::EmphasisedIngredient
            } else {
                Source::NamedIngredient
            };
            let status = match mention.polarity {
                Polarity::Named if mention.emphasised && mention.always => Status::Contains,
                polarity => polarity.into(),
            };
            self.add(mention, path, source, status);
        }
        for words in reading.emphasised {
            let emphasised = Emphasised {
                component: index,
                path: path.to_owned(),
                text: words.text,
                is_known: words.is_known,
            };
            let mut known = self.emphasised.iter();
            if known.all(|(known, _)| known.text != emphasised.text) {
                self.emphasised.push((emphasised, words.allergens));
            }
        }
        self.warns |= reading.warns;
    }

    /// Adds a statement; returns it as the card shows it.
    fn statement(&mut self, path: &str, text: &str, reading: Reading) -> Option<Statement> {
        let statement = Statement {
            component: self.component,
            path: path.to_owned(),
            risk_of: None,
            text: text.to_owned(),
            is_read: reading.is_read && !reading.warns,
            warns: reading.warns,
        };
        self.warns |= reading.warns;
        for mention in reading.mentions {
            let status = mention.polarity.into();
            self.add(mention, path, Source::Statement, status);
        }
        Some(statement).filter(|statement| !statement.text.is_empty())
    }

    /// Adds the source of a risk. A stated source is evidence for the allergen,
    /// unless the text says that there is none.
    fn risk(&mut self, allergen: Allergen, index: usize, text: &str, lexicon: &Lexicon) {
        let path = component_field(index, ALLERGENS.name, allergen.risk_source_field());
        let reading = self.reading(rich_text(text), Kind::Statement, lexicon);
        let (own, others): (Vec<&Mention>, Vec<&Mention>) =
            reading.mentions.iter().partition(|mention| {
                mention.allergen == allergen || mention.allergen.group() == allergen
            });
        let is_named = !own.is_empty();
        // "Nut free site, shared line" and "no milk used, shared line" do not
        // deny a risk.
        let is_denied = reading.denies && !reading.warns;
        if !is_named && !is_denied && !denies_risk(text) {
            let polarity = if reading.warns || reading.has_place {
                Polarity::MayContain
            } else {
                Polarity::Named
            };
            let mention = Mention::of(allergen, text.to_owned(), polarity);
            self.add(mention, &path, Source::RiskSource, polarity.into());
        }
        let warns = is_named && reading.warns;
        self.warns |= warns;
        // It speaks of more than the allergen beside which it stands.
        if warns || !others.is_empty() {
            self.statements.push(Statement {
                component: self.component,
                path: path.clone(),
                risk_of: Some(allergen),
                text: text.to_owned(),
                is_read: false,
                warns,
            });
        }
        for mention in reading.mentions {
            let status = mention.polarity.into();
            self.add(mention, &path, Source::RiskSource, status);
        }
    }

    /// Adds a claim that is answered with a warning: "may contain" beside "free from
    /// milk" is about milk.
    fn free_from(&mut self, index: usize, component: Component<'_>, claim: FreeFromClaim) {
        let text = component.free_from().claim(claim).get();
        let status = match Claim::read(text.unwrap_or_default()) {
            Claim::Yes => Status::NotStated,
            Claim::No | Claim::NotStated => Status::from_description(text),
        };
        if let (Some(allergen), true) = (claim.excludes, status.is_positive()) {
            let mention = Mention::of(
                allergen,
                text.unwrap_or_default().to_owned(),
                Polarity::Named,
            );
            let path = component_field(index, FREE_FROM.name, claim.field);
            self.add(mention, &path, Source::Statement, status);
        }
    }

    /// Keeps the most severe status that a field gives an allergen.
    fn say(&mut self, said: Said) {
        for known in &mut self.said {
            if (known.allergen, known.source, known.hint) == (said.allergen, said.source, said.hint)
                && known.has_others == said.has_others
                && known.path == said.path
            {
                known.status = known.status.max(said.status);
                return;
            }
        }
        self.said.push(said);
    }

    /// Adds a mention once: the list comes in up to three forms and the
    /// statement in as many fields, which often repeat each other.
    fn add(&mut self, mention: Mention, path: &str, source: Source, status: Status) {
        // Cheddar is milk whatever its list says: cheese and butter need not name it there.
        let may_hint = matches!(source, Source::Name | Source::Statement);
        let hint = match mention.always {
            _ if !may_hint || status != Status::NotStated => Hint::None,
            false => Hint::Usual,
            // A tuna is a fish whatever its list says.
            true if mention.imitated
                && source == Source::Name
                && mention.allergen != Allergen::Fish =>
            {
                Hint::Imitated
            }
            true => Hint::None,
        };
        // A hint may be answered, so it does not stand for what is said outright.
        let is_said = self.said.iter().any(|said| {
            #[cfg(test)]
            crate::text::steps::step();
            said.allergen == mention.allergen
                && said.status >= status
                && said.path != path
                && (said.hint == Hint::None || said.hint == hint)
                && (said.has_others || !mention.has_others)
                && (said.source == source || said.source.is_list() && source.is_list())
        });
        if !is_said {
            self.say(Said {
                allergen: mention.allergen,
                path: path.to_owned(),
                source,
                hint,
                has_others: mention.has_others,
                status,
            });
            let evidence = Evidence {
                component: self.component,
                path: path.to_owned(),
                source,
                member: None,
                verbatim: Some(mention.text),
                risk_source: None,
                status,
                has_others: mention.has_others,
            };
            self.found.push(Finding {
                allergen: mention.allergen,
                evidence,
                hint,
            });
        }
    }
}

impl From<Polarity> for Status {
    fn from(polarity: Polarity) -> Status {
        match polarity {
            Polarity::Named => Status::NotStated,
            Polarity::MayContain => Status::MayContain,
            Polarity::Contains => Status::Contains,
        }
    }
}

/// The words that a denial of a risk consists of.
const DENIAL: &str = "any|applicable|assessed|contact|contamination|cross|detected|factory|\
    handled|identified|in|known|nil|no|none|not|of|on|present|risk|risks|site|source|stored|test|\
    tested|the|used";

/// Whether the source of a risk says that there is none: "Not tested", "No risk
/// identified". Any other word voids that: "No dedicated line", "None, but not
/// cleaned".
fn denies_risk(text: &str) -> bool {
    let plain = plain(text);
    let mut words = plain
        .split(|letter: char| !letters::is_alphanumeric(letter))
        .filter(|word| !word.is_empty());
    let first = words.clone().next();
    let denies = first.is_some_and(|word| is_among(word, "no|not|none|nil"));
    says_nothing(&plain) || denies && words.all(|word| is_among(word, DENIAL))
}
