//! The camera as a scanner of barcodes.

use wasm_bindgen::prelude::*;
use web_sys::HtmlVideoElement;
use yew::platform::spawn_local;
use yew::prelude::*;

#[wasm_bindgen(module = "/src/scan.js")]
extern "C" {
    #[wasm_bindgen(js_name = canScan)]
    fn can_scan() -> bool;
    #[wasm_bindgen(catch)]
    async fn scan(video: &HtmlVideoElement) -> Result<JsValue, JsValue>;
}

/// The properties of [`Scanner`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct ScannerProps {
    /// A barcode was seen: what it says.
    pub(crate) on_code: Callback<String>,
}

/// A button that opens the camera and closes it with the first barcode. Nothing where the browser reads
/// none: a number can be typed everywhere.
#[component]
pub(crate) fn Scanner(props: &ScannerProps) -> Html {
    let is_open = use_state_eq(|| false);
    let has_failed = use_state_eq(|| false);
    let video = use_node_ref();
    {
        let (video, on_code) = (video.clone(), props.on_code.clone());
        let (open, failed) = (is_open.setter(), has_failed.setter());
        use_effect_with(*is_open, move |is_open| {
            let Some(video) = video.cast::<HtmlVideoElement>().filter(|_| *is_open) else {
                return;
            };
            spawn_local(async move {
                let seen = scan(&video).await;
                failed.set(seen.is_err());
                if let Some(code) = seen.ok().and_then(|code| code.as_string()) {
                    open.set(false);
                    on_code.emit(code);
                }
            });
        });
    }
    if !can_scan() {
        return Html::default();
    }
    let toggle = {
        let (is_open, failed) = (is_open.clone(), has_failed.setter());
        Callback::from(move |_: MouseEvent| {
            failed.set(false);
            is_open.set(!*is_open);
        })
    };
    html! {
        <>
            <button type="button" aria-expanded={is_open.to_string()} onclick={toggle}>
                if *is_open {
                    <span key="close">{ "Close the camera" }</span>
                } else {
                    <span key="open">{ "Scan a barcode" }</span>
                }
            </button>
            if *is_open {
                <video class="scanner" ref={video} playsinline=true muted=true
                    aria-label="Hold the barcode in front of the camera"/>
            }
            if *has_failed {
                <p class="hint" role="status">
                    <strong>{ "The camera cannot be used. Type the number below the barcode." }</strong>
                </p>
            }
        </>
    }
}
