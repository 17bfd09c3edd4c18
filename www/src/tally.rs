//! What the products of a shelf are to a visitor who avoids something: how many contain it, may
//! contain it, do not state it.

use crate::settings::use_settings;
use product_pool::label::{Answer, allergen_report_with, verdicts};
use product_pool::model::{Allergen, Product};
use product_pool::yew::use_messages;
use std::collections::HashMap;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The products of a shelf that have been loaded, by their `pool_id`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Loaded(HashMap<AttrValue, Product>);

impl Reducible for Loaded {
    type Action = (AttrValue, Product);

    fn reduce(self: Rc<Self>, (id, product): Self::Action) -> Rc<Self> {
        let mut loaded = self.0.clone();
        loaded.insert(id, product);
        Rc::new(Loaded(loaded))
    }
}

/// The answer for each product: the most serious one of all allergens that are avoided, as cards read
/// it in their language. Empty while nothing is avoided.
#[hook]
pub(crate) fn use_answers(loaded: &Loaded) -> Rc<HashMap<AttrValue, Answer>> {
    let settings = use_settings();
    let messages = use_messages();
    let dependencies = (loaded.clone(), settings.avoid.clone(), messages);
    use_memo(dependencies, |(loaded, avoid, messages)| {
        let Some(messages) = messages else {
            return HashMap::new();
        };
        let answer = |product: &Product| -> Option<Answer> {
            let report = allergen_report_with(product, messages.lexicon());
            most_serious(&report, avoid)
        };
        let answers = loaded.0.iter();
        answers
            .filter_map(|(id, product)| Some((id.clone(), answer(product)?)))
            .collect()
    })
}

/// The most serious answer for these allergens.
fn most_serious(
    report: &product_pool::label::AllergenReport,
    avoid: &[Allergen],
) -> Option<Answer> {
    let verdicts = verdicts(report, avoid);
    verdicts
        .iter()
        .flat_map(|verdict| [Some(verdict.answer), verdict.peanuts])
        .flatten()
        .max()
}

/// The properties of [`Tally`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct TallyProps {
    /// The answers that are known.
    pub(crate) answers: Rc<HashMap<AttrValue, Answer>>,
    /// The number of products on the shelf.
    pub(crate) products: usize,
    /// Whether those that contain something avoided are hidden.
    pub(crate) hides: bool,
    pub(crate) on_hide: Callback<bool>,
}

/// How many products of the shelf have which answer, and whether those that contain what is avoided
/// are hidden. It calls no product safe: a record cannot establish that.
#[component]
pub(crate) fn Tally(props: &TallyProps) -> Html {
    let count = |answer: Answer| {
        props
            .answers
            .values()
            .filter(|other| **other == answer)
            .count()
    };
    let contain = count(Answer::Contains);
    let onchange = props
        .on_hide
        .reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().checked());
    let line = |answer: Answer, text: &'static str| {
        html! { <li data-answer={answer.key()}><b>{ count(answer) }</b>{ text }</li> }
    };
    html! {
        <div class="tally">
            <label class="choice">
                <input type="checkbox" name="hide" checked={props.hides} {onchange}/>
                { format!("Hide the {contain} that contain what I avoid") }
            </label>
            <ul aria-label="What the products here declare" role="status">
                { line(Answer::MayContain, " may contain it") }
                { line(Answer::NotStated, " do not state it: check the label") }
                { line(Answer::NotDeclared, " declare it as not present") }
            </ul>
            if props.answers.len() < props.products {
                <p class="hint">{ format!("{} of {} products loaded", props.answers.len(), props.products) }</p>
            }
        </div>
    }
}
