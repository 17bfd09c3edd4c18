//! Fuzzes Get Product with any text as the body: decoding, encoding, faults, and the
//! label's allergens, nutrition and ingredients.

#![no_main]

#[path = "../../tests/native/records/hostile/checks.rs"]
#[allow(dead_code, reason = "each target uses some of the checks")]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::product(text));
