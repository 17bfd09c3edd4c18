//! The notice that stands for what was requested: that it is under way, or why it is not there.

use crate::settings::use_settings;
use product_pool::client::ErrorCode;
use yew::prelude::*;

/// The message while a page loads something.
#[component]
pub(crate) fn Waiting() -> Html {
    let settings = use_settings();
    html! { <p class="waiting" role="status">{ settings.words().loading }</p> }
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
    let settings = use_settings();
    let words = settings.words();
    let retry = props.retry.reform(|_: MouseEvent| ());
    let text = match props.code {
        ErrorCode::NotFound => words.not_found,
        ErrorCode::InvalidArgument => words.gtin_bad,
        ErrorCode::Network | ErrorCode::Timeout | ErrorCode::RateLimited => words.unreachable,
        _ => words.failed,
    };
    let is_final = matches!(props.code, ErrorCode::NotFound | ErrorCode::InvalidArgument);
    html! {
        <div class="problem" role="alert">
            <p>{ text }</p>
            if !is_final {
                <button type="button" onclick={retry}>{ words.try_again }</button>
            }
        </div>
    }
}
