//! The way from this screen to a phone: the address of the page as a QR code.

use qrcode::{Color, QrCode};
use yew::prelude::*;

/// The white margin around a code that readers need, in modules.
const MARGIN: usize = 4;

/// Whether another device may reach a host: not one that every device calls itself.
fn is_reachable(host: &str) -> bool {
    let is_local = host == "localhost" || host.ends_with(".localhost");
    !is_local && !host.starts_with("127.") && host != "[::1]" && !host.is_empty()
}

/// The black modules of a code as a path, and the width of the code with its margin.
fn path(text: &str) -> Option<(String, usize)> {
    let code = QrCode::new(text).ok()?;
    let width = code.width();
    let mut path = String::new();
    for (at, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            let (x, y) = (at % width + MARGIN, at / width + MARGIN);
            path += &format!("M{x} {y}h1v1h-1z");
        }
    }
    Some((path, width + 2 * MARGIN))
}

/// A box that opens with a code of this page's address, for a phone.
#[component]
pub(crate) fn OnPhone() -> Html {
    let location = web_sys::window().map(|window| window.location());
    let Some((host, address)) =
        location.and_then(|location| Some((location.hostname().ok()?, location.href().ok()?)))
    else {
        return Html::default();
    };
    let code = path(&address).filter(|_| is_reachable(&host));
    let content = match code {
        Some((path, width)) => html! {
            <>
                <svg role="img" aria-label="QR code of this page's address"
                    viewBox={format!("0 0 {width} {width}")} shape-rendering="crispEdges">
                    <rect width="100%" height="100%" fill="#fff"/>
                    <path d={path} fill="#000"/>
                </svg>
                <p><a href={address.clone()}>{ address.clone() }</a></p>
            </>
        },
        None => html! {
            <p>
                { "This shop runs on your own computer, at an address that a phone cannot reach. \
                   Where it has one that others reach, its QR code is here." }
            </p>
        },
    };
    html! {
        <details class="on-phone">
            <summary>{ "Open on a phone" }</summary>
            <div key={address}>{ content }</div>
        </details>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_this_computer_are_not_for_a_phone() {
        for host in [
            "localhost",
            "shop.localhost",
            "127.0.0.1",
            "127.1.2.3",
            "[::1]",
            "",
        ] {
            assert!(!is_reachable(host), "{host}");
        }
        for host in [
            "shop.example",
            "192.168.1.20",
            "[fd00::1]",
            "localhost.example",
        ] {
            assert!(is_reachable(host), "{host}");
        }
    }

    #[test]
    fn a_code_has_its_three_finders_within_the_margin() {
        let (path, width) = path("https://shop.example/product/09520000000004").unwrap();
        let is_dark = |x: usize, y: usize| path.contains(&format!("M{x} {y}h1"));
        let last = width - MARGIN - 1;
        for (x, y) in [(MARGIN, MARGIN), (last, MARGIN), (MARGIN, last)] {
            assert!(is_dark(x, y), "{x} {y}");
        }
        for at in 0..width {
            assert!(!is_dark(MARGIN - 1, at) && !is_dark(at, last + 1));
        }
        assert!(path.len() > 1_000);
        assert!(
            super::path(&"x".repeat(10_000)).is_none(),
            "too long for a code"
        );
    }
}
