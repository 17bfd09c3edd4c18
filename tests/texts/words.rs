//! The code that reads texts has no words of its own: all of them are in the lexicon.

use std::fs;
use std::path::Path;

/// The literals of a line of code.
fn literals(line: &str) -> Vec<&str> {
    line.split('"').skip(1).step_by(2).collect()
}

#[test]
fn no_word_stands_in_the_code_that_reads_texts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/reading");
    let mut words = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_test = path.to_string_lossy().ends_with("_tests.rs");
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().map(str::trim);
        // The examples of patterns, and reasons, are not read.
        let code = lines.filter(|line| {
            !line.starts_with("//") && !line.starts_with("control(") && !line.contains("reason = ")
        });
        for line in code.filter(|_| !is_test) {
            count += 1;
            let own = literals(line).into_iter();
            words.extend(
                own.filter(|word| word.chars().any(char::is_alphabetic))
                    .map(str::to_owned),
            );
        }
    }
    assert!(count > 500);
    assert!(words.is_empty(), "{words:?}");
}
