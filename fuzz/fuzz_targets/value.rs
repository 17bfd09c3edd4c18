//! Fuzzes the JSON parser with any text, compared with serde_json.

#![no_main]

#[path = "../../tests/native/records/hostile/checks.rs"]
#[allow(dead_code, reason = "each target uses some of the checks")]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::value(text));
