//! The notice that stands for what was requested: that it is under way, or why it is not there.

use product_pool::client::ErrorCode;
use yew::prelude::*;

/// The message while a page loads something.
#[component]
pub(crate) fn Waiting() -> Html {
    html! { <p class="waiting" role="status">{ "Loading…" }</p> }
}

/// The properties of [`Problem`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct ProblemProps {
    pub(crate) code: ErrorCode,
    pub(crate) retry: Callback<()>,
}

/// Why a request failed, with a button to try again where that may help.
#[component]
pub(crate) fn Problem(props: &ProblemProps) -> Html {
    let retry = props.retry.reform(|_: MouseEvent| ());
    let text = match props.code {
        ErrorCode::NotFound => "There is no such product.",
        ErrorCode::InvalidArgument => "That is not a GTIN. It has 8, 12, 13 or 14 digits.",
        ErrorCode::Network | ErrorCode::Timeout | ErrorCode::RateLimited => {
            "The service cannot be reached."
        }
        _ => "This could not be loaded.",
    };
    let is_final = matches!(props.code, ErrorCode::NotFound | ErrorCode::InvalidArgument);
    html! {
        <div class="problem" role="alert">
            <p key={text}>{ text }</p>
            if !is_final {
                <button type="button" onclick={retry}>{ "Try again" }</button>
            }
        </div>
    }
}
