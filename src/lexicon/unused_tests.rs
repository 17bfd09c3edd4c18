//! Lists the lines of the lexicon that no text needs: without them every text reads as it does with them.
//!
//! ```sh
//! UNUSED=folder cargo test -p product-pool --lib unused -- --nocapture
//! ```
//!
//! The texts are those of `tests/texts/corpora/`, and rows of the same format in the `.txt` files of the
//! folder, which may be empty; it takes minutes. A line that is listed gets its row, or goes, unless it names an
//! allergen: what names one is there for texts that are yet to come.

// The texts of the languages are not at hand in WebAssembly.
#![cfg(not(target_arch = "wasm32"))]

use super::file_tests::{Line, files, lines};
use super::{ENGLISH_FILE, Lexicon};
use crate::collect_vec::CollectVec as _;
use crate::reading::{Kind, Reading, read};
use crate::text::tokens::fold;
use crate::text::{Run, capitals, rich_text};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A text, as it is read with the whole lexicon.
struct Sample {
    language: String,
    kind: Kind,
    runs: Vec<Run>,
    folded: String,
    reading: String,
}

impl Sample {
    fn new(language: &str, kind: Kind, text: &str, lexicon: &Lexicon) -> Sample {
        let runs = match kind {
            Kind::List => capitals(&rich_text(text)),
            _ => rich_text(text),
        };
        Sample {
            language: language.to_owned(),
            kind,
            folded: fold(text),
            reading: shown(read(&runs, kind, lexicon), kind),
            runs,
        }
    }

    /// Whether it is read in another way.
    fn differs(&self, lexicon: &Lexicon) -> bool {
        self.reading != shown(read(&self.runs, self.kind, lexicon), self.kind)
    }
}

/// What a reading says that a label depends on.
fn shown(mut reading: Reading, kind: Kind) -> String {
    reading.is_read &= kind == Kind::Statement;
    reading.denies &= kind == Kind::Statement;
    reading.has_place &= kind == Kind::Statement;
    format!("{reading:?}")
}

/// The language, the kinds and the text of a line: a row, or a line of a product.
fn sample(line: &str) -> Option<(&str, Vec<Kind>, &str)> {
    let parts = line.split(" | ").collect_vec();
    if let [language, field, text, ..] = parts[..]
        && language.len() == 2
    {
        let kind = match field.trim() {
            "L" | "P" | "T" | "W" => Kind::List,
            "N" | "C" => Kind::Prose,
            _ => Kind::Statement,
        };
        return Some((language, vec![kind], text));
    }
    let (kinds, text) = match line.split_once(": ") {
        Some(("list" | "plain" | "warning", text)) => (vec![Kind::List], text),
        Some(("statement" | "additional" | "note", text)) => (vec![Kind::Statement], text),
        Some(("component", text)) => (vec![Kind::Prose], text),
        Some(("contains" | "may" | "claims" | "20ppm", _)) => return None,
        // The name of a product, a word, a template.
        _ => {
            let name = line.trim_start_matches("free-from | ");
            let name = name.trim_start_matches("other | ");
            let (name, _) = name.split_once(" | ").unwrap_or((name, ""));
            (vec![Kind::List, Kind::Statement, Kind::Prose], name)
        }
    };
    Some(("en", kinds, text))
}

fn samples(folder: &Path, lexicons: &BTreeMap<&str, Lexicon>) -> Vec<Sample> {
    let corpora = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/texts/corpora"));
    let entries = [corpora, folder]
        .into_iter()
        .flat_map(|folder| folder.read_dir().unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut lines = BTreeSet::new();
    for path in paths.filter(|path| path.extension().is_some_and(|of| of == "txt")) {
        let text = std::fs::read_to_string(path).unwrap();
        let own = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.extend(own.map(str::to_owned));
    }
    let mut samples = Vec::new();
    for (language, kinds, text) in lines.iter().filter_map(|line| sample(line)) {
        let text = text.replace("\\n", "\n");
        let Some(lexicon) = lexicons.get(language) else {
            continue;
        };
        let own = kinds
            .into_iter()
            .map(|kind| Sample::new(language, kind, &text, lexicon));
        samples.extend(own);
    }
    // An English line takes the lexicons of all languages only if no English text needs it.
    samples.sort_by_key(|sample| sample.language != "en");
    samples
}

/// What stands in every text in which an entry may match: its first word, less what an ending may change.
fn stem(line: &Line) -> String {
    let (word, _) = line.text.split_once('=').unwrap_or((line.text, ""));
    let words = fold(word);
    let parts = words.split([' ', '*', '(']);
    let longest = parts.max_by_key(|part| part.len()).unwrap_or_default();
    let mut letters = longest.chars();
    if letters.clone().count() > 3 {
        letters.next_back();
    }
    letters.as_str().to_owned()
}

/// How a language is read without a line of a file.
fn without(line: &Line, name: &str, text: &str, language: &str) -> Lexicon {
    let rest = text
        .lines()
        .zip(1..)
        .filter(|(_, number)| *number != line.number);
    let rest = rest.map(|(line, _)| line).collect_vec().join("\n");
    match name {
        "en-GB" => Lexicon::of(&rest, Lexicon::text(language).unwrap_or_default()),
        _ => Lexicon::of(ENGLISH_FILE, &rest),
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "it is what the list is for")]
fn unused() {
    let Some(folder) = std::env::var_os("UNUSED") else {
        return;
    };
    let languages = ["en", "cy", "de", "es", "fr", "it", "nl", "pl"];
    let lexicons = languages.map(|name| (name, Lexicon::for_language(name).unwrap()));
    let samples = samples(Path::new(&folder), &BTreeMap::from(lexicons));
    for (name, text) in files() {
        for line in lines(text)
            .iter()
            .filter(|line| !line.heading.starts_with("avoid "))
        {
            let stem = stem(line);
            let mut without_line = BTreeMap::new();
            let is_own = |sample: &&Sample| name == "en-GB" || sample.language == name;
            let near = samples.iter().filter(is_own);
            let mut near = near.filter(|sample| sample.folded.contains(&stem));
            let is_needed = near.any(|sample| {
                let language = sample.language.as_str();
                let lexicon = without_line.entry(language);
                sample.differs(lexicon.or_insert_with(|| without(line, name, text, language)))
            });
            if !is_needed {
                println!(
                    "{name}.txt:{}: {}: {}",
                    line.number, line.heading, line.text
                );
            }
        }
    }
}
