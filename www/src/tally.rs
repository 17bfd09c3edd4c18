//! What the shop says at once to a visitor who ticks an allergen: a line that stays in view, for the
//! products of a list or for the one that is shown.

use crate::avoid::names_of;
use crate::document;
use crate::settings::use_settings;
use product_pool::card::{self, CardProps, Record, State};
use product_pool::label::Status;
use product_pool::messages::Messages;
use product_pool::yew::{LoadedProduct, use_messages};
use std::collections::HashMap;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The answers that a line has, the most serious first, and their words.
const ANSWERS: [(Status, &str, &str); 4] = [
    (Status::Contains, "contains", "contain"),
    (Status::MayContain, "may contain", "may contain"),
    (
        Status::NotStated,
        "not stated: check the label",
        "not stated",
    ),
    (
        Status::DeclaredNotPresent,
        "declared as not present",
        "declared as not present",
    ),
];

/// The products that have been loaded, by their `pool_id`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Loaded(HashMap<AttrValue, LoadedProduct>);

impl Reducible for Loaded {
    type Action = (AttrValue, LoadedProduct);

    fn reduce(self: Rc<Self>, (id, product): Self::Action) -> Rc<Self> {
        let mut loaded = self.0.clone();
        loaded.insert(id, product);
        Rc::new(Loaded(loaded))
    }
}

/// The card of a product, in the language of these messages.
fn card_of(loaded: &LoadedProduct, messages: Messages) -> CardProps {
    let mut record = Record::new(loaded.product.clone());
    record.stale.clone_from(&loaded.stale);
    CardProps::new(State::Ready(record), messages)
}

/// What the card of a product answers to a visitor who avoids these allergens.
fn answer(loaded: &LoadedProduct, avoid: &str, messages: &Messages) -> Option<Status> {
    let mut props = card_of(loaded, messages.clone());
    props.avoid = Some(avoid.to_owned());
    card::answer(&props)
}

/// The answer of the card for each product that has been loaded, of these alone if any are named.
/// Empty while nothing is avoided.
#[hook]
pub(crate) fn use_answers(
    loaded: &Loaded,
    only: Option<&[AttrValue]>,
) -> Rc<HashMap<AttrValue, Status>> {
    let avoid = use_settings().avoid_list();
    let messages = use_messages();
    let dependencies = (loaded.clone(), only.map(<[_]>::to_vec), avoid, messages);
    use_memo(dependencies, |(loaded, only, avoid, messages)| {
        let found = loaded.0.iter().filter_map(|(id, product)| {
            let is_meant = only.as_ref().is_none_or(|only| only.contains(id));
            let (avoid, messages) = (avoid.as_ref()?, messages.as_ref()?);
            let answer = answer(product, avoid, messages);
            Some((id.clone(), answer.filter(|_| is_meant)?))
        });
        found.collect()
    })
}

/// The properties of [`Tally`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct TallyProps {
    /// The answers that are known.
    pub(crate) answers: Rc<HashMap<AttrValue, Status>>,
    /// The number of products in the list.
    pub(crate) products: usize,
    /// What else the line has.
    #[prop_or_default]
    pub(crate) children: Html,
}

/// How many products of a list contain what is avoided, may contain it, or do not state it. It calls
/// no product safe: a record cannot establish that. The cards announce the same to screen readers.
///
/// What changes has a key, and no text beside it: a browser that translates the page replaces text
/// nodes, and Yew would look for its own.
#[component]
pub(crate) fn Tally(props: &TallyProps) -> Html {
    let settings = use_settings();
    let english = use_memo((), |()| Messages::english());
    let loaded = props.answers.len();
    let (warnings, last) = ANSWERS.split_at(3);
    let parts = |answers: &[(Status, &str, &str)]| {
        let counts = answers
            .iter()
            .map(|(it, _, words)| (count(&props.answers, *it), words));
        let counts = counts.filter(|(count, _)| *count > 0);
        let parts = counts.map(|(count, words)| format!("{count} {words}"));
        parts.collect::<Vec<_>>().join(", ")
    };
    let counts = match parts(warnings) {
        none if none.is_empty() => parts(last),
        some => some,
    };
    let text = format!("{}: {counts}", names_of(&english, &settings.avoid));
    let hint = format!("{loaded} of {} loaded", props.products);
    html! {
        <div class="answers">
            <p key={&*text}>{ &text }</p>
            { props.children.clone() }
            if loaded < props.products {
                <p key={loaded} class="hint">{ hint }</p>
            }
        </div>
    }
}

/// How many products have an answer.
fn count(answers: &HashMap<AttrValue, Status>, answer: Status) -> usize {
    answers.values().filter(|other| **other == answer).count()
}

/// The properties of [`Hide`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct HideProps {
    pub(crate) answers: Rc<HashMap<AttrValue, Status>>,
    /// Whether the products that contain what is avoided are hidden.
    pub(crate) hides: UseStateHandle<bool>,
}

/// The choice to hide the products that contain what is avoided.
#[component]
pub(crate) fn Hide(props: &HideProps) -> Html {
    let contain = count(&props.answers, Status::Contains);
    let onchange = {
        let hides = props.hides.setter();
        Callback::from(move |event: Event| {
            hides.set(event.target_unchecked_into::<HtmlInputElement>().checked());
        })
    };
    // Hidden, for Yew fails to insert it where what stands beside it changes too.
    html! {
        <label class="choice" hidden={contain == 0}>
            <input type="checkbox" name="hide" checked={*props.hides} {onchange}/>
            <span key={contain}>{ format!("Hide these {contain}") }</span>
        </label>
    }
}

/// The properties of [`Answer`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct AnswerProps {
    pub(crate) product: LoadedProduct,
}

/// What the product of a page is to a visitor who avoids something, allergen by allergen, with a way
/// to where the card says it.
#[component]
pub(crate) fn Answer(props: &AnswerProps) -> Html {
    let settings = use_settings();
    let Some(messages) = use_messages().filter(|_| !settings.avoid.is_empty()) else {
        return Html::default();
    };
    // The names of the card: not gluten, where a cereal is claimed to have little of it.
    let english = Messages::english().with_lexicon(messages.lexicon().clone());
    let names = card::verdicts(&card_of(&props.product, english)).map(|verdicts| verdicts.names);
    let names = names.unwrap_or_default();
    let avoid = settings.avoid.iter().map(|allergen| allergen.wire_name());
    let answers: Vec<_> = avoid
        .filter_map(|name| Some((names.get(name)?, answer(&props.product, name, &messages)?)))
        .collect();
    let of = |status: Status| {
        let found = answers.iter().filter(|(_, answer)| *answer == status);
        let list = found
            .map(|(name, _)| name.as_str())
            .collect::<Vec<_>>()
            .join(", ");
        let mut letters = list.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    };
    let parts = ANSWERS
        .iter()
        .map(|(status, words, _)| (of(*status), words))
        .filter(|(names, _)| !names.is_empty())
        .map(|(names, words)| format!("{names}: {words}"));
    let text = parts.collect::<Vec<_>>().join(" · ");
    let show = Callback::from(|_: MouseEvent| {
        let verdict = document().and_then(|it| it.query_selector(".product .verdict").ok()?);
        if let Some(verdict) = verdict {
            verdict.scroll_into_view();
        }
    });
    html! {
        <div class="answers">
            <p key={&*text}>{ &text }</p>
            <button type="button" onclick={show}>{ "Show" }</button>
        </div>
    }
}
