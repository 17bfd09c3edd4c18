//! Records that take long to be drawn: other requests do not wait for them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::json;

use crate::html_pages::open;
use crate::support::{Catalogue, Server, product, program};

/// As many languages as cards are drawn.
const LANGUAGES: [&str; 4] = ["en-GB", "de", "fr", "pl"];

#[test]
fn other_requests_are_answered_while_cards_of_a_hostile_record_are_drawn() {
    let ingredients = "wheat flour, <b>milk</b>, zorb, sugar. ".repeat(8);
    let component = |number: usize| {
        json!({"general": {"component_name": format!("c{number}")},
            "ingredients": {"ingredients": ingredients}})
    };
    let components: Vec<_> = (0..300).map(component).collect();
    let record = product("a", json!({ "components": components }));
    let catalogue = Catalogue::with(&[record]);
    let mut command = program();
    command.args(["serve", "--db", catalogue.db()]);
    command.args(["--listen", "127.0.0.1:0", "--pages"]);
    command.args(["--base-url", "https://shop.example"]);
    // If one thread that serves requests were busy, none would be left.
    command.env("TOKIO_WORKER_THREADS", "1");
    let server = Server::spawn(command);
    let drawn = AtomicUsize::new(0);
    let mut answered = 0;
    thread::scope(|scope| {
        let cards = LANGUAGES.map(|language| {
            let (server, drawn) = (&server, &drawn);
            scope.spawn(move || {
                let card = open(server, &format!("/card/a?lang={language}"));
                drawn.fetch_add(1, Ordering::SeqCst);
                assert_eq!(card.status, 200);
                assert!(card.text().contains("data-notice=\"too-much\""));
            })
        });
        // Between the first card and the last, two others were drawn from beginning to end.
        while !cards.iter().all(|card| card.is_finished()) {
            assert_eq!(open(&server, "/healthz").status, 200);
            answered += usize::from(drawn.load(Ordering::SeqCst) > 0);
        }
    });
    assert!(answered > 0, "no answers meanwhile");
}
