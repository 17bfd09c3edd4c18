//! What the products of a shelf are to a visitor who avoids something: how many contain it, may
//! contain it, do not state it.

use crate::settings::use_settings;
use product_pool::card::{self, CardProps, Record, State};
use product_pool::label::Status;
use product_pool::yew::{LoadedProduct, use_messages};
use std::collections::HashMap;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

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

/// The answer of the card for each of these products that has been loaded. Empty while nothing is
/// avoided.
#[hook]
pub(crate) fn use_answers(loaded: &Loaded, ids: &[AttrValue]) -> Rc<HashMap<AttrValue, Status>> {
    let settings = use_settings();
    let messages = use_messages();
    let dependencies = (
        loaded.clone(),
        ids.to_vec(),
        settings.avoid_list(),
        messages,
    );
    use_memo(dependencies, |(loaded, ids, avoid, messages)| {
        let answer = |id: &AttrValue| {
            let loaded = loaded.0.get(id)?;
            let mut record = Record::new(loaded.product.clone());
            record.stale.clone_from(&loaded.stale);
            let mut props = CardProps::new(State::Ready(record), messages.clone()?);
            props.avoid.clone_from(avoid);
            Some((id.clone(), card::answer(&props)?))
        };
        ids.iter().filter_map(answer).collect()
    })
}

/// The properties of [`Tally`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct TallyProps {
    /// The answers that are known.
    pub(crate) answers: Rc<HashMap<AttrValue, Status>>,
    /// The number of products on the shelf.
    pub(crate) products: usize,
    /// Whether those that contain something avoided are hidden.
    pub(crate) hides: bool,
    pub(crate) on_hide: Callback<bool>,
}

/// How many products of the shelf contain what is avoided, may contain it, or do not state it, and
/// whether the first are hidden. It calls no product safe: a record cannot establish that.
///
/// What changes has a key, and no text beside it: a browser that translates the page replaces text
/// nodes, and Yew would look for its own.
#[component]
pub(crate) fn Tally(props: &TallyProps) -> Html {
    let count = |answer: Status| {
        props
            .answers
            .values()
            .filter(|other| **other == answer)
            .count()
    };
    let contain = count(Status::Contains);
    let onchange = props
        .on_hide
        .reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().checked());
    let line = |answer: Status, text: &'static str| {
        let count = count(answer);
        let key = format!("{} {count}", answer.key());
        html! { <li {key} data-answer={answer.key()}><b>{ count }</b>{ text }</li> }
    };
    html! {
        <div class="tally">
            <label class="choice">
                <input type="checkbox" name="hide" checked={props.hides} {onchange}/>
                <span key={contain}>{ format!("Hide the {contain} that contain what I avoid") }</span>
            </label>
            <ul aria-label="What the others declare" role="status">
                { line(Status::MayContain, " may contain it") }
                { line(Status::NotStated, " do not state it: check the label") }
            </ul>
            if props.answers.len() < props.products {
                <p key={props.answers.len()} class="hint">
                    { format!("{} of {} products loaded", props.answers.len(), props.products) }
                </p>
            }
        </div>
    }
}
