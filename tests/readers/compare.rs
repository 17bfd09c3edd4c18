//! The reader over every corpus: how many texts it reads dangerously or with a false alarm, and in what
//! it differs from the run that the folder `READER_OUT` keeps. The first run begins the folder; without
//! its `*.old.json` the next run begins anew.
//!
//! `cargo test -p product-pool-readers compare -- --ignored --nocapture`; differences and faults are
//! written to that folder. `REAL_TEXTS` names a folder of real texts, which are not part of the project.

use crate::allergen_texts::{audit, honest};
use product_pool::label::Lexicon;
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub(crate) mod real;

/// What is wrong with a text: dangers, or false alarms.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub(super) struct Faults {
    pub(super) dangers: Vec<String>,
    pub(super) alarms: Vec<String>,
}

/// Counts of a corpus, and where the readers differ.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<(String, usize, [[usize; 2]; 2])>,
    differences: String,
    /// What is wrong now.
    faults: String,
    name: &'static str,
    /// What an earlier run said.
    old: BTreeMap<String, Faults>,
}

fn folder() -> String {
    std::env::var("READER_OUT").unwrap_or_else(|_| "/tmp/readers".to_owned())
}

impl Table {
    pub(super) fn new(name: &'static str) -> Table {
        let old = std::fs::read_to_string(format!("{}/{name}.old.json", folder()));
        Table {
            name,
            old: old
                .map(|text| serde_json::from_str(&text).unwrap())
                .unwrap_or_default(),
            ..Table::default()
        }
    }

    /// Reads a text.
    pub(super) fn add(&mut self, corpus: &str, text: &str, read: impl Fn() -> Faults) {
        let key = format!("{corpus} {text}");
        let new = read();
        let old = self.old.entry(key).or_insert_with(|| new.clone()).clone();
        let at = match self.rows.iter().position(|(name, ..)| name == corpus) {
            Some(at) => at,
            None => {
                self.rows.push((corpus.to_owned(), 0, [[0; 2]; 2]));
                self.rows.len() - 1
            }
        };
        let (_, count, faults) = &mut self.rows[at];
        *count += 1;
        for (at, found) in [&old, &new].into_iter().enumerate() {
            faults[at][0] += usize::from(!found.dangers.is_empty());
            faults[at][1] += usize::from(!found.alarms.is_empty());
        }
        for fault in new.dangers.iter().chain(&new.alarms) {
            writeln!(
                self.faults,
                "[{corpus}] {fault} || {}",
                text.replace('\n', " ")
            )
            .unwrap();
        }
        let mut differ = |kind: &str, old: &[String], new: &[String]| {
            let (had, has) = (old.join("; "), new.join("; "));
            let change = match (old.is_empty(), new.is_empty()) {
                _ if had == has => return,
                (true, _) => "WORSE",
                (_, true) => "better",
                _ => "other",
            };
            writeln!(
                self.differences,
                "{change} {kind} [{corpus}] {text}\n    old: {had}\n    new: {has}"
            )
            .unwrap();
        };
        differ("danger", &old.dangers, &new.dangers);
        differ("alarm", &old.alarms, &new.alarms);
    }

    fn print(&self) {
        let name = self.name;
        let mut out = format!(
            "{:34} {:>6}  dangers old new   alarms old new\n",
            name, "texts"
        );
        for (corpus, count, [old, new]) in &self.rows {
            writeln!(
                out,
                "{corpus:34} {count:6}  {:11} {:3}   {:10} {:3}",
                old[0], new[0], old[1], new[1]
            )
            .unwrap();
        }
        let folder = folder();
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(format!("{folder}/{name}.txt"), &self.differences).unwrap();
        std::fs::write(format!("{folder}/{name}.table"), &out).unwrap();
        std::fs::write(format!("{folder}/{name}.faults"), &self.faults).unwrap();
        std::fs::write(
            format!("{folder}/{name}.old.json"),
            serde_json::to_string(&self.old).unwrap(),
        )
        .unwrap();
        println!("{out}");
    }
}

#[test]
#[ignore = "a comparison, not a test"]
fn compare_fixtures() {
    let mut table = Table::new("fixtures");
    for (file, texts) in audit::TEXTS {
        for (index, line) in texts.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let case = audit::case(index + 1, line);
            let lexicon = lexicon(case.language);
            table.add(file, line, || {
                let (alarms, dangers) = audit::faults(&case, &lexicon)
                    .into_iter()
                    .partition(|fault| fault.contains("false alarm") || fault.contains("unread"));
                Faults { dangers, alarms }
            });
        }
    }
    for (case, line) in honest::cases(honest::COUNTER_CASES) {
        table.add("counter: calm", line, || Faults {
            dangers: match honest::missing(&case) {
                (missing, true) => missing,
                (_, false) => Vec::new(),
            },
            alarms: match honest::missing(&case) {
                (missing, false) => missing,
                (_, true) => Vec::new(),
            },
        });
    }
    for (index, corpus) in honest::CORPORA.iter().enumerate() {
        for block in corpus.products.split("\n\n").map(str::trim) {
            if block.lines().all(|line| line.starts_with('#')) {
                continue;
            }
            let product = honest::honest(block);
            let lexicon = Lexicon::english();
            let name = format!("honest {} {}", index + 1, product.shelf);
            table.add(&name, block, || Faults {
                dangers: Vec::new(),
                alarms: honest::alarms(&product, &lexicon),
            });
        }
    }
    for (index, corpus) in honest::CORPORA.iter().enumerate() {
        for (case, line) in honest::cases(corpus.sentences) {
            table.add(&format!("sentences {}", index + 1), line, || Faults {
                dangers: Vec::new(),
                alarms: honest::sentence_alarms(&case),
            });
        }
    }
    table.print();
}

/// The lexicon of a language, read once.
pub(crate) fn lexicon(language: &str) -> Lexicon {
    use std::{cell::RefCell, collections::HashMap};
    thread_local! {
        static READ: RefCell<HashMap<String, Lexicon>> = RefCell::default();
    }
    READ.with_borrow_mut(|read| {
        let lexicon = read.entry(language.to_owned());
        lexicon
            .or_insert_with(|| Lexicon::of(language).unwrap())
            .clone()
    })
}
