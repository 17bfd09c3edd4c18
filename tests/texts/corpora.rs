//! Every file of cases, with how many of them may be read wrongly.
//!
//! `cargo test -p product-pool-texts corpora -- --nocapture` prints the table and what is wrong.

use crate::case::{self, Case};
use crate::judge::{Faults, judge};
use crate::products;
use std::fmt::Write as _;
use std::thread;

/// A corpus, and its limits: what was measured last, to be lowered with every mend.
struct Corpus {
    file: &'static str,
    /// Of a file of products, the shelf.
    shelf: &'static str,
    text: &'static str,
    /// How many texts may leave a verdict calm on what they name.
    calm: usize,
    /// How many texts may say less than they could.
    missed: Option<usize>,
    /// How many texts may say more than they do.
    alarms: Option<usize>,
}

macro_rules! corpus {
    ($file:literal, $calm:expr, $missed:expr, $alarms:expr) => {
        corpus!($file, "", $calm, $missed, $alarms)
    };
    ($file:literal, $shelf:literal, $calm:expr, $missed:expr, $alarms:expr) => {
        Corpus {
            file: $file,
            shelf: $shelf,
            text: include_str!(concat!("corpora/", $file, ".txt")),
            calm: $calm,
            missed: $missed,
            alarms: $alarms,
        }
    };
}

/// The sentences and products are honest: nothing more should be raised than they say. `README.md` tells
/// how they differ. The goals are one in twenty of the sentences and the free-from products, and one in
/// fifty of the other products.
const CORPORA: &[Corpus] = &[
    corpus!("audit", 0, Some(0), Some(0)),
    corpus!("kinds", 0, Some(0), Some(0)),
    corpus!("unread", 0, Some(0), Some(0)),
    corpus!("statements", 0, Some(0), Some(0)),
    corpus!("false-friends", 0, Some(0), Some(13)),
    // What must warn.
    corpus!("warnings", 0, Some(169), None),
    corpus!("sentences", 0, None, Some(64)),
    corpus!("sentences-wordings", 0, None, Some(254)),
    corpus!("sentences-on-packs", 0, None, Some(41)),
    corpus!("sentences-unseen", 0, None, Some(11)),
    corpus!("products", "free-from", 0, None, Some(13)),
    corpus!("products", "other", 0, None, Some(7)),
    corpus!("products-wordings", "free-from", 0, None, Some(57)),
    corpus!("products-wordings", "other", 0, None, Some(47)),
    corpus!("products-on-packs", "free-from", 0, None, Some(8)),
    corpus!("products-on-packs", "other", 0, None, Some(3)),
    corpus!("products-unseen", "free-from", 0, None, Some(7)),
    corpus!("products-unseen", "other", 0, None, Some(1)),
];

impl Corpus {
    /// Each text and what is wrong with its reading.
    fn judged(&self) -> Vec<(String, Faults)> {
        if !self.shelf.is_empty() {
            let products = products::products(self.text);
            let products = products.filter(|product| product.shelf == self.shelf);
            return products.map(|product| product.judged()).collect();
        }
        let rows = case::rows(self.text);
        rows.map(|row| (row.to_owned(), judge(&Case::of(row))))
            .collect()
    }

    /// The corpus' row of the table, and what is beyond its limits.
    fn check(&self) -> (String, String) {
        let judged = self.judged();
        let count = judged.len();
        let wrong = |of: fn(&Faults) -> &Vec<String>| {
            let lines = judged.iter().filter(|(_, faults)| !of(faults).is_empty());
            let lines = lines
                .map(|(text, faults)| format!("    {text}\n        {}", of(faults).join("; ")));
            lines.collect::<Vec<_>>()
        };
        let name = format!("{} {}", self.file, self.shelf);
        let mut row = format!("{name:28} {count:6}");
        let mut beyond = String::new();
        for (kind, wrong, limit) in [
            ("calm", wrong(|faults| &faults.calm), Some(self.calm)),
            ("missed", wrong(|faults| &faults.missed), self.missed),
            ("alarms", wrong(|faults| &faults.alarms), self.alarms),
        ] {
            let Some(limit) = limit else {
                row += &format!(" {:>12}", "–");
                continue;
            };
            row += &format!(" {:>12}", format!("{} of {limit}", wrong.len()));
            if wrong.len() > limit || std::env::var("ALL").is_ok() {
                let lines = wrong.join("\n");
                writeln!(
                    beyond,
                    "{name}, {kind}: {} of {limit}\n{lines}",
                    wrong.len()
                )
                .unwrap();
            }
        }
        (row, beyond)
    }
}

#[test]
fn every_corpus_is_read_within_its_limits() {
    let checked: Vec<_> = thread::scope(|scope| {
        let running = CORPORA.iter().map(|corpus| scope.spawn(|| corpus.check()));
        let running: Vec<_> = running.collect();
        running
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let (rows, beyond): (Vec<_>, Vec<_>) = checked.into_iter().unzip();
    let head = format!(
        "{:28} {:>6} {:>12} {:>12} {:>12}",
        "corpus", "texts", "calm", "missed", "alarms"
    );
    println!("{head}\n{}", rows.join("\n"));
    let beyond = beyond.concat();
    assert!(beyond.is_empty(), "{beyond}");
}
